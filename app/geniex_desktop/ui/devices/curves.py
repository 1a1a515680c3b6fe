"""The arithmetic of the chart: columns of samples, envelopes of long stretches, tokens a second."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...telemetry.signals import Sample

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

    def extend(self, samples: Iterable[Sample]) -> None:
        """Appends samples; one that is not newer than the last is left out."""
        for sample in samples:
            if sample.time_ns <= self.newest_ns:
                continue
            at = (sample.time_ns - self.base_ns) / 1e9
            if self._count and at - self._times[self._count - 1] > _GAP_S:
                self._append((at + float(self._times[self._count - 1])) / 2, {})
            self._append(at, sample.values)
            self.newest_ns = sample.time_ns

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

    def _append(self, at: float, values: Mapping[str, float | None]) -> None:
        for new in values.keys() - self._ids.keys():
            self._ids[new] = len(self._ids)
            fresh = np.full((1, self._times.size), np.nan, np.float32)
            self._values = np.concatenate([self._values, fresh])
        if self._count == self._times.size:
            self._make_room()
        self._times[self._count] = at
        self._values[:, self._count] = np.nan
        for signal_id, value in values.items():
            if value is not None:
                self._values[self._ids[signal_id], self._count] = value
        self._count += 1

    def _make_room(self) -> None:
        """Drops the oldest when twice as much is held as is kept, else doubles."""
        if self._count >= 2 * self._keep:
            kept = self._count - self._keep
            self._times[: self._keep] = self._times[kept : self._count].copy()
            self._values[:, : self._keep] = self._values[:, kept : self._count].copy()
            self._count = self._keep
            return
        self._times = np.concatenate([self._times, np.empty_like(self._times)])
        self._values = np.concatenate([self._values, np.full_like(self._values, np.nan)], axis=1)


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
