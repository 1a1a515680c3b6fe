"""One geniex-bench process: its lines as they come, its end, and its kill."""

from __future__ import annotations

import os
import re
import subprocess
from collections import deque
from collections.abc import Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from ..engine.child import ENVIRONMENT
from ..errors import AppError

EXIT_DONE = 0
EXIT_RUN_FAILED = 1
EXIT_USAGE = 2

_TAIL_LINES = 100
_LINE_BYTES = 4096
_MARK = re.compile(r"\[(load|warm|run |ok  |fail)\] (\S+)(?: (\d{1,9})/(\d{1,9}))?")


class Stage(Enum):
    """What a line says about its cell; the values are geniex-bench's marks."""

    LOAD = "load"
    WARM_UP = "warm"
    RUN = "run "
    DONE = "ok  "
    FAILED = "fail"


class Step(NamedTuple):
    """A line of progress: run `at` of `total` begins; both 0 where nothing is counted."""

    stage: Stage
    cell: str
    at: int
    total: int


def parse_line(line: str) -> Step | None:
    """A line of progress or of a result; None for any other."""
    match = _MARK.match(line)
    if match is None:
        return None
    stage, cell, at, total = match.groups()
    return Step(Stage(stage), cell, int(at or 0), int(total or 0))


class BenchProcess:
    """Started when made. `steps` belongs to one thread; `kill` to any."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        """`folder` becomes its working directory. Raises AppError when it cannot be started."""
        self._tail: deque[str] = deque(maxlen=_TAIL_LINES)
        try:
            # When this program dies, the next line ends geniex-bench too: nobody reads it.
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env={**os.environ, **ENVIRONMENT},
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except OSError as error:
            raise AppError(
                "The measuring program cannot be started.",
                cause=error.strerror or str(error),
                hint="Install GenieX Desktop again.",
                detail=command[0],
            ) from error

    @property
    def pid(self) -> int:
        return self._process.pid

    def steps(self) -> Iterator[Step]:
        """Progress until it closes its output; other lines go into the log."""
        output = cast("BinaryIO", self._process.stdout)
        with output:
            while line := output.readline(_LINE_BYTES):
                text = line.decode("utf-8", "replace").rstrip()
                step = parse_line(text)
                if step is None or step.stage is Stage.FAILED:
                    self._tail.append(text)
                if step is not None:
                    yield step

    def wait(self) -> int:
        """Its return code, as subprocess.Popen gives it; after `steps` has ended."""
        return self._process.wait()

    def log_tail(self) -> str:
        return "\n".join(self._tail)

    def kill(self) -> None:
        """Ends it at once; harmless for one that has ended."""
        self._process.kill()
