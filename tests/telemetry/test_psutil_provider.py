"""CPU per core, memory, and the two processes, on made /proc files."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from made_machines import Machine

from geniex_desktop.telemetry.psutil_provider import (
    ENGINE_CPU,
    ENGINE_MEMORY,
    PROCESS_CPU,
    PROCESS_MEMORY,
    PsutilProvider,
    core_id,
    online_cores,
)


def stat(cores: dict[int, int], idle: int) -> str:
    """/proc/stat with the busy jiffies of each core."""
    lines = [f"cpu {sum(cores.values())} 0 0 {idle * len(cores)} 0 0 0 0 0 0"]
    lines += [f"cpu{number} {busy} 0 0 {idle} 0 0 0 0 0 0" for number, busy in cores.items()]
    return "\n".join([*lines, "intr 0", "ctxt 0", "btime 1700000000", ""])


@pytest.fixture
def proc(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(psutil, "PROCFS_PATH", str(machine.root / "proc"))
    sizes = {"MemTotal": 8000, "MemFree": 1000, "MemAvailable": 3000}
    others = dict.fromkeys(("Buffers", "Cached", "Shmem", "Active", "Inactive", "Slab"), 1)
    text = "".join(f"{name}: {size} kB\n" for name, size in {**sizes, **others}.items())
    machine.write("/proc/meminfo", text)
    return machine


def put(machine: Machine, online: str, cores: dict[int, int], idle: int) -> None:
    machine.write("/proc/stat", stat(cores, idle))
    machine.write("/sys/devices/system/cpu/online", f"{online}\n")


@pytest.mark.parametrize(
    ("online", "cores"),
    [("0", (0,)), ("0-3", (0, 1, 2, 3)), ("0-11", tuple(range(12))), ("0-1,3", (0, 1, 3))],
)
def test_each_core_under_the_systems_own_number(proc: Machine, online: str, cores: tuple[int, ...]) -> None:
    put(proc, online, dict.fromkeys(cores, 0), 0)
    provider = PsutilProvider(proc.access())
    provider.read()
    put(proc, online, {number: 10 * (place + 1) for place, number in enumerate(cores)}, 40)
    values = provider.read()
    expected = {core_id(n): 100 * 10 * (place + 1) / (10 * (place + 1) + 40) for place, n in enumerate(cores)}
    read = {key: value for key, value in values.items() if key.startswith("cpu.core")}
    assert read == {key: pytest.approx(value, abs=0.06) for key, value in expected.items()}
    assert values["cpu"] == pytest.approx(sum(expected.values()) / len(cores), abs=0.06)
    assert values["memory"] == 5000 * 1024
    known = {signal.id for signal in provider.signals()}
    assert values.keys() <= known


def test_a_core_that_goes_is_one_gap(proc: Machine) -> None:
    put(proc, "0-3", dict.fromkeys(range(4), 0), 0)
    provider = PsutilProvider(proc.access())
    provider.read()
    put(proc, "0-1,3", {0: 10, 1: 10, 3: 10}, 10)
    assert provider.read()["cpu"] is None
    put(proc, "0-1,3", {0: 20, 1: 20, 3: 20}, 20)
    values = provider.read()
    assert values["cpu"] == pytest.approx(50.0)
    assert "cpu.core2" not in values
    assert "cpu.core2" not in {signal.id for signal in provider.signals()}


@pytest.mark.parametrize(("text", "expected"), [("", ()), ("0\n", (0,)), ("0-2,5,7-8\n", (0, 1, 2, 5, 7, 8))])
def test_lists_of_processors(machine: Machine, text: str, expected: tuple[int, ...]) -> None:
    machine.write("/sys/devices/system/cpu/online", text)
    assert online_cores(machine.files) == expected


def test_this_process() -> None:
    provider = PsutilProvider()
    provider.read()
    values = provider.read()
    assert 0 <= (values[PROCESS_CPU] or 0.0) <= 100
    assert (values[PROCESS_MEMORY] or 0.0) > 2**20
    assert values[ENGINE_MEMORY] is None
    assert "process of its own" in provider.absences()[ENGINE_CPU].reason


def test_the_engines_process_comes_and_goes(machine: Machine) -> None:
    provider = PsutilProvider(machine.access())
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        machine.engine = child.pid
        first = provider.read()
        assert (first[ENGINE_CPU], (first[ENGINE_MEMORY] or 0.0) > 0) == (None, True)
        assert provider.read()[ENGINE_CPU] is not None
        assert provider.absences() == {}
    finally:
        child.communicate(b"\n")
    assert provider.read()[ENGINE_CPU] is None
    assert ENGINE_CPU in provider.absences()
    machine.engine = os.getpid()  # a new engine after the crash
    assert provider.read()[ENGINE_MEMORY] is not None


def test_a_machine_without_the_list_of_cores_counts_them(tmp_path: Path) -> None:
    assert PsutilProvider(Machine(tmp_path).access())._cores == tuple(range(psutil.cpu_count() or 0))
