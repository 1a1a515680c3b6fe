"""The starter model's download as the window sees it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from ..engine.types import CANCELLED
from ..errors import AppError
from . import words
from .jobs import Jobs

_REFRESH_MS = 200
_SPEED_SECONDS = 3.0


class Starter(Protocol):
    """What is used of `models.starter.StarterModel`."""

    title: str

    @property
    def size(self) -> int:
        """Bytes."""

    def path(self) -> Path:
        """Where the file is or will be."""

    def is_present(self) -> bool:
        """Whole and verified."""

    def download(self, progress: Callable[[int, int], None], cancelled: Callable[[], bool]) -> Path:
        """Blocks until the file is there; raises AppError."""


class StarterDownload(QObject):
    """Runs the download in a job; progress is read by a timer, not pushed per chunk."""

    changed = Signal()
    finished = Signal(object)
    """Path of the model."""
    failed = Signal(object)
    """AppError; not for a cancelled download."""

    def __init__(self, starter: Starter, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.starter = starter
        self._jobs = jobs
        self._cancelled = threading.Event()
        self._progress = (0, 0)
        self._history: list[tuple[float, int]] = []
        self.running = False
        self._timer = QTimer(self)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begins; harmless while it runs."""
        if self.running:
            return
        self.running = True
        self._cancelled.clear()
        self._progress = (0, self.starter.size)
        self._history = []
        self._timer.start()
        self._jobs.submit(
            lambda: self.starter.download(self._note, self._cancelled.is_set), self._done, self._fail
        )
        self.changed.emit()

    @Slot()
    def cancel(self) -> None:
        """Asks it to stop; what has arrived is kept for the next try."""
        self._cancelled.set()

    @property
    def share(self) -> float | None:
        done, total = self._progress
        return done / total if total else None

    def short_text(self) -> str:
        """One line for the strip."""
        done, total = self._progress
        return f"{self.starter.title} {words.percent(done, total)}"

    def long_text(self) -> str:
        """How far, how fast, how long still."""
        done, total = self._progress
        if done >= total > 0:
            return QCoreApplication.translate("Downloads", "Checking the file…")
        text = QCoreApplication.translate("Downloads", "%1 of %2")
        parts = [text.replace("%1", words.size(done)).replace("%2", words.size(total))]
        speed = self._speed()
        if speed > 0:
            parts.append(f"{words.size(speed)}/s")
            left = QCoreApplication.translate("Downloads", "%1 left")
            parts.append(left.replace("%1", words.seconds(round(max(1.0, (total - done) / speed)))))
        return " · ".join(parts)

    def _speed(self) -> float:
        if len(self._history) < 2:
            return 0.0
        (first_time, first), (last_time, last) = self._history[0], self._history[-1]
        return (last - first) / (last_time - first_time) if last_time > first_time else 0.0

    def _note(self, done: int, total: int) -> None:
        """Called on the worker; a tuple is replaced whole."""
        self._progress = (done, total or self.starter.size)

    @Slot()
    def _tick(self) -> None:
        now = time.monotonic()
        self._history.append((now, self._progress[0]))
        while now - self._history[0][0] > _SPEED_SECONDS:
            self._history.pop(0)
        self.changed.emit()

    def _done(self, path: Path) -> None:
        self._end()
        self.finished.emit(path)

    def _fail(self, error: AppError) -> None:
        self._end()
        if error.code != CANCELLED and not self._cancelled.is_set():
            self.failed.emit(error)

    def _end(self) -> None:
        self.running = False
        self._timer.stop()
        self.changed.emit()
