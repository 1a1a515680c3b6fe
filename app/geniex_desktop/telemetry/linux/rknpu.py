"""The NPU of Rockchip boards, from the debug files of its kernel driver (rknpu), which root can read."""

from __future__ import annotations

import re

from ..access import Access
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import unreadable

_FOLDER = "/sys/kernel/debug/rknpu"
_DRIVER = "/sys/bus/platform/drivers/RKNPU"
_ROOT = "Start the app as root, or let an administrator open /sys/kernel/debug to you."
_CORE = re.compile(r"Core(\d+):\s*(\d+)\s*%")
_WHOLE = re.compile(r"NPU load:\s*(\d+)\s*%")


def make(access: Access) -> RknpuProvider:
    if not access.files.names(_DRIVER) and not access.files.names(_FOLDER):
        raise SourceAbsent("No NPU with the rknpu driver.")
    try:
        text = access.files.read(f"{_FOLDER}/load")
    except OSError as error:
        raise SourceAbsent(unreadable(f"{_FOLDER}/load", error).reason, _ROOT, likely=True) from error
    return RknpuProvider(access, len(parse_load(text)))


def parse_load(text: str) -> list[float | None]:
    """Per cent of each core, or of the whole where the driver tells no cores.

    Some drivers report thousands of per cent while cores are switched off; that is no reading.
    """
    found = [int(value) for _, value in _CORE.findall(text)] or [int(value) for value in _WHOLE.findall(text)]
    return [float(value) if value <= 100 else None for value in found]


class RknpuProvider:
    """Reads the load: the busiest core's as the headline, and each core's own where there are several."""

    def __init__(self, access: Access, cores: int) -> None:
        self._files = access.files
        self._absences: dict[str, Absence] = {}
        npu = Device("npu", DeviceKind.NPU, "Rockchip NPU", "rknpu")

        def load(quantity: str, meaning: str, label: str) -> Signal:
            return Signal(f"npu{quantity}", "%", meaning, 100.0, label, npu, "rknpu debugfs")

        each = range(cores if cores > 1 else 0)
        self._signals = (
            load("", "Load of the busiest core of the NPU.", ""),
            *(load(f".core{n}", f"Load of core {n} of the NPU.", f"Core {n}") for n in each),
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        path = f"{_FOLDER}/load"
        try:
            loads = parse_load(self._files.read(path))
        except OSError as error:
            self._absences = {signal.id: unreadable(path, error) for signal in self._signals}
            return {}
        known = [load for load in loads if load is not None]
        values = dict(zip((signal.id for signal in self._signals[1:]), loads, strict=False))
        values["npu"] = max(known) if known else None
        odd = Absence(f"{path} makes no sense at the moment.", likely=True)
        self._absences = {key: odd for key, value in values.items() if value is None}
        return values

    def absences(self) -> dict[str, Absence]:
        return self._absences
