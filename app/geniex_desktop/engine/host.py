"""The engine process: reads calls from stdin, runs them on an EngineThread, writes answers to stdout.

Started by `IsolatedEngine` with the parent's process id as its last argument. It ends with its
stdin, and on Linux also with the parent's thread that started it.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import logging
import os
import queue
import signal
import sys
import threading
from pathlib import Path
from typing import Any, BinaryIO

from PySide6.QtCore import QCoreApplication, QObject, Qt, Slot

from ..errors import AppError
from .frames import PROTOCOL_VERSION, FrameError, read_frame, write_frame
from .inprocess import InProcessEngine
from .nativelog import StderrHandler
from .thread import EngineThread
from .types import GenerateRequest, LoadSpec, StreamEvent
from .wire import pack, pack_error, unpack

_PR_SET_PDEATHSIG = 1


def main(arguments: list[str] | None = None) -> int:
    """Entry point of the child; the last argument is the parent's process id."""
    parent = int((arguments if arguments is not None else sys.argv)[-1])
    commands, answers = _take_over_pipes()
    _die_with_parent(parent)
    _restrain()
    _log_to_stderr()
    app = QCoreApplication([])
    host = Host(commands, answers)
    host.start()
    code = app.exec()
    if not host.stop():
        os._exit(1)  # native code hangs, and nobody is left to wait for it
    return code


class Host(QObject):
    """Connects the pipes with the engine thread."""

    def __init__(self, commands: BinaryIO, answers: BinaryIO) -> None:
        super().__init__()
        self._commands = commands
        self._answers = answers
        self._outbox: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._engine = EngineThread(InProcessEngine, self, sink=self._send_event)
        # Direct: an answer must be written after its events even while the main thread is busy.
        for result in (self._engine.runtime_ready, self._engine.loaded, self._engine.replied):
            result.connect(self._send_result, Qt.ConnectionType.DirectConnection)
        for answer in (self._engine.tokens_counted, self._engine.previewed):
            answer.connect(self._send_result, Qt.ConnectionType.DirectConnection)
        for outcome in (self._engine.kv_saved, self._engine.kv_loaded):
            outcome.connect(self._send_result, Qt.ConnectionType.DirectConnection)
        self._engine.unloaded.connect(self._send_done, Qt.ConnectionType.DirectConnection)
        self._engine.failed.connect(self._send_error, Qt.ConnectionType.DirectConnection)
        self._writer = threading.Thread(target=self._write_answers, name="geniex-answers", daemon=True)
        self._reader = threading.Thread(target=self._read_commands, name="geniex-commands", daemon=True)

    def start(self) -> None:
        self._engine.start()
        self._writer.start()
        self._reader.start()
        self._outbox.put({"kind": "hello", "result": PROTOCOL_VERSION})

    def stop(self) -> bool:
        """Ends the engine thread; False when it hangs."""
        ended = self._engine.shutdown()
        self._outbox.put(None)
        self._writer.join(timeout=1)
        return ended

    def _read_commands(self) -> None:
        try:
            while (message := read_frame(self._commands)) is not None:
                if message["kind"] == "cancel":
                    self._engine.cancel()
                elif message["kind"] == "ping":
                    self._outbox.put({"kind": "done", "result": None})
                else:
                    self._submit(message["operation"], message["argument"])
        except (FrameError, OSError, KeyError, TypeError, ValueError):
            logging.getLogger(__name__).exception("the app sent nonsense")
        QCoreApplication.quit()

    def _submit(self, operation: str, argument: Any) -> None:
        if operation == "runtime":
            self._engine.request_runtime()
        elif operation == "load":
            self._engine.load(unpack(LoadSpec, argument))
        elif operation == "unload":
            self._engine.unload()
        elif operation == "generate":
            self._engine.generate(unpack(GenerateRequest, argument))
        elif operation == "count_tokens":
            self._engine.count_tokens(argument)
        elif operation == "preview":
            self._engine.preview(unpack(GenerateRequest, argument))
        elif operation == "save_kv":
            self._engine.save_kv(Path(argument))
        elif operation == "load_kv":
            self._engine.load_kv(Path(argument))
        else:
            raise FrameError(f"unknown operation {operation!r}")

    def _write_answers(self) -> None:
        try:
            while (message := self._outbox.get()) is not None:
                write_frame(self._answers, message)
        except OSError:
            QCoreApplication.quit()  # the app is gone

    def _send_event(self, _request_id: int, event: StreamEvent) -> None:
        self._outbox.put({"kind": "event", "event": pack(event)})

    @Slot(int, object)
    def _send_result(self, _request_id: int, result: object) -> None:
        self._outbox.put({"kind": "done", "result": pack(result)})

    @Slot(int)
    def _send_done(self, _request_id: int) -> None:
        self._outbox.put({"kind": "done", "result": None})

    @Slot(int, object)
    def _send_error(self, _request_id: int, error: AppError) -> None:
        self._outbox.put({"kind": "failed", "error": pack_error(error)})


def _take_over_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Moves the pipes out of the reach of native code that prints to fd 1 or reads from fd 0."""
    commands = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return commands, answers


def _die_with_parent(parent: int) -> None:
    """No orphans: Linux kills us when the parent's engine thread ends, whatever it died of."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(0)  # it died before prctl


def _restrain() -> None:
    """Small habits of a process that is allowed to die."""
    faulthandler.enable(all_threads=False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is the app's to handle
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # when memory runs out, this process goes and not the window
            Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")


def _log_to_stderr() -> None:
    root = logging.getLogger()
    root.addHandler(StderrHandler())
    root.setLevel(logging.INFO)


if __name__ == "__main__":
    sys.exit(main())
