"""Finding words in the open chat: every kind of row, hits counted, marked, walked through and left."""

from __future__ import annotations

import pytest
from chat_steps import ask
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.chats.conversation import Conversation, Message, State
from geniex_desktop.ui.chat.finding import Finding
from geniex_desktop.ui.chat.row_text import view_of
from geniex_desktop.ui.chat.user_row import UserRow

RICH = (
    "Some **sky** words and `sky` in code, 这是**重点。**后面 sky.\n\n- a sky\n- 😀 sky\n\n"
    "| sky | b |\n|---|---|\n| 1 | sky |\n\n```python\nsky = 'Sky'\n```\n\n> The sky\n\n$x^2$ sky"
)
IN_RICH = 11


def fill(bench: Bench, *turns: tuple[str, str]) -> list[Message]:
    conversation = Conversation()
    replies = []
    for question, answer in turns:
        reply = conversation.start_reply(conversation.add_user(question).id)
        reply.text, reply.state = answer, State.DONE
        replies.append(reply)
    bench.controller.conversation = conversation
    bench.controller.reset.emit()
    QApplication.processEvents()
    return replies


def finding(bench: Bench) -> Finding:
    return bench.chat._finding


def find(bench: Bench, qtbot: QtBot, text: str) -> None:
    """As a person does: Ctrl+F, and types."""
    bench.window.run_keys("Ctrl+F")
    bench.chat.find_bar.field.insert(text)
    settle(bench, qtbot)


def settle(bench: Bench, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not finding(bench).searching and not finding(bench)._later.isActive())


def marked(bench: Bench) -> list[str]:
    """The texts that are marked in the rows which have widgets, from top to bottom."""
    transcript = bench.chat.transcript
    result = []
    for index in transcript.near:
        view = view_of(transcript.widget(transcript.rows[index].key))
        result += [mark.cursor.selectedText() for mark in view.extraSelections()] if view else []
    return result


def test_every_kind_of_text_has_its_hits_marked(open_bench: Bench, qtbot: QtBot) -> None:
    open_bench.window.resize(1000, 1400)
    fill(open_bench, ("Is the SKY blue?", RICH))
    find(open_bench, qtbot, "sky")
    assert [text.casefold() for text in marked(open_bench)] == ["sky"] * (IN_RICH + 1)
    assert open_bench.chat.find_bar.count.text() == f"1 of {IN_RICH + 1}"


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("重点。后面", 1),
        ("😀 sky", 1),
        ("words   and", 1),
        ("x²", 1),
        ("a.b*c(", 0),
        ("SKY BLUE", 1),
        ("blue green", 1),  # not as a whole, so each of the words
    ],
)
def test_what_is_found(open_bench: Bench, qtbot: QtBot, query: str, texts: int) -> None:
    fill(open_bench, ("Is the sky blue?", RICH))
    find(open_bench, qtbot, query)
    assert len(finding(open_bench).hits) == texts
    expected = f"1 of {texts}" if texts else "Nothing found"
    assert open_bench.chat.find_bar.count.text() == expected


def test_one_walks_through_the_hits_round_and_round(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, *((f"Question {number}?", "word " * 300 + "needle") for number in range(40)))
    find(open_bench, qtbot, "needle")
    transcript, bar = open_bench.chat.transcript, open_bench.chat.find_bar
    assert len(finding(open_bench).hits) == 40
    # The chat is shown from its end: the first hit is the one in view.
    assert bar.count.text() == "40 of 40"
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert bar.count.text() == "1 of 40"
    for number in range(1, 40):
        hit = finding(open_bench).hits[finding(open_bench).at]
        rect = finding(open_bench)._place(hit)
        assert rect is not None
        assert 0 <= rect.top() < rect.bottom() <= transcript.viewport().height(), number
        open_bench.window.run_keys("F3")
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert bar.count.text() == "39 of 40"
    assert transcript.widget_count < 60


def test_only_the_hit_looked_at_stands_out(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, ("sky", "sky and sky"))
    find(open_bench, qtbot, "sky")

    def colours() -> list[str]:
        transcript = open_bench.chat.transcript
        views = [view_of(transcript.widget(row.key)) for row in transcript.rows]
        marks = [mark for view in views if view is not None for mark in view.extraSelections()]
        return [mark.format.background().color().name() for mark in marks]

    first, *others = colours()
    assert first not in others
    assert len(set(others)) == 1
    open_bench.window.run_keys("F3")
    assert colours() == [others[0], first, others[0]]


def test_leaving_takes_the_marks_and_gives_the_keyboard_back(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, ("sky", RICH))
    find(open_bench, qtbot, "sky")
    assert marked(open_bench) != []
    open_bench.window.activateWindow()
    open_bench.window.escape()
    assert marked(open_bench) == []
    assert open_bench.chat.find_bar.isHidden()
    assert open_bench.window.focusWidget() is open_bench.chat.composer.field
    assert not finding(open_bench).active


def test_messages_look_as_ever_while_something_is_looked_for(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, ("sky", "sky"))
    bubble = open_bench.row_widget("user")._bubble
    find(open_bench, qtbot, "sky")
    assert open_bench.row_widget("user")._bubble == bubble
    assert open_bench.row_widget("user")._more.isHidden()


def test_what_is_unfolded_for_the_search_only_cannot_be_folded(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, ("line\n" * 400 + "needle", "Yes."))
    find(open_bench, qtbot, "needle")
    transcript, hit = open_bench.chat.transcript, finding(open_bench).hits[0]
    row = transcript.widget(hit.key)
    assert isinstance(row, UserRow)
    assert row._more.isHidden()


def test_hits_in_a_folded_message_are_found_and_it_folds_again(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, ("line\n" * 400 + "needle", "Yes."))
    assert open_bench.rows == ["user", "prose", "footer"]
    find(open_bench, qtbot, "needle")
    assert marked(open_bench) == ["needle"]
    open_bench.chat.find_bar.leave()
    assert open_bench.rows == ["user", "prose", "footer"]


def test_a_growing_reply_adds_hits_and_the_present_one_stays(open_bench: Bench, qtbot: QtBot) -> None:
    (reply,) = fill(open_bench, ("sky", "sky one."))
    find(open_bench, qtbot, "sky")
    open_bench.window.run_keys("F3")
    assert open_bench.chat.find_bar.count.text() == "2 of 2"
    reply.text += " And a sky more."
    open_bench.controller.reply_changed.emit(reply.id)
    settle(open_bench, qtbot)
    assert open_bench.chat.find_bar.count.text() == "2 of 3"
    assert marked(open_bench) == ["sky"] * 3


def test_another_chat_is_not_searched(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, ("sky", "sky"))
    find(open_bench, qtbot, "sky")
    fill(open_bench, ("other sky", "chat"))
    assert open_bench.chat.find_bar.isHidden()
    assert finding(open_bench).hits == []
    assert marked(open_bench) == []


def test_an_old_answer_is_dropped(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, ("sky", "words"))
    find(open_bench, qtbot, "sky")
    hits = finding(open_bench).hits
    finding(open_bench)._take(finding(open_bench)._asked - 1, [])
    assert finding(open_bench).hits is hits


def test_a_pooled_row_brings_no_mark_along(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench, *((f"sky {number}" if number == 39 else "other", "word " * 300) for number in range(40)))
    find(open_bench, qtbot, "sky")
    assert marked(open_bench) == ["sky"]
    open_bench.chat.transcript.verticalScrollBar().setValue(0)
    QApplication.processEvents()
    assert marked(open_bench) == []


def test_a_hit_of_the_search_over_all_chats_is_marked(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "Why is the sky blue?")
    started.controller.new_chat()
    started.window.chats.search.setText("there")
    model = started.window.chats.model

    def hits() -> list[int]:
        return [row for row in range(model.rowCount()) if model.line(model.index(row)).hit is not None]

    qtbot.waitUntil(lambda: hits() != [])
    started.window.chats.view.opened.emit(model.index(hits()[0]))
    qtbot.waitUntil(lambda: not started.chat.find_bar.isHidden())
    settle(started, qtbot)
    assert started.chat.find_bar.field.text() == "there"
    assert marked(started) == ["there"]
    assert started.window.focusWidget() is started.chat.composer.field


def test_without_a_bar_the_next_hit_asks_what_for(open_bench: Bench) -> None:
    fill(open_bench, ("sky", "sky"))
    open_bench.window.run_keys("F3")
    assert not open_bench.chat.find_bar.isHidden()
    QTest.mouseClick(open_bench.chat.find_bar.close_button, Qt.MouseButton.LeftButton)
    assert open_bench.chat.find_bar.isHidden()


def test_a_long_chat_is_searched_without_holding_the_window_up(open_bench: Bench, qtbot: QtBot) -> None:
    """The watch over the event loop says if it was."""
    fill(open_bench, *((f"Question {number}?", RICH) for number in range(300)))
    find(open_bench, qtbot, "sky")
    assert len(finding(open_bench).hits) == 300 * IN_RICH
    for _ in range(20):
        open_bench.window.run_keys("Shift+F3")
    assert open_bench.chat.find_bar.count.text().endswith(f"of {300 * IN_RICH}")
