"""Names of the instances of the GPU counters."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_ENGINE = re.compile(
    r"pid_(\d+)_luid_0x([0-9a-f]+)_0x([0-9a-f]+)_phys_(\d+)_eng_(\d+)_engtype_(.*?)(?:#\d+)?$", re.IGNORECASE
)
_MEMORY = re.compile(r"luid_0x([0-9a-f]+)_0x([0-9a-f]+)_phys_(\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EngineInstance:
    """One process on one engine of one adapter.

    Attributes:
        luid: The adapter, as `luid_text` writes it.
        engine: Number of the engine, unique in its adapter with `physical`.
        kind: The driver's own word for the engine, in lower case, without an index; may be "".
    """

    pid: int
    luid: str
    physical: int
    engine: int
    kind: str


@lru_cache(maxsize=8192)
def parse_engine(name: str) -> EngineInstance | None:
    """None for `_Total` and whatever else is no engine."""
    match = _ENGINE.match(name)
    if match is None:
        return None
    pid, high, low, physical, engine, kind = match.groups()
    kind = re.sub(r"_\d+$", "", kind.strip().lower())
    return EngineInstance(int(pid), _luid(high, low), int(physical), int(engine), kind)


@lru_cache(maxsize=256)
def parse_memory(name: str) -> str | None:
    """The adapter of an instance of GPU Adapter Memory."""
    match = _MEMORY.match(name)
    return _luid(match.group(1), match.group(2)) if match else None


def luid_text(luid: int) -> str:
    """A 64-bit LUID as the counters write it, in upper case: 99219 is 0x00000000_0x00018393."""
    return f"0x{luid >> 32 & 0xFFFFFFFF:08X}_0x{luid & 0xFFFFFFFF:08X}"


def _luid(high: str, low: str) -> str:
    return luid_text(int(high, 16) << 32 | int(low, 16))
