"""Clock of the processor, from the kernel's frequency policies: one for each cluster of cores."""

from __future__ import annotations

from ..access import Access
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import Gauges, first_number

_FOLDER = "/sys/devices/system/cpu/cpufreq"
_CPU = Device("cpu", DeviceKind.CPU)
_KILOHERTZ = 1e3


def make(access: Access) -> CpuClockProvider:
    policies = [f"{_FOLDER}/{name}" for name in access.files.names(_FOLDER) if name.startswith("policy")]
    if not policies:
        raise SourceAbsent("The kernel does not tell the processor's clock (cpufreq).")
    return CpuClockProvider(access, policies)


class CpuClockProvider:
    """Reads the clock of the fastest cluster."""

    def __init__(self, access: Access, policies: list[str]) -> None:
        self._gauges = Gauges(access.files)
        self._policies = policies
        fastest = max(first_number(access.files, f"{path}/cpuinfo_max_freq") or 0.0 for path in policies)
        meaning = "Clock of the fastest cluster of cores."
        self._signals = (Signal("cpu.clock", "Hz", meaning, fastest * _KILOHERTZ, "Clock", _CPU, "cpufreq"),)

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        clocks = [
            self._gauges.number("cpu.clock", f"{path}/scaling_cur_freq", _KILOHERTZ)
            for path in self._policies
        ]
        there = [clock for clock in clocks if clock is not None]
        return {"cpu.clock": max(there) if there else None}

    def absences(self) -> dict[str, Absence]:
        return self._gauges.absences
