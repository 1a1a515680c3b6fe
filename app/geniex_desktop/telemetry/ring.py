"""The last samples, for any number of readers."""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from math import nan
from typing import TypeVar

from .signals import Sample

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True)
class History:
    """Copied columns of the ring, oldest first.

    Attributes:
        times_ns: int64, time.monotonic_ns() of each sample, strictly rising.
        columns: Per signal id, float64 of the same length; NaN is a gap.
    """

    times_ns: array[int]
    columns: dict[str, array[float]]


class Ring:
    """Holds the newest `capacity` samples; written by one thread, read by others.

    Columns are preallocated, so that half an hour of history costs 8 bytes a value and reading copies memory.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._times = array("q", bytes(8 * capacity))
        self._columns: dict[str, array[float]] = {}
        self._written = 0
        self._latest: Sample | None = None
        self._lock = threading.Lock()

    def append(self, sample: Sample) -> None:
        with self._lock:
            place = self._written % self._capacity
            for signal_id in sample.values.keys() - self._columns.keys():
                self._columns[signal_id] = array("d", [nan]) * self._capacity
            for signal_id, column in self._columns.items():
                value = sample.values.get(signal_id)
                column[place] = nan if value is None else value
            self._times[place] = sample.time_ns
            self._written += 1
            self._latest = sample

    def latest(self) -> Sample | None:
        with self._lock:
            return self._latest

    def series(self, signal_id: str, count: int) -> list[float | None]:
        """The last `count` values of a signal, oldest first."""
        with self._lock:
            count = min(count, self._written, self._capacity)
            column = self._columns.get(signal_id)
            if column is None:
                return [None] * count
            values = self._last(column, count)
        return [None if value != value else value for value in values]

    def history(self, signal_ids: Iterable[str], since_ns: int = 0) -> History:
        """The columns of some signals from a time on. A signal without samples is all NaN."""
        with self._lock:
            held = min(self._written, self._capacity)
            times = self._last(self._times, held)
            first = bisect_left(times, since_ns)
            wanted = held - first
            columns = {
                signal_id: self._last(self._columns[signal_id], wanted)
                if signal_id in self._columns
                else array("d", [nan]) * wanted
                for signal_id in signal_ids
            }
        return History(times[first:], columns)

    def _last(self, column: array[_Number], count: int) -> array[_Number]:
        end = self._written % self._capacity
        if count <= end:
            return column[end - count : end]
        return column[self._capacity - (count - end) :] + column[:end]
