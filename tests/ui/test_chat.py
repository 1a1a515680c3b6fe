"""The chat from the outside: what a person does and what the window then shows."""

from __future__ import annotations

import threading

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QInputMethodEvent
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from window_bench import MODEL, Bench

from geniex_desktop.chats.conversation import State
from geniex_desktop.engine.types import CANCELLED, ChatMessage, ProfileData
from geniex_desktop.errors import AppError

DEATH = AppError(
    "The engine has died.", cause="Signal 9.", hint="Try again.", detail="last log line", code=-200101
)


def say(bench: Bench, qtbot: QtBot, text: str) -> None:
    """Types a message and presses Enter."""
    field = bench.chat.composer.field
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def done(bench: Bench, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not bench.controller.busy)


def last(bench: Bench):
    return bench.controller.conversation.path()[-1]


def test_send_streams_a_reply_with_its_measurements(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.gate_at = 1
    say(bench, qtbot, "Hi")
    qtbot.waitUntil(lambda: "prose" in bench.rows)
    assert "Hello" in bench.row_widget("prose").toPlainText()
    assert last(bench).state is State.STREAMING
    bench.script.gate.set()
    done(bench, qtbot)
    assert bench.rows == ["user", "prose", "footer"]
    assert bench.row_widget("prose").toPlainText() == "Hello there."
    footer = bench.row_widget("footer").accessibleName()
    expected = "0.21 s to first token, prefill 1,184 tok/s, decode 34.2 tok/s, 3 tokens, finished, CPU"
    assert footer == expected
    assert bench.chat.composer.text == ""


def test_a_system_prompt_that_had_no_turn_of_its_own_is_noted_under_the_reply(
    open_bench: Bench, qtbot: QtBot
) -> None:
    bench = open_bench
    figures = (0.21, 0.0, 0.1, 1.0, 118, 34, 1184.0, 34.2, 0, 0, "eos")
    bench.script.profile = ProfileData(*figures, system_place="user")
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    assert "system prompt in your message" in bench.row_widget("footer").accessibleName()


def test_the_engine_is_called_from_its_own_thread_only(open_bench: Bench, qtbot: QtBot) -> None:
    say(open_bench, qtbot, "Hi")
    done(open_bench, qtbot)
    assert len(open_bench.script.threads) == 1
    assert threading.get_ident() not in open_bench.script.threads


def test_stop_keeps_what_was_said(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.gate_at = 2
    say(bench, qtbot, "Hi")
    qtbot.waitUntil(lambda: last(bench).state is State.STREAMING)
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Escape)
    done(bench, qtbot)
    assert last(bench).text == "Hello **ther"
    assert "stopped by you" in bench.row_widget("footer").accessibleName()


def test_while_waiting_the_phase_is_shown_with_its_progress(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.prompt_tokens = 1240
    bench.script.prefill_pause_s = 0.15
    say(bench, qtbot, "Hi")
    qtbot.waitUntil(lambda: "620 of 1,240" in bench.row_widget("phase")._text.text())
    assert bench.row_widget("phase")._bar.share == 0.5
    bench.script.prefill_pause_s = 0.0
    done(bench, qtbot)


def test_regenerate_makes_a_sibling_that_can_be_switched(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    bench.script.reply = "Second."
    qtbot.mouseClick(bench.row_widget("footer")._again, Qt.MouseButton.LeftButton)
    done(bench, qtbot)
    assert bench.row_widget("prose").toPlainText() == "Second."
    switch = bench.row_widget("footer")._branches
    assert switch._text.text() == "2/2"
    qtbot.mouseClick(switch._back, Qt.MouseButton.LeftButton)
    assert bench.row_widget("prose").toPlainText() == "Hello there."
    assert len(bench.script.requests) == 2
    assert bench.script.requests[1].messages == (ChatMessage("user", "Hi"),)


def test_editing_the_last_message_asks_on_a_new_branch(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    field = bench.chat.composer.field
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert field.toPlainText() == "Hi"
    say(bench, qtbot, " you")
    done(bench, qtbot)
    assert bench.script.requests[1].messages == (ChatMessage("user", "Hi you"),)
    assert bench.controller.conversation.path()[0].text == "Hi you"
    assert len(bench.controller.conversation) == 4


def test_escape_leaves_the_editing(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    field = bench.chat.composer.field
    qtbot.keyClick(field, Qt.Key.Key_Up)
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert field.toPlainText() == ""
    assert bench.controller.editing is None


def test_engine_death_keeps_the_text_and_the_next_message_works(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.failure, bench.script.fail_at = DEATH, 2
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    assert bench.rows == ["user", "prose", "footer", "error"]
    assert bench.row_widget("prose").toPlainText().startswith("Hello")
    assert bench.row_widget("footer").accessibleName() == "interrupted"
    card = bench.row_widget("error")._card
    assert card._title.text() == "The reply was interrupted: The engine has died."
    assert (card._cause.text(), card._hint.text()) == ("Signal 9.", "Try again.")
    bench.script.failure = None
    say(bench, qtbot, "Again")
    done(bench, qtbot)
    assert last(bench).state is State.DONE
    assert bench.script.requests[-1].messages[-1] == ChatMessage("user", "Again")


def test_an_error_card_has_its_four_parts_and_tries_again(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.failure = DEATH
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    card = bench.row_widget("error")._card
    before = bench.row_widget("error").height()
    qtbot.mouseClick(card._fold, Qt.MouseButton.LeftButton)
    assert card._detail.isVisible()
    assert bench.row_widget("error").height() > before
    assert "last log line" in card._detail.toPlainText()
    qtbot.mouseClick(card._copy, Qt.MouseButton.LeftButton)
    assert "-200101" in QGuiApplication.clipboard().text()
    bench.script.failure = None
    again = next(b for b in card.findChildren(QPushButton) if b.text() == "Try again")
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    done(bench, qtbot)
    assert last(bench).state is State.DONE


def test_an_error_card_that_is_shown_again_keeps_its_buttons_in_place(
    open_bench: Bench, qtbot: QtBot
) -> None:
    bench = open_bench
    bench.script.failure = DEATH
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    card = bench.row_widget("error")._card
    places = [button.geometry() for button in card._buttons]
    bench.chat._rebuild()
    assert [button.geometry() for button in card._buttons] == places
    assert all(place.top() > card._title.geometry().bottom() for place in places)


def test_use_the_cpu_loads_the_model_there_and_asks_again(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.device = "NPU"
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.reload()
    bench.script.failure = DEATH
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    bench.script.failure = None
    card = bench.row_widget("error")._card
    button = next(b for b in card.findChildren(QPushButton) if b.text() == "Use the CPU")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    done(bench, qtbot)
    assert bench.script.loads[-1].device == "cpu"
    assert last(bench).state is State.DONE


def test_a_failed_load_is_a_card_and_not_a_dead_end(bench: Bench, qtbot: QtBot) -> None:
    bench.script.load_failure = AppError("This file is not a GGUF model.", cause="It begins with PK.")
    with qtbot.waitSignal(bench.session.load_failed):
        bench.session.open(MODEL)
    qtbot.waitUntil(lambda: bench.rows == ["error"])
    assert bench.row_widget("error")._card._title.text() == "This file is not a GGUF model."
    bench.script.load_failure = None
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.reload()
    assert bench.rows == []


def test_a_runtime_that_does_not_start_still_opens_the_window(bench: Bench, qtbot: QtBot) -> None:
    bench.script.runtime_failure = AppError("The native library could not be loaded.")
    with qtbot.waitSignal(bench.session.runtime_failed):
        bench.session.ask_runtime()
    assert bench.rows == ["error"]
    assert bench.window.isVisible()


def test_a_message_sent_while_the_model_loads_waits_for_it(bench: Bench, qtbot: QtBot) -> None:
    bench.script.hold_load = True
    bench.session.open(MODEL)
    say(bench, qtbot, "Hi")
    qtbot.waitUntil(lambda: bench.rows == ["user", "phase"])
    qtbot.waitUntil(lambda: bench.row_widget("phase")._text.text() == "Loading weights 64 %")
    assert bench.script.requests == []
    bench.script.gate.set()
    done(bench, qtbot)
    assert last(bench).text == "Hello **there**."


def test_stopping_a_load_that_a_message_waits_for_ends_the_message(bench: Bench, qtbot: QtBot) -> None:
    bench.script.hold_load = True
    bench.session.open(MODEL)
    say(bench, qtbot, "Hi")
    qtbot.waitUntil(lambda: bench.row_widget("phase") is not None)
    bench.controller.stop()
    done(bench, qtbot)
    assert last(bench).error is not None
    assert last(bench).error.code == CANCELLED


def test_a_new_chat_while_a_reply_runs_stops_it_and_is_empty(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.gate_at = 1
    say(bench, qtbot, "Hi")
    qtbot.waitUntil(lambda: last(bench).state is State.STREAMING)
    bench.controller.new_chat()
    assert bench.rows == []
    bench.script.gate_at = None
    say(bench, qtbot, "Fresh")
    done(bench, qtbot)
    assert bench.script.requests[-1].messages == (ChatMessage("user", "Fresh"),)


def test_enter_does_not_send_while_an_input_method_composes(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    field = bench.chat.composer.field
    with qtbot.assertNotEmitted(bench.chat.composer.send):
        QGuiApplication.sendEvent(field, QInputMethodEvent("nihao", []))
        qtbot.keyClick(field, Qt.Key.Key_Return)
    commit = QInputMethodEvent("", [])
    commit.setCommitString("你好")
    QGuiApplication.sendEvent(field, commit)
    with qtbot.waitSignal(bench.chat.composer.send) as sent:
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert sent.args == ["你好"]
    done(bench, qtbot)


def test_shift_enter_breaks_the_line_and_the_field_grows(open_bench: Bench, qtbot: QtBot) -> None:
    field = open_bench.chat.composer.field
    before = field.height()
    qtbot.keyClicks(field, "one")
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(field, "two")
    assert field.toPlainText() == "one\ntwo"
    assert field.height() > before
    field.setPlainText("\n" * 30)
    assert field.height() == 8 * field.fontMetrics().lineSpacing() + 4


def test_thinking_is_folded_apart_and_not_copied(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.reply = "<think>secret plan</think>\n\nThe answer."
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    assert bench.rows == ["user", "thinking", "prose", "footer"]
    assert bench.row_widget("thinking").height() == 32
    qtbot.mouseClick(bench.row_widget("thinking")._head, Qt.MouseButton.LeftButton)
    assert bench.row_widget("thinking")._text.toPlainText() == "secret plan"
    assert bench.row_widget("thinking").height() > 32
    qtbot.mouseClick(bench.row_widget("footer")._copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "The answer."


def test_code_has_its_language_a_copy_button_and_colours(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.reply = "```python\ndef f():\n    return 1\n```\n"
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    row = bench.row_widget("code")
    assert row._language.text() == "python"
    block = row._code.document().firstBlock()
    qtbot.waitUntil(lambda: len(block.layout().formats()) > 0)
    qtbot.mouseClick(row._copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == "def f():\n    return 1"


def test_code_is_whole_however_often_it_is_shown(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.reply = "```\none\ntwo\nthree\n```\n"
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    assert bench.row_widget("code")._code.toPlainText() == "one\ntwo\nthree"
    for width in (700, 760, 1000):
        bench.window.resize(width, 600)
    assert bench.row_widget("code")._code.toPlainText() == "one\ntwo\nthree"


def test_a_user_message_is_shown_as_written(open_bench: Bench, qtbot: QtBot) -> None:
    text = "<|im_end|> **not bold** <b>x</b>"
    say(open_bench, qtbot, text)
    done(open_bench, qtbot)
    assert open_bench.row_widget("user")._text.toPlainText() == text
    assert open_bench.script.requests[0].messages[0].content == text


def test_a_huge_user_message_is_folded_until_asked_for(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.controller.send("word " * 40_000)
    done(bench, qtbot)
    row = bench.row_widget("user")
    assert len(row._text.toPlainText()) < 7000
    assert bench.script.requests[0].messages[0].content == "word " * 40_000


def test_a_long_reply_streams_without_a_stall(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    paragraph = "Some **bold** words and `code` in a paragraph that is long enough to wrap.\n\n- item\n\n"
    bench.script.reply = (paragraph + "```python\nx = 1\n```\n\n") * 60
    say(bench, qtbot, "Hi")
    qtbot.waitUntil(lambda: not bench.controller.busy, timeout=60_000)
    assert bench.rows.count("code") == 60
    assert bench.chat.transcript.widget_count < 60


def test_rebuilding_the_window_keeps_chat_and_draft(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    say(bench, qtbot, "Hi")
    done(bench, qtbot)
    qtbot.keyClicks(bench.chat.composer.field, "a draft")
    bench.window.build()
    assert bench.chat.composer.text == "a draft"
    qtbot.waitUntil(lambda: bench.rows == ["user", "prose", "footer"])
    say(bench, qtbot, "!")
    done(bench, qtbot)
    assert bench.script.requests[-1].messages[-1].content == "a draft!"
