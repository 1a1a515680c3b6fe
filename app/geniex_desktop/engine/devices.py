"""Devices as people choose them, and what is passed to the engine for each choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from ..errors import AppError, Blame
from .types import DeviceInfo


class Kind(Enum):
    """What a device is, as people read it."""

    CPU = "CPU"
    GPU = "GPU"
    NPU = "NPU"


_KIND_BY_PREFIX = (
    ("CPU", Kind.CPU),
    ("HTP", Kind.NPU),
    ("CANN", Kind.NPU),
    ("NPU", Kind.NPU),
    ("GPU", Kind.GPU),
    ("Vulkan", Kind.GPU),
    ("CUDA", Kind.GPU),
    ("Metal", Kind.GPU),
    ("MTL", Kind.GPU),
    ("SYCL", Kind.GPU),
)

ALIASES = ("auto", "hybrid", "npu", "gpu", "cpu")
"""The choices beside a device list; "hybrid" spreads over NPU and CPU, "npu" pins to the NPU."""


@dataclass(frozen=True, slots=True)
class DeviceChoice:
    """A choice that this machine can follow."""

    alias: str
    """Alias for geniex_resolve_device(); "" when `device_id` is passed to create as it is."""
    device_id: str
    label: str
    """CPU, GPU, NPU or NPU + CPU."""
    reason: str


def kind_of(device_id: str) -> Kind | None:
    """None for helpers such as BLAS, which nobody chooses."""
    return next((kind for prefix, kind in _KIND_BY_PREFIX if device_id.startswith(prefix)), None)


def choose_device(wanted: str, devices: Sequence[DeviceInfo], n_gpu_layers: int = -1) -> DeviceChoice:
    """Maps a wish (`ALIASES` or a comma-separated device list) to devices that exist.

    Raises AppError, the user's to mend, naming the devices that do exist.
    """
    wish = wanted.strip()
    alias = wish.lower() or "auto"
    if alias == "auto":
        return _fastest(devices, n_gpu_layers)
    if alias not in ALIASES:
        return _listed(wish, devices)
    choice = _cpu("chosen") if alias == "cpu" else _of_kind(alias, devices, "chosen")
    if choice is None:
        raise _absent(
            f"This machine has no {'GPU' if alias == 'gpu' else 'NPU'} that the runtime can use.", devices
        )
    return choice


def _fastest(devices: Sequence[DeviceInfo], n_gpu_layers: int) -> DeviceChoice:
    if n_gpu_layers == 0:
        return _cpu("0 layers on other devices were asked for")
    for alias, reason in (
        ("hybrid", "an NPU is the fastest device here"),
        ("gpu", "there is a GPU and no NPU"),
    ):
        choice = _of_kind(alias, devices, reason)
        if choice is not None:
            return choice
    return _cpu("there is no NPU or GPU that the runtime can use")


def _of_kind(alias: str, devices: Sequence[DeviceInfo], reason: str) -> DeviceChoice | None:
    """The first device behind "hybrid", "npu" or "gpu", or None."""
    kind = Kind.GPU if alias == "gpu" else Kind.NPU
    ids = [device.id for device in devices if kind_of(device.id) is kind]
    if not ids:
        return None
    if "NPU" in ids:  # a runtime that knows nothing but its NPU
        return DeviceChoice("npu", "", Kind.NPU.value, reason)
    known_to_resolver = ids[0].startswith("HTP") or ids[0] == "GPUOpenCL"
    label = "NPU + CPU" if alias == "hybrid" and known_to_resolver else kind.value
    if known_to_resolver:
        return DeviceChoice(alias, "", label, reason)
    return DeviceChoice("", ids[0], label, reason)


def _cpu(reason: str) -> DeviceChoice:
    return DeviceChoice("cpu", "", Kind.CPU.value, reason)


def _listed(wish: str, devices: Sequence[DeviceInfo]) -> DeviceChoice:
    present = {device.id for device in devices}
    ids = [part.strip() for part in wish.split(",")]
    missing = [part for part in ids if part not in present]
    if missing:
        raise _absent(f"There is no device called {', '.join(repr(m) for m in missing)}.", devices)
    kinds = dict.fromkeys(kind.value if (kind := kind_of(part)) else part for part in ids)
    if list(kinds) == [Kind.CPU.value]:
        return _cpu("chosen")
    return DeviceChoice("", ",".join(ids), " + ".join(kinds), "chosen")


def _absent(text: str, devices: Sequence[DeviceInfo]) -> AppError:
    names = ", ".join(f"{device.id} ({device.name})" if device.name else device.id for device in devices)
    return AppError(
        text, cause=f"Present: {names or 'none'}.", hint="Choose one of those, or Auto.", blame=Blame.USER
    )
