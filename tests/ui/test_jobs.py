"""Background jobs: outcomes arrive in the GUI thread, whatever the failure."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from shiboken6 import delete

from geniex_desktop.errors import AppError
from geniex_desktop.ui import recents
from geniex_desktop.ui.jobs import InOrder, Jobs


@pytest.fixture
def jobs(app: QApplication) -> Iterator[Jobs]:
    result = Jobs()
    yield result
    result.close()


def test_results_come_back_in_the_gui_thread(jobs: Jobs, qtbot: QtBot) -> None:
    seen: list[tuple[int, int]] = []
    jobs.submit(threading.get_ident, lambda ident: seen.append((ident, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(seen))
    worker, gui = seen[0]
    assert worker != gui == threading.get_ident()


@pytest.mark.parametrize(
    ("error", "cause"),
    [
        (AppError("known", cause="c"), "c"),
        (PermissionError(13, "Permission denied"), "Permission denied"),
        (KeyError("k"), "KeyError: 'k'"),
    ],
)
def test_any_failure_becomes_an_error_fit_to_be_shown(
    jobs: Jobs, qtbot: QtBot, caplog: pytest.LogCaptureFixture, error: Exception, cause: str
) -> None:
    def fail() -> None:
        raise error

    seen: list[AppError] = []
    with caplog.at_level(logging.CRITICAL):
        jobs.submit(fail, None, seen.append)
        qtbot.waitUntil(lambda: bool(seen))
    assert seen[0].cause == cause


def test_orders_are_done_in_the_order_of_the_clicks(jobs: Jobs, qtbot: QtBot) -> None:
    orders, gate = InOrder(jobs), threading.Event()
    done: list[int] = []
    seen: list[object] = []

    def slow() -> None:
        gate.wait(30)
        done.append(0)

    def refuse() -> None:
        raise AppError("No.")

    orders.submit(slow, seen.append)
    orders.submit(refuse, None, seen.append)
    for number in range(1, 20):
        orders.submit(partial(done.append, number), seen.append)
    gate.set()
    qtbot.waitUntil(lambda: len(seen) == 21)
    assert done == list(range(20))
    assert [type(each) for each in seen] == [type(None), AppError] + [type(None)] * 19


def test_slow_orders_hold_up_nobody_else(jobs: Jobs, qtbot: QtBot) -> None:
    orders, gate = InOrder(jobs), threading.Event()
    seen: list[str] = []
    for _ in range(10):
        orders.submit(lambda: gate.wait(60))
    jobs.submit(lambda: "another job", seen.append)
    qtbot.waitUntil(lambda: bool(seen), timeout=60_000)
    assert not gate.is_set()
    gate.set()


def test_orders_that_have_not_begun_are_dropped_at_closing(jobs: Jobs) -> None:
    orders, begun, gate = InOrder(jobs), threading.Event(), threading.Event()
    done: list[int] = []

    def slow() -> None:
        begun.set()
        gate.wait(60)
        done.append(0)

    orders.submit(slow)
    for number in range(1, 10):
        orders.submit(partial(done.append, number))
    assert begun.wait(60)
    jobs.close()
    gate.set()
    jobs._pool.shutdown(wait=True)
    assert done == [0]


def test_orders_go_on_after_a_pause(jobs: Jobs, qtbot: QtBot) -> None:
    orders = InOrder(jobs)
    seen: list[int] = []
    for number in range(3):
        orders.submit(lambda number=number: number, seen.append)  # type: ignore[misc]
        qtbot.waitUntil(lambda number=number: seen == list(range(number + 1)))  # type: ignore[misc]


def test_nothing_arrives_after_closing(jobs: Jobs, qtbot: QtBot) -> None:
    gate = threading.Event()
    seen: list[object] = []
    jobs.submit(lambda: gate.wait(60), seen.append)
    jobs.close()
    gate.set()
    jobs.submit(lambda: 1, seen.append)
    qtbot.wait(50)
    assert seen == []


def test_work_that_is_done_already_is_told_later(jobs: Jobs, qtbot: QtBot) -> None:
    done: Future[int] = Future()
    done.set_result(1)
    seen: list[int] = []
    jobs.watch(done, seen.append)
    assert seen == []
    qtbot.waitUntil(lambda: seen == [1])


def test_a_widget_that_is_gone_is_not_told(jobs: Jobs, qtbot: QtBot) -> None:
    gone = QLabel()
    seen: list[str] = []
    jobs.submit(lambda: "late", gone.setText)
    jobs.submit(lambda: "late", partial(gone.setText))
    delete(gone)
    jobs.submit(lambda: "on time", seen.append)
    qtbot.waitUntil(lambda: seen == ["on time"])


def test_recent_models_are_few_unique_and_newest_first() -> None:
    stored = "[]"
    for number in [*range(12), 5]:
        stored = recents.added(stored, Path(f"/m/{number}.gguf"))
    assert [path.stem for path in recents.read(stored)] == ["5", "11", "10", "9", "8", "7", "6", "4"]


@pytest.mark.parametrize("stored", ["", "{", "{}", "[1, null]", "[" * 100_000])
def test_a_damaged_list_of_recent_models_is_empty(stored: str) -> None:
    assert recents.read(stored) == []


class Immediate(Executor):
    """Has done the work before it answers."""

    def submit(self, work: Callable[[], object]) -> Future[object]:  # type: ignore[override]
        future: Future[object] = Future()
        future.set_result(work())
        return future

    def shutdown(self, **_options: bool) -> None:  # type: ignore[override]
        pass


def test_a_callback_never_comes_before_submit_has_returned(jobs: Jobs, qtbot: QtBot) -> None:
    """Also not for work that is done at once: the caller may have something to note down first."""
    jobs._pool = Immediate()
    arrived: list[str] = []
    jobs.submit(lambda: "done", arrived.append)
    assert arrived == []
    qtbot.waitUntil(lambda: arrived == ["done"])
