"""Brings the modules that draw curves, bit by bit, so that the window goes on meanwhile.

They need numpy, which takes as long to import as all the rest of the app: a worker does that. What has to
do with Qt is left to the GUI thread, a module at each turn of its event loop: PySide makes each of its
types when it is first asked for, and done on another thread this has crashed the window.
"""

from __future__ import annotations

from importlib import import_module

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ..jobs import Jobs

_WITHOUT_QT = ("numpy", "numpy.typing")
_WITH_QT = ("looks", "lanes", "plot", "chart")
"""Each needs the ones before it."""


class Plotting(QObject):
    """`ready` brings the module of the chart, once."""

    ready = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._left = list(_WITH_QT)
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._go_on)

    @Slot()
    def start(self) -> None:
        """Returns at once."""
        self._jobs.submit(_import_numpy, self._begin)

    def _begin(self, _none: None) -> None:
        self._turn.start()

    @Slot()
    def _go_on(self) -> None:
        module = import_module(f"{__package__}.{self._left.pop(0)}")
        if not self._left:
            self._turn.stop()
            self.ready.emit(module)


def _import_numpy() -> None:
    """Runs in a job."""
    for name in _WITHOUT_QT:
        import_module(name)
