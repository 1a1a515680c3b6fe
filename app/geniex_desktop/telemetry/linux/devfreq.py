"""Clocks of the GPU and of the memory, from the kernel's devfreq devices."""

from __future__ import annotations

from ..access import Access
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import Gauges, first_number

_FOLDER = "/sys/class/devfreq"
_SOURCE = "devfreq"
_GPU = Device("gpu", DeviceKind.GPU)
_MEMORY = Device("memory", DeviceKind.MEMORY)


def make(access: Access) -> DevfreqProvider:
    found: dict[str, str] = {}
    for name in access.files.names(_FOLDER):
        signal_id = clock_of(name)
        if signal_id:
            found.setdefault(signal_id, f"{_FOLDER}/{name}")
    if not found:
        raise SourceAbsent("No devfreq device of a GPU or a memory controller.")
    return DevfreqProvider(access, found)


def clock_of(name: str) -> str:
    """The signal that a devfreq device feeds, by its name; "" for none."""
    if name.endswith(".gpu") or "mali" in name:
        return "gpu.clock"
    if any(part in name for part in ("llcc", "ddr", "dmc", "memory-controller")):
        return "memory.clock"
    return ""


class DevfreqProvider:
    """Reads the present clock of each device. On the memory it stands for demand, not for traffic."""

    def __init__(self, access: Access, folders: dict[str, str]) -> None:
        self._gauges = Gauges(access.files)
        self._folders = folders
        self._signals = tuple(
            Signal(
                signal_id,
                "Hz",
                "Clock of the GPU."
                if signal_id == "gpu.clock"
                else "Clock of the memory, which follows demand.",
                first_number(access.files, f"{folder}/max_freq") or 0.0,
                "Clock",
                _GPU if signal_id == "gpu.clock" else _MEMORY,
                _SOURCE,
            )
            for signal_id, folder in folders.items()
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        return {
            signal_id: self._gauges.number(signal_id, f"{folder}/cur_freq")
            for signal_id, folder in self._folders.items()
        }

    def absences(self) -> dict[str, Absence]:
        return self._gauges.absences
