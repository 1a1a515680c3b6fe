"""What the Devices pane knows, for as long as the app runs: the engine's timeline beside the samples."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, Signal, Slot

from ...engine.types import PhaseEvent, TextEvent
from ...telemetry.phases import Timeline
from ...telemetry.qt import Telemetry
from ..model_session import ModelSession
from .source import LiveSource, Source


class Monitor(QObject):
    """Listens to every request of the engine; widgets come and go without it."""

    source_changed = Signal()
    """Another source is shown."""

    def __init__(self, session: ModelSession, telemetry: Telemetry, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.telemetry = telemetry
        self.timeline = Timeline()
        self.live = LiveSource(telemetry, self.timeline)
        self.source: Source = self.live
        session.pump.arrived.connect(self._arrived)
        for ended in (session.engine.replied, session.engine.failed, session.engine.loaded):
            ended.connect(self._ended)

    @Slot(int, object)
    def _arrived(self, request_id: int, event: object) -> None:
        if isinstance(event, (PhaseEvent, TextEvent)):
            self.timeline.take(request_id, event)

    @Slot(int, object)
    def _ended(self, request_id: int, _result: object) -> None:
        # The last events of the request are there by now, but may not have been handed out yet.
        self.session.pump.drain()
        self.timeline.end(request_id, time.monotonic_ns())
