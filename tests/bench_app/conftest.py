"""A stand-in of geniex-bench whose models behave as their files are named."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.bench.matrix import Cell, ModelChoice, Workload, plan
from geniex_desktop.bench.runner import Runner

STAND_IN = [sys.executable, str(Path(__file__).with_name("stand_in.py"))]


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    (tmp_path / "scratch").mkdir()
    return Runner(STAND_IN, tmp_path / "scratch")


@pytest.fixture
def cells(tmp_path: Path) -> Callable[..., tuple[Cell, ...]]:
    """`cells("good", "segv")`: one cell for each behaviour, on the CPU unless `devices` says otherwise."""

    def make(*behaviours: str, devices: tuple[str, ...] = ("cpu",), **work: int) -> tuple[Cell, ...]:
        models = [ModelChoice.of_file(tmp_path / f"{name}.gguf") for name in behaviours]
        return plan(models, devices, [Workload(repetitions=3, **work)])

    return make
