"""The adapters as Windows lists them: Direct3D's kernel interface for all, DXCore for the word NPU."""

from __future__ import annotations

import ctypes
import uuid
from ctypes import POINTER, byref, c_char, c_int32, c_size_t, c_uint16, c_uint32, c_uint64, c_void_p
from typing import Any, Protocol

from ..access import Access, NativeError
from .instances import luid_text


class Luid(ctypes.Structure):
    _fields_ = (("low", c_uint32), ("high", c_int32))

    def text(self) -> str:
        return luid_text((self.high & 0xFFFFFFFF) << 32 | self.low)


class Guid(ctypes.Structure):
    _fields_ = (("bytes", ctypes.c_ubyte * 16),)


def guid(text: str) -> Guid:
    return Guid((ctypes.c_ubyte * 16)(*uuid.UUID(text).bytes_le))


class AdapterSource(Protocol):
    """What the system knows of adapters."""

    def kernel_adapters(self) -> list[tuple[str, str, int]]:
        """LUID, name and type bits of each; [] where the interface is missing. Raises NativeError."""

    def npus(self) -> list[tuple[str, str]] | None:
        """LUID and name of each NPU; None where DXCore is missing. Raises NativeError."""


COMPUTE_ONLY, SOFTWARE, RENDER = 1 << 11, 1 << 2, 1 << 0
"""Bits of the adapter type."""


def open_adapters(access: Access) -> AdapterSource:
    """The system's own lists, which may both be missing."""
    return access.interface("adapters", lambda: WindowsAdapters(access))


class WindowsAdapters:
    """Lists anew at each call, since adapters come, go, and change their LUIDs."""

    def __init__(self, access: Access) -> None:
        self._gdi = _load(access, "gdi32.dll")
        self._dxcore = _load(access, "dxcore.dll")

    def kernel_adapters(self) -> list[tuple[str, str, int]]:
        return [] if self._gdi is None else kernel_adapters(self._gdi)

    def npus(self) -> list[tuple[str, str]] | None:
        return None if self._dxcore is None else dxcore_npus(self._dxcore)


def _load(access: Access, name: str) -> Any:
    try:
        return access.load_library(name)
    except OSError:
        return None


# ------------------------------------------------------------------ Direct3D's kernel interface


class AdapterInfo(ctypes.Structure):
    """D3DKMT_ADAPTERINFO."""

    _fields_ = (
        ("handle", c_uint32),
        ("luid", Luid),
        ("sources", c_uint32),
        ("precise_regions", c_int32),
    )


class EnumAdapters2(ctypes.Structure):
    """D3DKMT_ENUMADAPTERS2."""

    _fields_ = (("count", c_uint32), ("adapters", POINTER(AdapterInfo)))


class EnumAdapters3(ctypes.Structure):
    """D3DKMT_ENUMADAPTERS3; bit 0 of the filter asks for compute-only adapters too."""

    _fields_ = (("filter", c_uint64), ("count", c_uint32), ("adapters", POINTER(AdapterInfo)))


class QueryAdapterInfo(ctypes.Structure):
    """D3DKMT_QUERYADAPTERINFO."""

    _fields_ = (("handle", c_uint32), ("type", c_uint32), ("data", c_void_p), ("size", c_uint32))


class RegistryInfo(ctypes.Structure):
    """D3DKMT_ADAPTERREGISTRYINFO: four texts of 260 UTF-16 units, the adapter's name first."""

    _fields_ = (("name", c_uint16 * 260), ("others", c_uint16 * 780))


_TYPE_REGISTRY, _TYPE_ADAPTER = 8, 15


def kernel_adapters(gdi: Any) -> list[tuple[str, str, int]]:
    """LUID, name and type bits of every adapter, compute-only ones included where this Windows can."""
    name = "D3DKMTEnumAdapters3" if hasattr(gdi, "D3DKMTEnumAdapters3") else "D3DKMTEnumAdapters2"
    request = EnumAdapters3(filter=1) if name.endswith("3") else EnumAdapters2()
    _nt(name, getattr(gdi, name)(byref(request)))
    infos = (AdapterInfo * max(1, request.count))()
    request.adapters = ctypes.cast(infos, POINTER(AdapterInfo))
    _nt(name, getattr(gdi, name)(byref(request)))
    found = []
    for info in infos[: request.count]:
        found.append((info.luid.text(), _kernel_name(gdi, info.handle), _kernel_type(gdi, info.handle)))
        gdi.D3DKMTCloseAdapter(byref(c_uint32(info.handle)))
    return found


def _kernel_type(gdi: Any, handle: int) -> int:
    bits = c_uint32()
    return bits.value if _query(gdi, handle, _TYPE_ADAPTER, bits) else 0


def _kernel_name(gdi: Any, handle: int) -> str:
    info = RegistryInfo()
    if not _query(gdi, handle, _TYPE_REGISTRY, info):
        return ""
    return bytes(info.name).decode("utf-16-le", "replace").partition("\0")[0].strip()


def _query(gdi: Any, handle: int, kind: int, data: Any) -> bool:
    request = QueryAdapterInfo(handle, kind, ctypes.addressof(data), ctypes.sizeof(data))
    return bool(gdi.D3DKMTQueryAdapterInfo(byref(request)) == 0)


def _nt(call: str, status: int) -> None:
    if status != 0:
        raise NativeError(call, status, f"0x{status & 0xFFFFFFFF:08X}")


# ------------------------------------------------------------------ DXCore

_IID_FACTORY = "78ee5945-c36e-4b13-a669-005dd11c0f06"
_IID_LIST = "526c7776-40e9-459b-b711-f32ad76dfc28"
_IID_ADAPTER = "f0db4c7f-fe5a-42a2-bd62-f2a6cf6fc83e"
_NPU_ATTRIBUTE = "d46140c4-add7-451b-9e56-06fe8c3b58ed"
# Places in the virtual tables, after the three of IUnknown.
_RELEASE = 2
_FACTORY_CREATE_LIST = 3
_LIST_GET, _LIST_COUNT = 3, 4
_ADAPTER_GET_PROPERTY, _ADAPTER_PROPERTY_SIZE = 6, 7
_PROPERTY_LUID, _PROPERTY_DESCRIPTION = 0, 2


def dxcore_npus(dxcore: Any) -> list[tuple[str, str]]:
    """LUID and description of each adapter of the hardware type NPU."""
    with _Released() as held:
        factory = c_void_p()
        status = dxcore.DXCoreCreateAdapterFactory(byref(guid(_IID_FACTORY)), byref(factory))
        _com("DXCoreCreateAdapterFactory", status)
        held.add(factory)
        adapters = c_void_p()
        attribute, wanted = guid(_NPU_ATTRIBUTE), guid(_IID_LIST)
        create = _method(
            factory,
            _FACTORY_CREATE_LIST,
            c_int32,
            c_uint32,
            POINTER(Guid),
            POINTER(Guid),
            POINTER(c_void_p),
        )
        _com("CreateAdapterList", create(factory, 1, byref(attribute), byref(wanted), byref(adapters)))
        held.add(adapters)
        count = _method(adapters, _LIST_COUNT, c_uint32)(adapters)
        return [_dxcore_adapter(held, adapters, index) for index in range(count)]


def _dxcore_adapter(held: _Released, adapters: c_void_p, index: int) -> tuple[str, str]:
    adapter, wanted = c_void_p(), guid(_IID_ADAPTER)
    get = _method(adapters, _LIST_GET, c_int32, c_uint32, POINTER(Guid), POINTER(c_void_p))
    _com("GetAdapter", get(adapters, index, byref(wanted), byref(adapter)))
    held.add(adapter)
    luid = Luid()
    read = _method(adapter, _ADAPTER_GET_PROPERTY, c_int32, c_uint32, c_size_t, c_void_p)
    _com("GetProperty", read(adapter, _PROPERTY_LUID, ctypes.sizeof(luid), byref(luid)))
    size = c_size_t()
    measure = _method(adapter, _ADAPTER_PROPERTY_SIZE, c_int32, c_uint32, POINTER(c_size_t))
    if measure(adapter, _PROPERTY_DESCRIPTION, byref(size)) != 0:
        return luid.text(), ""
    text = (c_char * (size.value + 1))()
    _com("GetProperty", read(adapter, _PROPERTY_DESCRIPTION, size.value, text))
    return luid.text(), text.value.decode("utf-8", "replace")


class _Released:
    """Releases COM objects at the end, the last first."""

    def __init__(self) -> None:
        self._objects: list[c_void_p] = []

    def add(self, held: c_void_p) -> None:
        self._objects.append(held)

    def __enter__(self) -> _Released:
        return self

    def __exit__(self, *_: object) -> None:
        for held in reversed(self._objects):
            _method(held, _RELEASE, c_uint32)(held)


def _method(instance: c_void_p, place: int, result: Any, *arguments: Any) -> Any:
    """A method of a COM object. On 64-bit Windows there is one calling convention, C's."""
    table = ctypes.cast(instance, POINTER(POINTER(c_void_p))).contents
    return ctypes.CFUNCTYPE(result, c_void_p, *arguments)(table[place])


def _com(call: str, status: int) -> None:
    if status < 0:
        raise NativeError(call, status, f"0x{status & 0xFFFFFFFF:08X}")
