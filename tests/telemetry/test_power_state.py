"""Where the power comes from, and the power mode, on made machines."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from uuid import UUID

import pytest
from made_machines import EACCES, Machine

from geniex_desktop.telemetry.power_state import read_power

PROFILE = "/sys/firmware/acpi/platform_profile"
GOVERNOR = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"


@pytest.mark.parametrize(
    ("battery", "power"),
    [
        (None, {"power": "mains"}),
        (SimpleNamespace(percent=81.0, power_plugged=True), {"power": "mains"}),
        (SimpleNamespace(percent=81.0, power_plugged=False), {"power": "battery"}),
        (SimpleNamespace(percent=81.0, power_plugged=None), {}),
    ],
)
def test_the_source(machine: Machine, battery: Any, power: dict[str, str]) -> None:
    assert read_power(machine.access(), lambda: battery) == power


def test_the_mode_is_the_platforms_profile_else_the_governor(machine: Machine) -> None:
    def mode() -> str | None:
        return read_power(machine.access(), lambda: None).get("mode")

    assert mode() is None
    machine.write(GOVERNOR, "powersave\n")
    assert mode() == "powersave"
    machine.write(PROFILE, "balanced\n")
    assert mode() == "balanced"
    machine.write(PROFILE, EACCES)
    assert mode() == "powersave"


class Powrprof:
    """Windows' library as ctypes shows it."""

    def __init__(self, guid: bytes, code: int = 0) -> None:
        self._guid = guid
        self._code = code

    def PowerGetEffectiveOverlayScheme(self, pointer: Any) -> int:  # noqa: N802 - Windows' name
        target = (type(pointer._obj)).from_buffer(pointer._obj)
        memoryview(target).cast("B")[:] = self._guid
        return self._code


@pytest.mark.parametrize(
    ("guid", "code", "mode"),
    [
        ("ded574b5-45a0-4f42-8737-46345c09c238", 0, "performance"),
        ("961cc777-2547-4f9d-8174-7d86181b8a7a", 0, "power-saver"),
        ("00000000-0000-0000-0000-000000000000", 0, "balanced"),
        ("12345678-0000-0000-0000-000000000000", 0, None),
        ("ded574b5-45a0-4f42-8737-46345c09c238", 50, None),
    ],
)
def test_the_mode_of_windows(machine: Machine, guid: str, code: int, mode: str | None) -> None:
    library = Powrprof(UUID(guid).bytes_le, code)
    access = machine.access(load_library=lambda name: {"powrprof.dll": library}[name])
    assert read_power(access, lambda: None).get("mode") == mode


def test_an_older_windows_tells_no_mode(machine: Machine) -> None:
    access = machine.access(load_library=lambda _name: SimpleNamespace())
    assert read_power(access, lambda: None) == {"power": "mains"}
