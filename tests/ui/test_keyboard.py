"""Everything by keyboard and by ear: commands, palette, sheet, names, announcements."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.chats.records import ChatOptions
from geniex_desktop.errors import AppError
from geniex_desktop.ui.chat.announcer import Announcer
from geniex_desktop.ui.chat.reply_text import ReplyText
from geniex_desktop.ui.commands import Command, matching, score
from geniex_desktop.ui.palette import Palette
from geniex_desktop.ui.window_commands import window_commands


def ask(bench: Bench, qtbot: QtBot, text: str = "Hi") -> None:
    bench.controller.send(text)
    qtbot.waitUntil(lambda: not bench.controller.busy)


def palette(bench: Bench) -> Palette:
    bench.window.show_palette()
    return bench.window.findChildren(Palette)[-1]


def test_letters_in_order_find_a_command_and_beginnings_of_words_first() -> None:
    titles = ["Copy the conversation", "Continue the answer", "Go to the chat"]
    commands = [Command(title, lambda: None) for title in titles]
    assert matching(commands, "cc")[0].title == "Copy the conversation"
    assert matching(commands, "chat")[0].title == "Go to the chat"
    assert score("Quit", "xyz") is None
    assert len(matching(commands, "")) == 3
    assert (
        matching([Command("a", lambda: None, reason="no"), Command("ab", lambda: None)], "a")[0].title == "ab"
    )


def test_every_shortcut_is_one_commands_alone_and_every_command_has_a_title(open_bench: Bench) -> None:
    commands = window_commands(open_bench.window)
    keys = [command.keys for command in commands if command.keys]
    assert len(keys) == len(set(keys))
    assert all(not QKeySequence(key).isEmpty() for key in keys)
    assert all(command.title for command in commands)
    wired = {action.shortcut().toString() for action in open_bench.window.actions()}
    assert {QKeySequence(key).toString() for key in keys} == wired


def test_the_palette_runs_what_is_chosen_and_says_why_it_cannot(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    opened = palette(bench)
    qtbot.keyClicks(opened.field, "settings")
    assert opened.list.item(0).text() == "Go to the settings"
    qtbot.keyClick(opened.field, Qt.Key.Key_Return)
    assert bench.window._stack.currentIndex() == 1
    qtbot.waitUntil(lambda: bench.window.findChildren(Palette) == [])
    opened = palette(bench)
    qtbot.keyClicks(opened.field, "ask again")
    assert not opened.list.item(0).flags() & Qt.ItemFlag.ItemIsEnabled
    qtbot.keyClick(opened.field, Qt.Key.Key_Return)
    assert opened.isVisible()
    qtbot.keyClick(opened.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: bench.window.findChildren(Palette) == [])


def test_arrows_move_through_the_palette(open_bench: Bench, qtbot: QtBot) -> None:
    opened = palette(open_bench)
    qtbot.keyClick(opened.field, Qt.Key.Key_Down)
    qtbot.keyClick(opened.field, Qt.Key.Key_Down)
    qtbot.keyClick(opened.field, Qt.Key.Key_Up)
    assert opened.list.currentRow() == 1
    assert opened.field.accessibleDescription() == opened.list.item(1).text()
    opened.close()


def test_f1_shows_every_shortcut_and_again_closes_the_sheet(open_bench: Bench, qtbot: QtBot) -> None:
    window = open_bench.window
    window.show_shortcuts()
    shown = " ".join(text.text() for text in window._sheet.findChildren(QLabel))
    for command in window_commands(window):
        assert not command.keys or command.title in shown
    window.show_shortcuts()
    assert window._sheet is None


def test_a_reply_can_be_worked_on_without_a_mouse(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    ask(bench, qtbot)
    bench.script.reply = "Second."
    bench.window.run_keys("Ctrl+R")
    qtbot.waitUntil(lambda: not bench.controller.busy and len(bench.script.requests) == 2)
    assert bench.controller.conversation.path()[-1].text == "Second."
    bench.window.run_keys("Alt+Left")
    assert bench.controller.conversation.path()[-1].text == "Hello **there**."
    bench.window.run_keys("Alt+Right")
    bench.window.run_keys("Ctrl+Shift+A")
    assert QGuiApplication.clipboard().text() == "Second."
    bench.window.run_keys("Ctrl+Shift+C")
    assert QGuiApplication.clipboard().text() == "**You:**\n\nHi\n\n**Model:**\n\nSecond.\n"
    bench.window.run_keys("Ctrl+U")
    assert bench.rows == ["user", "raw", "footer"]
    bench.window.run_keys("Ctrl+U")
    assert bench.rows == ["user", "prose", "footer"]
    bench.window.run_keys("Ctrl+E")
    assert bench.chat.composer.text == "Hi"


def test_an_answer_that_was_stopped_is_continued(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.gate_at = 1
    bench.controller.send("Hi")
    qtbot.waitUntil(lambda: "prose" in bench.rows)
    bench.controller.stop()
    qtbot.waitUntil(lambda: not bench.controller.busy)
    bench.script.gate_at = None
    footer = bench.row_widget("footer")
    assert footer._continue.isVisible()
    with qtbot.waitSignal(bench.chat.continue_requested) as asked:
        qtbot.mouseClick(footer._continue, Qt.MouseButton.LeftButton)
    assert asked.args == [bench.controller.conversation.path()[-1].id]
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert not bench.row_widget("footer")._continue.isVisible()


def test_stop_says_so_at_once(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.gate_at = 1
    bench.controller.send("Hi")
    qtbot.waitUntil(lambda: "prose" in bench.rows)
    bench.window.run_keys("Esc")
    assert bench.chat.composer._button.text() == "Stopping…"
    assert not bench.chat.composer._button.isEnabled()
    qtbot.waitUntil(lambda: bench.chat.composer._button.text() == "Send")


def test_page_keys_in_the_message_field_scroll_the_conversation(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.reply = "A paragraph.\n\n" * 80
    ask(bench, qtbot)
    bar = bench.chat.transcript.verticalScrollBar()
    end = bar.value()
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_PageUp)
    assert bar.value() < end
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_PageDown)
    assert bar.value() == bar.maximum()


@pytest.mark.parametrize("page", [0, 1, 2])
def test_everything_that_takes_the_keyboard_has_a_name(open_bench: Bench, qtbot: QtBot, page: int) -> None:
    bench = open_bench
    bench.script.reply = "<think>hm</think>Text\n\n```python\nx\n```\n<tool_call>{}</tool_call>\n"
    ask(bench, qtbot)
    bench.window.toggle_inspector()
    bench.window.show_page(page)
    tab = Qt.FocusPolicy.TabFocus.value
    silent = [
        f"{type(widget).__name__} {widget.objectName()}"
        for widget in bench.window.findChildren(QWidget)
        if widget.focusPolicy().value & tab
        and widget.isVisible()
        and not isinstance(widget.parent(), QLineEdit)
        and not (widget.accessibleName() or getattr(widget, "text", str)())
    ]
    assert silent == []


def test_a_screen_reader_hears_finished_paragraphs_once_and_no_thinking(app: QApplication) -> None:
    said: list[str] = []
    announcer = Announcer(said.append)
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user("?").id)
    text = ReplyText()
    for piece in ("<think>secret</think>", "First.\n\nSec", "ond.\n\nThird"):
        conversation.append(reply.id, piece)
        text.feed(piece)
        announcer.follow(reply, text)
    assert said == ["First.", "Second."]
    text.finish()
    reply.state = State.DONE
    announcer.follow(reply, text)
    assert said == ["First.", "Second.", "Third", "The answer is finished."]


def test_a_screen_reader_hears_of_a_failure(app: QApplication) -> None:
    said: list[str] = []
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user("?").id)
    conversation.fail(reply.id, AppError("The engine has died."), "CPU")
    Announcer(said.append).follow(reply, ReplyText())
    assert said == ["The engine has died."]


def test_the_inspector_gives_this_chat_its_own_options(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.window.toggle_inspector()
    inspector = bench.window.inspector
    inspector.prompt.setPlainText("Speak like a pirate.")
    inspector.sampler.temperature.setValue(1.25)
    inspector.seed.setValue(7)
    qtbot.waitUntil(lambda: bench.controller.chat_options.sampler is not None)
    ask(bench, qtbot)
    request = bench.script.requests[-1]
    assert request.messages[0].content == "Speak like a pirate."
    assert (request.sampler.temperature, request.sampler.seed) == (1.25, 7)
    qtbot.waitUntil(lambda: "pirate" in inspector.preview.toPlainText())
    qtbot.mouseClick(inspector._restore, Qt.MouseButton.LeftButton)
    assert bench.controller.chat_options.sampler is None
    assert inspector.prompt.toPlainText() == bench.controller.options.system_prompt


def test_of_a_very_long_prompt_both_ends_are_shown_once(open_bench: Bench, qtbot: QtBot) -> None:
    """A field lays a paragraph out at once: a hundred thousand characters would be felt."""
    bench = open_bench
    bench.window.toggle_inspector()
    inspector = bench.window.inspector
    given: list[str] = []
    show = inspector.preview.setPlainText
    inspector.preview.setPlainText = lambda text: (given.append(text), show(text))
    bench.chat.composer.field.setPlainText("the first " + "一句话。" * 40_000 + " the last")
    qtbot.waitUntil(lambda: "the last" in inspector.preview.toPlainText())
    shown = inspector.preview.toPlainText()
    assert "the first" in shown
    assert "more characters, which are copied with the rest" in shown
    assert len(shown) < 20_000
    inspector._show_preview()
    assert len([text for text in given if "the last" in text]) == 1
    inspector._copy()
    assert QGuiApplication.clipboard().text() == bench.chat.meter.text
    assert len(bench.chat.meter.text) > 160_000


def test_presets_are_saved_chosen_and_deleted(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.history.start()
    bench.window.toggle_inspector()
    inspector = bench.window.inspector
    box = inspector.presets
    inspector.prompt.setPlainText("Speak like a pirate.")
    inspector.sampler.temperature.setValue(1.25)
    qtbot.keyClicks(box.name, " Pirate  <b>1</b> ")
    qtbot.keyClick(box.name, Qt.Key.Key_Return)
    assert box.name.text() == ""
    qtbot.waitUntil(lambda: box.choice.count() == 2)
    assert box.choice.currentText() == "Pirate <b>1</b>"

    bench.controller.new_chat()
    assert box.choice.currentIndex() == 0
    assert bench.controller.chat_options == ChatOptions()
    box.choice.setCurrentIndex(1)
    box.choice.activated.emit(1)
    assert inspector.prompt.toPlainText() == "Speak like a pirate."
    ask(bench, qtbot)
    assert bench.script.requests[-1].messages[0].content == "Speak like a pirate."
    assert bench.script.requests[-1].sampler.temperature == 1.25

    inspector.sampler.temperature.setValue(0.5)
    qtbot.waitUntil(lambda: box.choice.currentIndex() == 0)
    assert not box.delete.isEnabled()
    box.choice.setCurrentIndex(1)
    box.choice.activated.emit(1)
    with qtbot.waitSignal(bench.history.presets_changed):
        qtbot.mouseClick(box.delete, Qt.MouseButton.LeftButton)
    assert (box.choice.count(), box.choice.isEnabled()) == (1, False)
    assert bench.controller.chat_options.system_prompt == "Speak like a pirate.", "the chat keeps what it has"


def test_in_a_narrow_window_the_inspector_lies_over_the_chat(open_bench: Bench, qtbot: QtBot) -> None:
    window, inspector, chat = open_bench.window, open_bench.window.inspector, open_bench.chat
    window.resize(800, 600)
    wide = chat.width()
    window.toggle_inspector()
    assert inspector.isVisible()
    qtbot.waitUntil(inspector.prompt.hasFocus)
    assert chat.width() == wide
    assert inspector.mapTo(window, QPoint(inspector.width(), 0)).x() == 800
    qtbot.keyClick(inspector.prompt, Qt.Key.Key_Escape)
    assert not inspector.isVisible()
    assert chat.composer.field.hasFocus()
    window.toggle_inspector()
    at = chat.mapTo(window, QPoint(20, 200))
    veil = window.childAt(at)
    qtbot.mouseClick(veil, Qt.MouseButton.LeftButton)
    assert not inspector.isVisible()
    window.toggle_inspector()
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: chat.mapTo(window, QPoint(chat.width(), 0)).x() == 1280 - inspector.width())
    assert inspector.isVisible()
    window.build()
    qtbot.waitUntil(window.inspector.isVisible)
    window.resize(800, 600)
    assert window.chat.width() == wide


def test_the_inspector_loads_the_model_again_with_other_options(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.window.toggle_inspector()
    bench.window.inspector.context.setValue(1024)
    bench.window.inspector.threads.setValue(2)
    with qtbot.waitSignal(bench.session.loaded):
        qtbot.mouseClick(bench.window.inspector.load, Qt.MouseButton.LeftButton)
    assert (bench.script.loads[-1].n_ctx, bench.script.loads[-1].n_threads) == (1024, 2)
