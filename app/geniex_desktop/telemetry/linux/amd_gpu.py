"""AMD GPUs, from the files of their kernel driver (amdgpu)."""

from __future__ import annotations

import re

from ..access import Access, SystemFiles
from ..rates import percent
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import Gauges, driver_of, first_number, uevent

_DRM = "/sys/class/drm"
_SOURCE = "amdgpu sysfs"


def make(access: Access) -> AmdGpuProvider:
    folders = [
        f"{_DRM}/{name}/device"
        for name in access.files.names(_DRM)
        if re.fullmatch(r"card\d+", name) and driver_of(access.files, f"{_DRM}/{name}/device") == "amdgpu"
    ]
    if not folders:
        raise SourceAbsent("No GPU with the amdgpu driver.")
    return AmdGpuProvider(access, folders)


class AmdGpuProvider:
    """Reads load, video memory, power, temperature and clock of each GPU, whatever of it there is."""

    def __init__(self, access: Access, folders: list[str]) -> None:
        self._gauges = Gauges(access.files)
        self._files: list[tuple[str, str, float]] = []
        """Signal id, path, scale."""
        signals: list[Signal] = []
        for number, folder in enumerate(folders):
            signals.extend(self._describe(access.files, folder, f"gpu{number or ''}"))
        self._signals = tuple(signals)

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        values = {key: self._gauges.number(key, path, scale) for key, path, scale in self._files}
        for signal in self._signals:
            if signal.unit == "%":
                value = values[signal.id]
                values[signal.id] = percent(None if value is None else value / 100.0)
        return values

    def absences(self) -> dict[str, Absence]:
        return self._gauges.absences

    def _describe(self, files: SystemFiles, folder: str, gpu_id: str) -> list[Signal]:
        pci_id = uevent(files, folder).get("PCI_ID", "")
        gpu = Device(gpu_id, DeviceKind.GPU, f"AMD GPU {pci_id}".strip(), "amdgpu")
        monitor = next(iter(files.names(f"{folder}/hwmon")), "")
        hwmon = f"{folder}/hwmon/{monitor}"
        there = files.names(hwmon) if monitor else []
        vram = first_number(files, f"{folder}/mem_info_vram_total") or 0.0
        signals = [
            Signal(gpu_id, "%", "Load of the GPU, as its firmware reports it.", 100.0, "", gpu, _SOURCE)
        ]
        self._files.append((gpu_id, f"{folder}/gpu_busy_percent", 1.0))
        optional = (
            ("memory", "B", "Video memory in use.", vram, "Memory", f"{folder}/mem_info_vram_used", 1.0),
            ("power", "W", "Power of the GPU.", 0.0, "Power", f"{hwmon}/power1_average", 1e-6),
            ("power", "W", "Power of the GPU.", 0.0, "Power", f"{hwmon}/power1_input", 1e-6),
            (
                "temperature",
                "°C",
                "Temperature of the GPU.",
                0.0,
                "Temperature",
                f"{hwmon}/temp1_input",
                1e-3,
            ),
            ("clock", "Hz", "Clock of the GPU.", 0.0, "Clock", f"{hwmon}/freq1_input", 1.0),
        )
        there = [*there, *files.names(folder)]
        for quantity, unit, meaning, maximum, label, path, scale in optional:
            signal_id = f"{gpu_id}.{quantity}"
            known = any(signal.id == signal_id for signal in signals)
            if path.rsplit("/", 1)[-1] in there and not known:
                signals.append(Signal(signal_id, unit, meaning, maximum, label, gpu, _SOURCE))
                self._files.append((signal_id, path, scale))
        return signals
