"""Blocking work away from the GUI thread, with the outcome brought back to it."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, Signal, Slot
from shiboken6 import isValid

from ..errors import AppError

log = logging.getLogger(__name__)

T = TypeVar("T")
_WORKERS = 3


@dataclass(frozen=True, slots=True)
class _Outcome:
    future: Future[Any]
    done: Callable[[Any], None]
    failed: Callable[[AppError], None]


class Jobs(QObject):
    """A bounded executor. Callbacks run in the GUI thread, and not at all after `close`, nor when they are
    methods (or partials of methods) of a widget that has been deleted."""

    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = ThreadPoolExecutor(_WORKERS, thread_name_prefix="ui-job")
        self._closed = False
        # Also work that is done before one can look is told later, never within `submit`.
        self._finished.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def submit(
        self,
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[AppError], None] | None = None,
    ) -> None:
        """Runs `work` on a worker thread, then one of the callbacks in the GUI thread."""
        if not self._closed:
            self.watch(self._pool.submit(work), done, failed)

    def watch(
        self,
        future: Future[T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[AppError], None] | None = None,
    ) -> None:
        """Brings the outcome of work that another thread does to the GUI thread."""
        outcome = _Outcome(future, done or _ignore, failed or _log_failure)
        future.add_done_callback(lambda _future: self._announce(outcome))

    def close(self) -> None:
        """Takes no more work; what runs must end by itself (see each job's own cancel)."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)

    @property
    def closed(self) -> bool:
        return self._closed

    def _announce(self, outcome: _Outcome) -> None:
        if not self._closed:
            self._finished.emit(outcome)

    @Slot(object)
    def _deliver(self, outcome: _Outcome) -> None:
        if self._closed or outcome.future.cancelled():
            return
        error = outcome.future.exception()
        callback = outcome.done if error is None else outcome.failed
        if _is_gone(callback):
            return
        callback(outcome.future.result() if error is None else as_app_error(error))


class InOrder:
    """Work that is done one after the other, in the order in which it was asked for, and told in that order.

    The workers of `Jobs` would overtake each other: of two clicks the second could be the first to be done,
    and of two looks at the disk the older be the last to be told. All of it takes one worker at a time, so
    that what is slow here holds up nobody else.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._lock = threading.Lock()
        self._waiting: deque[Callable[[], None]] = deque()
        self._at_work = False

    def submit(
        self,
        work: Callable[[], T],
        done: Callable[[T], None] | None = None,
        failed: Callable[[AppError], None] | None = None,
    ) -> None:
        """As `Jobs.submit`; for work that takes no longer than a write to the disk: the next waits for it."""
        outcome: Future[T] = Future()

        def act() -> None:
            try:
                outcome.set_result(work())
            except BaseException as error:  # noqa: BLE001 - told to whoever waits for it
                outcome.set_exception(error)

        self._jobs.watch(outcome, done, failed)
        with self._lock:
            self._waiting.append(act)
            idle, self._at_work = not self._at_work, True
        if idle:
            self._jobs.submit(self._work)

    def _work(self) -> None:
        while (act := self._next()) is not None:
            act()

    def _next(self) -> Callable[[], None] | None:
        """What is to be done now; None at the end, which also closing is."""
        with self._lock:
            if self._waiting and not self._jobs.closed:
                return self._waiting.popleft()
            self._at_work = False
            return None


class Newest:
    """Questions that are asked again and again, of which only the answer to the last one is told.

    The workers of `Jobs` may answer an earlier one later: what it has to say is of no use by then.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._asked = 0

    def submit(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[AppError], None] | None = None,
    ) -> None:
        """As `Jobs.submit`; nobody is told any more about what was asked before."""
        self.forget()
        self._jobs.submit(
            work,
            partial(self._tell, self._asked, done),
            partial(self._tell, self._asked, failed or _log_failure),
        )

    def forget(self) -> None:
        """Nobody waits for an answer any more."""
        self._asked += 1

    def _tell(self, number: int, callback: Callable[[Any], None], outcome: object) -> None:
        if number == self._asked and not _is_gone(callback):
            callback(outcome)


def _is_gone(callback: Callable[[Any], None]) -> bool:
    """It belongs to a widget that is no more: the window's content was made anew meanwhile."""
    method = callback.func if isinstance(callback, partial) else callback
    owner = getattr(method, "__self__", None)
    return isinstance(owner, QObject) and not isValid(owner)


def as_app_error(error: BaseException) -> AppError:
    """Any exception as one that can be shown."""
    if isinstance(error, AppError):
        return error
    if isinstance(error, OSError):
        text = "The computer refused to read or write a file."
        return AppError(text, cause=error.strerror or str(error), detail=repr(error))
    log.error("unexpected failure in a background job", exc_info=error)
    return AppError(
        "Something in the app went wrong.", cause=f"{type(error).__name__}: {error}", detail=repr(error)
    )


def _ignore(_result: object) -> None:
    pass


def _log_failure(error: AppError) -> None:
    log.warning("background job failed: %s %s", error.text, error.cause)
