"""What the engine did and when: its phases and the times of its tokens, on the clock of the samples."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import deque
from dataclasses import dataclass, replace

from ..engine.types import Edge, Phase, PhaseEvent, StreamEvent, TextEvent

KEEP_NS = 30 * 60 * 1_000_000_000
"""How far back the timeline reaches, as the ring of samples does."""


@dataclass(frozen=True, slots=True)
class Span:
    """One phase of one request.

    Attributes:
        end_ns: None while the phase lasts.
        request: Ordinal of the request, from 1; the phases of one reply share it.
        done, total: As in `PhaseEvent`, at the last event.
    """

    phase: Phase
    start_ns: int
    end_ns: int | None
    request: int
    done: int = 0
    total: int = 0

    def overlap_ns(self, start_ns: int, end_ns: int) -> int:
        """How much of an interval lies in the phase; an open phase reaches as far as asked."""
        last = end_ns if self.end_ns is None else min(end_ns, self.end_ns)
        return max(0, last - max(start_ns, self.start_ns))


class Timeline:
    """Collects stream events of all requests. One thread writes and reads."""

    def __init__(self, keep_ns: int = KEEP_NS) -> None:
        self._keep_ns = keep_ns
        self._spans: deque[Span] = deque()
        self._open: dict[int, Span] = {}
        self._tokens = array("q")
        self._ordinals: dict[int, int] = {}

    def take(self, request_id: int, event: StreamEvent) -> None:
        """One event of a request, in the order of its times."""
        if isinstance(event, TextEvent):
            self._tokens.extend(event.times_ns)
        elif event.phase is not Phase.IDLE:
            self._take_phase(request_id, event)

    def end(self, request_id: int, time_ns: int) -> None:
        """The request is over, however it ended: closes what it left open."""
        self._close(request_id, time_ns)
        self._ordinals.pop(request_id, None)
        self._forget(time_ns)

    def spans(self, since_ns: int = 0) -> list[Span]:
        """The phases that reach beyond a time, oldest first; the running ones last."""
        ended = [span for span in self._spans if span.end_ns is None or span.end_ns > since_ns]
        return ended + sorted(self._open.values(), key=lambda span: span.start_ns)

    def tokens(self, since_ns: int = 0) -> array[int]:
        """When each token was sampled, oldest first."""
        return self._tokens[bisect_right(self._tokens, since_ns) :]

    def _take_phase(self, request_id: int, event: PhaseEvent) -> None:
        span = self._open.get(request_id)
        if span is None or span.phase is not event.phase:
            # An engine that does not announce the end of a phase begins the next one.
            self._close(request_id, event.time_ns)
            span = Span(event.phase, event.time_ns, None, self._ordinal(request_id))
        self._open[request_id] = replace(span, done=event.done, total=event.total)
        if event.edge is Edge.END:
            self._close(request_id, event.time_ns)

    def _ordinal(self, request_id: int) -> int:
        if request_id not in self._ordinals:
            newest = self._spans[-1].request if self._spans else 0
            running = [span.request for span in self._open.values()]
            self._ordinals[request_id] = max([newest, *running, *self._ordinals.values()]) + 1
        return self._ordinals[request_id]

    def _close(self, request_id: int, time_ns: int) -> None:
        span = self._open.pop(request_id, None)
        if span is not None:
            self._spans.append(replace(span, end_ns=max(span.start_ns, time_ns)))

    def _forget(self, now_ns: int) -> None:
        oldest = now_ns - self._keep_ns
        while self._spans and (self._spans[0].end_ns or 0) < oldest:
            self._spans.popleft()
        del self._tokens[: bisect_right(self._tokens, oldest)]
