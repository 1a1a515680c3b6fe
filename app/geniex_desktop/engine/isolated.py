"""The engine in a child process: a native crash becomes an error, and the next request starts a new one."""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from ..errors import AppError
from .child import Child, Message, host_command
from .failures import cancelled
from .frames import PROTOCOL_VERSION
from .location import OVERRIDE, installed_library
from .protocol import EventSink
from .types import (
    GenerateRequest,
    LoadedModel,
    LoadSpec,
    PhaseEvent,
    PromptPreview,
    Reply,
    RuntimeInfo,
    StreamEvent,
    TextEvent,
)
from .wire import pack, unpack, unpack_error

T = TypeVar("T")

_START_S = 60.0
"""A cold start from a slow disk, with a virus scanner reading along."""

_PING_S = 5.0
"""An idle child answers within milliseconds."""

_CANCEL_S = 3.0
"""A child that has not obeyed a cancel by then is killed."""


class IsolatedEngine:
    """`Engine` over a child process that runs an InProcessEngine."""

    def __init__(self, command: Sequence[str] | None = None, runtime: Path | None = None) -> None:
        """Starts nothing yet.

        Args:
            command: Starts the child; by default this installation's own engine host.
            runtime: Another libgeniex than our own, its file or the folder of its installation.
        """
        self._command = list(command) if command is not None else host_command()
        self._runtime = runtime
        self._child: Child | None = None
        self._inbox: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._sink: EventSink | None = None
        self._busy = False
        self._aborted = False
        self._spec: LoadSpec | None = None
        self._model_in_child = False
        self._calls = 0
        """Number of the present call; tells a late cancel of the last one from its own."""
        self._was_cancelled = False

    @property
    def pid(self) -> int | None:
        """The child's process id, None while there is none."""
        child = self._child
        return child.pid if child is not None else None

    def log_tail(self) -> str:
        """The last lines that the child logged or printed."""
        child = self._child
        return child.log.tail() if child is not None else ""

    def runtime(self) -> RuntimeInfo:
        return unpack(RuntimeInfo, self._request("runtime", None, None))

    def load(self, spec: LoadSpec, sink: EventSink) -> LoadedModel:
        self._spec = None
        model = unpack(LoadedModel, self._request("load", pack(spec), sink))
        self._spec = spec
        self._model_in_child = True
        return model

    def unload(self) -> None:
        self._spec = None
        if self._child is not None:
            self._request("unload", None, None)
        self._model_in_child = False

    def generate(self, request: GenerateRequest, sink: EventSink) -> Reply:
        return unpack(Reply, self._request("generate", pack(request), sink, with_model=True))

    def count_tokens(self, text: str) -> int | None:
        count: int | None = self._request("count_tokens", text, None, with_model=True)
        return count

    def preview(self, request: GenerateRequest) -> PromptPreview | None:
        found = self._request("preview", pack(request), None)
        return unpack(PromptPreview, found) if found is not None else None

    def save_kv(self, path: Path) -> bool:
        return self._of_held("save_kv", path)

    def load_kv(self, path: Path) -> bool:
        return self._of_held("load_kv", path)

    def _of_held(self, operation: str, path: Path) -> bool:
        """A child that has died has nothing left to save, and to load a model again is for a reply alone."""
        return self._model_in_child and bool(self._request(operation, pack(path), None))

    def cancel(self) -> None:
        # By way of the inbox, so that only the engine thread writes to the child.
        if self._busy:
            self._inbox.put({"kind": "cancel", "id": self._calls})

    def abort(self) -> None:
        child = self._child
        if child is not None:
            self._aborted = True
            child.kill()

    def close(self) -> None:
        self._drop_child()

    # ---------------------------------------------------------------- requests

    def _request(
        self, operation: str, argument: Any, sink: EventSink | None, with_model: bool = False
    ) -> Any:
        """One call of the child: its result, or AppError, also when the child dies of it.

        `with_model`: a child that has not got the last model loads it first.
        """
        self._calls += 1
        self._aborted = self._was_cancelled = False
        self._sink = sink
        self._busy = True
        try:
            self._drop_dead_child()
            child = self._child if self._child is not None else self._start_child()
            if with_model and self._spec is not None and not self._model_in_child:
                self._call(child, "load", pack(self._spec))
                self._model_in_child = True
            return self._call(child, operation, argument)
        finally:
            self._busy = False
            self._sink = None

    def _call(self, child: Child, operation: str, argument: Any) -> Any:
        if self._was_cancelled:
            raise cancelled()
        child.send({"kind": "call", "operation": operation, "argument": argument})
        return self._answer(child, None)

    def _drop_dead_child(self) -> None:
        """A child that died since the last call is no error. It is asked: the system may be slow to tell."""
        if self._child is not None:
            self._child.send({"kind": "ping"})
            with contextlib.suppress(AppError):  # then it has been dropped
                self._answer(self._child, time.monotonic() + _PING_S)

    def _start_child(self) -> Child:
        # Each child has its own inbox, so that nothing of a dead one is taken for the new one's.
        self._inbox = queue.SimpleQueue()
        environment = {}
        if self._runtime is not None:
            environment[OVERRIDE] = str(installed_library(self._runtime))
        child = self._child = Child(self._command, self._inbox, self._take_event, environment)
        hello = self._answer(child, time.monotonic() + _START_S)
        if hello != PROTOCOL_VERSION:
            self._drop_child()
            raise AppError("The engine process is of another version.", hint="Install GenieX Desktop again.")
        return child

    def _answer(self, child: Child, deadline: float | None) -> Any:
        """Waits for the child's next answer; passes cancels on, and kills a child that outlasts its time."""
        while True:
            try:
                message = self._inbox.get(
                    timeout=None if deadline is None else max(0.0, deadline - time.monotonic())
                )
            except queue.Empty:
                child.kill()
                message = None
                if not self._was_cancelled:
                    self._drop_child()
                    raise AppError("The engine process does not answer.", hint="Try again.") from None
            if message is None:
                raise self._died(child)
            if message["kind"] == "cancel":
                if message["id"] == self._calls and not self._was_cancelled:
                    self._was_cancelled = True
                    deadline = time.monotonic() + _CANCEL_S
                    child.send({"kind": "cancel"})
            elif message["kind"] == "failed":
                raise unpack_error(message["error"])
            else:
                return message["result"]

    def _died(self, child: Child) -> AppError:
        error = child.death()
        self._drop_child()
        if self._was_cancelled or self._aborted:
            return cancelled(
                "Stopped. The engine did not react and was ended; it starts anew with the next message."
            )
        return error

    def _drop_child(self) -> None:
        child, self._child = self._child, None
        self._model_in_child = False
        if child is not None:
            child.close()

    def _take_event(self, message: Message) -> None:
        sink = self._sink
        if sink is not None:
            sink(_unpack_event(message))


def _unpack_event(message: Message) -> StreamEvent:
    if "text" in message["event"]:
        return unpack(TextEvent, message["event"])
    return unpack(PhaseEvent, message["event"])
