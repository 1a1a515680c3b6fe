"""When a provider is asked: at its floor or above, more rarely while slow, backed off after failures."""

from __future__ import annotations

_SLOW_AFTER = 5
_QUICK_AGAIN_AFTER = 20
_SLOWEST_S = 5.0
_FAILURES_BORNE = 3
_FIRST_RETRY_S = 5.0
_LAST_RETRY_S = 60.0
_AVERAGE_WEIGHT = 0.2


class Pace:
    """The timing of one provider. Times are seconds of a monotonic clock."""

    def __init__(self, floor_s: float, budget_s: float) -> None:
        self.read_s = 0.0
        """Moving average of what a reading takes."""
        self._floor_s = floor_s
        self._budget_s = budget_s
        self._stretch = 1
        self._over = 0
        self._within = 0
        self._failures = 0
        self._next = float("-inf")

    @property
    def slow(self) -> bool:
        return self._stretch > 1

    @property
    def gave_up(self) -> bool:
        """So many readings failed that the provider should be made anew."""
        return self._failures >= _FAILURES_BORNE

    def interval_s(self, base_s: float) -> float:
        wanted = max(base_s, self._floor_s)
        return max(wanted, min(_SLOWEST_S, wanted * self._stretch))

    def due(self, now_s: float, base_s: float) -> bool:
        # Who bears the base rate is asked at every tick, however unevenly the ticks come.
        return now_s >= self._next or self.interval_s(base_s) <= base_s

    def asked(self, now_s: float, base_s: float) -> None:
        # A tick that comes a little early must not make a provider wait a whole tick more.
        self._next = now_s + 0.9 * self.interval_s(base_s)

    def answered(self, took_s: float) -> None:
        """A reading that worked."""
        self._failures = 0
        self._measure(took_s)

    def failed(self, took_s: float) -> None:
        """A reading that raised."""
        self._failures += 1
        self._measure(took_s)

    def _measure(self, took_s: float) -> None:
        weight = _AVERAGE_WEIGHT if self.read_s else 1.0
        self.read_s += weight * (took_s - self.read_s)
        if took_s > self._budget_s:
            self._over, self._within = self._over + 1, 0
        else:
            self._over, self._within = 0, self._within + 1
        if self._over >= _SLOW_AFTER:
            self._stretch, self._over = min(64, self._stretch * 2), 0
        elif self._within >= _QUICK_AGAIN_AFTER and self._stretch > 1:
            self._stretch, self._within = self._stretch // 2, 0


def retry_delay_s(attempts: int) -> float:
    """Time until a provider that did not open, or was given up, is made again: 5 s, doubling to 60 s."""
    return min(_LAST_RETRY_S, _FIRST_RETRY_S * 2.0 ** max(0, min(attempts, 10) - 1))
