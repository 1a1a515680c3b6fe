"""Where and when cyclic garbage is collected while the window is there."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from geniex_desktop.ui.collector import Collector


@pytest.fixture
def collector(app: QApplication) -> Iterator[Collector]:
    result = Collector()
    yield result
    result.close()


def make_garbage(ended: list[int]) -> None:
    """A cycle with a Qt object in it that nobody holds."""
    one = QObject()
    one.destroyed.connect(lambda: ended.append(threading.get_ident()))
    one.itself = [one]  # type: ignore[attr-defined]


def test_a_widget_in_a_cycle_ends_on_the_windows_thread(collector: Collector, qtbot: QtBot) -> None:
    ended: list[int] = []
    make_garbage(ended)
    kept: list[list[int]] = []
    worker = threading.Thread(target=lambda: kept.extend([number] for number in range(200_000)))
    worker.start()
    worker.join()
    assert ended == []
    qtbot.waitUntil(lambda: ended != [])
    assert ended == [threading.get_ident()]
    assert len(kept) == 200_000


def test_a_closed_collector_leaves_everything_as_it_was(app: QApplication) -> None:
    frozen = gc.get_freeze_count()
    collector = Collector()
    assert not gc.isenabled()
    assert gc.get_freeze_count() > frozen
    collector.close()
    collector.close()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
