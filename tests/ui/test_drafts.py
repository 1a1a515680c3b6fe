"""Messages that are being written: kept with all that is attached, for every chat, also over restarts."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest
from chat_steps import again, ask, open_chat, settle, shown
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.chats.attachments import Attachment
from geniex_desktop.chats.conversation import Conversation, Role
from geniex_desktop.chats.records import Draft

VLM_DATA = Path(__file__).parents[1] / "data" / "vlm"


def test_the_draft_of_a_new_chat_comes_back(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    ask(started, qtbot, "Hi")
    started.controller.new_chat()
    qtbot.keyClicks(started.chat.composer.field, "a new idea")
    bench = again(started, reopened, tmp_path, qtbot)
    qtbot.waitUntil(lambda: bench.chat.composer.text == "a new idea")
    assert shown(bench) == []


def test_the_draft_of_a_new_chat_waits_while_others_are_read(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "one")
    started.controller.new_chat()
    qtbot.keyClicks(started.chat.composer.field, "a new idea")
    open_chat(started, qtbot, "one")
    assert started.chat.composer.text == ""
    started.controller.new_chat()
    assert started.chat.composer.text == "a new idea"
    started.controller.new_chat()
    assert started.chat.composer.text == "a new idea"
    ask(started, qtbot, "!")
    started.controller.new_chat()
    assert started.chat.composer.text == ""


def attach(bench: Bench, qtbot: QtBot, folder: Path) -> tuple[Attachment, ...]:
    """An image, a recording and a text, in the composer."""
    with wave.open(str(folder / "memo.wav"), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(bytes(16000))
    (folder / "plan.md").write_text("# Plan\n")
    bench.tray.add_files([VLM_DATA / "red.png", folder / "memo.wav", folder / "plan.md"])
    qtbot.waitUntil(lambda: not bench.tray.busy)
    assert [part.kind for part in bench.tray.parts] == ["image", "audio", "text"]
    return bench.tray.parts


@pytest.mark.parametrize("sent", ["Hi", ""], ids=["stored chat", "new chat"])
def test_what_is_attached_to_a_draft_outlives_switching_and_the_window(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot, sent: str
) -> None:
    ask(started, qtbot, "another chat")
    started.controller.new_chat()
    if sent:
        ask(started, qtbot, sent)
    parts = attach(started, qtbot, tmp_path)
    qtbot.keyClicks(started.chat.composer.field, "look")
    open_chat(started, qtbot, "another chat")
    assert (started.tray.parts, started.chat.composer.text) == ((), "")
    if sent:
        open_chat(started, qtbot, sent)
    else:
        started.controller.new_chat()
    assert (started.tray.parts, started.chat.composer.text) == (parts, "look")
    bench = again(started, reopened, tmp_path, qtbot)
    qtbot.waitUntil(lambda: bench.tray.parts == parts)
    assert bench.chat.composer.text == "look"
    assert len(bench.chat.composer.tray_view.chips) == 3
    assert shown(bench)[:1] == ([sent] if sent else [])


def test_an_edit_that_was_begun_is_gone_on_with(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    attach(started, qtbot, tmp_path)
    started.controller.withhold(frozenset({"image", "audio"}))
    ask(started, qtbot, "first")
    qtbot.keyClicks(started.chat.composer.field, "the next one")
    started.controller.edit_last()
    started.tray.remove(started.tray.items[0].id)
    qtbot.keyClicks(started.chat.composer.field, ", better")
    bench = again(started, reopened, tmp_path, qtbot)
    composer = bench.chat.composer
    qtbot.waitUntil(lambda: composer.text == "first, better")
    assert [part.name for part in bench.tray.parts] == ["memo.wav", "plan.md"]
    assert composer._editing.isVisible()
    bench.window.build()
    composer = bench.chat.composer
    qtbot.waitUntil(composer._editing.isVisible)
    bench.controller.withhold(frozenset({"image", "audio"}))
    qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not bench.controller.busy)
    settle(bench, qtbot)
    asked = bench.controller.conversation.path()[0]
    assert (asked.text, len(asked.parts)) == ("first, better", 2)
    assert len(bench.controller.conversation.siblings(asked.id)) == 2
    assert (composer.text, bench.tray.parts) == ("the next one", ())
    stored = bench.history._thread().read(lambda store: store.read(bench.history.current)).result(30)
    assert stored.drafts == (Draft("the next one"),)


def test_a_chat_that_nobody_keeps_leaves_the_drafts_of_others_alone(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "one")
    qtbot.keyClicks(started.chat.composer.field, "draft of one")
    started.controller.show(Conversation())
    assert started.chat.composer.text == ""
    qtbot.keyClicks(started.chat.composer.field, "gone with the replay")
    started.history.keep()
    started.history.open(started.history.chats[0].key)
    qtbot.waitUntil(lambda: shown(started)[:1] == ["one"])
    assert started.chat.composer.text == "draft of one"


def test_each_chat_has_its_own_draft(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "one")
    qtbot.keyClicks(started.chat.composer.field, "draft of one")
    started.controller.new_chat()
    assert started.chat.composer.text == ""
    ask(started, qtbot, "two")
    open_chat(started, qtbot, "one")
    assert started.chat.composer.text == "draft of one"


def edit(bench: Bench, qtbot: QtBot, number: int, text: str) -> int:
    """Begins to edit one of the questions, and writes something in its place."""
    message = [message for message in bench.controller.conversation.path() if message.role is Role.USER][
        number
    ]
    bench.controller.edit(message.id)
    bench.chat.composer.field.selectAll()
    qtbot.keyClicks(bench.chat.composer.field, text)
    return message.id


def state(bench: Bench) -> tuple[str, int | None]:
    return bench.chat.composer.text, bench.controller.editing


def test_two_edits_and_the_next_message_wait_for_each_other(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "first")
    ask(started, qtbot, "second")
    qtbot.keyClicks(started.chat.composer.field, "the next one")
    second = edit(started, qtbot, 1, "second, other")
    first = edit(started, qtbot, 0, "first, other")
    started.controller.edit(second)
    assert state(started) == ("second, other", second)
    started.controller.edit(first)
    assert state(started) == ("first, other", first)
    # Asked for again, an edit is gone on with, not begun anew.
    started.controller.edit(first)
    assert state(started) == ("first, other", first)
    started.controller.cancel_edit()
    assert state(started) == ("second, other", second)
    started.controller.cancel_edit()
    assert state(started) == ("the next one", None)
    started.controller.edit(first)
    assert state(started) == ("first", first)


def test_an_edit_that_changed_nothing_does_not_wait(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "first")
    ask(started, qtbot, "second")
    edit(started, qtbot, 1, "second")
    edit(started, qtbot, 0, "first, other")
    started.controller.cancel_edit()
    assert state(started) == ("", None)


def test_sending_one_edit_leaves_the_other(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "first")
    ask(started, qtbot, "second")
    first = edit(started, qtbot, 0, "first, other")
    edit(started, qtbot, 1, "second, other")
    qtbot.keyClick(started.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not started.controller.busy)
    assert state(started) == ("first, other", first)
    assert shown(started)[2] == "second, other"


def test_an_edit_of_what_is_not_in_view_waits_out_of_the_way(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "first")
    ask(started, qtbot, "second")
    second = edit(started, qtbot, 1, "second, other")
    edit(started, qtbot, 0, "first, other")
    qtbot.keyClick(started.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not started.controller.busy)
    assert state(started) == ("", None)
    assert Draft("second, other", (), second) in started.controller.drafts


def test_all_edits_outlive_switching_and_the_window(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    ask(started, qtbot, "other chat")
    started.controller.new_chat()
    ask(started, qtbot, "first")
    ask(started, qtbot, "second")
    qtbot.keyClicks(started.chat.composer.field, "the next one")
    second = edit(started, qtbot, 1, "second, other")
    first = edit(started, qtbot, 0, "first, other")
    open_chat(started, qtbot, "other chat")
    assert state(started) == ("", None)
    open_chat(started, qtbot, "first")
    assert state(started) == ("first, other", first)
    bench = again(started, reopened, tmp_path, qtbot)
    qtbot.waitUntil(lambda: state(bench) == ("first, other", first))
    bench.controller.cancel_edit()
    assert state(bench) == ("second, other", second)
    bench.controller.cancel_edit()
    assert state(bench) == ("the next one", None)
