"""The Adreno GPU, from the files of Qualcomm's own kernel driver (kgsl)."""

from __future__ import annotations

from ..access import Access
from ..rates import percent
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import Gauges, first_number

_FOLDER = "/sys/class/kgsl/kgsl-3d0"
_SOURCE = "kgsl sysfs"


def make(access: Access) -> KgslProvider:
    if not access.files.names(_FOLDER):
        raise SourceAbsent("No Adreno GPU with the kgsl driver.")
    return KgslProvider(access)


class KgslProvider:
    """Reads busy time and clock. The driver itself measures over one second."""

    def __init__(self, access: Access) -> None:
        self._gauges = Gauges(access.files)
        fastest = first_number(access.files, f"{_FOLDER}/max_gpuclk", f"{_FOLDER}/devfreq/max_freq") or 0.0
        try:
            name = access.files.read(f"{_FOLDER}/gpu_model").strip()
        except OSError:
            name = ""
        gpu = Device("gpu", DeviceKind.GPU, name or "Adreno GPU", "kgsl")
        self._signals = (
            Signal("gpu", "%", "Time that the GPU was busy.", 100.0, "", gpu, _SOURCE),
            Signal("gpu.clock", "Hz", "Clock of the GPU.", fastest, "Clock", gpu, _SOURCE),
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        clock = self._gauges.number("gpu.clock", f"{_FOLDER}/gpuclk")
        if clock is None:
            clock = self._gauges.number("gpu.clock", f"{_FOLDER}/devfreq/cur_freq")
        return {"gpu": self._busy(), "gpu.clock": clock}

    def absences(self) -> dict[str, Absence]:
        return self._gauges.absences

    def _busy(self) -> float | None:
        text = self._gauges.text("gpu", f"{_FOLDER}/gpubusy")
        share = busy_share(text) if text is not None else None
        if share is not None:
            return percent(share)
        value = self._gauges.number("gpu", f"{_FOLDER}/gpu_busy_percentage")
        return percent(None if value is None else value / 100.0)


def busy_share(text: str) -> float | None:
    """The share of busy time from "busy total"; "0 0" is a GPU that was off, which is 0."""
    fields = text.split()
    try:
        busy, total = float(fields[0]), float(fields[1])
    except (IndexError, ValueError):
        return None
    return busy / total if total > 0 else 0.0
