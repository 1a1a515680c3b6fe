"""The engine's QThread: every call of an engine is made here, one at a time, in the order asked for."""

from __future__ import annotations

import itertools
import logging
import threading
import traceback
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, Signal

from ..errors import AppError
from .failures import cancelled
from .protocol import Engine, EventSink
from .types import GenerateRequest, LoadSpec, RuntimeInfo, StreamEvent

_LOGGER = logging.getLogger(__name__)

TaggedSink = Callable[[int, StreamEvent], None]
"""Receives the request id and an event, on a thread of the engine's; must not block."""


@dataclass(slots=True, eq=False)
class _Job:
    """One request: what to do with the engine, and the signal that carries the result."""

    id: int
    work: Callable[[Engine, EventSink], Any]
    announce: Callable[[int, Any], None]
    yields: bool = False
    """Not worth a moment of somebody's waiting: a generate takes it out of the queue."""
    cancelled: threading.Event = field(default_factory=threading.Event)


class EngineThread(QThread):
    """Requests go in by methods that never block; results come out by signals, stream events by `drain`.

    Each request ends with exactly one of the result signals or `failed`. When a result signal
    arrives, all events of its request are there to be drained. A request that was cancelled before
    it ended fails with code `types.CANCELLED`, but a running generation is replied with its text
    so far and stop_reason "user". The thread starts with the first request; `shutdown` ends it.
    """

    runtime_ready = Signal(int, object)
    """Request id, RuntimeInfo."""
    loaded = Signal(int, object)
    """Request id, LoadedModel."""
    unloaded = Signal(int)
    replied = Signal(int, object)
    """Request id, Reply."""
    tokens_counted = Signal(int, object)
    """Request id, number of tokens or None where the library cannot tell."""
    previewed = Signal(int, object)
    """Request id, PromptPreview or None where the library cannot tell."""
    kv_saved = Signal(int, object)
    """Request id, whether a file was written."""
    kv_loaded = Signal(int, object)
    """Request id, whether the file was taken over."""
    failed = Signal(int, object)
    """Request id, AppError."""
    started_request = Signal(int)
    """The request left the queue."""

    _dropped = Signal(int, object)

    def __init__(
        self,
        make_engine: Callable[[], Engine],
        parent: QObject | None = None,
        sink: TaggedSink | None = None,
    ) -> None:
        """`make_engine` is called on the new thread. With a `sink` of one's own, `drain` stays empty."""
        super().__init__(parent)
        self._make_engine = make_engine
        self._events: deque[tuple[int, StreamEvent]] = deque()
        self._sink: TaggedSink = sink if sink is not None else self._collect
        self._ids = itertools.count(1)
        self._changed = threading.Condition()
        self._queue: deque[_Job] = deque()
        self._running: _Job | None = None
        self._engine: Engine | None = None
        self._closing = False
        # A dropped request must not be answered inside `cancel`, while its caller is still busy.
        self._dropped.connect(self.failed, Qt.ConnectionType.QueuedConnection)

    @property
    def child_pid(self) -> int | None:
        """The engine's own process; None while it has none or runs in this one. From any thread."""
        pid: int | None = getattr(self._engine, "pid", None)
        return pid

    # --------------------------------------------------------------- requests

    def request_runtime(self) -> int:
        return self._submit(lambda engine, _: engine.runtime(), self.runtime_ready.emit)

    def load(self, spec: LoadSpec) -> int:
        return self._submit(lambda engine, sink: engine.load(spec, sink), self.loaded.emit)

    def unload(self) -> int:
        return self._submit(lambda engine, _: engine.unload(), lambda id_, _: self.unloaded.emit(id_))

    def generate(self, request: GenerateRequest) -> int:
        """Saves of the KV cache that have not begun are cancelled."""
        self._drop(lambda job: job.yields)
        return self._submit(lambda engine, sink: engine.generate(request, sink), self.replied.emit)

    def count_tokens(self, text: str) -> int:
        return self._submit(lambda engine, _: engine.count_tokens(text), self.tokens_counted.emit)

    def change_engine(self, make_engine: Callable[[], Engine]) -> int:
        """Takes another engine in place of this one, whose model goes; answers as `request_runtime`."""

        def change(_engine: Engine, _sink: EventSink) -> RuntimeInfo:
            self._close()
            return self._open(make_engine).runtime()

        return self._submit(change, self.runtime_ready.emit)

    def preview(self, request: GenerateRequest) -> int:
        return self._submit(lambda engine, _: engine.preview(request), self.previewed.emit)

    def save_kv(self, path: Path) -> int:
        """Writes what the model holds of its conversation to a file, unless a reply is asked for before."""
        return self._submit(lambda engine, _: engine.save_kv(path), self.kv_saved.emit, yields=True)

    def load_kv(self, path: Path) -> int:
        """Takes over a conversation from a file."""
        return self._submit(lambda engine, _: engine.load_kv(path), self.kv_loaded.emit)

    def settle(self, timeout_s: float) -> bool:
        """Waits until nothing is asked or done any more; False if that took too long."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._queue and self._running is None, timeout_s)

    def cancel(self, request_id: int | None = None) -> None:
        """Stops one request, or all of them; harmless for one that has ended. Any thread."""
        self._drop(lambda job: request_id in (None, job.id))
        with self._changed:
            running = self._running
            if running is not None and request_id in (None, running.id):
                running.cancelled.set()
                if self._engine is not None:
                    self._engine.cancel()

    def _drop(self, unwanted: Callable[[_Job], bool]) -> None:
        """Takes requests out of the queue, and fails them as cancelled."""
        with self._changed:
            chosen = [job for job in self._queue if unwanted(job)]
            for job in chosen:
                self._queue.remove(job)
        for job in chosen:
            self._dropped.emit(job.id, cancelled())

    def drain(self) -> list[tuple[int, StreamEvent]]:
        """Takes the events that arrived since the last call, oldest first, with their request ids."""
        events = []
        while self._events:
            events.append(self._events.popleft())
        return events

    def shutdown(self, timeout_s: float = 3.0) -> bool:
        """Cancels everything, closes the engine, waits for the thread; False when it hangs. Idempotent."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self.cancel()
        if self.wait(int(timeout_s * 1000 / 2)):
            return True
        with self._changed:
            if self._engine is not None:
                self._engine.abort()
        return self.wait(int(timeout_s * 1000 / 2))

    def _submit(
        self,
        work: Callable[[Engine, EventSink], Any],
        announce: Callable[[int, Any], None],
        yields: bool = False,
    ) -> int:
        job = _Job(next(self._ids), work, announce, yields)
        with self._changed:
            if self._closing:
                self._dropped.emit(job.id, cancelled("The engine is shutting down."))
                return job.id
            self._queue.append(job)
            self._changed.notify_all()
        if not self.isRunning():
            self.start()
        return job.id

    def _collect(self, request_id: int, event: StreamEvent) -> None:
        self._events.append((request_id, event))

    # -------------------------------------------------------- the thread itself

    def run(self) -> None:
        """Works off the queue until `shutdown`; called by Qt on the new thread."""
        self._open(self._make_engine)
        try:
            while (job := self._next_job()) is not None:
                self._perform(job)
        finally:
            self._close()

    def _open(self, make_engine: Callable[[], Engine]) -> Engine:
        engine = make_engine()
        with self._changed:
            self._engine = engine
        return engine

    def _next_job(self) -> _Job | None:
        with self._changed:
            self._running = None
            self._changed.notify_all()  # whoever settles
            while not self._queue and not self._closing:
                self._changed.wait()
            if not self._queue:
                return None
            self._running = self._queue.popleft()
            return self._running

    def _perform(self, job: _Job) -> None:
        engine = self._engine
        assert engine is not None, "there is one from the thread's start to its end"

        def sink(event: StreamEvent) -> None:
            # A cancel that came between the queue and the engine's own start was not heard there.
            if job.cancelled.is_set():
                engine.cancel()
            self._sink(job.id, event)

        self.started_request.emit(job.id)
        try:
            if job.cancelled.is_set():
                raise cancelled()
            result = job.work(engine, sink)
        except AppError as error:
            self.failed.emit(job.id, error)
        except Exception as error:
            _LOGGER.exception("engine request failed unexpectedly")
            self.failed.emit(job.id, _unexpected(error))
        else:
            job.announce(job.id, result)

    def _close(self) -> None:
        engine = self._engine
        try:
            if engine is not None:
                engine.close()
        except AppError as error:
            _LOGGER.warning("the engine did not close cleanly: %s", error.detail or error.text)
        with self._changed:
            self._engine = None


def _unexpected(error: Exception) -> AppError:
    return AppError(
        "Something went wrong inside GenieX Desktop.",
        cause=f"{type(error).__name__}: {error}",
        hint="Please report it with the details.",
        detail=traceback.format_exc(),
    )
