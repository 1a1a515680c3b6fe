"""Mean, greatest and number of samples of each signal in a stretch of time, such as a phase."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..engine.types import Phase
from .phases import Span
from .signals import Sample

LONGEST_SAMPLE_NS = 5_000_000_000
"""A pause longer than this is a gap in the measurement, not one long sample."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one signal. With count 0 nothing was measured: that is not zero."""

    mean: float | None = None
    greatest: float | None = None
    count: int = 0


def summarise(samples: Sequence[Sample], start_ns: int, end_ns: int) -> dict[str, Figures]:
    """Figures by signal id of the samples that tell about a stretch.

    A reading is the mean since the reading before it; it counts when more than half of that time
    lies in the stretch.
    """
    inside: dict[str, list[float]] = {}
    first = bisect_right(samples, start_ns, key=_time)
    last = bisect_left(samples, end_ns, key=_time)
    for before, sample in pairwise(samples[max(0, first - 1) : last + 1]):
        length = sample.time_ns - before.time_ns
        shared = min(end_ns, sample.time_ns) - max(start_ns, before.time_ns)
        if 0 < length <= LONGEST_SAMPLE_NS and 2 * shared > length:
            for signal_id, value in sample.values.items():
                if value is not None:
                    inside.setdefault(signal_id, []).append(value)
    return {
        signal_id: Figures(sum(values) / len(values), max(values), len(values))
        for signal_id, values in inside.items()
    }


def _time(sample: Sample) -> int:
    return sample.time_ns


def energy_joules(samples: Sequence[Sample], signal_id: str, start_ns: int, end_ns: int) -> float | None:
    """The integral of a power signal in watts; None when it was not measured throughout the stretch."""
    total, measured = 0.0, 0
    for before, sample in pairwise(samples):
        shared = min(end_ns, sample.time_ns) - max(start_ns, before.time_ns)
        value = sample.values.get(signal_id)
        if shared > 0 and value is not None and sample.time_ns - before.time_ns <= LONGEST_SAMPLE_NS:
            total += value * shared / 1e9
            measured += shared
    return total if measured and 10 * measured >= 9 * (end_ns - start_ns) else None


def last_request(spans: Sequence[Span]) -> list[Span]:
    """The phases of the newest request that read or wrote tokens; [] when there was none."""
    known = [span for span in spans if span.phase is not Phase.LOAD]
    return [span for span in known if span.request == known[-1].request] if known else []
