"""The download queue as the window sees it; no widgets."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...errors import AppError
from ...models.downloads import DownloadQueue, DownloadSnapshot, DownloadState
from ...models.pull import PullRequest, repair_requests
from ...models.sources import Hub
from ...models.store import StoredModel
from ..jobs import InOrder, Jobs

_REFRESH_MS = 200
_OPEN = (DownloadState.ACTIVE, DownloadState.QUEUED, DownloadState.PAUSED, DownloadState.FAILED)


class Fetching(QObject):
    """Intents go to a worker, for the queue writes its file, and stay in their order; what there is to see
    is read by a timer."""

    changed = Signal()
    finished = Signal()
    """A download has become a model."""
    failed = Signal(object)
    """AppError of an intent; a failed download stays in the list with its own."""
    _hinted = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.downloads: tuple[DownloadSnapshot, ...] = ()
        self._orders = InOrder(jobs)
        self._queue: DownloadQueue | None = None
        self._unsubscribe: Callable[[], None] = lambda: None
        self._done: set[str] = set()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_REFRESH_MS)
        self._timer.timeout.connect(self._read)
        self._hinted.connect(self._wait)

    def use(self, queue: DownloadQueue) -> None:
        """The queue has been opened."""
        self._unsubscribe()
        self._queue = queue
        self._unsubscribe = queue.subscribe(self._hint)
        self._read()

    def _hint(self) -> None:
        """Called on any thread."""
        with contextlib.suppress(RuntimeError):  # the window has gone meanwhile
            self._hinted.emit()

    @Slot()
    def _wait(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _read(self) -> None:
        if self._queue is None:
            return
        self.downloads = self._queue.snapshots()
        done = {one.id for one in self.downloads if one.state is DownloadState.DONE}
        is_new = bool(done - self._done)
        self._done = done
        self.changed.emit()
        if is_new:
            self.finished.emit()

    @property
    def active(self) -> DownloadSnapshot | None:
        """The one that runs."""
        return next((one for one in self.downloads if one.state is DownloadState.ACTIVE), None)

    def of(self, hub: str, reference: str, quant: str) -> DownloadSnapshot | None:
        """The download of a precision that is not finished yet."""
        for one in self.downloads:
            wanted = (one.request.hub, one.request.reference) == (hub, reference)
            if wanted and one.state in _OPEN and one.request.quant in ("", quant):
                return one
        return None

    def add(self, request: PullRequest) -> None:
        self._do(lambda queue: queue.add(request))

    def repair(self, hubs: dict[str, Hub], model: StoredModel) -> None:
        """Brings what is missing or wrong in a model."""

        def add(queue: DownloadQueue) -> None:
            for request in repair_requests(hubs, model):
                queue.add(request)

        self._do(add)

    def pause(self, job_id: str) -> None:
        self._do(lambda queue: queue.pause(job_id))

    def resume(self, job_id: str) -> None:
        self._do(lambda queue: queue.resume(job_id))

    def cancel(self, job_id: str, *, discard: bool = False) -> None:
        self._do(lambda queue: queue.cancel(job_id, discard=discard))

    def move_up(self, job_id: str) -> None:
        """Before the one above it."""
        ids = [one.id for one in self.downloads]
        if job_id in ids:
            self._do(lambda queue: queue.move(job_id, ids.index(job_id) - 1))

    def forget_done(self) -> None:
        self._do(lambda queue: queue.forget_done())

    def _do(self, act: Callable[[DownloadQueue], object]) -> None:
        queue = self._queue
        if queue is not None:
            self._orders.submit(lambda: act(queue), None, self._complain)

    def _complain(self, error: AppError) -> None:
        self.failed.emit(error)

    def close(self, timeout_s: float) -> bool:
        """Keeps everything for the next start; False when the running transfer does not end in time."""
        self._timer.stop()
        queue, self._queue = self._queue, None
        if queue is None:
            return True
        self._unsubscribe()
        closing = threading.Thread(target=queue.close, name="downloads-end", daemon=True)
        closing.start()
        closing.join(timeout_s)
        return not closing.is_alive()
