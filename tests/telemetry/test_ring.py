"""The ring of samples: the newest stay, gaps stay gaps, and signals may come late."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from geniex_desktop.telemetry.ring import Ring
from geniex_desktop.telemetry.signals import Sample

Values = dict[str, float | None]


def filled(capacity: int, *values: Values) -> Ring:
    ring = Ring(capacity)
    for number, value in enumerate(values):
        ring.append(Sample(100 * (number + 1), value))
    return ring


def test_history_is_times_and_columns_from_a_time_on() -> None:
    ring = filled(3, {"a": 1.0}, {"a": 2.0}, {"a": None, "b": 5.0}, {"a": 4.0, "b": 6.0})
    history = ring.history(["a", "b", "never"], since_ns=300)
    assert list(history.times_ns) == [300, 400]
    assert math.isnan(history.columns["a"][0])
    assert history.columns["a"][1] == 4.0
    assert list(history.columns["b"]) == [5.0, 6.0]
    assert all(map(math.isnan, history.columns["never"]))
    assert list(ring.history(["a"]).times_ns) == [200, 300, 400]


def test_a_signal_that_comes_late_was_absent_before() -> None:
    ring = filled(4, {"a": 1.0}, {"a": 2.0, "b": 3.0})
    assert ring.series("b", 4) == [None, 3.0]


def test_a_signal_that_goes_leaves_no_old_values() -> None:
    ring = filled(2, {"a": 1.0}, {"a": 2.0}, {}, {})
    assert ring.series("a", 4) == [None, None]


def test_a_copy_does_not_change_with_the_ring() -> None:
    ring = filled(2, {"a": 1.0})
    history = ring.history(["a"])
    ring.append(Sample(500, {"a": 9.0}))
    assert list(history.columns["a"]) == [1.0]


def test_an_empty_ring() -> None:
    ring = Ring(3)
    assert ring.latest() is None
    assert ring.series("a", 5) == []
    assert len(ring.history(["a"]).times_ns) == 0


@given(
    st.integers(1, 7),
    st.lists(st.dictionaries(st.sampled_from("abc"), st.none() | st.floats(-1e12, 1e12)), max_size=30),
)
def test_it_keeps_exactly_the_newest(capacity: int, samples: list[Values]) -> None:
    ring = filled(capacity, *samples)
    newest = samples[-capacity:]
    for signal_id in "abc":
        assert ring.series(signal_id, 100) == [values.get(signal_id) for values in newest]
    times = list(ring.history([]).times_ns)
    assert times == sorted(set(times))
    assert len(times) == len(newest)
