"""The transcript's pool, heights and scroll position."""

from __future__ import annotations

from itertools import pairwise
from typing import ClassVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from geniex_desktop.chats.conversation import Message, Role
from geniex_desktop.ui.chat.reply_text import Block, Kind
from geniex_desktop.ui.chat.rows import Row, RowKey, RowKind
from geniex_desktop.ui.chat.transcript import Transcript


class Probe(QWidget):
    """A row whose height the row's own text decides, and which counts how often it was shown."""

    shown: ClassVar[list[RowKey]] = []

    def show_row(self, row: Row) -> None:
        Probe.shown.append(row.key)
        self.height_wanted = len(row.block.text()) if row.block else 50

    def height_for(self, _width: int) -> int:
        return self.height_wanted


def row(number: int, height: int = 60, closed: bool = True) -> Row:
    block = Block(Kind.PROSE, ["x" * height], closed=closed)
    return Row(RowKey(RowKind.PROSE, number, 1), Message(number, 0, Role.ASSISTANT), block)


@pytest.fixture
def transcript(app: QApplication, qtbot: QtBot) -> Transcript:
    Probe.shown = []
    result = Transcript(lambda _kind, parent: Probe(parent))
    qtbot.addWidget(result)
    result.resize(600, 400)
    result.show()
    return result


def visible_keys(transcript: Transcript) -> list[int]:
    area = transcript.viewport().rect()
    return [
        r.key.message_id
        for r in transcript.rows
        if (w := transcript.widget(r.key)) is not None and w.geometry().intersects(area)
    ]


def test_only_rows_near_the_view_have_widgets(transcript: Transcript) -> None:
    transcript.set_rows([row(n) for n in range(1000)])
    assert visible_keys(transcript)[-1] == 999
    for value in range(0, transcript.verticalScrollBar().maximum(), 700):
        transcript.verticalScrollBar().setValue(value)
    assert transcript.widget_count < 40


def test_rows_stand_one_below_the_other_without_gaps_or_overlap(transcript: Transcript) -> None:
    transcript.set_rows([row(n, 40 + 13 * (n % 7)) for n in range(60)])
    widgets = [w for r in transcript.rows if (w := transcript.widget(r.key)) is not None]
    for above, below in pairwise(widgets):
        assert below.y() - (above.y() + above.height()) == 12


def test_the_view_follows_the_end_until_the_reader_scrolls_up(transcript: Transcript) -> None:
    rows = [row(n) for n in range(30)]
    transcript.set_rows(rows)
    bar = transcript.verticalScrollBar()
    transcript.replace_from(29, [row(29, 300, closed=False)])
    assert bar.value() == bar.maximum()
    bar.setValue(bar.maximum() - 500)
    held = bar.value()
    transcript.replace_from(29, [row(29, 600, closed=False)])
    assert bar.value() == held
    assert transcript._latest.isVisible()
    transcript.jump_to_end()
    assert bar.value() == bar.maximum()


def test_correcting_heights_above_does_not_move_what_is_read(transcript: Transcript) -> None:
    transcript.set_rows([row(n, 400 if n < 50 else 60) for n in range(200)])
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() - 600)
    reading = visible_keys(transcript)[2]
    for _ in range(40):
        before = transcript.widget(RowKey(RowKind.PROSE, reading, 1))
        bar.setValue(bar.value() - 35)
        assert before is not None
        now = visible_keys(transcript)
        assert now == list(range(now[0], now[-1] + 1))
        reading = now[2]


def test_a_closed_block_is_laid_out_once_while_the_reply_grows(transcript: Transcript) -> None:
    closed = row(1)
    transcript.set_rows([closed, row(2, 50, closed=False)])
    Probe.shown.clear()
    for size in range(60, 90, 5):
        transcript.replace_from(0, [closed, row(2, size, closed=False)])
    assert closed.key not in Probe.shown
    assert len(Probe.shown) == 6


def test_another_width_measures_again_and_another_chat_forgets(transcript: Transcript) -> None:
    transcript.set_rows([row(1)])
    Probe.shown.clear()
    transcript.resize(400, 400)
    assert Probe.shown == [row(1).key]
    transcript.clear()
    assert transcript.rows == []
    transcript.set_rows([row(1, 90)])
    widget = transcript.widget(row(1).key)
    assert widget is not None
    assert widget.height() == 90


class Focusable(Probe):
    """A row that takes the keyboard."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def test_tab_walks_the_rows_in_reading_order_and_then_leaves(app: QApplication, qtbot: QtBot) -> None:
    transcript = Transcript(lambda _kind, parent: Focusable(parent))
    qtbot.addWidget(transcript)
    transcript.resize(600, 400)
    transcript.show()
    transcript.set_rows([row(n) for n in range(40)])
    # Scrolling back and forth mixes the pool, so that its order is no longer the reader's.
    transcript.verticalScrollBar().setValue(0)
    transcript.jump_to_end()
    transcript.setFocus()
    seen: list[int] = []
    with qtbot.waitSignal(transcript.left):
        for _ in range(40):
            QTest.keyClick(transcript.window().focusWidget(), Qt.Key.Key_Tab)
            focused = transcript.window().focusWidget()
            found = [r.key.message_id for r in transcript.rows if transcript.widget(r.key) is focused]
            if found and found[0] != (seen or [None])[-1]:
                seen += found
    assert seen == list(range(seen[0], 40))


def test_the_smallest_scroll_up_stops_following(transcript: Transcript) -> None:
    transcript.set_rows([row(n) for n in range(30)])
    bar = transcript.verticalScrollBar()
    bar.setValue(bar.maximum() - 6)
    held = bar.value()
    transcript.replace_from(29, [row(29, 300, closed=False)])
    assert bar.value() == held
    bar.setValue(bar.maximum())
    transcript.replace_from(29, [row(29, 500, closed=False)])
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("follows", [True, False])
def test_the_end_of_a_reply_does_not_jump(transcript: Transcript, follows: bool) -> None:
    rows = [row(n) for n in range(30)]
    transcript.set_rows([*rows, row(30, 400, closed=False)])
    bar = transcript.verticalScrollBar()
    if not follows:
        bar.setValue(bar.maximum() - 50)
    held = bar.value()
    transcript.replace_from(30, [row(30, 400), row(31, 30)])
    assert bar.value() == (bar.maximum() if follows else held)
