"""Brings the modules that draw curves, bit by bit, so that the window goes on meanwhile.

PySide makes each of its types when it is first asked for, and pyqtgraph asks for all of them. Done on
another thread this has crashed the window, which was making types of its own. So a worker imports what
knows nothing of Qt and reads the sources, in which PySide looks for its own name; and the GUI thread does
the rest: first the types, a few at each turn of its event loop, then the modules.
"""

from __future__ import annotations

import contextlib
import linecache
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path

from PySide6 import QtCore, QtGui, QtSvg, QtWidgets
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ..jobs import Jobs

_SLICE_S = 0.004
_WITHOUT_QT = (
    *("numpy", "numpy.typing", "colorama", "cProfile", "pydoc", "xml.etree.ElementTree"),
    "multiprocessing.connection",
)
"""What pyqtgraph imports besides."""


class Plotting(QObject):
    """`ready` brings the module of the chart, once."""

    ready = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._types: Iterator[None] = _make_types()
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._go_on)

    @Slot()
    def start(self) -> None:
        """Returns at once."""
        self._jobs.submit(_prepare, self._begin)

    def _begin(self, _none: None) -> None:
        self._turn.start()

    @Slot()
    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE_S
        for _made in self._types:
            if time.perf_counter() > end:
                return
        self._turn.stop()
        chart = import_module(f"{__package__}.chart")
        QTimer.singleShot(0, self, lambda: self.ready.emit(chart))


def _prepare() -> None:
    """All that can be done without Qt. Runs in a job."""
    for name in _WITHOUT_QT:
        with contextlib.suppress(ImportError):
            import_module(name)
    spec = PathFinder.find_spec("pyqtgraph")
    if spec is not None and spec.origin is not None:
        for path in Path(spec.origin).parent.rglob("*.py"):
            linecache.getlines(str(path))


def _make_types() -> Iterator[None]:
    for module in (QtCore, QtGui, QtWidgets, QtSvg):
        for name in dir(module):
            getattr(module, name, None)
            yield
