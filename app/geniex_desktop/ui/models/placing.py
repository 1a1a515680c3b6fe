"""On which devices a model would run that is loaded now."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine.devices import choose_device, kind_of
from ...engine.types import DeviceInfo
from ...errors import AppError
from ...models.fit import Place
from ...models.places import free_memory, place_of


def used_devices(wanted: str, devices: Sequence[DeviceInfo]) -> list[DeviceInfo]:
    """The devices behind a wish (auto, hybrid, …, or a list); all of the chosen kind, for it is spread."""
    try:
        label = choose_device(wanted, devices).label
    except AppError:
        return []
    used = [device for device in devices if (kind := kind_of(device.id)) and kind.value in label]
    accelerators = [device for device in used if not device.id.startswith("CPU")]
    return accelerators or used


def place_now(wanted: str, devices: Sequence[DeviceInfo]) -> Place:
    """Where a model would run, with the memory that is free now. Blocks for a moment."""
    return place_of(used_devices(wanted, devices), free_memory())
