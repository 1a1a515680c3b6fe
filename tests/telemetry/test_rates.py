"""Counters to rates: starts, resets, wraps, and readings that come too close."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geniex_desktop.telemetry.pace import Pace, retry_delay_s
from geniex_desktop.telemetry.rates import DeltaRate, percent

SECOND = 1_000_000_000


def rates(rate: DeltaRate, *values: float | None, step_ns: int = SECOND) -> list[float | None]:
    return [rate.update(value, number * step_ns) for number, value in enumerate(values)]


def test_the_first_value_is_no_rate() -> None:
    assert rates(DeltaRate(), 10.0, 30.0, 30.0) == [None, 20.0, 0.0]


def test_a_counter_that_is_set_back_starts_anew() -> None:
    assert rates(DeltaRate(), 10.0, 5.0, 7.0) == [None, None, 2.0]


def test_a_counter_that_wraps() -> None:
    assert rates(DeltaRate(100.0), 90.0, 10.0) == [None, 20.0]


def test_a_gap_starts_anew() -> None:
    assert rates(DeltaRate(), 1.0, 2.0, None, 9.0, 10.0) == [None, 1.0, None, None, 1.0]


def test_readings_too_close_repeat_the_last_rate() -> None:
    rate = DeltaRate()
    rate.update(0.0, 0)
    assert rate.update(5.0, SECOND) == 5.0
    assert rate.update(500.0, SECOND + 10_000_000) == 5.0
    assert rate.update(505.0, 2 * SECOND) == 500.0


def test_a_clock_that_goes_back_is_a_gap() -> None:
    rate = DeltaRate()
    rate.update(0.0, SECOND)
    assert rate.update(5.0, 0) is None


@pytest.mark.parametrize(("share", "expected"), [(None, None), (0.5, 50.0), (1.02, 100.0), (-0.1, 0.0)])
def test_percent(share: float | None, expected: float | None) -> None:
    assert percent(share) == expected


@given(st.lists(st.tuples(st.floats(0, 1e15), st.integers(0, 3 * SECOND)), max_size=40))
def test_a_rate_is_never_negative(readings: list[tuple[float, int]]) -> None:
    rate, now = DeltaRate(), 0
    for value, step in readings:
        now += step
        got = rate.update(value, now)
        assert got is None or got >= 0


class TestPace:
    def test_a_floor_holds_at_any_rate(self) -> None:
        pace = Pace(floor_s=1.0, budget_s=0.1)
        asked = []
        for tick in range(20):
            now = tick * 0.25
            if pace.due(now, 0.25):
                pace.asked(now, 0.25)
                asked.append(now)
        assert asked == [0.0, 1.0, 2.0, 3.0, 4.0]

    def test_without_a_floor_every_tick_counts_however_uneven(self) -> None:
        pace = Pace(0.0, 0.1)
        pace.asked(10.0, 0.5)
        assert pace.due(10.01, 0.5)

    def test_five_slow_readings_double_the_interval_up_to_five_seconds(self) -> None:
        pace = Pace(0.5, 0.1)
        intervals = []
        for _ in range(30):
            pace.answered(0.2)
            intervals.append(pace.interval_s(0.5))
        assert (intervals[3], intervals[4], intervals[9], intervals[-1]) == (0.5, 1.0, 2.0, 5.0)
        assert pace.slow

    def test_quick_again_is_asked_often_again(self) -> None:
        pace = Pace(0.0, 0.1)
        for _ in range(5):
            pace.answered(0.2)
        for _ in range(20):
            assert pace.slow
            pace.answered(0.01)
        assert not pace.slow

    def test_three_failures_in_a_row_are_enough(self) -> None:
        pace = Pace(0.0, 0.1)
        pace.failed(0.0)
        pace.failed(0.0)
        pace.answered(0.0)
        pace.failed(0.0)
        pace.failed(0.0)
        assert not pace.gave_up
        pace.failed(0.0)
        assert pace.gave_up

    def test_retries_back_off_to_a_minute(self) -> None:
        assert [retry_delay_s(attempts) for attempts in (0, 1, 2, 3, 4, 5, 99)] == [5, 5, 10, 20, 40, 60, 60]
