"""One counter whose instances are sensors: each instance is a signal."""

from __future__ import annotations

from collections.abc import Callable

from ..access import NativeError
from ..signals import Signal, SourceAbsent
from .pdh import NEW_DATA, Pdh


def add_first(pdh: Pdh, paths: tuple[str, ...]) -> int:
    """The number, within `paths`, of the first counter that this Windows has. Raises SourceAbsent."""
    reasons: list[str] = []
    for index, path in enumerate(paths):
        reason = _try(pdh, path)
        if not reason:
            return index
        reasons.append(reason)
    pdh.close()
    raise SourceAbsent(f"Windows has no such counters here: {reasons[0]}.")


def _try(pdh: Pdh, path: str) -> str:
    try:
        pdh.add(path)
    except NativeError as error:
        return str(error)
    return ""


class SensorTable:
    """Reads the instances of the query's counter 0; `signal` describes one by its name, `value` converts."""

    def __init__(
        self, pdh: Pdh, signal: Callable[[str], Signal], value: Callable[[str, float], float | None]
    ) -> None:
        self._pdh = pdh
        self._signal = signal
        self._value = value
        self._known: dict[str, Signal] = {}
        self._signals: tuple[Signal, ...] = ()

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        self._pdh.collect()
        values: dict[str, float | None] = {}
        for name, status, value in self._pdh.items(0, True):
            if name == "_Total":
                continue
            if name not in self._known:
                self._known[name] = self._signal(name)
                self._signals = tuple(self._known.values())
            values[self._known[name].id] = self._value(name, value) if status <= NEW_DATA else None
        return values

    def close(self) -> None:
        self._pdh.close()
