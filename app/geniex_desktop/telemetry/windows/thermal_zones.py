"""Temperatures on Windows, from the Thermal Zone Information counters."""

from __future__ import annotations

import re

from ..access import Access
from ..signals import Device, DeviceKind, Signal
from .pdh import open_pdh
from .sensors import SensorTable, add_first

_PRECISE = r"\Thermal Zone Information(*)\High Precision Temperature"
_COARSE = r"\Thermal Zone Information(*)\Temperature"
_ZERO_CELSIUS = 273.15
_COLDEST, _HOTTEST = -40.0, 150.0
"""What lies outside is a sensor that the firmware does not fill."""
_DEVICE = Device("temperature", DeviceKind.TEMPERATURE)


def make(access: Access) -> SensorTable:
    pdh = open_pdh(access)
    kelvin = 0.1 if add_first(pdh, (_PRECISE, _COARSE)) == 0 else 1.0

    def celsius(_zone: str, value: float) -> float | None:
        degrees = round(value * kelvin - _ZERO_CELSIUS, 2)
        return degrees if _COLDEST <= degrees <= _HOTTEST else None

    return SensorTable(pdh, _signal, celsius)


def _signal(zone: str) -> Signal:
    plain = re.sub(r"[^a-z0-9]+", "-", zone.lower()).strip("-") or "zone"
    meaning = "Temperature of this zone; some firmware never changes it."
    return Signal(f"temperature.{plain}", "°C", meaning, 0.0, zone, _DEVICE, "Thermal Zone Information")
