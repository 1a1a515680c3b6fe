"""What our bounded reader says about a GGUF file. Needs no engine, but blocks: not for the GUI thread."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .library import open_library
from .location import own_files

_FAILED = -1
"""Any negative number tells the reader that bytes cannot be had."""


@dataclass(frozen=True, slots=True)
class Finding:
    code: str
    message: str
    where: str
    """Key, tensor or offset."""
    remedy: str


@dataclass(frozen=True, slots=True)
class GgufReport:
    fatal: tuple[Finding, ...]
    """The engine would refuse the file or die of it."""
    warning: tuple[Finding, ...]
    facts: dict[str, Any]


class ByteRanges(Protocol):
    """A file that lies somewhere else."""

    size: int
    """Bytes of the whole file."""

    def read(self, offset: int, length: int) -> bytes:
        """`length` bytes at `offset`, fewer at the end only. Mostly asked forward. May raise anything."""


def inspect_gguf(path: Path) -> GgufReport:
    """Reads a file's header within limits of time and memory. Raises AppError when it cannot be opened."""
    library = open_library(own_files())
    arena = library.arena()
    output = arena.new("char**")
    library.check(library.lib.geniex_gguf_inspect(arena.path(path), output))
    return _report(library.take_text(output[0]))


def inspect_ranges(source: ByteRanges) -> GgufReport:
    """Reads the header of a file that is not on this disk; of a split model, this part's.

    Raises whatever `source.read` raises, or AppError.
    """
    library = open_library(own_files())
    arena = library.arena()
    trouble: list[BaseException] = []

    def read(_context: Any, offset: int, buffer: Any, length: int) -> int:
        try:
            data = source.read(offset, length)
            library.ffi.memmove(buffer, data, len(data))
        except BaseException as error:  # noqa: BLE001 - must not leave through C; raised again below
            trouble.append(error)
            return _FAILED
        return len(data)

    callback = library.ffi.callback("geniex_read_bytes", read)
    given = arena.sized("geniex_ByteSource")
    given.file_bytes = source.size
    given.read = callback
    output = arena.new("char**")
    library.check(library.lib.geniex_gguf_inspect_source(given, output))
    text = library.take_text(output[0])
    if trouble:
        raise trouble[0]
    return _report(text)


def _report(text: str) -> GgufReport:
    report = json.loads(text)
    return GgufReport(_findings(report["fatal"]), _findings(report["warning"]), report["facts"])


def _findings(entries: list[dict[str, str]]) -> tuple[Finding, ...]:
    return tuple(Finding(e["code"], e["message"], e["where"], e["remedy"]) for e in entries)
