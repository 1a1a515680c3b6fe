"""`geniex-desktop telemetry dump`: a recording of what this machine's interfaces answer."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TextIO

from ..errors import AppError, Blame
from ..telemetry.dump import dump
from .terminal import note


def dump_telemetry(file: Path, seconds: float) -> int:
    """Writes the recording to a new file, or to standard output for "-". Ctrl+C ends it early and keeps it.

    Raises:
        AppError: the file exists already, or cannot be written.
    """
    if str(file) == "-":
        _record(sys.stdout, seconds)
        return 0
    try:
        with file.open("x", encoding="utf-8") as out:
            note(f"Recording for {seconds:g} s; use the NPU or the GPU meanwhile, and end early with Ctrl+C.")
            _record(out, seconds)
    except FileExistsError as error:
        raise AppError(f"{file} exists already.", hint="Name another file.", blame=Blame.USER) from error
    except OSError as error:
        raise AppError(f"{file} cannot be written.", cause=str(error), hint="Name another place.") from error
    note(f"Written to {file}: no user, host or process is named in it. Look at it before you share it.")
    return 0


def _record(out: TextIO, seconds: float) -> None:
    def stopped(wait_s: float) -> bool:
        try:
            time.sleep(wait_s)
        except KeyboardInterrupt:
            return True
        return False

    dump(out, seconds, stopped)
