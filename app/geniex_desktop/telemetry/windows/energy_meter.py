"""Power of the machine's rails on Windows, from the Energy Meter counters."""

from __future__ import annotations

from ..access import Access
from ..rates import DeltaRate
from ..signals import Device, DeviceKind, Signal
from .pdh import open_pdh
from .sensors import SensorTable, add_first

_ENERGY = r"\Energy Meter(*)\Energy"
_POWER = r"\Energy Meter(*)\Power"
_JOULES_PER_PICOWATT_HOUR = 3.6e-9
_WATTS_PER_MILLIWATT = 1e-3
_DEVICE = Device("power", DeviceKind.POWER)


def make(access: Access) -> SensorTable:
    pdh = open_pdh(access)
    counts_energy = add_first(pdh, (_ENERGY, _POWER)) == 0
    rates: dict[str, DeltaRate] = {}

    def watts(rail: str, value: float) -> float | None:
        if not counts_energy:
            return value * _WATTS_PER_MILLIWATT
        rate = rates.setdefault(rail, DeltaRate()).update(value, access.clock_ns())
        return None if rate is None else rate * _JOULES_PER_PICOWATT_HOUR

    return SensorTable(pdh, _signal, watts)


def _signal(rail: str) -> Signal:
    # The rails are shown as they are: no rail is the NPU's.
    meaning = "Power of this rail, as the machine's energy meter counts it."
    return Signal(f"power.{rail.lower()}", "W", meaning, 0.0, rail, _DEVICE, "Energy Meter")
