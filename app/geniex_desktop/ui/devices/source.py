"""Where the pane's curves come from: this machine now, or a recording."""

from __future__ import annotations

import time
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isnan, nan
from typing import Protocol

from ...telemetry.phases import Span, Timeline
from ...telemetry.qt import Telemetry
from ...telemetry.recording import Recording
from ...telemetry.ring import History
from ...telemetry.signals import Sample, Signal


class Source(Protocol):
    """Samples, phases and tokens on one clock, in nanoseconds."""

    @property
    def live(self) -> bool:
        """Whether time goes on."""

    def begin_ns(self) -> int:
        """The first moment there is something of."""

    def now_ns(self) -> int:
        """The right edge."""

    def signals(self) -> dict[str, Signal]:
        """The signals that exist, by id."""

    def since(self, time_ns: int) -> list[Sample]:
        """The samples newer than a time, oldest first."""

    def history(self, time_ns: int) -> History:
        """The same as columns, which for half an hour of this machine costs next to nothing."""

    def spans(self, since_ns: int) -> list[Span]:
        """The phases that reach beyond a time, oldest first."""

    def tokens(self, since_ns: int) -> array[int]:
        """When each token was sampled, oldest first."""


class LiveSource:
    """This machine."""

    live = True

    def __init__(self, telemetry: Telemetry, timeline: Timeline) -> None:
        self._telemetry = telemetry
        self._timeline = timeline
        self._begin = time.monotonic_ns()

    def begin_ns(self) -> int:
        return self._begin

    def now_ns(self) -> int:
        return time.monotonic_ns()

    def signals(self) -> dict[str, Signal]:
        return {signal.id: signal for signal in self._telemetry.signals()}

    def since(self, time_ns: int) -> list[Sample]:
        history = self.history(time_ns)
        return [
            Sample(at, {name: _known(column[index]) for name, column in history.columns.items()})
            for index, at in enumerate(history.times_ns)
        ]

    def history(self, time_ns: int) -> History:
        return self._telemetry.history(self.signals(), time_ns + 1)

    def spans(self, since_ns: int) -> list[Span]:
        return self._timeline.spans(since_ns)

    def tokens(self, since_ns: int) -> array[int]:
        return self._timeline.tokens(since_ns)


class ReplaySource:
    """A recording; its time stands still at the end."""

    live = False

    def __init__(self, recording: Recording) -> None:
        self.recording = recording
        self._times = [sample.time_ns for sample in recording.samples]

    def begin_ns(self) -> int:
        return 0

    def now_ns(self) -> int:
        return self.recording.end_ns

    def signals(self) -> dict[str, Signal]:
        return self.recording.signals

    def since(self, time_ns: int) -> list[Sample]:
        return self.recording.samples[bisect_right(self._times, time_ns) :]

    def history(self, time_ns: int) -> History:
        return columns_of(self.since(time_ns))

    def spans(self, since_ns: int) -> list[Span]:
        return [span for span in self.recording.spans if (span.end_ns or self.now_ns()) > since_ns]

    def tokens(self, since_ns: int) -> array[int]:
        return self.recording.tokens[bisect_right(self.recording.tokens, since_ns) :]


class PlayingSource(ReplaySource):
    """A recording that passes once more, at its own pace; its time stops at the end."""

    live = True

    def __init__(self, recording: Recording, clock_ns: Callable[[], int] = time.monotonic_ns) -> None:
        """The playing begins at once, by `clock_ns`."""
        super().__init__(recording)
        self._clock_ns = clock_ns
        self._start = clock_ns()

    def now_ns(self) -> int:
        return min(self.recording.end_ns, self._clock_ns() - self._start)

    def since(self, time_ns: int) -> list[Sample]:
        return self.recording.samples[
            bisect_right(self._times, time_ns) : bisect_right(self._times, self.now_ns())
        ]

    def spans(self, since_ns: int) -> list[Span]:
        now = self.now_ns()
        begun = [span for span in super().spans(since_ns) if span.start_ns <= now]
        return [span if (span.end_ns or 0) <= now else replace(span, end_ns=None) for span in begun]

    def tokens(self, since_ns: int) -> array[int]:
        now = bisect_right(self.recording.tokens, self.now_ns())
        return self.recording.tokens[bisect_right(self.recording.tokens, since_ns) : now]


def columns_of(samples: Sequence[Sample]) -> History:
    """Samples as columns."""
    names = dict.fromkeys(name for sample in samples for name in sample.values)
    columns = {name: array("d", [_or_nan(sample.values.get(name)) for sample in samples]) for name in names}
    return History(array("q", [sample.time_ns for sample in samples]), columns)


def _or_nan(value: float | None) -> float:
    return nan if value is None else value


def _known(value: float) -> float | None:
    return None if isnan(value) else value
