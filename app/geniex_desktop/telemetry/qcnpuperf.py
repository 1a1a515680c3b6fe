"""The Hexagon NPU on Linux, from Qualcomm's libqcnpuperf, which asks the DSP over FastRPC."""

from __future__ import annotations

import ctypes
from ctypes import POINTER, byref, c_float, c_int, c_uint, c_void_p
from typing import Any, Protocol

from .access import Access, SystemFiles, text_of
from .signals import Absence, Device, DeviceKind, Signal, SourceAbsent

_LIBRARIES = ("libqcnpuperf.so.1", "libqcnpuperf.so")
_CDSP = 3
_NODE = "/dev/fastrpc-cdsp"
_SOURCE = "libqcnpuperf"


class QcnPerf(Protocol):
    """A session with the DSP."""

    def snapshot(self) -> tuple[float, int, float, float] | None:
        """Q6 %, Q6 clock in kHz, HVX % and HMX % since the last one; None when the DSP does not answer."""

    def architecture(self) -> int:
        """0x73 for v73; 0 when unknown."""

    def close(self) -> None: ...


def make(access: Access) -> HexagonProvider:
    present = hexagon_present(access.files)
    try:
        session = access.interface("qcnpuperf", lambda: open_session(access))
    except OSError as error:
        reason = f"libqcnpuperf cannot be loaded ({error})."
        if not present:
            reason = "No Hexagon NPU (no cdsp remote processor) and no libqcnpuperf."
        remedy = "Install the package libqcnpuperf1." if present else ""
        raise SourceAbsent(reason, remedy, likely=present) from error
    if session is None:
        state = remoteproc_state(access.files)
        raise SourceAbsent(
            f"The DSP does not open a session for metrics{f' (cdsp is {state})' if state else ''}.",
            f"{_NODE} must be readable and writable: add yourself to the group fastrpc and log in again.",
            likely=True,
        )
    return HexagonProvider(access, session)


def hexagon_present(files: SystemFiles) -> bool:
    return bool(remoteproc_state(files)) or "fastrpc-cdsp" in files.names("/dev")


def remoteproc_state(files: SystemFiles) -> str:
    """What the kernel says of the compute DSP: running, crashed, offline; "" when there is none."""
    folder = "/sys/class/remoteproc"
    for name in files.names(folder):
        if text_of(files, f"{folder}/{name}/name") == "cdsp":
            return text_of(files, f"{folder}/{name}/state")
    return ""


class HexagonProvider:
    """Reads the load of the scalar, vector and matrix units. Each reading is a call into the DSP."""

    def __init__(self, access: Access, session: QcnPerf) -> None:
        self._files = access.files
        self._session = session
        self._absences: dict[str, Absence] = {}
        version = session.architecture()
        npu = Device("npu", DeviceKind.NPU, f"Hexagon v{version:x}" if version else "Hexagon")
        busy = "Average effective clock of the {} units as a share of the highest."
        self._signals = (
            Signal("npu", "%", busy.format("scalar (Q6)"), 100.0, "", npu, _SOURCE),
            Signal("npu.hvx", "%", busy.format("vector (HVX)"), 100.0, "HVX", npu, _SOURCE),
            Signal("npu.hmx", "%", busy.format("matrix (HMX)"), 100.0, "HMX", npu, _SOURCE),
            Signal("npu.clock", "Hz", "Average clock of the DSP.", 0.0, "Clock", npu, _SOURCE),
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        snapshot = self._session.snapshot()
        if snapshot is None:
            state = remoteproc_state(self._files)
            reason = "The DSP did not answer" + (f"; cdsp is {state}." if state else ".")
            self._absences = {signal.id: Absence(reason, likely=True) for signal in self._signals}
            return {}
        self._absences = {}
        q6, clock_khz, hvx, hmx = snapshot
        return {
            "npu": min(100.0, q6),
            "npu.hvx": min(100.0, hvx),
            "npu.hmx": min(100.0, hmx),
            "npu.clock": clock_khz * 1e3,
        }

    def absences(self) -> dict[str, Absence]:
        return self._absences

    def close(self) -> None:
        self._session.close()


class _Snapshot(ctypes.Structure):
    """The data that the library of the first ABI hands out bare."""

    _fields_ = (
        ("q6_utilization", c_float),
        ("q6_clock", c_uint),
        ("reserved0", c_float),
        ("hvx_utilization", c_float),
        ("hmx_utilization", c_float),
        ("reserved", c_float * 9),
    )


def open_session(access: Access) -> QcnPerf | None:
    """A session by the ABI that the library has; None when the DSP refuses. Raises OSError, SourceAbsent."""
    library = access.load_first(_LIBRARIES)
    if hasattr(library, "qcom_dsp_open"):
        return _HandleSession.open(library)
    if hasattr(library, "qcom_dsp_init"):
        return _DomainSession.open(library)
    raise SourceAbsent("libqcnpuperf has neither qcom_dsp_open nor qcom_dsp_init.", likely=True)


class _HandleSession:
    """The ABI since June 2026: a handle, and getters for an opaque snapshot."""

    def __init__(self, library: Any, handle: int) -> None:
        self._library = library
        self._handle = handle

    @classmethod
    def open(cls, library: Any) -> _HandleSession | None:
        library.qcom_dsp_open.argtypes = (c_int,)
        library.qcom_dsp_open.restype = c_void_p
        library.qcom_dsp_get_prof_data.argtypes = (c_void_p, POINTER(c_int))
        library.qcom_dsp_get_prof_data.restype = c_void_p
        library.qcom_dsp_close.argtypes = (c_void_p,)
        library.qcom_dsp_close.restype = None
        for name in ("q6_utilization", "q6_clock", "hvx_utilization", "hmx_utilization", "q6_arch_version"):
            getter = getattr(library, f"qcom_dsp_prof_get_{name}")
            getter.argtypes = (c_void_p,)
            getter.restype = c_float if name.endswith("utilization") else c_uint
        handle = library.qcom_dsp_open(_CDSP)
        return cls(library, handle) if handle else None

    def snapshot(self) -> tuple[float, int, float, float] | None:
        library, count = self._library, c_int()
        data = library.qcom_dsp_get_prof_data(self._handle, byref(count))
        # The getters answer 0 for no data, which would look like an idle NPU.
        if not data or count.value <= 0:
            return None
        return (
            library.qcom_dsp_prof_get_q6_utilization(data),
            library.qcom_dsp_prof_get_q6_clock(data),
            library.qcom_dsp_prof_get_hvx_utilization(data),
            library.qcom_dsp_prof_get_hmx_utilization(data),
        )

    def architecture(self) -> int:
        return int(self._library.qcom_dsp_prof_get_q6_arch_version(self._handle))

    def close(self) -> None:
        self._library.qcom_dsp_close(self._handle)


class _DomainSession:
    """The first ABI: calls by domain, and a bare snapshot."""

    def __init__(self, library: Any) -> None:
        self._library = library

    @classmethod
    def open(cls, library: Any) -> _DomainSession | None:
        library.qcom_dsp_init.argtypes = (c_int,)
        library.qcom_dsp_get_prof_data.argtypes = (c_int, POINTER(c_int))
        library.qcom_dsp_get_prof_data.restype = POINTER(_Snapshot)
        library.qcom_dsp_deinit.argtypes = (c_int,)
        return cls(library) if library.qcom_dsp_init(_CDSP) == 0 else None

    def snapshot(self) -> tuple[float, int, float, float] | None:
        count = c_int()
        data = self._library.qcom_dsp_get_prof_data(_CDSP, byref(count))
        if not data or count.value <= 0:
            return None
        got = data.contents
        return got.q6_utilization, got.q6_clock, got.hvx_utilization, got.hmx_utilization

    def architecture(self) -> int:
        return 0

    def close(self) -> None:
        self._library.qcom_dsp_deinit(_CDSP)
