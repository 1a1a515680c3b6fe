"""Watches every event loop of a test: how long the GUI thread computes between two turns of it.

CPU time, not the clock: a test machine that does something else is not a stall of ours. What remains is how
fast the machine is, so the limit grows with the time of a fixed piece of work, measured there and then.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QEventLoop, QObject, Slot
from PySide6.QtTest import QTest

STALL_S = 0.1
"""On a machine that does the fixed work in `_REFERENCE_S`."""
_REFERENCE_S = 0.008
_ENTRIES = (
    (QEventLoop, "exec", False),
    (QEventLoop, "processEvents", False),
    (QCoreApplication, "processEvents", True),
    (QTest, "mouseClick", True),
    (QTest, "mouseDClick", True),
    (QTest, "keyClick", True),
)
"""By these, of which some are static, a test has the app compute; all between them is the test's own work."""


def allowed() -> float:
    """Seconds that the event loop may stand still here and now, never less than `STALL_S`."""
    took = []
    for _ in range(3):
        began = time.thread_time()
        sum(number % 7 for number in range(200_000))
        took.append(time.thread_time() - began)
    return STALL_S * max(1.0, sorted(took)[1] / _REFERENCE_S)


class Watchdog(QObject):
    """`longest` is the longest stall so far, in seconds of the GUI thread's CPU time."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        """Watches until `patch` is undone, and `stop` is called."""
        super().__init__()
        self.longest = 0.0
        self._last = time.thread_time()
        self._depth = 0
        for owner, name, is_static in _ENTRIES:
            watched = self._watched(getattr(owner, name))
            patch.setattr(owner, name, staticmethod(watched) if is_static else watched)
        dispatcher = QAbstractEventDispatcher.instance()
        # The loop says so whenever it goes to sleep or is about to deliver events.
        dispatcher.awake.connect(self._turn)
        dispatcher.aboutToBlock.connect(self._turn)

    def restart(self) -> None:
        """What was until now does not count."""
        self.longest = 0.0
        self._last = time.thread_time()

    def stop(self) -> None:
        """Nothing counts any more."""
        dispatcher = QAbstractEventDispatcher.instance()
        dispatcher.awake.disconnect(self._turn)
        dispatcher.aboutToBlock.disconnect(self._turn)
        self.deleteLater()

    def _watched(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **options: Any) -> Any:
            if self._depth == 0:
                self._last = time.thread_time()
            self._depth += 1
            try:
                return function(*arguments, **options)
            finally:
                self._turn()
                self._depth -= 1

        return call

    @Slot()
    def _turn(self) -> None:
        now = time.thread_time()
        if self._depth:
            self.longest = max(self.longest, now - self._last)
        self._last = now


def keep_garbage_apart() -> None:
    """A collection of garbage in the next test does not go through what those before it have left."""
    gc.unfreeze()
    gc.collect(1)
    gc.freeze()
