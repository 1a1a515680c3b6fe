"""Where the power comes from and which power mode is set: why the same reply is slower on another day."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from .access import Access, text_of

MAINS, BATTERY = "mains", "battery"

_PROFILE = "/sys/firmware/acpi/platform_profile"
_GOVERNOR = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"
_OVERLAYS = {
    "961cc777-2547-4f9d-8174-7d86181b8a7a": "power-saver",
    "00000000-0000-0000-0000-000000000000": "balanced",
    "ded574b5-45a0-4f42-8737-46345c09c238": "performance",
}
"""Windows' power modes, under the names that Linux has for them."""


def read_power(access: Access, battery: Callable[[], Any] | None = None) -> dict[str, str]:
    """The `power` source and the `mode`, as far as the system tells. Not for the GUI thread."""
    found = {"power": _source(battery or _battery)}
    found["mode"] = text_of(access.files, _PROFILE) or text_of(access.files, _GOVERNOR) or _overlay(access)
    return {name: value for name, value in found.items() if value}


def _battery() -> Any:
    import psutil  # on the worker that asks: the window's start must not wait for it

    # psutil has no such function on some systems.
    return getattr(psutil, "sensors_battery", lambda: None)()


def _source(battery: Callable[[], Any]) -> str:
    """A machine without a battery runs on mains; one whose plug is unknown tells nothing."""
    state = battery()
    if state is None:
        return MAINS
    return {True: MAINS, False: BATTERY}.get(state.power_plugged, "")


class _Guid(ctypes.Structure):
    _fields_ = (
        ("first", ctypes.c_uint32),
        ("second", ctypes.c_uint16),
        ("third", ctypes.c_uint16),
        ("rest", ctypes.c_ubyte * 8),
    )

    def __str__(self) -> str:
        rest = bytes(self.rest).hex()
        return f"{self.first:08x}-{self.second:04x}-{self.third:04x}-{rest[:4]}-{rest[4:]}"


def _overlay(access: Access) -> str:
    """The mode of Windows' power slider; "" on other systems and where it has none."""
    guid = _Guid()
    with suppress(OSError, AttributeError):
        library = access.load_library("powrprof.dll")
        if library.PowerGetEffectiveOverlayScheme(ctypes.byref(guid)) == 0:
            return _OVERLAYS.get(str(guid), "")
    return ""
