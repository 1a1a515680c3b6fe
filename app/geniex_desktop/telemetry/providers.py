"""The table of providers. A new one is a module with `make(access)` and a row here."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from .access import Access
from .signals import Provider, ProviderSpec

_LINUX = ("linux",)
_WINDOWS = ("win32",)
_BOTH = ("linux", "win32", "darwin")


@dataclass(frozen=True, slots=True)
class Row:
    """One provider: its module, where it makes sense, and what `ProviderSpec` says of it."""

    name: str
    module: str
    platforms: tuple[str, ...]
    fills: tuple[str, ...]
    floor_s: float = 0.0
    budget_s: float = 0.1
    on_demand: bool = False


# The first provider of a signal keeps it.
TABLE = (
    Row("psutil", "psutil_provider", _BOTH, ("cpu", "memory", "process", "engine")),
    Row("Windows GPU counters", "windows.gpu_counters", _WINDOWS, ("npu", "gpu"), 0.2),
    Row("Windows energy meter", "windows.energy_meter", _WINDOWS, ("power",), 1.0),
    Row("Windows thermal zones", "windows.thermal_zones", _WINDOWS, ("temperature",), 1.0),
    Row("Intel NPU", "linux.intel_npu", _LINUX, ("npu",), 1.0),
    Row("Hexagon", "qcnpuperf", _LINUX, ("npu",), 1.0, 0.5, on_demand=True),
    Row("Ascend", "ascend.provider", _LINUX, ("npu",), 1.0, 0.5),
    Row("Rockchip NPU", "linux.rknpu", _LINUX, ("npu",), 1.0),
    Row("Adreno (kgsl)", "linux.kgsl", _LINUX, ("gpu",), 1.0),
    Row("AMD GPU", "linux.amd_gpu", _LINUX, ("gpu",)),
    Row("NVIDIA", "nvml", ("linux", "win32"), ("gpu",), 0.25, 0.3),
    Row("own GPU and NPU time", "linux.fdinfo", _LINUX, ("npu.own", "gpu.own")),
    Row("device clocks", "linux.devfreq", _LINUX, ("gpu.clock", "memory.clock"), 1.0),
    Row("thermal zones", "linux.thermal", _LINUX, ("temperature", "npu.temperature"), 1.0),
    Row("CPU power", "linux.powercap", _LINUX, ("power",), 1.0),
    Row("CPU clock", "linux.cpu_clock", _LINUX, ("cpu.clock",), 1.0),
    Row("Windows CPU clock", "windows.cpu_clock", _WINDOWS, ("cpu.clock",), 1.0),
    Row("battery", "battery", _BOTH, ("power.battery",), 5.0),
)


def default_providers(access: Access | None = None, platform: str = sys.platform) -> list[ProviderSpec]:
    """The providers of this platform, to be made on the sampler's threads."""
    access = access or Access()
    return [
        ProviderSpec(
            row.name,
            partial(_make, row.module, access),
            row.fills,
            row.floor_s,
            row.budget_s,
            row.on_demand,
        )
        for row in TABLE
        if platform in row.platforms
    ]


def _make(module: str, access: Access) -> Provider:
    # Imported late, on the provider's own thread: the window must not wait for any of them.
    made: Provider = import_module(f"{__package__}.{module}").make(access)
    return made
