"""The engine thread for a program without an event loop: requests block, events come as they happen.

The native engine is still called from the `EngineThread` alone; only the waiting is done here.
"""

from __future__ import annotations

import queue
import signal
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Slot

from ..engine.protocol import Engine
from ..engine.thread import EngineThread
from ..engine.types import GenerateRequest, LoadedModel, LoadSpec, Reply, RuntimeInfo, StreamEvent
from ..errors import AppError

OnEvent = Callable[[StreamEvent], None]

_SIGNALS = (signal.SIGINT, signal.SIGTERM)

_POLL_SECONDS = 0.1
"""Where a wait cannot be interrupted by Ctrl+C (Windows), it is at least short."""


class TerminalEngine(QObject):
    """A context manager for the main thread; leaving it ends the engine.

    Ctrl+C and SIGTERM stop the running request instead of the program: a load then fails as
    cancelled, a generation returns what there is. The second time they raise KeyboardInterrupt.

    Attributes:
        interrupted: Whether that happened.
    """

    def __init__(self, make_engine: Callable[[], Engine]) -> None:
        self._app = QCoreApplication.instance() or QCoreApplication([])
        super().__init__()
        self.interrupted = False
        self._handlers: dict[signal.Signals, Any] = {}
        self._inbox: queue.SimpleQueue[tuple[int, Any]] = queue.SimpleQueue()
        self._thread = EngineThread(make_engine, sink=self._put)
        # Direct: the engine thread fills the queue itself, for nobody runs an event loop here.
        answers = (self._thread.runtime_ready, self._thread.loaded, self._thread.replied, self._thread.failed)
        for answered in answers:
            answered.connect(self._put, Qt.ConnectionType.DirectConnection)

    def __enter__(self) -> TerminalEngine:
        self._handlers = {name: signal.signal(name, self._interrupt) for name in _SIGNALS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.shutdown()
        for name, handler in self._handlers.items():
            signal.signal(name, handler)

    def runtime(self) -> RuntimeInfo:
        """Raises AppError."""
        result = self._wait(self._thread.request_runtime(), _ignore)
        assert isinstance(result, RuntimeInfo)
        return result

    def load(self, spec: LoadSpec, on_event: OnEvent) -> LoadedModel:
        """Raises AppError."""
        result = self._wait(self._thread.load(spec), on_event)
        assert isinstance(result, LoadedModel)
        return result

    def generate(self, request: GenerateRequest, on_event: OnEvent) -> Reply:
        """Raises AppError."""
        result = self._wait(self._thread.generate(request), on_event)
        assert isinstance(result, Reply)
        return result

    def stop(self) -> None:
        """Stops the running request: a generation returns what there is."""
        self._thread.cancel()

    @Slot(int, object)
    def _put(self, request_id: int, item: object) -> None:
        self._inbox.put((request_id, item))

    def _wait(self, request_id: int, on_event: OnEvent) -> object:
        if self.interrupted:
            self._thread.cancel(request_id)
        while True:
            item = self._next_of(request_id)
            if isinstance(item, AppError):
                raise item
            if isinstance(item, (RuntimeInfo, LoadedModel, Reply)):
                return item
            on_event(item)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        # A handler and not KeyboardInterrupt, which could come up half-way through writing a piece.
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        self._thread.cancel()

    def _next_of(self, request_id: int) -> Any:
        while True:
            try:
                sender, item = self._inbox.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                # A request that is cancelled before it has begun is answered by a queued signal.
                self._app.processEvents()
                continue
            if sender == request_id:
                return item


def _ignore(_event: StreamEvent) -> None:
    pass
