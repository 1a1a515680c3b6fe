"""The chart's arithmetic: gaps stay gaps, peaks survive the zoom, tokens a second are counted right."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geniex_desktop.telemetry.signals import Sample
from geniex_desktop.ui.devices.curves import Columns, envelope, runs, token_rate, visible
from geniex_desktop.ui.devices.lanes import polyline
from geniex_desktop.ui.devices.source import columns_of

S = 1_000_000_000


def columns(values: list[float | None], step_s: float = 0.5, keep: int = 10**6) -> Columns:
    result = Columns(0, keep)
    take(result, *(Sample(int((i + 1) * step_s * S), {"cpu": value}) for i, value in enumerate(values)))
    return result


def take(into: Columns, *samples: Sample) -> None:
    into.extend(columns_of(samples))


def test_absent_is_a_gap_and_an_unknown_signal_is_all_gap() -> None:
    made = columns([1.0, None, 3.0])
    assert np.isnan(made.column("cpu")).tolist() == [False, True, False]
    assert np.isnan(made.column("npu")).all()


def test_samples_are_taken_once() -> None:
    made = columns([1.0, 2.0])
    take(made, Sample(int(0.5 * S), {"cpu": 9.0}), Sample(int(1.5 * S), {"cpu": 3.0}))
    assert made.column("cpu").tolist() == [1.0, 2.0, 3.0]


def test_a_pause_of_the_sampler_breaks_the_curve() -> None:
    made = columns([1.0, 2.0])
    take(made, Sample(60 * S, {"cpu": 3.0}))
    assert np.isnan(made.column("cpu")[2])
    assert made.at("cpu", 30.0) is None


def test_a_signal_that_appears_late_has_a_gap_before() -> None:
    made = columns([1.0])
    take(made, Sample(S, {"cpu": 2.0, "npu": 7.0}))
    assert np.isnan(made.column("npu")[0])
    assert made.column("npu")[1] == 7.0


def test_a_reading_covers_the_time_before_it() -> None:
    made = columns([10.0, 20.0])
    assert made.at("cpu", 0.6) == 20.0
    assert made.at("cpu", 0.5) == 10.0
    assert made.at("cpu", 1.1) is None


def test_many_samples_at_once_are_as_good_as_one_after_the_other() -> None:
    samples = [Sample(S, {"cpu": 1.0}), Sample(9 * S, {"npu": 2.0}), Sample(10 * S, {"cpu": 3.0})]
    samples += [Sample(at * S, {"cpu": float(at)}) for at in range(20, 2000)]
    once, often = Columns(0, 10**6), Columns(0, 10**6)
    take(once, *samples)
    for sample in samples:
        take(often, sample)
    assert once.times.tolist() == often.times.tolist()
    for name in ("cpu", "npu"):
        np.testing.assert_array_equal(once.column(name), often.column(name))
    assert once.times[:5].tolist() == [1.0, 5.0, 9.0, 10.0, 15.0]


def test_it_forgets_the_oldest() -> None:
    made = columns([float(i) for i in range(10_000)], keep=600)
    assert made.times.size < 3 * 1024
    assert made.column("cpu")[-1] == 9999.0
    assert made.times[-1] == 5000.0


def test_the_visible_part_reaches_beyond_the_edges() -> None:
    made = columns([float(i) for i in range(20)])
    assert made.times[visible(made.times, 3.2, 5.3)].tolist() == [3.0, 3.5, 4.0, 4.5, 5.0, 5.5]


@given(
    st.lists(st.one_of(st.floats(0, 100, width=32), st.just(float("nan"))), min_size=3, max_size=400),
    st.floats(0.2, 40),
)
def test_an_envelope_keeps_the_peaks_and_rises_in_time(values: list[float], bucket_s: float) -> None:
    times = np.arange(len(values)) * 0.5
    given_values = np.array(values, np.float32)
    shown_times, shown = envelope(times, given_values, bucket_s)
    assert len(shown_times) == len(shown)
    assert (np.diff(shown_times) > 0).all()
    assert len(shown) <= max(len(values), 2 * (times[-1] / bucket_s + 2))
    if not np.isnan(given_values).all():
        assert np.nanmax(shown) == np.nanmax(given_values)
        assert np.nanmin(shown) == np.nanmin(given_values)
    else:
        assert np.isnan(shown).all()


def test_an_empty_bucket_stays_a_gap() -> None:
    values = np.array([5.0] * 40 + [np.nan] * 40 + [7.0] * 40, np.float32)
    _, shown = envelope(np.arange(120) * 0.5, values, 10.0)
    assert np.isnan(shown).any()
    assert len(shown) < 40


@given(st.lists(st.sampled_from([1.0, np.nan])))
def test_runs_hold_every_value_and_no_gap(values: list[float]) -> None:
    given_values = np.array(values, np.float32)
    parts = runs(given_values)
    assert all(part.stop > part.start for part in parts)
    assert sum(part.stop - part.start for part in parts) == np.count_nonzero(~np.isnan(given_values))
    assert not any(np.isnan(given_values[part]).any() for part in parts)
    assert all(np.isnan(given_values[part.stop : part.stop + 1]).all() for part in parts)


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))))
def test_a_polyline_has_the_points_it_is_made_of(points: list[tuple[float, float]]) -> None:
    xs, ys = (np.array([point[axis] for point in points], np.float64) for axis in (0, 1))
    assert [point.toTuple() for point in polyline(xs, ys)] == points


def test_a_steady_stream_has_a_steady_rate() -> None:
    tokens = 3.0 + np.arange(100) / 20
    moments, rates = token_rate(tokens, 3.0, 8.0, 50)
    assert moments[0] > 3.0
    assert moments[-1] == tokens[-1]
    assert rates == pytest.approx(20.0)


def test_too_few_tokens_have_no_rate() -> None:
    assert token_rate(np.array([1.0, 2.0]), 0.0, 3.0, 50)[0].size == 0
    assert token_rate(np.arange(10.0), 50.0, 60.0, 50)[0].size == 0
