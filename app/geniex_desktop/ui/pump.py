"""Brings text and phases from the engine to the GUI thread, a handful of times a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal, SignalInstance, Slot

from ..engine.protocol import Engine
from ..engine.types import GenerateRequest, LoadSpec, StreamEvent, TextEvent

_FIRST_MS = 14
"""Until a request's first text: nothing has to be drawn yet, and somebody waits for it."""
_FASTEST_MS = 33
_SLOWEST_MS = 120
_COST_SHARE = 4
"""The pause is at least this many times what the last delivery cost, so that typing stays fluent."""


class EngineLink(Protocol):
    """What the window uses of `engine.thread.EngineThread`. Request methods answer an id and never block."""

    runtime_ready: SignalInstance
    loaded: SignalInstance
    unloaded: SignalInstance
    replied: SignalInstance
    failed: SignalInstance
    started_request: SignalInstance
    tokens_counted: SignalInstance
    previewed: SignalInstance
    kv_saved: SignalInstance
    kv_loaded: SignalInstance

    def request_runtime(self) -> int:
        """Asks for the RuntimeInfo."""

    def change_engine(self, make_engine: Callable[[], Engine]) -> int:
        """Asks for the RuntimeInfo of another engine, which takes this one's place."""

    def load(self, spec: LoadSpec) -> int:
        """Loads a model."""

    def unload(self) -> int:
        """Frees the model."""

    def generate(self, request: GenerateRequest) -> int:
        """Asks for one reply."""

    def count_tokens(self, text: str) -> int:
        """Asks how many tokens a text has."""

    def preview(self, request: GenerateRequest) -> int:
        """Asks for the PromptPreview of a request."""

    def save_kv(self, path: Path) -> int:
        """Writes what the model holds of its conversation to a file, unless a reply is asked for before."""

    def load_kv(self, path: Path) -> int:
        """Takes over a conversation from a file."""

    def settle(self, timeout_s: float) -> bool:
        """Waits until nothing is asked or done any more; for the end of the app alone."""

    def cancel(self, request_id: int | None = None) -> None:
        """Stops one request, or the running one."""

    def drain(self) -> list[tuple[int, StreamEvent]]:
        """The events since the last call, with their request's id."""


class Pump(QObject):
    """Drains the engine's events while anything runs and hands them out one by one."""

    arrived = Signal(int, object)
    """Request id, StreamEvent."""
    drained = Signal()
    """All events of one go have been handed out: the moment to draw."""

    def __init__(self, engine: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._users = 0
        self._floor_ms = _FIRST_MS
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_FIRST_MS)
        self._timer.timeout.connect(self.drain)

    def start(self) -> None:
        """One more request runs."""
        self._users += 1
        self._floor_ms = _FIRST_MS
        self._timer.start(_FIRST_MS)

    def stop(self) -> None:
        """A request has ended; what is still waiting is handed out first."""
        self.drain()
        self._users = max(0, self._users - 1)
        if not self._users:
            self._timer.stop()

    @Slot()
    def drain(self) -> None:
        """Hands out what has arrived."""
        events = self._engine.drain()
        if not events:
            return
        began = time.perf_counter()
        for request_id, event in events:
            if isinstance(event, TextEvent):
                self._floor_ms = _FASTEST_MS
            self.arrived.emit(request_id, event)
        self.drained.emit()
        cost_ms = 1000 * (time.perf_counter() - began)
        self._timer.setInterval(round(min(_SLOWEST_MS, max(self._floor_ms, _COST_SHARE * cost_ms))))
