"""Temperatures from the kernel's thermal zones, the hottest of each group."""

from __future__ import annotations

import re

from ..access import Access
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .gauges import Gauges

_FOLDER = "/sys/class/thermal"
_SOURCE = "thermal zones"
_COLDEST, _HOTTEST = -40.0, 150.0
"""What lies outside is a sensor that is off."""
_OWNERS = (("nsp", "npu"), ("npu", "npu"), ("gpu", "gpu"), ("cpu", "cpu"), ("x86_pkg", "cpu"))
_KINDS = {"npu": DeviceKind.NPU, "gpu": DeviceKind.GPU, "cpu": DeviceKind.CPU}


def make(access: Access) -> ThermalProvider:
    zones: dict[str, list[str]] = {}
    for name in access.files.names(_FOLDER):
        if name.startswith("thermal_zone"):
            try:
                kind = access.files.read(f"{_FOLDER}/{name}/type").strip()
            except OSError:
                continue
            zones.setdefault(group_of(kind), []).append(f"{_FOLDER}/{name}/temp")
    if not zones:
        raise SourceAbsent("The kernel has no thermal zones.")
    return ThermalProvider(access, zones)


def group_of(kind: str) -> str:
    """The signal that a zone of this type belongs to."""
    for start, owner in _OWNERS:
        if kind.startswith(start):
            return f"{owner}.temperature"
    plain = re.sub(r"(_temp)?[-_]thermal$|_temp$", "", kind)
    plain = re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-0123456789") or "zone"
    return f"temperature.{plain}"


class ThermalProvider:
    """Reads the hottest zone of each group in °C."""

    def __init__(self, access: Access, zones: dict[str, list[str]]) -> None:
        self._gauges = Gauges(access.files)
        self._zones = zones
        self._absences: dict[str, Absence] = {}
        self._signals = tuple(_signal(group, len(paths)) for group, paths in sorted(zones.items()))

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        return {group: self._hottest(group, paths) for group, paths in self._zones.items()}

    def absences(self) -> dict[str, Absence]:
        return self._absences

    def _hottest(self, group: str, paths: list[str]) -> float | None:
        self._gauges.absences.pop(group, None)
        read = [self._gauges.number(group, path, 1e-3) for path in paths]
        sound = [value for value in read if value is not None and _COLDEST <= value <= _HOTTEST]
        if sound:
            self._absences.pop(group, None)
            return max(sound)
        off = Absence(f"{paths[0]} reads as a sensor that is off.", likely=True)
        self._absences[group] = self._gauges.absences.get(group, off)
        return None


def _signal(group: str, zones: int) -> Signal:
    owner, _, quantity = group.partition(".")
    kind = _KINDS.get(owner, DeviceKind.TEMPERATURE)
    label = "Temperature" if owner in _KINDS else quantity
    meaning = "Temperature." if zones == 1 else f"The hottest of {zones} sensors."
    return Signal(group, "°C", meaning, 0.0, label, Device(owner, kind), _SOURCE)
