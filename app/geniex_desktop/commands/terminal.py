"""Text for people at a terminal: errors, progress, and answers that must not steer the terminal."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import time
from typing import TextIO

from ..errors import AppError

_REDRAW_SECONDS = 0.1
_LINES_PER_DOWNLOAD = 10

_CONTROLS = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"}
_CONTROLS |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)
"""C0, DEL and C1 characters to their pictures: a model's text may hold escape sequences."""


def use_utf8() -> None:
    """Makes the standard streams speak UTF-8, whatever the locale says; nothing raises on odd text."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def write_answer(text: str) -> None:
    """Shows a piece of a reply at once; on a terminal its control characters are made visible."""
    sys.stdout.write(text.translate(_CONTROLS) if sys.stdout.isatty() else text)
    sys.stdout.flush()


def write_error(error: AppError) -> None:
    """One error: what happened, why, what to do."""
    lines = [f"error: {error.text}"]
    if error.cause:
        lines.append(f"  cause:  {error.cause}")
    if error.hint:
        lines.append(f"  remedy: {error.hint}")
    note("\n".join(lines))


def note(text: str) -> None:
    """A line for people, beside the answer. Lost quietly where there is no terminal."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(text, file=sys.stderr, flush=True)


def silence_stdout() -> None:
    """After a broken pipe: keeps the interpreter from complaining about it once more while it ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class DownloadLine:
    """Progress of a download: one line that is redrawn on a terminal, ten lines anywhere else."""

    def __init__(self, title: str, stream: TextIO | None = None) -> None:
        self._title = title
        self._stream = stream or sys.stderr
        self._redraws = self._stream.isatty()
        self._shown_at = 0.0
        self._shown_step = 0

    def __call__(self, done: int, total: int) -> None:
        step = done * _LINES_PER_DOWNLOAD // max(total, 1)
        now = time.monotonic()
        if self._redraws:
            if done < total and now - self._shown_at < _REDRAW_SECONDS:
                return
        elif step <= self._shown_step:
            return
        self._shown_at, self._shown_step = now, step
        line = f"{self._title}: {done / 1e6:.1f} of {total / 1e6:.1f} MB"
        self._stream.write(f"\r\x1b[K{line}" if self._redraws else f"{line}\n")
        self._stream.flush()

    def end(self) -> None:
        """Leaves the line as it is and starts a new one."""
        if self._redraws and self._shown_at:
            self._stream.write("\n")
