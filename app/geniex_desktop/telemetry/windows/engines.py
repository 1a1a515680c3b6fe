"""From the instances of the GPU Engine counters to the load of an adapter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from .instances import parse_engine
from .pdh import NEW_DATA, Item

_ABSURD_PERCENT = 1000.0
"""Bursts are booked late, so that a healthy counter may pass 100; far beyond, the driver miscounts."""
_SANE_TICKS = 10


@dataclass(frozen=True, slots=True)
class Load:
    """Load of one adapter in per cent, 0 to 100: the busiest engine's. None where its counters are broken."""

    busy: float | None
    own: float | None


class EngineMeter:
    """Sums processes per engine, takes the busiest engine, and leaves out counters that miscount."""

    def __init__(self) -> None:
        self.engines: dict[str, set[str]] = defaultdict(set)
        """The kinds of engines seen, by adapter."""
        self._before: set[str] = set()
        """Instances that had a value at the last update."""
        self._distrusted: dict[str, int] = {}
        """Instances that had lost their value, with the sane ticks they still owe."""

    def forget(self) -> None:
        """Drops what was seen of adapters, before a full reading of the ones that are there."""
        self.engines.clear()

    def update(self, items: Iterable[Item], own_pids: Collection[int]) -> dict[str, Load]:
        """The load by adapter, for those with instances in `items`."""
        totals: dict[tuple[str, int, int], float] = defaultdict(float)
        own: dict[tuple[str, int, int], float] = defaultdict(float)
        broken: set[tuple[str, int, int]] = set()
        present: set[str] = set()
        for name, status, value in items:
            instance = parse_engine(name)
            if instance is None:
                continue
            engine = (instance.luid, instance.physical, instance.engine)
            self.engines[instance.luid].add(instance.kind)
            trusted = self._trust(name, status, value)
            if trusted is None:
                continue  # new: it has no value yet
            if not trusted:
                broken.add(engine)
                continue
            present.add(name)
            totals[engine] += value
            if instance.pid in own_pids:
                own[engine] += value
        self._before = present
        luids = {engine[0] for engine in (*totals, *broken)}
        return {luid: _load(luid, totals, own, broken) for luid in luids}

    def _trust(self, name: str, status: int, value: float) -> bool | None:
        """Whether the value counts; None for an instance that is too new to have one."""
        owed = self._distrusted.get(name, 0)
        if status > NEW_DATA:
            if name not in self._before and not owed:
                return None
            self._distrusted[name] = _SANE_TICKS
            return False
        if not 0.0 <= value <= _ABSURD_PERCENT:
            return False
        if owed:
            self._distrusted[name] = owed - 1
            if owed == 1:
                del self._distrusted[name]
            return False
        return True


def _load(
    luid: str,
    totals: dict[tuple[str, int, int], float],
    own: dict[tuple[str, int, int], float],
    broken: set[tuple[str, int, int]],
) -> Load:
    sound = [engine for engine in totals if engine[0] == luid and engine not in broken]
    if not sound:
        return Load(None, None)
    busy = max(totals[engine] for engine in sound)
    mine = max(own.get(engine, 0.0) for engine in sound)
    return Load(min(100.0, busy), min(100.0, mine))
