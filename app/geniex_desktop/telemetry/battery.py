"""Charge of the battery and what is drawn from it: why a reply on the road is slower than at the desk."""

from __future__ import annotations

from typing import Any

import psutil

from .access import Access, text_of
from .linux.gauges import first_number
from .signals import Absence, Device, DeviceKind, Signal, SourceAbsent

CHARGE = "power.battery"
DRAW = "power.battery-draw"

_SUPPLIES = "/sys/class/power_supply"
_POWER = Device("power", DeviceKind.POWER)
_ON_MAINS = Absence("The machine is not running on its battery.")


def make(access: Access) -> BatteryProvider:
    return BatteryProvider(access, psutil)


class BatteryProvider:
    """Reads the charge in per cent and, on Linux, the watts that are drawn while it discharges."""

    def __init__(self, access: Access, source: Any) -> None:
        """Raises SourceAbsent without a battery."""
        self._files = access.files
        self._battery = getattr(source, "sensors_battery", lambda: None)
        if self._battery() is None:
            raise SourceAbsent("The machine has no battery.")
        supplies = (f"{_SUPPLIES}/{name}" for name in access.files.names(_SUPPLIES))
        self._folder = next(
            (path for path in supplies if text_of(access.files, f"{path}/type") == "Battery"), ""
        )
        charge = Signal(CHARGE, "%", "Charge of the battery.", 100.0, "Battery", _POWER, "psutil")
        draw = Signal(DRAW, "W", "Power drawn from the battery.", 0.0, "Battery draw", _POWER, "power_supply")
        self._signals = (charge, draw) if self._folder else (charge,)
        self._absences: dict[str, Absence] = {}

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        battery = self._battery()
        values: dict[str, float | None] = {CHARGE: None if battery is None else float(battery.percent)}
        if self._folder:
            discharging = text_of(self._files, f"{self._folder}/status") == "Discharging"
            self._absences = {} if discharging else {DRAW: _ON_MAINS}
            values[DRAW] = self._watts() if discharging else None
        return values

    def absences(self) -> dict[str, Absence]:
        return self._absences

    def _watts(self) -> float | None:
        """Some batteries tell power, others current and voltage; discharging may be written as negative."""
        microwatts = first_number(self._files, f"{self._folder}/power_now")
        if microwatts is not None:
            return abs(microwatts) * 1e-6
        current = first_number(self._files, f"{self._folder}/current_now")
        voltage = first_number(self._files, f"{self._folder}/voltage_now")
        return None if current is None or voltage is None else abs(current) * voltage * 1e-12
