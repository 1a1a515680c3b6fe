"""The arithmetic of the chart: columns of samples, envelopes of long stretches, tokens a second."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...telemetry.ring import History

Floats = NDArray[np.float64]
RateCurve = tuple[Floats, Floats]
"""Seconds, and tokens a second at each."""

_FIRST_CAPACITY = 1024
_GAP_S = 3.0
"""Samples further apart belong to no common curve: the machine slept or the sampler was stopped."""
RATE_WINDOW_S = 1.0


class Columns:
    """Samples as arrays, in seconds after `base_ns`; grows, and forgets what is older than `keep` samples."""

    def __init__(self, base_ns: int, keep: int) -> None:
        self.base_ns = base_ns
        self._keep = keep
        self._ids: dict[str, int] = {}
        self._count = 0
        self._times: Floats = np.empty(_FIRST_CAPACITY)
        self._values: NDArray[np.float32] = np.full((0, _FIRST_CAPACITY), np.nan, np.float32)
        self.newest_ns = 0

    def extend(self, history: History) -> None:
        """Appends what is newer than the last sample."""
        times_ns = np.asarray(history.times_ns, dtype=np.int64)
        first = int(np.searchsorted(times_ns, self.newest_ns, side="right"))
        times_ns = times_ns[first:]
        if not times_ns.size:
            return
        at = (times_ns - self.base_ns) / 1e9
        before = self._times[self._count - 1] if self._count else at[0]
        steps = np.diff(at, prepend=before)
        pauses = np.flatnonzero(steps > _GAP_S)
        # A moment without values breaks the curve.
        middles = at[pauses] - steps[pauses] / 2
        end = self._make_room(history.columns, at.size + pauses.size)
        self._times[self._count : end] = np.insert(at, pauses, middles)
        self._values[:, self._count : end] = np.nan
        for signal_id, column in history.columns.items():
            values = np.insert(np.asarray(column)[first:], pauses, np.nan)
            self._values[self._ids[signal_id], self._count : end] = values
        self._count = end
        self.newest_ns = int(times_ns[-1])
        self._forget()

    @property
    def times(self) -> Floats:
        return self._times[: self._count]

    def column(self, signal_id: str) -> NDArray[np.float32]:
        """Values beside `times`; NaN where there was none."""
        row = self._ids.get(signal_id)
        if row is None:
            return np.full(self._count, np.nan, np.float32)
        return self._values[row, : self._count]

    def at(self, signal_id: str, second: float) -> float | None:
        """The value of the sample that covers a moment: the first that ends at or after it."""
        index = int(np.searchsorted(self.times, second))
        if index >= self._count or self.times[index] - second > _GAP_S:
            return None
        value = float(self.column(signal_id)[index])
        return None if np.isnan(value) else value

    def _make_room(self, signal_ids: Iterable[str], more: int) -> int:
        """For signals that are new and for so many more samples; answers where those will end."""
        for new in [signal_id for signal_id in signal_ids if signal_id not in self._ids]:
            self._ids[new] = len(self._ids)
        missing = len(self._ids) - self._values.shape[0]
        end = self._count + more
        longer = max(end, 2 * self._times.size) - self._times.size if end > self._times.size else 0
        if missing or longer:
            self._times = np.concatenate([self._times, np.empty(longer)])
            self._values = np.pad(self._values, ((0, missing), (0, longer)), constant_values=np.nan)
        return end

    def _forget(self) -> None:
        """Drops the oldest when twice as much is held as is kept."""
        if self._count >= 2 * self._keep:
            kept = slice(self._count - self._keep, self._count)
            self._times[: self._keep] = self._times[kept].copy()
            self._values[:, : self._keep] = self._values[:, kept].copy()
            self._count = self._keep


def visible(times: Floats, low: float, high: float) -> slice:
    """The samples in a stretch and one neighbour on each side, so that the curve reaches the edges."""
    first, last = np.searchsorted(times, [low, high])
    return slice(max(0, int(first) - 1), min(times.size, int(last) + 1))


def envelope(
    times: Floats, values: NDArray[np.float32], bucket_s: float
) -> tuple[Floats, NDArray[np.float32]]:
    """At most two points per bucket, its least and its greatest value, so that no peak is lost.

    Buckets begin at whole multiples of their length: a stretch that moves on does not flicker.
    A bucket without a value stays a gap; samples that are further apart than a bucket stay as they are.
    """
    if times.size < 3 or bucket_s <= 0 or (times[-1] - times[0]) / bucket_s * 2 >= times.size:
        return times, values
    keys = np.floor(times / bucket_s).astype(np.int64)
    starts = np.flatnonzero(np.concatenate(([True], np.diff(keys) > 0)))
    with_top = np.where(np.isnan(values), np.float32(np.inf), values)
    with_floor = np.where(np.isnan(values), np.float32(-np.inf), values)
    low = np.minimum.reduceat(with_top, starts)
    high = np.maximum.reduceat(with_floor, starts)
    pairs = np.stack([low, high], axis=1).astype(np.float32)
    pairs[~np.isfinite(pairs)] = np.nan
    centre = (keys[starts] + 0.5) * bucket_s
    return np.stack([centre - bucket_s / 4, centre + bucket_s / 4], axis=1).ravel(), pairs.ravel()


def runs(values: NDArray[np.floating[Any]]) -> list[slice]:
    """The stretches without a gap, in order; NaN is a gap."""
    known = np.concatenate(([False], ~np.isnan(values), [False]))
    edges = np.flatnonzero(known[1:] != known[:-1]).tolist()
    return [slice(begin, end) for begin, end in zip(edges[::2], edges[1::2], strict=True)]


def token_rate(tokens: Floats, start: float, end: float, points: int) -> RateCurve:
    """Tokens a second over the last second, at evenly spaced moments of one decode phase.

    Args:
        tokens: Sampling times in seconds, rising; those outside the phase are left out.
        points: How many moments at most.
    """
    inside = tokens[np.searchsorted(tokens, start) : np.searchsorted(tokens, end, side="right")]
    if inside.size < 3:
        return np.empty(0), np.empty(0)
    # Before a quarter of a second has passed a count says little.
    first = inside[0] + min(0.25, (inside[-1] - inside[0]) / 2)
    moments = np.linspace(first, inside[-1], min(points, inside.size))
    begins = np.maximum(moments - RATE_WINDOW_S, inside[0])
    # Counted between tokens too: whole tokens would make steps of a slow model's curve.
    order = np.arange(inside.size)
    counts = np.interp(moments, inside, order) - np.interp(begins, inside, order)
    return moments, counts / np.maximum(moments - begins, 1e-9)


def seconds_of(times_ns: Any, base_ns: int) -> Floats:
    """Times of the shared clock as seconds after `base_ns`."""
    return (np.asarray(times_ns, dtype=np.int64) - base_ns) / 1e9
