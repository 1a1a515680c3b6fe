"""The download queue: one model at a time, in an order that people choose, surviving restarts and crashes.

For a window: `DownloadQueue(store, hubs, file)`, `subscribe` for a hint that something changed (it comes on
any thread), `snapshots` for all there is to show. `add`, `pause`, `resume`, `cancel`, `move`, `forget_done`
write the small queue file, so they are for a worker thread, as is `close`, which waits for the download.
"""

from __future__ import annotations

import contextlib
import json
import logging
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any

from ..durable import write_atomically
from ..errors import AppError
from .artifact import DownloadCancelled
from .pull import FileProgress, PullRequest, pull
from .sources import Hub
from .sources.hubs import find_hub
from .store import ModelStore

log = logging.getLogger(__name__)

_SPEED_SECONDS = 5.0
_NOTIFY_SECONDS = 0.1


class DownloadState(Enum):
    QUEUED = "queued"
    ACTIVE = "active"
    PAUSED = "paused"
    FAILED = "failed"
    """Stopped by an error; `resume` tries again."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class DownloadSnapshot:
    """One download as it is at this moment; sizes in bytes.

    Attributes:
        id: Stays the same over restarts.
        total: 0 while the size is not yet known.
        speed: Bytes per second of the last seconds; 0 when it is not running.
        seconds_left: None when nobody can tell.
        error: Why it failed, else None.
    """

    id: str
    request: PullRequest
    state: DownloadState
    done: int
    total: int
    speed: float
    seconds_left: float | None
    files: tuple[FileProgress, ...]
    error: AppError | None


@dataclass(slots=True)
class _Job:
    id: str
    request: PullRequest
    state: DownloadState = DownloadState.QUEUED
    files: tuple[FileProgress, ...] = ()
    error: AppError | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    discards: bool = False
    speeds: deque[tuple[float, int]] = field(default_factory=deque)

    def snapshot(self) -> DownloadSnapshot:
        done, total = sum(file.done for file in self.files), sum(file.total for file in self.files)
        speed = self._speed() if self.state is DownloadState.ACTIVE else 0.0
        left = (total - done) / speed if speed > 0 else None
        return DownloadSnapshot(
            self.id, self.request, self.state, done, total, speed, left, self.files, self.error
        )

    def note(self, files: tuple[FileProgress, ...]) -> None:
        self.files = files
        now, done = time.monotonic(), sum(file.done for file in files)
        self.speeds.append((now, done))
        while self.speeds[0][0] < now - _SPEED_SECONDS:
            self.speeds.popleft()

    def _speed(self) -> float:
        if len(self.speeds) < 2:
            return 0.0
        (first, before), (last, after) = self.speeds[0], self.speeds[-1]
        return max(0.0, (after - before) / (last - first)) if last > first else 0.0


class DownloadQueue:
    """Runs downloads in a thread of its own; safe to use from any thread.

    Attributes:
        file: Where the queue is kept; what was running or waiting when the program ended goes on by itself.
    """

    def __init__(self, store: ModelStore, hubs: dict[str, Hub], file: Path) -> None:
        self._store = store
        self._hubs = hubs
        self._file = file
        self._changed = threading.Condition()
        self._jobs: list[_Job] = self._load()
        self._listeners: list[Callable[[], None]] = []
        self._closing = False
        self._notified = 0.0
        self._worker = threading.Thread(target=self._run, name="downloads", daemon=True)
        self._worker.start()

    # ------------------------------------------------------------------ looking

    def snapshots(self) -> tuple[DownloadSnapshot, ...]:
        """All downloads in their order."""
        with self._changed:
            return tuple(job.snapshot() for job in self._jobs)

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Calls back when there is something new to see, at most ten times a second for mere progress.

        Returns what ends that. The callback comes on any thread and must not block.
        """
        with self._changed:
            self._listeners.append(callback)

        def stop() -> None:
            with self._changed, contextlib.suppress(ValueError):
                self._listeners.remove(callback)

        return stop

    # ------------------------------------------------------------------ changing

    def add(self, request: PullRequest) -> str:
        """Puts a download at the end; returns its id. One that is there already is resumed instead."""
        with self._changed:
            known = next((job for job in self._jobs if job.request == request and not _is_over(job)), None)
            job = known or _Job(uuid.uuid4().hex, request)
            if known is None:
                self._jobs.append(job)
        if known is not None:
            self.resume(job.id)
        else:
            self._tell()
        return job.id

    def pause(self, job_id: str) -> None:
        """Stops a download and keeps what has arrived."""
        with self._changed:
            job = self._find(job_id)
            if job.state is DownloadState.ACTIVE:
                job.stop.set()
            if job.state in (DownloadState.ACTIVE, DownloadState.QUEUED):
                job.state = DownloadState.PAUSED
        self._tell()

    def resume(self, job_id: str) -> None:
        """Lets a paused or failed download go on when its turn comes."""
        with self._changed:
            job = self._find(job_id)
            if job.state in (DownloadState.PAUSED, DownloadState.FAILED):
                job.state, job.error = DownloadState.QUEUED, None
        self._tell()

    def cancel(self, job_id: str, *, discard: bool = False) -> None:
        """Takes a download out of the queue; what has arrived stays in the store unless it is discarded."""
        with self._changed:
            job = self._find(job_id)
            self._jobs.remove(job)
            was_active = job.stop.is_set() or job.state is DownloadState.ACTIVE
            job.discards = discard
            job.stop.set()
        if discard and not was_active:
            self._discard(job)
        self._tell()

    def move(self, job_id: str, position: int) -> None:
        """Changes the order; a running download goes on."""
        with self._changed:
            job = self._find(job_id)
            self._jobs.remove(job)
            self._jobs.insert(max(0, position), job)
        self._tell()

    def forget_done(self) -> None:
        """Takes finished downloads off the list."""
        with self._changed:
            self._jobs = [job for job in self._jobs if job.state is not DownloadState.DONE]
        self._tell()

    def close(self) -> None:
        """Stops what is running, keeps everything for the next start, and waits for the worker."""
        with self._changed:
            self._closing = True
            for job in self._jobs:
                if job.state is DownloadState.ACTIVE:
                    job.stop.set()
            self._changed.notify_all()
        self._worker.join()

    # ------------------------------------------------------------------ the worker

    def _run(self) -> None:
        while (job := self._next()) is not None:
            self._tell()
            state, error = self._download(job)
            with self._changed:
                # Paused, cancelled or resumed meanwhile: then that counts, and not how the worker left it.
                if job.state is DownloadState.ACTIVE:
                    job.state, job.error = state, error
                job.speeds.clear()
            if job.discards:
                self._discard(job)
            self._tell()

    def _next(self) -> _Job | None:
        with self._changed:
            while not self._closing:
                for job in self._jobs:
                    if job.state is DownloadState.QUEUED:
                        job.state, job.stop = DownloadState.ACTIVE, threading.Event()
                        return job
                self._changed.wait()
        return None

    def _download(self, job: _Job) -> tuple[DownloadState, AppError | None]:
        """How a download ended, and why."""
        stop = job.stop

        def report(files: tuple[FileProgress, ...]) -> None:
            with self._changed:
                job.note(files)
            self._hint()

        try:
            pull(self._store, find_hub(self._hubs, job.request.hub), job.request, report, stop.is_set)
        except DownloadCancelled:
            return DownloadState.QUEUED, None
        except AppError as error:
            log.warning("download of %s: %s %s", job.request.reference, error.text, error.cause)
            return DownloadState.FAILED, error
        except Exception as error:
            log.exception("download of %s", job.request.reference)
            cause = f"{type(error).__name__}: {error}"
            return DownloadState.FAILED, AppError("The download failed for a reason of its own.", cause=cause)
        return DownloadState.DONE, None

    def _discard(self, job: _Job) -> None:
        name = job.request.name
        if not name:
            # What a hub calls it in the store is known by where it says to come from.
            names = [
                model.name
                for model in self._store.list()
                if model.pending and model.origin.reference == job.request.reference
            ]
            name = names[0] if names else ""
        if name:
            try:
                self._store.discard(name)
            except AppError as error:
                log.warning("%s %s", error.text, error.cause)

    # ------------------------------------------------------------------ keeping and telling

    def _find(self, job_id: str) -> _Job:
        for job in self._jobs:
            if job.id == job_id:
                return job
        raise AppError("This download is not in the list any more.")

    def _tell(self) -> None:
        """Keeps the queue and tells the listeners."""
        with self._changed:
            self._save()
            self._changed.notify_all()
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()

    def _hint(self) -> None:
        now = time.monotonic()
        if now - self._notified < _NOTIFY_SECONDS:
            return
        self._notified = now
        with self._changed:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()

    def _save(self) -> None:
        kept = [
            {"id": job.id, "state": job.state.value, "request": asdict(job.request)}
            for job in self._jobs
            if job.state is not DownloadState.DONE
        ]
        try:
            write_atomically(self._file, json.dumps(kept).encode())
        except OSError as error:
            log.warning("the download queue could not be kept: %s", error)

    def _load(self) -> list[_Job]:
        try:
            entries = json.loads(self._file.read_bytes())
            return [_job_of(entry) for entry in entries]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("the download queue could not be read: %s", error)
            return []


def _is_over(job: _Job) -> bool:
    return job.state is DownloadState.DONE


def _job_of(entry: dict[str, Any]) -> _Job:
    state = DownloadState(entry["state"])
    goes_on = state in (DownloadState.ACTIVE, DownloadState.QUEUED)
    return _Job(
        str(entry["id"]),
        PullRequest(**entry["request"]),
        DownloadState.QUEUED if goes_on else DownloadState.PAUSED,
    )
