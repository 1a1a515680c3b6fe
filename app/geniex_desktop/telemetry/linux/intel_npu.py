"""The Intel NPU, from the files of its kernel driver (intel_vpu)."""

from __future__ import annotations

from ..access import Access
from ..rates import DeltaRate, percent
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import Gauges, driver_of, first_number

_ACCEL = "/sys/class/accel"
_SOURCE = "intel_vpu sysfs"


def make(access: Access) -> IntelNpuProvider:
    for name in access.files.names(_ACCEL):
        device = f"{_ACCEL}/{name}/device"
        if driver_of(access.files, device) == "intel_vpu":
            return IntelNpuProvider(access, device)
    raise SourceAbsent("No NPU with the intel_vpu driver.")


class IntelNpuProvider:
    """Reads busy time, memory and clock. The kernel asks for at most one reading a second."""

    def __init__(self, access: Access, device: str) -> None:
        self._clock_ns = access.clock_ns
        self._files = access.files
        self._device = device
        self._gauges = Gauges(access.files)
        self._busy = DeltaRate()
        fastest = first_number(access.files, f"{device}/npu_max_frequency_mhz", f"{device}/freq/hw_max_freq")
        npu = Device("npu", DeviceKind.NPU, "Intel NPU", "intel_vpu")
        self._signals = (
            Signal("npu", "%", "Time that the NPU was busy.", 100.0, "", npu, _SOURCE),
            Signal("npu.memory", "B", "Memory that the NPU's jobs hold.", 0.0, "Memory", npu, _SOURCE),
            Signal(
                "npu.clock", "Hz", "Clock; 0 while suspended.", (fastest or 0.0) * 1e6, "Clock", npu, _SOURCE
            ),
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        number, device = self._gauges.number, self._device
        busy_us = number("npu", f"{device}/npu_busy_time_us")
        rate = self._busy.update(busy_us, self._clock_ns())
        return {
            "npu": percent(None if rate is None else rate / 1e6),
            "npu.memory": number("npu.memory", f"{device}/npu_memory_utilization"),
            "npu.clock": self._clock(),
        }

    def absences(self) -> dict[str, Absence]:
        needs = {"npu": "Linux 6.11", "npu.memory": "Linux 6.15", "npu.clock": "Linux 6.15"}
        return {
            signal_id: Absence(
                absence.reason, f"The driver tells it from {needs[signal_id]} on.", likely=True
            )
            for signal_id, absence in self._gauges.absences.items()
        }

    def _clock(self) -> float | None:
        names = self._files.names(f"{self._device}/freq")
        file = "freq/current_freq" if "current_freq" in names else "npu_current_frequency_mhz"
        return self._gauges.number("npu.clock", f"{self._device}/{file}", 1e6)
