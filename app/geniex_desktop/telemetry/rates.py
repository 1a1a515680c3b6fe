"""From counters to rates."""

from __future__ import annotations

_SHORTEST_NS = 50_000_000


class DeltaRate:
    """What a counter grows by per second.

    The first value only starts the measurement, and one below its predecessor starts it anew (a reset, or a
    driver that counts backwards) unless it can be a wrap at `wraps_at`.
    """

    def __init__(self, wraps_at: float = 0.0) -> None:
        self._wraps_at = wraps_at
        self._before: tuple[int, float] | None = None
        self._rate: float | None = None

    def update(self, value: float | None, now_ns: int) -> float | None:
        """The rate up to now in the counter's unit per second; None while unknown."""
        if value is None:
            self._before, self._rate = None, None
            return None
        if self._before is None:
            self._before = (now_ns, value)
            return None
        then_ns, before = self._before
        elapsed_ns = now_ns - then_ns
        if 0 <= elapsed_ns < _SHORTEST_NS:
            return self._rate  # too short to divide by
        grown = value - before
        if grown < 0 and self._wraps_at:
            grown += self._wraps_at
        self._before = (now_ns, value)
        self._rate = grown * 1e9 / elapsed_ns if grown >= 0 and elapsed_ns > 0 else None
        return self._rate


def percent(share: float | None) -> float | None:
    """A share of 1 as 0 to 100; counters that are a little ahead of the clock are cut."""
    return None if share is None else min(100.0, max(0.0, share * 100.0))
