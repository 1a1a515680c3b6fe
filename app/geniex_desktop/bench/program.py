"""Where geniex-bench lies."""

from __future__ import annotations

import sys
from pathlib import Path

from ..engine.location import engine_files
from ..errors import AppError

NAME = "geniex-bench.exe" if sys.platform == "win32" else "geniex-bench"


def find_program() -> Path:
    """The program beside the library that runs models, so that what is measured is what is used.

    Raises:
        AppError: the library or the program is missing.
    """
    library = engine_files().library
    program = library.parent / NAME
    if not program.is_file():
        raise AppError(
            "The measuring program geniex-bench is missing.",
            cause=f"It belongs beside the native library, but {library.parent} has no {NAME}.",
            hint="Install GenieX Desktop again, or build the library with GENIEX_BENCHMARK=ON.",
            detail=f"library: {library}",
        )
    return program
