"""The engine's phases on the clock of the samples, and the figures of each."""

from __future__ import annotations

import pytest

from geniex_desktop.engine.types import Edge, Phase, PhaseEvent, TextEvent
from geniex_desktop.telemetry.phases import Timeline
from geniex_desktop.telemetry.signals import Sample
from geniex_desktop.telemetry.summary import energy_joules, last_request, summarise

S = 1_000_000_000


def event(phase: Phase, edge: Edge, time_ns: int, done: int = 0, total: int = 0) -> PhaseEvent:
    return PhaseEvent(phase, edge, done, total, time_ns)


def reply(timeline: Timeline, request: int, start: int) -> None:
    """Prefill for one second, decode for two."""
    timeline.take(request, event(Phase.PREFILL, Edge.BEGIN, start))
    timeline.take(request, event(Phase.PREFILL, Edge.END, start + S, 12, 12))
    timeline.take(request, event(Phase.DECODE, Edge.BEGIN, start + S))
    timeline.take(request, TextEvent("ab", (start + S + 1, start + 2 * S)))
    timeline.take(request, event(Phase.DECODE, Edge.END, start + 3 * S, 2, 20))
    timeline.end(request, start + 3 * S + 5)


def test_edges_are_exactly_the_engines() -> None:
    timeline = Timeline()
    reply(timeline, 7, 10 * S)
    spans = timeline.spans()
    assert [(span.phase, span.start_ns, span.end_ns) for span in spans] == [
        (Phase.PREFILL, 10 * S, 11 * S),
        (Phase.DECODE, 11 * S, 13 * S),
    ]
    assert spans[0].done == 12
    assert list(timeline.tokens()) == [11 * S + 1, 12 * S]
    assert list(timeline.tokens(11 * S + 1)) == [12 * S]


def test_a_phase_without_an_announced_end_ends_where_the_next_begins() -> None:
    timeline = Timeline()
    timeline.take(1, event(Phase.PREFILL, Edge.PROGRESS, 5 * S, 3, 12))
    timeline.take(1, event(Phase.DECODE, Edge.BEGIN, 6 * S))
    assert [(span.phase, span.end_ns) for span in timeline.spans()] == [
        (Phase.PREFILL, 6 * S),
        (Phase.DECODE, None),
    ]
    timeline.end(1, 8 * S)
    assert timeline.spans()[-1].end_ns == 8 * S
    assert timeline.spans(since_ns=7 * S) == timeline.spans()[1:]


def test_the_phases_of_a_reply_share_an_ordinal_and_the_next_reply_has_another() -> None:
    timeline = Timeline()
    timeline.take(3, event(Phase.LOAD, Edge.BEGIN, S))
    timeline.end(3, 2 * S)
    reply(timeline, 4, 3 * S)
    reply(timeline, 5, 9 * S)
    assert [span.request for span in timeline.spans()] == [1, 2, 2, 3, 3]
    assert [span.request for span in last_request(timeline.spans())] == [3, 3]
    assert last_request(timeline.spans()[:1]) == []


def test_what_is_older_than_is_kept_is_forgotten() -> None:
    timeline = Timeline(keep_ns=5 * S)
    reply(timeline, 1, S)
    reply(timeline, 2, 20 * S)
    assert {span.request for span in timeline.spans()} == {2}
    assert min(timeline.tokens()) > 20 * S


def samples(*readings: float | None, step: int = S) -> list[Sample]:
    return [Sample(index * step, {"cpu": value}) for index, value in enumerate(readings)]


def test_a_sample_counts_where_more_than_half_of_its_time_lies() -> None:
    # Readings cover 0-1, 1-2, 2-3 and 3-4 s.
    taken = samples(0.0, 10.0, 20.0, 30.0, 40.0)
    figures = summarise(taken, int(1.4 * S), int(3.2 * S))["cpu"]
    assert (figures.mean, figures.greatest, figures.count) == (25.0, 30.0, 2)


def test_nothing_measured_is_not_zero() -> None:
    assert summarise(samples(0.0, None, None), 0, 2 * S) == {}
    assert summarise(samples(0.0, 50.0), S, int(1.2 * S)) == {}
    # The sampler slept for a minute: its next reading says nothing about a phase in between.
    assert summarise(samples(0.0, 50.0, step=60 * S), 0, 60 * S) == {}


def test_energy_is_power_over_time_and_unknown_when_a_part_was_not_measured() -> None:
    taken = [Sample(index * S, {"power": value}) for index, value in enumerate((5.0, 10.0, 20.0, None))]
    assert energy_joules(taken, "power", 0, 2 * S) == pytest.approx(30.0)
    assert energy_joules(taken, "power", S // 2, 2 * S) == pytest.approx(25.0)
    assert energy_joules(taken, "power", 0, 3 * S) is None
    assert energy_joules(taken, "absent", 0, 2 * S) is None
