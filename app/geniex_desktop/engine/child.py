"""The engine's child process as its parent holds it: start, messages, log, death."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO, cast

from ..errors import AppError
from .death import death_error
from .frames import FrameError, read_frame, write_frame
from .nativelog import NativeLog

Message = dict[str, Any]

HOST_SWITCH = "--engine-host"
"""First argument that makes the app's own executable an engine host."""

ENVIRONMENT = {
    "GGML_NO_BACKTRACE": "1",  # an abort would wait for a debugger
    "PYTHONSAFEPATH": "1",  # no module out of the folder that the app was started in
}
"""What every process that runs native code gets."""


def host_command() -> list[str]:
    """How this installation starts an engine host."""
    if getattr(sys, "frozen", False):
        return [sys.executable, HOST_SWITCH]
    return [sys.executable, "-m", "geniex_desktop.engine.host"]


class Child:
    """One engine process. Made and used by the engine thread; `kill` from any thread.

    Messages other than events end up in `inbox`, None when the process is gone.
    """

    def __init__(
        self,
        command: Sequence[str],
        inbox: queue.SimpleQueue[Message | None],
        on_event: Callable[[Message], None],
        environment: Mapping[str, str],
    ) -> None:
        """`environment` is added to this process's. Raises AppError when the process cannot be started."""
        self._inbox = inbox
        self._on_event = on_event
        self.log = NativeLog()
        try:
            self._process = subprocess.Popen(
                [*command, str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**os.environ, **ENVIRONMENT, **environment},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise AppError(
                "The engine process cannot be started.", cause=str(error), detail=command[0]
            ) from error
        self._stdin, self._stdout, self._stderr = (
            cast("BinaryIO", pipe)
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._readers = [
            threading.Thread(target=self._read_messages, name="geniex-engine-messages", daemon=True),
            threading.Thread(target=self._read_log, name="geniex-engine-log", daemon=True),
        ]
        for reader in self._readers:
            reader.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: Message) -> None:
        """A process that is gone is noticed by the reader, not here."""
        try:
            write_frame(self._stdin, message)
        except OSError:
            return

    def kill(self) -> None:
        """Any thread; harmless for a process that is gone."""
        self._process.kill()

    def death(self) -> AppError:
        """Why it died; waits the moment until the system knows, and for the rest of the log."""
        try:
            returncode: int | None = self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            returncode = None
            self.kill()
        self._readers[1].join(timeout=1)
        return death_error(returncode, self.log.tail())

    def close(self, grace_s: float = 2.0) -> None:
        """Asks it to end by closing its pipe, and kills it after `grace_s`. Idempotent."""
        with contextlib.suppress(OSError):  # it is gone, and needs no flush
            self._stdin.close()
        try:
            self._process.wait(timeout=grace_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for reader in self._readers:
            reader.join(timeout=1)
        self._stdout.close()
        self._stderr.close()

    def _read_messages(self) -> None:
        try:
            while (message := read_frame(self._stdout)) is not None:
                if message["kind"] == "event":
                    self._on_event(message)
                else:
                    self._inbox.put(message)
        except (FrameError, OSError, ValueError):
            self.kill()  # it speaks nonsense, or the pipe was closed here
        self._inbox.put(None)

    def _read_log(self) -> None:
        for line in self._stderr:
            self.log.receive_line(line.decode("utf-8", "replace").rstrip())
