"""The thread that owns the store: the window hands it work and never waits for the disk."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from ..errors import AppError
from .attachments import kept_in
from .database import Opened, is_damage, is_refusal, mend_database, open_database
from .store import ChatStore

log = logging.getLogger(__name__)

T = TypeVar("T")
Work = Callable[[ChatStore], T]

_RETRY_S = 5.0


@dataclass(slots=True, eq=False)
class _Job:
    work: Work[Any]
    writes: bool
    future: Future[Any] = field(default_factory=Future)


class StoreThread:
    """Work in the order in which it was given, each with a Future.

    A write that the disk refuses stays here, with all later ones behind it, and is tried again every
    few seconds and at `retry`; meanwhile reads go on. `trouble` tells of it: an AppError, and None once
    everything is written. `notice` tells once of what happened at the start. Both are called on the
    thread, as are the callbacks of futures.
    """

    def __init__(
        self,
        folder: Path,
        trouble: Callable[[AppError | None], None],
        notice: Callable[[AppError], None],
        open_: Callable[[Path], Opened] = open_database,
    ) -> None:
        self._folder = folder
        self._trouble = trouble
        self._notice = notice
        self._open = open_
        self._changed = threading.Condition()
        self._jobs: deque[_Job] = deque()
        self._blocked: AppError | None = None
        self._retry_at = 0.0
        self._closing = False
        self._damaged = self._mended = False
        self._opened: Opened | None = None
        self._store: ChatStore | None = None
        self._rows: dict[str, dict[int, int]] = {}
        self._thread = threading.Thread(target=self._run, name="chat-store", daemon=True)
        self._thread.start()

    def read(self, work: Work[T]) -> Future[T]:
        """Asks the store something."""
        return self._submit(_Job(work, writes=False))

    def write(self, work: Work[T]) -> Future[T]:
        """Changes the store: the future is done when the change is on the disk."""
        return self._submit(_Job(work, writes=True))

    def retry(self) -> None:
        """Tries again at once what the disk refused."""
        with self._changed:
            self._retry_at = 0.0
            self._changed.notify()

    def close(self, timeout_s: float = 2.0) -> bool:
        """Writes what waits and ends the thread; False if something could not be written. Idempotent."""
        with self._changed:
            self._closing = True
            self._retry_at = 0.0
            self._changed.notify()
        self._thread.join(timeout_s)
        with self._changed:
            return not self._thread.is_alive() and not any(job.writes for job in self._jobs)

    def _submit(self, job: _Job) -> Future[Any]:
        with self._changed:
            if self._closing:
                job.future.cancel()
            else:
                self._jobs.append(job)
                self._changed.notify()
        return job.future

    # ------------------------------------------------------- the thread itself

    def _run(self) -> None:
        try:
            while (job := self._next()) is not None:
                if not self._perform(job) and self._closing:
                    break
        finally:
            if self._opened is not None:
                self._opened.connection.close()

    def _next(self) -> _Job | None:
        """The next job that may run; None at the end."""
        with self._changed:
            while True:
                job = self._runnable()
                if job is not None:
                    self._jobs.remove(job)
                    return job
                if self._closing:
                    return None
                wait = self._retry_at - time.monotonic() if self._blocked is not None and self._jobs else None
                self._changed.wait(wait)

    def _runnable(self) -> _Job | None:
        if not self._jobs:
            return None
        if self._blocked is None or time.monotonic() >= self._retry_at:
            return self._jobs[0]
        if self._store is None:
            return None
        return next((job for job in self._jobs if not job.writes), None)

    def _perform(self, job: _Job) -> bool:
        """Runs a job; False if it was refused and stays."""
        try:
            result = job.work(self._ready(job))
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            if is_damage(error) and not self._mended:
                self._forget_store()
            elif not (is_refusal(error) and (job.writes or self._store is None)):
                self._fail(job, error)
                return True
            self._hold(job, error)
            return False
        except BaseException as error:  # noqa: BLE001 - it belongs to the one who asked
            self._fail(job, error)
            return True
        job.future.set_result(result)
        if job.writes and self._blocked is not None:
            self._blocked = None
            self._trouble(None)
        return True

    def _ready(self, job: _Job) -> ChatStore:
        if self._store is None or self._opened is None:
            return self._reopened(job)
        if job.writes and self._opened.temporary:
            return self._reopened(job)
        return self._checked(job, self._store)

    def _reopened(self, job: _Job) -> ChatStore:
        """The store over a database opened anew; the old one stays if that fails."""
        opened = mend_database(self._folder) if self._damaged else self._open(self._folder)
        self._mended, self._damaged = self._mended or self._damaged, False
        if self._opened is not None:
            self._opened.connection.close()
        self._opened = opened
        self._store = ChatStore(opened.connection, kept_in(self._folder), self._rows)
        if not opened.read_only:
            self._tidy(self._store)
        if opened.notice is not None:
            self._notice(opened.notice)
        return self._checked(job, self._store)

    def _checked(self, job: _Job, store: ChatStore) -> ChatStore:
        if job.writes and self._opened is not None and self._opened.read_only:
            full = self._opened.temporary
            raise sqlite3.OperationalError(
                "database or disk is full" if full else "attempt to write a readonly database"
            )
        return store

    @staticmethod
    def _tidy(store: ChatStore) -> None:
        """What the last session left; a full disk must not keep the chats from being read."""
        try:
            store.end_interrupted()
            store.purge()
            store.sweep()
        except (sqlite3.Error, OSError) as error:
            if not is_refusal(error):
                raise
            log.warning("nothing could be tidied up: %s", error)

    def _fail(self, job: _Job, error: BaseException) -> None:
        job.future.set_exception(error)
        if job.writes:
            log.error("a change of the chats failed", exc_info=error)
            cause = f"{type(error).__name__}: {error}"
            self._notice(AppError("A change of your chats could not be saved.", cause=cause))

    def _forget_store(self) -> None:
        """The file turned out damaged while in use: it is mended before the next job."""
        if self._opened is not None:
            self._opened.connection.close()
        self._opened = self._store = None
        self._damaged = True

    def _hold(self, job: _Job, error: Exception) -> None:
        """Keeps a refused job in front of all others."""
        with self._changed:
            self._jobs.appendleft(job)
            first = self._blocked is None
            self._blocked = _refused(error)
            self._retry_at = time.monotonic() + (0.0 if self._damaged else _RETRY_S)
        log.log(logging.WARNING if first else logging.DEBUG, "chats could not be written: %s", error)
        if first:
            self._trouble(self._blocked)


def _refused(error: Exception) -> AppError:
    text, low = "Not saved yet", str(error).lower()
    if "full" in low or "no space" in low:
        cause, hint = (
            "the disk is full",
            "Free some space; nothing you wrote is lost while this window is open.",
        )
    elif "readonly" in low or "attempt to write" in low or isinstance(error, PermissionError):
        cause, hint = "the chats cannot be written to", "Nothing you wrote is lost while this window is open."
    elif "locked" in low:
        cause, hint = "another program holds the chats", "Close it, or wait."
    else:
        cause, hint = "the disk refused", "Nothing you wrote is lost while this window is open."
    return AppError(text, cause=cause, hint=hint, detail=repr(error))
