"""Checks that the library exports what its headers declare, and nothing else.

Usage: check_exports.py NM LIBRARY INCLUDE_FOLDER. Exits 1 with the differences.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ABI_FUNCTIONS = 53
DECLARATION = re.compile(r"^GENIEX_API\s[^;(]*?\b(geniex_\w+)\(", re.MULTILINE)


def declared(header: Path) -> set[str]:
    """Names of the functions that a header declares."""
    return set(DECLARATION.findall(header.read_text(encoding="utf-8")))


def exported(nm: str, library: str) -> set[str]:
    """Names of the dynamic symbols that a library defines."""
    listing = subprocess.check_output([nm, "-D", "--defined-only", library], text=True)
    return {line.split()[-1] for line in listing.splitlines()}


def main(nm: str, library: str, include: str) -> int:
    """Compares both; returns the exit code."""
    folder = Path(include)
    abi = declared(folder / "geniex.h") | declared(folder / "geniex_model.h")
    expected = abi | declared(folder / "geniex_ext.h")
    actual = exported(nm, library)
    problems = [f"not exported: {name}" for name in sorted(expected - actual)]
    problems += [f"exported but not declared: {name}" for name in sorted(actual - expected)]
    clients = abi - {"geniex_register_plugin"}  # that one is for plugins alone
    if len(clients) != ABI_FUNCTIONS:
        problems.append(f"the headers declare {len(clients)} functions for clients, not {ABI_FUNCTIONS}")
    sys.stdout.write(("\n".join(problems) or f"{len(actual)} symbols as declared") + "\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
