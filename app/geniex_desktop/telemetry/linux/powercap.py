"""Power of the processor, from the kernel's energy counters (RAPL)."""

from __future__ import annotations

import errno
import re

from ..access import Access
from ..rates import DeltaRate
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import Gauges, first_number, unreadable

_FOLDER = "/sys/class/powercap"
_POWER = Device("power", DeviceKind.POWER)
_REMEDY = (
    "Since Linux 5.10 only root may read it. An administrator can allow others with a udev rule: "
    'SUBSYSTEM=="powercap", RUN+="/bin/chmod a+r /sys/class/powercap/%k/energy_uj"'
)


def make(access: Access) -> PowercapProvider:
    zones: dict[str, str] = {}
    for zone in access.files.names(_FOLDER):
        try:
            name = access.files.read(f"{_FOLDER}/{zone}/name").strip()
        except OSError:
            continue
        # The MMIO twin of a package counts the same energy again.
        if "mmio" not in zone:
            zones.setdefault(_rail(zone, name), f"{_FOLDER}/{zone}")
    if not zones:
        raise SourceAbsent("The kernel has no energy counters (powercap).")
    path = f"{next(iter(zones.values()))}/energy_uj"
    try:
        access.files.read(path)
    except OSError as error:
        refused = error.errno in (errno.EACCES, errno.EPERM)
        raise SourceAbsent(
            unreadable(path, error).reason, _REMEDY if refused else "", likely=refused
        ) from error
    return PowercapProvider(access, zones)


def _rail(zone: str, name: str) -> str:
    """`package-0`, and `package-0-core` for a part of it."""
    parent = re.match(r"intel-rapl:(\d+):", zone)
    return f"power.package-{parent.group(1)}-{name}" if parent else f"power.{name}"


class PowercapProvider:
    """Reads watts for each zone, from energy counters that wrap."""

    def __init__(self, access: Access, zones: dict[str, str]) -> None:
        self._clock_ns = access.clock_ns
        self._gauges = Gauges(access.files)
        self._zones = zones
        self._rates = {
            rail: DeltaRate((first_number(access.files, f"{folder}/max_energy_range_uj") or 0.0) * 1e-6)
            for rail, folder in zones.items()
        }
        self._signals = tuple(
            Signal(
                rail, "W", "Power, from the processor's energy counter.", 0.0, rail[6:], _POWER, "powercap"
            )
            for rail in zones
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        values: dict[str, float | None] = {}
        for rail, folder in self._zones.items():
            energy = self._gauges.number(rail, f"{folder}/energy_uj", 1e-6)
            values[rail] = self._rates[rail].update(energy, self._clock_ns())
        return values

    def absences(self) -> dict[str, Absence]:
        return self._gauges.absences
