"""What our bounded reader says about a GGUF file. Needs no engine, but blocks: not for the GUI thread."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .library import open_library
from .location import own_files


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


def inspect_gguf(path: Path) -> GgufReport:
    """Reads a file's header within limits of time and memory. Raises AppError when it cannot be opened."""
    library = open_library(own_files())
    arena = library.arena()
    output = arena.new("char**")
    library.check(library.lib.geniex_gguf_inspect(arena.path(path), output))
    report = json.loads(library.take_text(output[0]))
    return GgufReport(_findings(report["fatal"]), _findings(report["warning"]), report["facts"])


def _findings(entries: list[dict[str, str]]) -> tuple[Finding, ...]:
    return tuple(Finding(e["code"], e["message"], e["where"], e["remedy"]) for e in entries)
