"""What the tests of telemetry share."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from made_machines import Machine

STANDINS = Path(__file__).parent / "standins"


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """An empty machine."""
    root = tmp_path / "root"
    root.mkdir()
    return Machine(root)


@pytest.fixture
def standin(tmp_path: Path) -> Callable[..., ctypes.CDLL]:
    """Compiles a stand-in of a vendor's library and loads it: a new copy, so that its variables are fresh."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    assert compiler, "the stand-ins need a C compiler, as the native library does"

    def build(name: str, *defines: str) -> ctypes.CDLL:
        library = tmp_path / f"lib{name}{len(list(tmp_path.iterdir()))}.so"
        flags = [f"-D{define}" for define in defines]
        subprocess.run(
            [compiler, "-shared", "-fPIC", "-Wall", "-Werror", *flags, STANDINS / f"{name}.c", "-o", library],
            check=True,
        )
        return ctypes.CDLL(str(library))

    return build
