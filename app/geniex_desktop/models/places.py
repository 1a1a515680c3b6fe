"""Which memory a model would run in: from the devices that were chosen, and what is free now."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine.devices import Kind, kind_of
from ..engine.types import DeviceInfo
from .fit import Place, Target

_QUANTIZING_ASCENDS = ("910",)
"""Chips that multiply quantized matrices themselves, by the number in their name."""


def target_of(devices: Sequence[DeviceInfo]) -> Target:
    """What runs a model that is spread over these devices: the one that sets the limits. None = the CPU."""
    for device in devices:
        if device.id.startswith("CANN") and not any(chip in device.name for chip in _QUANTIZING_ASCENDS):
            return Target.ASCEND_310B
        if device.id.startswith("HTP"):
            return Target.HEXAGON
    if any(kind_of(device.id) in (Kind.GPU, Kind.NPU) for device in devices):
        return Target.GPU
    return Target.CPU


def place_of(devices: Sequence[DeviceInfo], free_bytes: int) -> Place:
    """Where a model would run that is spread over these devices."""
    sessions = sum(device.id.startswith("HTP") for device in devices)
    return Place(target_of(devices), free_bytes, max(sessions, 1))


def free_memory() -> int:
    """Bytes that programs can still have without others being pushed out. Blocks for a moment."""
    import psutil

    return int(psutil.virtual_memory().available)
