"""DCMI, the management library of the Ascend driver, by ctypes."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char, c_int, c_uint, c_ulong, c_ulonglong
from typing import Any, Protocol

from ..access import NativeError

LIBRARIES = (
    "libdcmi.so",
    "/usr/local/dcmi/libdcmi.so",
    "/usr/local/Ascend/driver/lib64/driver/libdcmi.so",
)

UNSUPPORTED = -8255
NOT_PERMITTED = -8002
IN_CONTAINER = -8013

AICORE, AICPU, CTRLCPU, MEMORY_BANDWIDTH = 2, 3, 4, 5
"""Kinds of utilisation."""
CLOCK_AICORE, CLOCK_AICORE_MAX = 7, 9
"""Kinds of clocks."""

_MEANINGS = {
    -8001: "wrong parameter",
    -8002: "not permitted",
    -8005: "inner error",
    -8006: "timed out",
    -8008: "no such device",
    -8009: "the driver's ioctl failed",
    -8012: "not ready",
    -8013: "not available in a container",
    -8020: "occupied",
    -8255: "not supported by this device",
}
_MOST_CARDS = 64
_MOST_USERS = 1024
_LONGEST_VERSION = 64


class Dcmi(Protocol):
    """What is asked of DCMI. A chip is a card and a device in it. Everything raises NativeError."""

    def chips(self) -> list[list[int]]:
        """[card, device] of each NPU."""

    def driver(self) -> str: ...
    def name(self, card: int, device: int) -> str: ...

    def health(self, card: int, device: int) -> int:
        """0 is OK, 1 a warning, 2 an alarm, 3 critical."""

    def utilisation(self, card: int, device: int, kind: int) -> int: ...
    def temperature(self, card: int, device: int) -> int: ...
    def watts(self, card: int, device: int) -> float: ...
    def clock_mhz(self, card: int, device: int, kind: int) -> int: ...

    def memory_mb(self, card: int, device: int) -> tuple[int, int]:
        """Available and total, as the driver counts them."""

    def users(self, card: int, device: int) -> list[int]:
        """Process ids of the programs that hold memory of it."""


class MemoryInfo(ctypes.Structure):
    """What dcmi_get_device_memory_info_v3 fills in."""

    _fields_ = (
        ("memory_size", c_ulonglong),
        ("memory_available", c_ulonglong),
        ("freq", c_uint),
        ("hugepage_size_kb", c_ulong),
        ("hugepages_total", c_ulong),
        ("hugepages_free", c_ulong),
        ("utilisation", c_uint),
        ("reserved", ctypes.c_ubyte * 60),
    )


class ChipInfo(ctypes.Structure):
    """What dcmi_get_device_chip_info fills in."""

    _fields_ = (
        ("chip_type", c_char * 32),
        ("chip_name", c_char * 32),
        ("chip_version", c_char * 32),
        ("aicore_count", c_uint),
    )


class ProcessMemory(ctypes.Structure):
    """One entry of what dcmi_get_device_resource_info fills in."""

    _fields_ = (("process", c_int), ("memory", c_ulong))


class CtypesDcmi:
    """Raises NativeError when the library does not initialise, and for a call that it lacks (-8255)."""

    def __init__(self, library: Any) -> None:
        self._library = library
        self._call("dcmi_init")

    def chips(self) -> list[list[int]]:
        count, cards = c_int(), (c_int * _MOST_CARDS)()
        self._call("dcmi_get_card_list", byref(count), cards, _MOST_CARDS)
        found: list[list[int]] = []
        for card in cards[: min(count.value, _MOST_CARDS)]:
            devices = c_int()
            self._call("dcmi_get_device_num_in_card", card, byref(devices))
            found.extend([card, device] for device in range(min(devices.value, _MOST_CARDS)))
        return found

    def driver(self) -> str:
        buffer = (c_char * _LONGEST_VERSION)()
        self._call("dcmi_get_driver_version", buffer, _LONGEST_VERSION)
        return buffer.value.decode("utf-8", "replace").strip()

    def name(self, card: int, device: int) -> str:
        info = ChipInfo()
        self._call("dcmi_get_device_chip_info", card, device, byref(info))
        parts = (info.chip_type, info.chip_name)
        return " ".join(part.decode("utf-8", "replace").strip() for part in parts if part.strip())

    def health(self, card: int, device: int) -> int:
        return self._number("dcmi_get_device_health", card, device)

    def utilisation(self, card: int, device: int, kind: int) -> int:
        return self._number("dcmi_get_device_utilization_rate", card, device, kind)

    def temperature(self, card: int, device: int) -> int:
        return c_int(self._number("dcmi_get_device_temperature", card, device)).value

    def watts(self, card: int, device: int) -> float:
        return c_int(self._number("dcmi_get_device_power_info", card, device)).value / 10.0

    def clock_mhz(self, card: int, device: int, kind: int) -> int:
        return self._number("dcmi_get_device_frequency", card, device, kind)

    def memory_mb(self, card: int, device: int) -> tuple[int, int]:
        info = MemoryInfo()
        self._call("dcmi_get_device_memory_info_v3", card, device, byref(info))
        return info.memory_available, info.memory_size

    def users(self, card: int, device: int) -> list[int]:
        entries, count = (ProcessMemory * _MOST_USERS)(), c_int()
        self._call("dcmi_get_device_resource_info", card, device, entries, byref(count))
        return [entry.process for entry in entries[: max(0, min(count.value, _MOST_USERS))]]

    def _number(self, name: str, *arguments: int) -> int:
        value = c_uint()
        self._call(name, *arguments, byref(value))
        return value.value

    def _call(self, name: str, *arguments: Any) -> None:
        function = getattr(self._library, name, None)
        if function is None:
            raise NativeError(name, UNSUPPORTED, "missing in this library")
        code = function(*arguments)
        if code != 0:
            raise NativeError(name, code, _MEANINGS.get(code, ""))
