"""Which adapter is the NPU. The name of an engine does not tell: GPUs have engines named Neural too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum


class AdapterKind(str, Enum):
    NPU = "npu"
    GPU = "gpu"
    SOFTWARE = "software"


@dataclass(frozen=True, slots=True)
class Adapter:
    """What the system says of an adapter; `luid` as `instances.luid_text` writes it, lost over sleep."""

    luid: str
    name: str
    kind: AdapterKind


@dataclass(frozen=True, slots=True)
class Classified:
    """The adapters of a machine, NPUs first; `doubt` says why an NPU could not be told, or is ""."""

    adapters: tuple[Adapter, ...]
    doubt: str = ""


_COMPUTE = ("compute", "neural")


def kind_of_engines(kinds: set[str]) -> AdapterKind | None:
    """What an adapter with these engines, in lower case without indexes, looks like; None for nothing."""
    named = {kind for kind in kinds if kind}
    if not named:
        return None
    if named == {"3d"}:
        return AdapterKind.SOFTWARE
    if all(kind.startswith(_COMPUTE) for kind in named):
        return AdapterKind.NPU
    return AdapterKind.GPU


def classify(listed: Sequence[Adapter], engines: Mapping[str, set[str]]) -> Classified:
    """The system's own list first; an adapter that it leaves out is told by the shape of its engines.

    With no NPU in the list, exactly one adapter of the shape of an NPU is one; of several none is.
    """
    known = {adapter.luid for adapter in listed}
    shaped = [
        Adapter(luid, "", kind)
        for luid, kinds in sorted(engines.items())
        if luid not in known and (kind := kind_of_engines(kinds)) is not None
    ]
    shaped_npus = [adapter for adapter in shaped if adapter.kind is AdapterKind.NPU]
    doubt = ""
    if any(adapter.kind is AdapterKind.NPU for adapter in listed) or len(shaped_npus) > 1:
        shaped = [adapter for adapter in shaped if adapter.kind is not AdapterKind.NPU]
        if len(shaped_npus) > 1:
            doubt = f"{len(shaped_npus)} adapters look like an NPU, and Windows does not say which one is."
    found = [adapter for adapter in (*listed, *shaped) if adapter.kind is not AdapterKind.SOFTWARE]
    found.sort(key=lambda adapter: adapter.kind is not AdapterKind.NPU)
    return Classified(tuple(found), doubt)
