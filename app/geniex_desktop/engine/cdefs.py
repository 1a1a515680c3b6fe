"""Turns the installed C headers into declarations for cffi; they are the only declaration there is."""

from __future__ import annotations

from pathlib import Path

HEADERS = ("geniex.h", "geniex_model.h", "geniex_ext.h")
"""In the order in which they include each other."""


def declarations(include: Path) -> str:
    """All headers of a folder as one text for cffi's `cdef`. Raises OSError when one is missing."""
    return "\n".join(_plain_c((include / name).read_text(encoding="utf-8")) for name in HEADERS)


def _plain_c(header: str) -> str:
    """Drops preprocessor lines, C++ sections and export marks, which cffi's parser does not know."""
    kept: list[str] = []
    in_cplusplus = False
    for line in header.splitlines():
        if line.lstrip().startswith("#"):
            in_cplusplus = "__cplusplus" in line
        elif not in_cplusplus:
            kept.append(line.replace("GENIEX_API ", ""))
    return "\n".join(kept)
