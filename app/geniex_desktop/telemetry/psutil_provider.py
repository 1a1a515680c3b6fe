"""CPU time and memory: of the machine, of each core, of this process and of the engine's, from psutil."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import psutil

from .access import Access, SystemFiles
from .signals import Absence, Device, DeviceKind, Signal

CPU = "cpu"
MEMORY = "memory"
PROCESS_CPU = "process.cpu"
PROCESS_MEMORY = "process.memory"
ENGINE_CPU = "engine.cpu"
ENGINE_MEMORY = "engine.memory"

_CPU = Device("cpu", DeviceKind.CPU)
_MEMORY = Device("memory", DeviceKind.MEMORY)
_PROCESS = Device("process", DeviceKind.PROCESS, "GenieX Desktop")
_ENGINE = Device("engine", DeviceKind.PROCESS, "Engine")


def make(access: Access) -> PsutilProvider:
    return PsutilProvider(access)


def core_id(number: int) -> str:
    """The signal of one logical processor, by the system's own number."""
    return f"cpu.core{number}"


class PsutilProvider:
    """Reads shares of CPU time in per cent and memory in bytes."""

    def __init__(self, access: Access | None = None, source: ModuleType | Any = psutil) -> None:
        self._access = access or Access()
        self._psutil = source
        self._total = float(source.virtual_memory().total)
        self._meter = _CoreMeter()
        self._own = _ProcessMeter(source, None)
        self._engine = _ProcessMeter(source, -1)
        self._cores = self._online(len(source.cpu_times(percpu=True)))
        self._signals = self._describe()

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        times = self._psutil.cpu_times(percpu=True)
        memory = self._psutil.virtual_memory()
        values: dict[str, float | None] = {CPU: None, MEMORY: float(memory.total - memory.available)}
        online = self._online(len(times))
        if online != self._cores:
            self._cores = online
            self._signals = self._describe()
        busy = self._meter.update(dict(zip(online, times, strict=True)))
        if busy:
            values[CPU] = sum(busy.values()) / len(busy)
            values.update((core_id(number), value) for number, value in busy.items())
        self._engine.follow(self._access.engine_pid() or -1)
        values[PROCESS_CPU], values[PROCESS_MEMORY] = self._own.read(len(times))
        values[ENGINE_CPU], values[ENGINE_MEMORY] = self._engine.read(len(times))
        return values

    def absences(self) -> dict[str, Absence]:
        if self._engine.alive:
            return {}
        absence = Absence("The engine has no process of its own now.", "Load a model in an isolated engine.")
        return {ENGINE_CPU: absence, ENGINE_MEMORY: absence}

    def _online(self, count: int) -> tuple[int, ...]:
        online = online_cores(self._access.files)
        return online if len(online) == count else tuple(range(count))

    def _describe(self) -> tuple[Signal, ...]:
        name = self._psutil.__name__
        total = self._total
        cores = (
            Signal(core_id(number), "%", "Time that this core was busy.", 100.0, f"Core {number}", _CPU, name)
            for number in self._cores
        )
        share = "CPU time of {} as a share of all cores."
        held = "Memory that {} holds, file-mapped weights included."
        return (
            Signal(CPU, "%", "Time that all cores together were busy.", 100.0, "", _CPU, name),
            Signal(
                MEMORY,
                "B",
                "Memory that programs hold and the system cannot give away.",
                total,
                "",
                _MEMORY,
                name,
            ),
            *cores,
            Signal(PROCESS_CPU, "%", share.format("this app"), 100.0, "CPU", _PROCESS, name),
            Signal(PROCESS_MEMORY, "B", held.format("this app"), total, "Memory", _PROCESS, name),
            Signal(ENGINE_CPU, "%", share.format("the engine"), 100.0, "CPU", _ENGINE, name),
            Signal(ENGINE_MEMORY, "B", held.format("the engine"), total, "Memory", _ENGINE, name),
        )


class _CoreMeter:
    """Shares of time that each core was busy since the last update.

    psutil's own percentages pair the cores by their place in the list, which is wrong once one goes offline.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._busy: dict[int, float] = {}

    def update(self, times: dict[int, Any]) -> dict[int, float]:
        """Per cent by core; {} when there is nothing to compare with."""
        if times.keys() != self._before.keys():
            return self._start(times)
        passed = {core: _total(now) - _total(self._before[core]) for core, now in times.items()}
        if min(passed.values(), default=0.0) < 0:
            return self._start(times)
        if all(passed.values()):
            self._busy = {
                core: 100.0
                * min(1.0, max(0.0, 1.0 - (_idle(now) - _idle(self._before[core])) / passed[core]))
                for core, now in times.items()
            }
            self._before = times
        # Else less than a tick of the kernel's clock has passed: the last shares still hold.
        return self._busy

    def _start(self, times: dict[int, Any]) -> dict[int, float]:
        self._before, self._busy = times, {}
        return {}


def _total(times: Any) -> float:
    # A guest's time is part of the user's.
    return float(sum(times)) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0)


def _idle(times: Any) -> float:
    return float(times.idle + getattr(times, "iowait", 0.0))


class _ProcessMeter:
    """CPU and memory of one process; `pid` None is this one, -1 none."""

    def __init__(self, source: ModuleType | Any, pid: int | None) -> None:
        self._psutil = source
        self._pid = pid
        self._process: Any = None
        self._first = True
        if pid is None:
            self._open(None)

    @property
    def alive(self) -> bool:
        return self._process is not None

    def follow(self, pid: int) -> None:
        if pid != self._pid:
            self._pid = pid
            self._process = None
            if pid > 0:
                self._open(pid)

    def read(self, cores: int) -> tuple[float | None, float | None]:
        """Per cent of all cores, bytes; None for a process that is gone or was only just opened."""
        if self._process is None:
            return None, None
        try:
            with self._process.oneshot():
                busy = self._process.cpu_percent(interval=None)
                held = float(self._process.memory_info().rss)
        except self._psutil.Error:
            self._process = None
            return None, None
        first, self._first = self._first, False
        return (None if first else min(100.0, busy / max(1, cores))), held

    def _open(self, pid: int | None) -> None:
        self._first = True
        try:
            self._process = self._psutil.Process(pid)
        except self._psutil.Error:
            self._process = None


def online_cores(files: SystemFiles) -> tuple[int, ...]:
    """The numbers of the logical processors that are on, from Linux; () elsewhere."""
    try:
        text = files.read("/sys/devices/system/cpu/online")
    except OSError:
        return ()
    numbers: list[int] = []
    for part in text.strip().split(","):
        first, _, last = part.partition("-")
        if first.isdigit():
            numbers.extend(range(int(first), int(last or first) + 1))
    return tuple(numbers)
