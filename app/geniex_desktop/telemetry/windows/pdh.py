"""Windows performance counters (PDH) by ctypes: one query, counters with wildcards, arrays of instances."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Iterator
from ctypes import POINTER, byref, c_uint16, c_uint32, c_void_p
from typing import Any, Protocol

from ..access import Access, NativeError
from ..signals import SourceAbsent

VALID, NEW_DATA = 0x00000000, 0x00000001
"""Statuses of a value that counts."""
NO_OBJECT = 0xC0000BB8
_MORE_DATA = 0x800007D2
_NO_INSTANCE = 0x800007D1
_NO_DATA = 0x800007D5
_INVALID_DATA = (0xC0000BC6, 0xC0000BBA)
_MEANINGS = {
    NO_OBJECT: "there is no such counter set",
    0xC0000BB9: "there is no such counter",
    _NO_INSTANCE: "no instance",
    _NO_DATA: "no data",
    0xC0000BC6: "invalid data",
    0xC0000BBA: "invalid data",
}
_DOUBLE_UNCAPPED = 0x00000200 | 0x00008000 | 0x00001000
"""As a double, not cut at 100, not scaled."""
_ATTEMPTS = 3
_SLACK = 4096

ITEM = struct.Struct("<QI4xd")
"""PDH_FMT_COUNTERVALUE_ITEM_W of 64-bit Windows: name pointer, status, value."""

Item = tuple[str, int, float]
"""Instance name, status, value."""


class Pdh(Protocol):
    """One query. Everything raises NativeError."""

    def add(self, path: str) -> int:
        """Adds a counter by its English path; the number to ask for it by."""

    def collect(self) -> None: ...

    def items(self, counter: int, zeros: bool) -> list[Item]:
        """The instances of the last collection, without those that are 0 unless `zeros`."""

    def close(self) -> None: ...


def open_pdh(access: Access) -> Pdh:
    """The system's own. Raises SourceAbsent where there is none."""
    try:
        return access.interface("pdh", lambda: CtypesPdh(access.load_library("pdh.dll")))
    except (OSError, NativeError) as error:
        raise SourceAbsent(f"Performance counters are unavailable: {error}.", likely=True) from error


def read_items(raw: bytes | bytearray, base: int, count: int, zeros: bool = True) -> Iterator[Item]:
    """The items at the start of a filled buffer, whose names lie behind them; `base` is its address.

    Most of a thousand instances are 0: without them, only the few names that matter are decoded.
    """
    for pointer, status, value in ITEM.iter_unpack(memoryview(raw)[: count * ITEM.size]):
        if zeros or value != 0.0 or status > NEW_DATA:
            yield _text_at(raw, pointer - base), status, value


def _text_at(raw: bytes | bytearray, start: int) -> str:
    """The UTF-16 text up to its terminator; "" for a pointer out of the buffer."""
    if not 0 <= start < len(raw):
        return ""
    end = raw.find(b"\0\0", start)
    while end > 0 and (end - start) % 2:
        end = raw.find(b"\0\0", end + 1)
    return raw[start : end if end >= 0 else len(raw)].decode("utf-16-le", "replace")


class CtypesPdh:
    """PDH on Windows. Text goes in and out as UTF-16 in numbers, so that this runs against a stand-in too."""

    def __init__(self, library: Any) -> None:
        for name in (
            "PdhOpenQueryW",
            "PdhAddEnglishCounterW",
            "PdhCollectQueryData",
            "PdhGetFormattedCounterArrayW",
            "PdhCloseQuery",
        ):
            # As a signed number, "more data" would compare wrong.
            getattr(library, name).restype = c_uint32
        library.PdhOpenQueryW.argtypes = (c_void_p, c_void_p, POINTER(c_void_p))
        library.PdhAddEnglishCounterW.argtypes = (c_void_p, c_void_p, c_void_p, POINTER(c_void_p))
        library.PdhCollectQueryData.argtypes = (c_void_p,)
        library.PdhGetFormattedCounterArrayW.argtypes = (
            c_void_p,
            c_uint32,
            POINTER(c_uint32),
            POINTER(c_uint32),
            c_void_p,
        )
        library.PdhCloseQuery.argtypes = (c_void_p,)
        self._library = library
        self._query = c_void_p()
        self._counters: list[c_void_p] = []
        self._buffer = bytearray(1 << 16)
        _check("PdhOpenQueryW", library.PdhOpenQueryW(None, None, byref(self._query)))

    def add(self, path: str) -> int:
        units = path.encode("utf-16-le") + b"\0\0"
        text = (c_uint16 * (len(units) // 2)).from_buffer_copy(units)
        counter = c_void_p()
        status = self._library.PdhAddEnglishCounterW(self._query, text, None, byref(counter))
        _check(f"PdhAddEnglishCounterW {path}", status)
        self._counters.append(counter)
        return len(self._counters) - 1

    def collect(self) -> None:
        status = self._library.PdhCollectQueryData(self._query)
        if status not in (_NO_DATA, _NO_INSTANCE):
            _check("PdhCollectQueryData", status)

    def items(self, counter: int, zeros: bool) -> list[Item]:
        name = "PdhGetFormattedCounterArrayW"
        status = _MORE_DATA
        for _ in range(_ATTEMPTS):
            size, count = c_uint32(len(self._buffer)), c_uint32()
            view = (ctypes.c_char * len(self._buffer)).from_buffer(self._buffer)
            base = ctypes.addressof(view)
            status = self._library.PdhGetFormattedCounterArrayW(
                self._counters[counter], _DOUBLE_UNCAPPED, byref(size), byref(count), base
            )
            if status != _MORE_DATA:
                break
            # Instances may appear between two calls.
            self._buffer = bytearray(size.value + _SLACK)
        if status in (_NO_DATA, _NO_INSTANCE, *_INVALID_DATA):
            return []  # a rate before its second collection, or nobody to measure
        _check(name, status)
        return list(read_items(self._buffer, base, count.value, zeros))

    def close(self) -> None:
        self._library.PdhCloseQuery(self._query)


def _check(call: str, status: int) -> None:
    if status != VALID:
        raise NativeError(call, status, f"{_MEANINGS.get(status, 'error')}, 0x{status:08X}")
