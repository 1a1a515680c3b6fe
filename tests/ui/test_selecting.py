"""Selecting over several messages with the mouse and the keyboard, and what is copied then."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.ui.chat.browser import SafeBrowser

LEFT = Qt.MouseButton.LeftButton
REPLY = "Some **bold** words.\n\n```python\nx = 1\ny = 2\n```\n\nThe [end](https://a.example)."
DRAWN = "Some bold words.\n\nx = 1\ny = 2\n\nThe end."


def fill(bench: Bench, turns: int) -> None:
    conversation = Conversation()
    for number in range(turns):
        reply = conversation.start_reply(conversation.add_user(f"Question {number}?").id)
        reply.text, reply.state = f"Answer {number}. {REPLY}", State.DONE
    bench.window.resize(1000, 1000)
    bench.controller.conversation = conversation
    bench.controller.reset.emit()
    QApplication.processEvents()


def view(bench: Bench, index: int) -> SafeBrowser:
    """The text view of a row."""
    transcript = bench.chat.transcript
    widget = transcript.widget(transcript.rows[index].key)
    assert widget is not None
    found = widget if isinstance(widget, SafeBrowser) else widget.findChild(SafeBrowser)
    assert isinstance(found, SafeBrowser)
    return found


def point(text: SafeBrowser, position: int) -> QPoint:
    cursor = text.textCursor()
    cursor.setPosition(position)
    return text.cursorRect(cursor).center()


def drag(bench: Bench, start: tuple[int, int], end: tuple[int, int]) -> SafeBrowser:
    """From a place (row, position) to another; the button stays pressed."""
    from_view, to_view = view(bench, start[0]), view(bench, end[0])
    QTest.mousePress(from_view.viewport(), LEFT, pos=point(from_view, start[1]))
    goal = from_view.viewport().mapFromGlobal(to_view.viewport().mapToGlobal(point(to_view, end[1])))
    QTest.mouseMove(from_view.viewport(), goal)
    return from_view


def release(text: SafeBrowser) -> None:
    QTest.mouseRelease(text.viewport(), LEFT)


def copied(widget: QWidget, qtbot: QtBot) -> str:
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("nothing yet")
    QTest.keyClick(widget, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: clipboard.text() != "nothing yet")
    return clipboard.text()


KINDS = ["user", "prose", "code", "prose", "footer"]


def test_a_drag_from_one_message_into_another_selects_both(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 2)
    assert open_bench.rows == KINDS * 2
    text = drag(open_bench, (1, 10), (5, 8))
    release(text)
    assert [view(open_bench, index).textCursor().selectedText() for index in (0, 2, 5)] == [
        "",
        "x = 1\u2029y = 2",
        "Question",
    ]
    assert copied(text, qtbot) == f"{DRAWN}\n\nQuestion"


def test_a_drag_upwards_selects_the_same(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 2)
    text = drag(open_bench, (5, 8), (1, 10))
    release(text)
    assert copied(text, qtbot) == f"{DRAWN}\n\nQuestion"


def test_back_in_its_own_row_the_selection_is_of_that_row(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 2)
    text = drag(open_bench, (1, 10), (5, 8))
    QTest.mouseMove(text.viewport(), point(text, 14))
    release(text)
    assert not view(open_bench, 2).textCursor().hasSelection()
    assert copied(text, qtbot) == "Some"


def test_a_click_selects_nothing_any_more(open_bench: Bench) -> None:
    fill(open_bench, 2)
    release(drag(open_bench, (1, 10), (5, 8)))
    other = view(open_bench, 3)
    QTest.mouseClick(other.viewport(), LEFT, pos=point(other, 2))
    assert not open_bench.chat.transcript.selecting.active
    assert not any(view(open_bench, index).textCursor().hasSelection() for index in (0, 1, 2, 3, 5))


def test_select_all_takes_the_conversation_far_beyond_the_view(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 60)
    text = view(open_bench, len(open_bench.chat.transcript.rows) - 2)
    text.setFocus()
    QTest.keyClick(text, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    whole = copied(text, qtbot)
    assert whole.startswith(
        "Question 0?\n\nAnswer 0. Some bold words.\n\nx = 1\ny = 2\n\nThe end.\n\nQuestion 1?"
    )
    assert whole.endswith(f"Answer 59. {DRAWN}")
    assert whole.count("Question") == 60
    assert copied(open_bench.chat.transcript, qtbot) == whole


def test_a_selection_outlives_its_widgets(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 60)
    transcript = open_bench.chat.transcript
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    text = drag(open_bench, (1, 10), (5, 8))
    release(text)
    bar.setValue(bar.maximum())
    assert transcript.widget(transcript.rows[1].key) is None
    assert not any(
        view(open_bench, index).textCursor().hasSelection()
        for index in transcript.near
        if transcript.rows[index].key.kind.value in ("user", "prose", "code")
    )
    assert copied(transcript, qtbot) == f"{DRAWN}\n\nQuestion"
    bar.setValue(0)
    assert view(open_bench, 1).textCursor().selectedText() == "Some bold words."


def test_a_selection_in_one_row_outlives_its_widget_too(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 60)
    transcript = open_bench.chat.transcript
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    cursor = view(open_bench, 1).textCursor()
    cursor.select(cursor.SelectionType.Document)
    view(open_bench, 1).setTextCursor(cursor)
    bar.setValue(bar.maximum())
    assert copied(transcript, qtbot) == "Answer 0. Some bold words."
    bar.setValue(0)
    assert view(open_bench, 1).textCursor().selectedText() == "Answer 0. Some bold words."


def test_beyond_the_edge_the_view_scrolls_and_the_selection_grows(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 60)
    transcript = open_bench.chat.transcript
    bar = transcript.verticalScrollBar()
    bar.setValue(0)
    text = view(open_bench, 1)
    QTest.mousePress(text.viewport(), LEFT, pos=point(text, 0))
    below = transcript.viewport().mapToGlobal(QPoint(300, transcript.viewport().height() + 40))
    QTest.mouseMove(text.viewport(), text.viewport().mapFromGlobal(below))
    qtbot.waitUntil(lambda: bar.value() > transcript.viewport().height() * 2)
    release(text)
    reached = bar.value()
    qtbot.wait(80)
    assert bar.value() == reached
    assert copied(transcript, qtbot).startswith(
        "Answer 0. Some bold words.\n\nx = 1\ny = 2\n\nThe end.\n\nQuestion 1?"
    )


def test_a_growing_reply_leaves_the_selection_alone(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 1)
    conversation = open_bench.controller.conversation
    reply = conversation.start_reply(conversation.add_user("Go on").id)
    conversation.append(reply.id, "The first words. ")
    open_bench.controller.branched.emit()
    text = drag(open_bench, (3, 0), (6, 9))
    release(text)
    for _ in range(80):
        conversation.append(reply.id, "And more of them. ")
        open_bench.controller.reply_changed.emit(reply.id)
    assert copied(text, qtbot) == "The end.\n\nGo on\n\nThe first"


@pytest.mark.parametrize(("entry", "first"), [(0, "Some bold words."), (1, "Question 0?")])
def test_the_menu_copies_and_selects_all(open_bench: Bench, qtbot: QtBot, entry: int, first: str) -> None:
    fill(open_bench, 2)
    text = drag(open_bench, (1, 10), (5, 8))
    release(text)
    place = point(text, 12)
    global_place = text.viewport().mapToGlobal(place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, global_place)
    QApplication.sendEvent(text.viewport(), event)
    menu = open_bench.chat.transcript.viewport().findChild(QMenu)
    assert menu is not None
    QGuiApplication.clipboard().setText("nothing yet")
    menu.actions()[entry].trigger()
    menu.close()
    if entry:
        assert copied(text, qtbot).startswith(first)
    else:
        qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().startswith(first))


def test_links_and_buttons_work_as_before(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, 1)
    text = view(open_bench, 3)
    with qtbot.waitSignal(text.anchorClicked):
        QTest.mouseClick(text.viewport(), LEFT, pos=point(text, 5))
    for box in open_bench.window.findChildren(QWidget):
        if box.isModal():
            box.close()
    copy = next(button for button in view(open_bench, 2).parent().children() if hasattr(button, "click"))
    copy.click()
    assert QGuiApplication.clipboard().text() == "x = 1\ny = 2"
