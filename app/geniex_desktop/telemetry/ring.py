"""The last samples, for any number of readers."""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from math import nan

from .signals import Sample


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
    """Holds the newest `capacity` samples; written by one thread, read by others."""

    def __init__(self, capacity: int) -> None:
        self._samples: deque[Sample] = deque(maxlen=capacity)
        self._lock = threading.Lock()

    def append(self, sample: Sample) -> None:
        with self._lock:
            self._samples.append(sample)

    def latest(self) -> Sample | None:
        with self._lock:
            return self._samples[-1] if self._samples else None

    def history(self, signal_ids: Iterable[str], since_ns: int = 0) -> History:
        """The columns of some signals from a time on. A signal without samples is all NaN."""
        with self._lock:
            newest_first = list(takewhile(lambda sample: sample.time_ns >= since_ns, reversed(self._samples)))
        samples = newest_first[::-1]
        times = array("q", [sample.time_ns for sample in samples])
        return History(times, {name: _column(samples, name) for name in signal_ids})

    def series(self, signal_id: str, count: int) -> list[float | None]:
        """The last `count` values of a signal, oldest first."""
        with self._lock:
            samples = list(self._samples)[-count:]
        return [sample.values.get(signal_id) for sample in samples]


def _column(samples: Iterable[Sample], signal_id: str) -> array[float]:
    values = (sample.values.get(signal_id) for sample in samples)
    return array("d", [nan if value is None else value for value in values])
