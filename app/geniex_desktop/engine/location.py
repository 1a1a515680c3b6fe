"""Where the native library and its headers lie."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import geniex_desktop

from ..errors import AppError, Blame

OVERRIDE = "GENIEX_LIB_PATH"
"""Environment variable: a libgeniex file, or the folder that holds one."""


@dataclass(frozen=True, slots=True)
class NativeFiles:
    library: Path
    include: Path


def engine_files() -> NativeFiles:
    """The library that runs models: the one in GENIEX_LIB_PATH, else our own. Raises AppError."""
    override = os.environ.get(OVERRIDE, "")
    if not override:
        return own_files()
    library = _library_at(Path(override))
    if library is None:
        raise AppError(
            f"There is no GenieX library at {override}.",
            cause=f"{OVERRIDE} points there.",
            hint=f"Let {OVERRIDE} name a {_library_name()} or its folder, or unset it.",
            blame=Blame.USER,
        )
    return NativeFiles(library, _include_folder(library))


def installed_library(path: Path) -> Path:
    """The libgeniex of an installation that a person named by its folder or file. Raises AppError."""
    library = _library_at(path)
    if library is None:
        raise AppError(
            f"There is no GenieX library at {path}.",
            cause=f"Neither it nor its lib folder holds a file {_library_name()}.",
            hint="Choose the folder of the installation or the library's own file.",
            blame=Blame.USER,
        )
    return library


def own_files() -> NativeFiles:
    """The library that this package brings along. Raises AppError when it was never built.

    A source tree without an installed build has none; then GENIEX_LIB_PATH stands in.
    """
    for folder in _package_folders():
        library = folder / _library_name()
        if library.is_file():
            return NativeFiles(library, _include_folder(library))
    if os.environ.get(OVERRIDE, ""):
        return engine_files()
    raise AppError(
        "The native library libgeniex is missing.",
        cause=f"This copy of GenieX Desktop has no {_library_name()}: it was not built.",
        hint=f"Run `python3 dev.py run`, which builds and installs it, or set {OVERRIDE}.",
        detail=f"looked in {', '.join(map(str, _package_folders()))}",
    )


def _library_at(path: Path) -> Path | None:
    """`path` itself, or the library in that folder or in a `lib` of it, as installations have it."""
    candidates = (path, path / _library_name(), path / "lib" / _library_name())
    return next((candidate for candidate in candidates if candidate.is_file()), None)


def _library_name() -> str:
    return {"win32": "geniex.dll", "darwin": "libgeniex.dylib"}.get(sys.platform, "libgeniex.so")


def _package_folders() -> list[Path]:
    """Where `_native` can lie: an editable install spreads the package over source tree and site-packages."""
    return [Path(folder) / "_native" for folder in geniex_desktop.__path__]


def _include_folder(library: Path) -> Path:
    """The installed headers, else those beside the library, else those of the source tree."""
    source_tree = Path(__file__).parents[3] / "native"
    for folder in (*_package_folders(), library.parent, library.parent.parent, source_tree):
        if (folder / "include" / "geniex_ext.h").is_file():
            return folder / "include"
    raise AppError(
        "The headers of the native library are missing.",
        hint="Install GenieX Desktop again.",
        detail=f"library: {library}",
    )
