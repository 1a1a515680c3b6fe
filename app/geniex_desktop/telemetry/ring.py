"""The last samples, for any number of readers."""

from __future__ import annotations

import threading
from collections import deque
from itertools import takewhile

from .signals import Sample


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

    def since(self, time_ns: int) -> list[Sample]:
        """The samples that are newer than a time, oldest first."""
        with self._lock:
            newest_first = list(takewhile(lambda sample: sample.time_ns > time_ns, reversed(self._samples)))
        return newest_first[::-1]

    def series(self, signal_id: str, count: int) -> list[float | None]:
        """The last `count` values of a signal, oldest first."""
        with self._lock:
            samples = list(self._samples)[-count:]
        return [sample.values.get(signal_id) for sample in samples]
