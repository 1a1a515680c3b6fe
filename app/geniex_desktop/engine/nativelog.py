"""The native log on its way into Python's logging, with a memory of the last lines for error cards."""

from __future__ import annotations

import contextlib
import logging
import os
import re
from collections import deque

_LOGGER = logging.getLogger("geniex.native")
_LEVELS = (5, logging.DEBUG, logging.INFO, logging.WARNING, logging.ERROR)
"""Python's level for each geniex_LogLevel."""

_TAIL_LINES = 200

_MARK = "\x1f"
"""Stands between level and message on an engine process's stderr."""

_UNMARKED_LEVEL = 2

_FOUND_DEVICE = re.compile(r"Found device:\s*([\w.-]+)")
"""How every runtime of this ABI tells which device it opened for a model."""


class StderrHandler(logging.Handler):
    """Writes the native log of an engine process to its stderr, line by line, for its parent to read."""

    def emit(self, record: logging.LogRecord) -> None:
        level = next((i for i, known in enumerate(_LEVELS) if known >= record.levelno), len(_LEVELS) - 1)
        lines = record.getMessage().splitlines() or [""]
        text = "".join(f"{level}{_MARK}{line}\n" for line in lines)
        with contextlib.suppress(OSError):  # the parent is gone, and so is the reason to log
            os.write(2, text.encode("utf-8", "replace"))


class NativeLog:
    """Takes lines from any thread; cheap, for the engine may wait for it."""

    def __init__(self) -> None:
        self._lines: deque[str] = deque(maxlen=_TAIL_LINES)
        self._last_problem = ""
        self._found_devices: dict[str, None] = {}

    @staticmethod
    def threshold() -> int:
        """The geniex_LogLevel below which nobody listens; INFO is always kept for the tail."""
        wanted = min(_LOGGER.getEffectiveLevel(), logging.INFO)
        return next(level for level, python_level in enumerate(_LEVELS) if python_level >= wanted)

    def receive(self, level: int, message: str) -> None:
        """`level` is a geniex_LogLevel."""
        python_level = _LEVELS[min(max(level, 0), len(_LEVELS) - 1)]
        self._lines.append(message)
        found = _FOUND_DEVICE.search(message)
        if found is not None:
            self._found_devices[found[1]] = None
        if python_level >= logging.ERROR:
            self._last_problem = message
        _LOGGER.log(python_level, "%s", message)

    def receive_line(self, line: str) -> None:
        """A line of an engine process's stderr: `StderrHandler`'s, or what native code printed by itself."""
        name, mark, message = line.partition(_MARK)
        if mark and name.isdecimal():
            self.receive(int(name), message)
        elif line:
            self.receive(_UNMARKED_LEVEL, line)

    def tail(self, lines: int = 40) -> str:
        """The last lines, oldest first."""
        return "\n".join(list(self._lines)[-lines:])

    def take_last_problem(self) -> str:
        """The last error line since this was asked before; "" when there was none."""
        problem, self._last_problem = self._last_problem, ""
        return problem

    def take_found_devices(self) -> tuple[str, ...]:
        """Ids of the devices that were opened since this was asked before, in that order."""
        found, self._found_devices = self._found_devices, {}
        return tuple(found)
