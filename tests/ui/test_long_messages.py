"""Long messages of the person's: folded, shown to their end in stretches, copied as they were written."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.ui.chat.stretches import MOST_CHARS, stretches
from geniex_desktop.ui.chat.user_row import UserRow

WORDS = "word " * 20_000
LINES = "".join(f"line {number}\n" for number in range(5_000))
TEXTS = {
    "words": WORDS,
    "lines": LINES,
    "one line": "x" * 100_000,
    "CJK": "这是什么" * 25_000,
    "long lines": ("y" * 2_000 + "\n") * 20,
    "no end": LINES + "end",
    "a megabyte": WORDS * 10,
}


@pytest.mark.parametrize("text", [*TEXTS.values(), "", "\n", "short", "\n" * 500], ids=lambda text: text[:8])
def test_stretches_are_the_text_and_none_is_long(text: str) -> None:
    parts = stretches(text)
    assert "".join(parts) == text
    assert all(len(part) <= MOST_CHARS and part.count("\n") <= 60 for part in parts)
    assert all(parts) or parts == [""]


def test_stretches_end_where_a_reader_would_pause() -> None:
    assert all(part.endswith("\n") for part in stretches(LINES))
    assert all(part.endswith(" ") for part in stretches(WORDS))
    assert stretches("a\n" + "x" * 2 * MOST_CHARS)[0] == "a\n"


def show(bench: Bench, text: str) -> None:
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user(text).id)
    reply.text, reply.state = "Answer.", State.DONE
    bench.controller.conversation = conversation
    bench.controller.reset.emit()
    QApplication.processEvents()


def rows(bench: Bench) -> list[UserRow]:
    """The widgets that are there of the message."""
    widgets = [bench.chat.transcript.widget(row.key) for row in bench.chat.transcript.rows]
    return [widget for widget in widgets if isinstance(widget, UserRow)]


def to_the_beginning(bench: Bench) -> UserRow:
    bench.chat.transcript.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    return rows(bench)[0]


def show_all(bench: Bench) -> None:
    row = to_the_beginning(bench)
    assert row._more.text() == "Show all"
    QTest.mouseClick(row._more, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def copy_all(bench: Bench, qtbot: QtBot) -> str:
    QGuiApplication.clipboard().setText("nothing yet")
    bench.chat.transcript.selecting.select_all()
    bench.chat.transcript.selecting.copy()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "nothing yet")
    return QGuiApplication.clipboard().text()


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_no_more_is_laid_out_than_what_is_in_view(open_bench: Bench, qtbot: QtBot, text: str) -> None:
    """The watch over the event loop, which every test here has, says whether any step was long."""
    show(open_bench, text)
    assert open_bench.rows == ["user", "prose", "footer"]
    drawn = to_the_beginning(open_bench)._text.toPlainText()
    assert drawn.endswith("…")
    assert len(drawn) <= MOST_CHARS + 1
    show_all(open_bench)
    assert open_bench.rows.count("user") == len(stretches(text)) > 1
    assert 1 <= len(rows(open_bench)) < 10
    assert rows(open_bench)[0]._text.toPlainText() == stretches(text)[0].removesuffix("\n")
    # Copied as it was written, however it was cut.
    assert copy_all(open_bench, qtbot) == f"{text.strip(chr(10))}\n\nAnswer."


def test_the_end_has_the_actions_and_folds_it_again(open_bench: Bench) -> None:
    show(open_bench, LINES)
    show_all(open_bench)
    open_bench.chat.transcript.jump_to_end()
    QApplication.processEvents()
    last, others = rows(open_bench)[-1], rows(open_bench)[:-1]
    last.setFocus()
    for row in others:
        row.setFocus()
        assert [part.isHidden() for part in (row._copy, row._edit, row._more)] == [True] * 3
    last.setFocus()
    assert [part.isHidden() for part in (last._copy, last._edit)] == [False] * 2
    assert last._more.text() == "Show less"
    last._copy.click()
    assert QGuiApplication.clipboard().text() == LINES
    QTest.mouseClick(last._more, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert open_bench.rows == ["user", "prose", "footer"]
    assert len(open_bench.controller.conversation.path()) == 2


def test_the_rows_of_a_message_touch_and_are_equally_wide(open_bench: Bench) -> None:
    show(open_bench, LINES)
    show_all(open_bench)
    open_bench.chat.transcript.verticalScrollBar().setValue(rows(open_bench)[0].height() - 100)
    QApplication.processEvents()
    first, second = rows(open_bench)[:2]
    assert first.geometry().bottom() + 1 == second.geometry().top()
    assert first._bubble.width() == second._bubble.width()
    assert first._bubble.bottom() == first.height()


def test_a_part_is_copied_with_its_line_ends(open_bench: Bench, qtbot: QtBot) -> None:
    show(open_bench, LINES)
    show_all(open_bench)
    selecting = open_bench.chat.transcript.selecting
    keys = [row.key for row in open_bench.chat.transcript.rows]
    selecting._ends = (keys[0], len("line 0\n")), (keys[1], len("line 60"))
    selecting.copy()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith("line 1\n"))
    assert QGuiApplication.clipboard().text() == "\n".join(f"line {number}" for number in range(1, 61))


def test_a_short_message_is_as_wide_as_its_text(open_bench: Bench) -> None:
    show(open_bench, "Hello")
    (row,) = rows(open_bench)
    assert row._more.isHidden()
    assert row._bubble.width() < 120


def test_the_source_of_a_long_reply_is_copied_as_it_is(open_bench: Bench, qtbot: QtBot) -> None:
    """Its rows are stretches too."""
    show(open_bench, "Hello")
    reply = open_bench.controller.conversation.path()[-1]
    reply.text = "z" * 45_000
    open_bench.chat._services.toggle_raw(reply)
    assert open_bench.rows.count("raw") == 3
    assert copy_all(open_bench, qtbot).replace("\n", "") == f"Hello{reply.text}"
