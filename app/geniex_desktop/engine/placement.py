"""The placement report of a loaded model, read into types: which device holds what.

The report comes from a library that may not be ours: a member that is missing or of another type reads
as unknown, and nothing here raises.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .devices import Kind, kind_of

_KINDS = {"cpu": Kind.CPU, "gpu": Kind.GPU, "npu": Kind.NPU}


@dataclass(frozen=True, slots=True)
class PlacedDevice:
    """A device that holds a part of the model.

    Attributes:
        kind: None for helpers that compute without holding layers.
        bytes: Of weights, KV cache and scratch together.
    """

    id: str
    name: str
    kind: Kind | None
    layers: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Placement:
    """Zero and "" mean unknown.

    Attributes:
        bytes_by_use: Of all devices, by "model", "kv" and "compute".
        fallback_ops: Operations that an accelerator left to the CPU, with their count.
    """

    devices: tuple[PlacedDevice, ...]
    bytes_by_use: Mapping[str, int]
    kv_type: str
    kv_bytes: int
    n_ctx: int
    graph_splits: int
    fallback_ops: tuple[tuple[str, int], ...]

    @property
    def layers(self) -> int:
        """Of all devices together."""
        return sum(device.layers for device in self.devices)

    def layers_on(self, kind: Kind) -> int:
        return sum(device.layers for device in self.devices if device.kind is kind)

    def holder(self) -> Kind:
        """The kind that holds most layers."""
        return max(Kind, key=self.layers_on)

    def ids_of(self, kind: Kind) -> str:
        """The devices of a kind that hold layers, as "HTP0, HTP1"."""
        return ", ".join(device.id for device in self.devices if device.kind is kind and device.layers)


def read_placement(report: object) -> Placement | None:
    """None where there is no report, or none that names a device."""
    if not isinstance(report, dict):
        return None
    held: dict[str, int] = {}
    by_use: dict[str, int] = {}
    for buffer in _objects(report.get("buffers")):
        size = _count(buffer.get("bytes"))
        held[_owner(buffer)] = held.get(_owner(buffer), 0) + size
        by_use[_text(buffer.get("use"))] = by_use.get(_text(buffer.get("use")), 0) + size
    devices = tuple(_device(entry, held) for entry in _objects(report.get("devices")))
    if not devices:
        return None
    kv, graph = _object(report.get("kv")), _object(report.get("graph"))
    ops = ((_text(op.get("op")), _count(op.get("count"))) for op in _objects(report.get("fallback_ops")))
    return Placement(
        devices=devices,
        bytes_by_use=by_use,
        kv_type=_text(kv.get("type_k")),
        kv_bytes=_count(kv.get("bytes")),
        n_ctx=_count(kv.get("n_ctx")),
        graph_splits=_count(graph.get("splits")),
        fallback_ops=tuple((name, count) for name, count in ops if name and count),
    )


def _device(entry: Mapping[str, Any], held: Mapping[str, int]) -> PlacedDevice:
    device_id = _text(entry.get("id"))
    # The id tells more than the runtime's own class: Hexagon reports itself as a GPU.
    kind = kind_of(device_id) or _KINDS.get(_text(entry.get("kind")))
    return PlacedDevice(
        device_id, _text(entry.get("name")), kind, _count(entry.get("layers")), held.get(device_id, 0)
    )


def _owner(buffer: Mapping[str, Any]) -> str:
    return _text(buffer.get("device"))


def _objects(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, dict))


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _count(value: object) -> int:
    return value if type(value) is int and value > 0 else 0
