"""NVIDIA GPUs, from the driver's management library (NVML), loaded at run time."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from ctypes import POINTER, byref, c_char, c_int, c_uint, c_ulonglong, c_void_p
from typing import Any, Protocol

from . import nvidia_smi
from .access import Access, NativeError, SystemFiles, text_of
from .nvidia_smi import NvidiaSmiProvider
from .readings import Readings
from .signals import Absence, Device, DeviceKind, Signal, SourceAbsent

_LIBRARY = "nvml.dll" if sys.platform == "win32" else "libnvidia-ml.so.1"
_NOT_SUPPORTED = 3
_TEMPERATURE_GPU = 0
_CLOCK_SM = 1
_NVIDIA = "0x10de"
_SOURCE = "NVML"
_ASLEEP = Absence("The NVIDIA GPU sleeps; to ask it would wake it.", likely=True)


class Nvml(Protocol):
    """What is asked of NVML. GPUs are numbered from 0. Everything raises NativeError."""

    def count(self) -> int: ...
    def driver(self) -> str: ...
    def name(self, gpu: int) -> str: ...
    def busy_percent(self, gpu: int) -> float: ...

    def memory_bytes(self, gpu: int) -> tuple[int, int]:
        """Used, total."""

    def temperature(self, gpu: int) -> float: ...
    def watts(self, gpu: int) -> float: ...
    def clock_hz(self, gpu: int) -> float: ...
    def fastest_hz(self, gpu: int) -> float: ...
    def close(self) -> None: ...


def make(access: Access) -> NvmlProvider | NvidiaSmiProvider:
    """Through the library; where that cannot be loaded, through the driver's tool. Raises SourceAbsent."""
    if all_asleep(access.files):
        raise SourceAbsent(_ASLEEP.reason, likely=True)
    try:
        nvml = access.interface("nvml", lambda: CtypesNvml(access.load_library(_LIBRARY)))
    except OSError:
        return nvidia_smi.make(access)
    except NativeError as error:
        raise SourceAbsent(
            f"The NVIDIA driver does not answer: {error}.", "Reinstall the driver.", likely=True
        ) from error
    if nvml.count() == 0:
        nvml.close()
        raise SourceAbsent("The NVIDIA driver knows no GPU.")
    return NvmlProvider(access, nvml)


def all_asleep(files: SystemFiles) -> bool:
    """Whether every NVIDIA GPU on the PCI bus is suspended. False where there is none, or nothing tells."""
    folder = "/sys/bus/pci/devices"
    states = []
    for name in files.names(folder):
        is_nvidia = text_of(files, f"{folder}/{name}/vendor") == _NVIDIA
        if is_nvidia and text_of(files, f"{folder}/{name}/class").startswith("0x03"):
            states.append(text_of(files, f"{folder}/{name}/power/runtime_status"))
    return bool(states) and all(state == "suspended" for state in states)


class NvmlProvider:
    """Reads load, memory, temperature, power and clock of each GPU; what one does not support is left out."""

    def __init__(self, access: Access, nvml: Nvml) -> None:
        self._files = access.files
        self._nvml = nvml
        self._readings = Readings(_SOURCE, _NOT_SUPPORTED)
        for gpu in range(nvml.count()):
            self._describe(gpu)
        self._signals = self._readings.signals

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        if all_asleep(self._files):
            return self._readings.all_absent(_ASLEEP)
        return self._readings.read()

    def absences(self) -> dict[str, Absence]:
        return self._readings.absences

    def close(self) -> None:
        self._nvml.close()

    def _driver(self) -> str:
        try:
            return self._nvml.driver()
        except NativeError:
            return ""

    def _describe(self, gpu: int) -> None:
        nvml, readings, own = self._nvml, self._readings, f"gpu{gpu or ''}"
        device = Device(own, DeviceKind.GPU, nvml.name(gpu), self._driver())
        total = readings.constant(lambda: float(nvml.memory_bytes(gpu)[1]))
        fastest = readings.constant(lambda: nvml.fastest_hz(gpu))

        def add(
            quantity: str, unit: str, meaning: str, reader: Callable[[], float], top: float = 0.0
        ) -> None:
            signal_id = f"{own}.{quantity.lower()}" if quantity else own
            signal = Signal(signal_id, unit, meaning, top, quantity, device, _SOURCE)
            readings.add(signal, reader, headline=not quantity)

        add("", "%", "Time that any kernel ran.", lambda: nvml.busy_percent(gpu), 100.0)
        add("Memory", "B", "GPU memory in use.", lambda: float(nvml.memory_bytes(gpu)[0]), total)
        add("Temperature", "°C", "Temperature of the GPU.", lambda: nvml.temperature(gpu))
        add("Power", "W", "Power of the card.", lambda: nvml.watts(gpu))
        add("Clock", "Hz", "Clock of the processors.", lambda: nvml.clock_hz(gpu), fastest)


class _Utilization(ctypes.Structure):
    _fields_ = (("gpu", c_uint), ("memory", c_uint))


class _Memory(ctypes.Structure):
    _fields_ = (("total", c_ulonglong), ("free", c_ulonglong), ("used", c_ulonglong))


class CtypesNvml:
    """NVML by ctypes. Raises NativeError when it does not initialise."""

    def __init__(self, library: Any) -> None:
        self._library = library
        library.nvmlErrorString.restype = ctypes.c_char_p
        for name in ("Name", "UtilizationRates", "MemoryInfo", "Temperature", "PowerUsage"):
            getattr(library, f"nvmlDeviceGet{name}").restype = c_int
        library.nvmlDeviceGetHandleByIndex_v2.argtypes = (c_uint, POINTER(c_void_p))
        self._handles: list[c_void_p] = []
        self._call("nvmlInit_v2")
        count = c_uint()
        self._call("nvmlDeviceGetCount_v2", byref(count))
        for index in range(count.value):
            handle = c_void_p()
            self._call("nvmlDeviceGetHandleByIndex_v2", index, byref(handle))
            self._handles.append(handle)

    def count(self) -> int:
        return len(self._handles)

    def driver(self) -> str:
        return self._text("nvmlSystemGetDriverVersion")

    def name(self, gpu: int) -> str:
        return self._text("nvmlDeviceGetName", self._handles[gpu])

    def busy_percent(self, gpu: int) -> float:
        rates = _Utilization()
        self._call("nvmlDeviceGetUtilizationRates", self._handles[gpu], byref(rates))
        return float(min(100, rates.gpu))

    def memory_bytes(self, gpu: int) -> tuple[int, int]:
        memory = _Memory()
        self._call("nvmlDeviceGetMemoryInfo", self._handles[gpu], byref(memory))
        return memory.used, memory.total

    def temperature(self, gpu: int) -> float:
        return float(self._number("nvmlDeviceGetTemperature", gpu, c_uint(_TEMPERATURE_GPU)))

    def watts(self, gpu: int) -> float:
        return self._number("nvmlDeviceGetPowerUsage", gpu) / 1000.0

    def clock_hz(self, gpu: int) -> float:
        return self._number("nvmlDeviceGetClockInfo", gpu, c_uint(_CLOCK_SM)) * 1e6

    def fastest_hz(self, gpu: int) -> float:
        return self._number("nvmlDeviceGetMaxClockInfo", gpu, c_uint(_CLOCK_SM)) * 1e6

    def close(self) -> None:
        self._call("nvmlShutdown")

    def _text(self, call: str, *arguments: Any) -> str:
        buffer = (c_char * 96)()
        self._call(call, *arguments, buffer, c_uint(len(buffer)))
        return buffer.value.decode("utf-8", "replace")

    def _number(self, call: str, gpu: int, *arguments: Any) -> int:
        value = c_uint()
        self._call(call, self._handles[gpu], *arguments, byref(value))
        return value.value

    def _call(self, name: str, *arguments: Any) -> None:
        code = getattr(self._library, name)(*arguments)
        if code != 0:
            text = self._library.nvmlErrorString(c_int(code)) or b""
            raise NativeError(name, code, text.decode("utf-8", "replace"))
