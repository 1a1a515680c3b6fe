"""The watch over the event loop tells what stood in the way."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from stall_watch import StallWatch
from window_bench import wait

LONGEST_S = 0.1


@pytest.fixture
def watch(app: QApplication) -> Iterator[StallWatch]:
    result = StallWatch(LONGEST_S, time.perf_counter)
    wait(10)
    result.restart()
    yield result
    result.stop()


def stand_in_the_way() -> None:
    time.sleep(5 * LONGEST_S)


def test_a_stall_names_the_code_at_fault(watch: StallWatch) -> None:
    QTimer.singleShot(0, stand_in_the_way)
    wait(10)
    told = "".join(map(str, watch.take()))
    assert "stood still" in told
    assert "tests/ui/test_stall_watch.py:" in told
    assert "stand_in_the_way" in told
    assert watch.take() == []


def test_what_the_test_does_itself_is_no_stall(watch: StallWatch) -> None:
    with watch.own_time():
        stand_in_the_way()
    assert "stand_in_the_way" not in "".join(map(str, watch.take()))


def test_another_clock_may_judge(watch: StallWatch) -> None:
    watch.judge(LONGEST_S, time.thread_time)
    QTimer.singleShot(0, stand_in_the_way)
    wait(10)
    assert watch.take() == []
