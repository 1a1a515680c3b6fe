"""Python's collector of cyclic garbage, kept to the GUI thread."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

_EVERY_MS = 100


class Collector(QObject):
    """Collects as often as Python would, but never on another thread than the one it lives on.

    By itself Python collects on whichever thread happens to make an object. A widget that was part of a cycle
    would be taken apart there, and Qt does not survive that. From the beginning to `close` nobody else
    collects. What exists at the beginning is there to stay and is not gone through again and again.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._was_on = gc.isenabled()
        gc.disable()
        gc.freeze()
        self._timer = QTimer(self)
        self._timer.setInterval(_EVERY_MS)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def close(self) -> None:
        """Leaves the collecting to Python again. Idempotent."""
        if self._timer.isActive():
            self._timer.stop()
            gc.unfreeze()
            if self._was_on:
                gc.enable()

    @Slot()
    def _look(self) -> None:
        """The oldest generation that is due, as Python's own rule has it."""
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return
