"""geniex-bench as its users start it: on the fake plugin, and the installed one on a real model."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

PROGRAM = "geniex-bench.exe" if sys.platform == "win32" else "geniex-bench"


@dataclass(frozen=True)
class Finished:
    code: int
    out: str
    err: str


Bench = Callable[..., Finished]


def start(
    program: Path, arguments: tuple[object, ...], folder: Path, environment: dict[str, str]
) -> Finished:
    """Runs it with `folder` as its working directory and home."""
    done = subprocess.run(
        [str(program), *map(str, arguments)],
        cwd=folder,
        env={**os.environ, "GENIEX_DATADIR": str(folder / "store"), **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    return Finished(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def bench(native_build: Path, tmp_path: Path) -> Bench:
    """Runs geniex-bench on the fake plugin; its models are empty files that are named by what they do."""
    program = native_build / "lib" / PROGRAM
    assert program.is_file(), "the native build under test has no geniex-bench"

    def run(*arguments: object, **environment: str) -> Finished:
        return start(
            program, arguments, tmp_path, {"GENIEX_PLUGIN_PATH": str(native_build / "fake"), **environment}
        )

    return run


@pytest.fixture
def model(tmp_path: Path) -> Callable[[str], Path]:
    """A model file of the fake plugin that behaves as it is named."""

    def make(behaviour: str) -> Path:
        path = tmp_path / f"{behaviour}.gguf"
        path.write_bytes(b"\0" * 2048)
        return path

    return make


def read_json(path: Path) -> dict[str, Any]:
    value = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(value, dict)
    return value
