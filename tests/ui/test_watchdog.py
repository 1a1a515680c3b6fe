"""The watch that all tests of the window are under."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot
from watchdog import STALL_S, Watchdog
from window_bench import wait


def compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def test_what_holds_up_the_event_loop_is_noticed(watchdog: Watchdog, qtbot: QtBot) -> None:
    QTimer.singleShot(0, lambda: compute(1.5 * STALL_S))
    wait(20)
    assert watchdog.longest > STALL_S
    watchdog.restart()


def test_waiting_and_the_tests_own_work_are_no_stall(watchdog: Watchdog, qtbot: QtBot) -> None:
    compute(1.5 * STALL_S)
    QTimer.singleShot(0, lambda: time.sleep(1.5 * STALL_S))
    wait(20)
    for _ in range(3):
        QTimer.singleShot(0, lambda: compute(0.5 * STALL_S))
        wait(20)
    assert watchdog.longest < STALL_S
