"""How often this machine is sampled: as often as somebody can see it, and no more."""

from __future__ import annotations

import platform
from collections.abc import Callable

from PySide6.QtCore import QObject, Slot

from ...telemetry.qt import Telemetry
from ..chat.controller import ChatController
from .recordings import Recordings

WATCHED_S = 0.5
"""While the pane is open, a reply runs or a recording is made."""
REPLY_S = 0.2
"""While a reply runs on a processor that can spare it; interfaces that are dear keep their own floors."""
BESIDE_S = 1.0
"""For the strip below another pane."""
UNSEEN_S = 2.0
"""The window is hidden or minimised."""


_QUICK = ("x86_64", "amd64")
"""Processors on which a fifth of a second costs little; on a board it would cost the reply speed."""


class SamplingPace(QObject):
    """Sets the sampler's rate whenever what can be seen changes, and looks again at each sample."""

    def __init__(
        self,
        telemetry: Telemetry,
        controller: ChatController,
        recordings: Recordings,
        window_visible: Callable[[], bool],
        pane_visible: Callable[[], bool],
        parent: QObject | None = None,
        *,
        chosen_hz: Callable[[], int] = lambda: 0,
        machine: str = platform.machine(),
    ) -> None:
        """`chosen_hz`: samples a second that the person wants while somebody looks; 0 leaves it to this."""
        super().__init__(parent)
        self._telemetry = telemetry
        self._controller = controller
        self._recordings = recordings
        self._window_visible = window_visible
        self._pane_visible = pane_visible
        self._chosen_hz = chosen_hz
        self._reply_s = REPLY_S if machine.lower() in _QUICK else WATCHED_S
        self._interval_s = 0.0
        telemetry.sampled.connect(self.update)
        controller.busy_changed.connect(self.update)
        controller.session.changed.connect(self.update)
        recordings.changed.connect(self.update)
        self.update()

    @property
    def interval_s(self) -> float:
        return self._interval_s

    @Slot()
    def update(self) -> None:
        """Something that matters may have changed."""
        watched = self._watched()
        interval_s = self._watched_s() if watched else self._beside_s()
        if interval_s != self._interval_s:
            self._interval_s = interval_s
            self._telemetry.set_interval(interval_s)
            self._telemetry.attend(watched)

    def _watched_s(self) -> float:
        chosen_hz = self._chosen_hz()
        if chosen_hz > 0:
            return 1.0 / chosen_hz
        return self._reply_s if self._controller.busy else WATCHED_S

    def _beside_s(self) -> float:
        return BESIDE_S if self._window_visible() else UNSEEN_S

    def _watched(self) -> bool:
        controller = self._controller
        working = controller.busy or controller.session.loading or self._recordings.recording
        return working or self._pane_visible()
