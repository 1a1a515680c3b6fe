"""The list of chats and the store behind it, from the outside: what a person does and what is kept."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

from chat_steps import again, ask, open_chat, settle, shown, start
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from window_bench import MODEL, Bench

from geniex_desktop.chats.attachments import Attachments
from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.chats.database import open_database
from geniex_desktop.chats.records import ChatInfo, ChatOptions, Hit
from geniex_desktop.chats.store import ChatStore
from geniex_desktop.engine.types import CANCELLED, ChatMessage, Reply, Sampler
from geniex_desktop.errors import AppError
from geniex_desktop.ui.chat.chat_groups import grouped


def lines(bench: Bench) -> list[str]:
    model = bench.window.chats.model
    return [model.index(row).data() for row in range(model.rowCount())]


def click(bench: Bench, qtbot: QtBot, title: str) -> None:
    view, model = bench.window.chats.view, bench.window.chats.model
    index = next(model.index(row) for row in range(model.rowCount()) if model.index(row).data() == title)
    place = view.visualRect(index).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_first_message_makes_a_chat_with_a_title_and_no_second_generation(
    started: Bench, qtbot: QtBot
) -> None:
    assert lines(started) == []
    ask(started, qtbot, "Explain the KV cache. In short.")
    assert lines(started) == ["Today", "Explain the KV cache."]
    assert len(started.script.requests) == 1


def test_chats_are_opened_by_mouse_and_keys(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "first question")
    started.controller.new_chat()
    ask(started, qtbot, "second question")
    assert lines(started) == ["Today", "second question", "first question"]
    click(started, qtbot, "first question")
    qtbot.waitUntil(lambda: shown(started) == ["first question", "Hello **there**."])
    assert started.rows == ["user", "prose", "footer"]
    view = started.window.chats.view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(started)[0] == "second question")


def test_the_next_start_shows_the_last_chat_with_its_draft_and_its_tokens(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    ask(started, qtbot, "Hi")
    qtbot.keyClicks(started.chat.composer.field, "not sent yet")
    bench = again(started, reopened, tmp_path, qtbot)
    qtbot.waitUntil(lambda: shown(bench) == ["Hi", "Hello **there**."])
    assert bench.rows == ["user", "prose", "footer"]
    assert bench.chat.composer.text == "not sent yet"
    assert "decode 34.2 tok/s" in bench.row_widget("footer").accessibleName()
    bench.chat.composer.set_text("")
    ask(bench, qtbot, "Go on")
    # The reply's own tokens, so that the engine finds its cache again.
    assert bench.script.requests[0].messages == (
        ChatMessage("user", "Hi"),
        ChatMessage("assistant", "Hello **there**.", (1, 2, 3)),
        ChatMessage("user", "Go on"),
    )


def test_the_reader_comes_back_to_the_same_place(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    started.script.reply = "A paragraph of some length that fills lines.\n\n" * 60
    ask(started, qtbot, "long")
    bar = started.chat.transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place, top = started.chat.place(), started.chat.transcript.place()
    assert place
    bench = again(started, reopened, tmp_path, qtbot)
    qtbot.waitUntil(lambda: bench.rows[-1:] == ["footer"])
    assert bench.chat.transcript.place() == top
    assert not bench.chat.transcript.sticky


def test_a_rename_in_place_pin_and_folder(started: Bench, qtbot: QtBot) -> None:
    for text in ("alpha", "beta", "gamma"):
        ask(started, qtbot, text)
        started.controller.new_chat()
    settle(started, qtbot)
    column = started.window.chats
    key = started.history.chats[2].key
    column.view.setFocus()
    column.view.setCurrentIndex(column.model.index_of(key))
    qtbot.keyClick(column.view, Qt.Key.Key_F2)
    editor = column.view.findChild(QLineEdit)
    assert editor is not None
    editor.setText("My own title")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "My own title" in lines(started))
    assert started.history.current != key
    entries = {action.text(): action for action in column.menu(column.model.index_of(key)).actions()}
    entries["Pin"].trigger()
    qtbot.waitUntil(lambda: lines(started)[:2] == ["Pinned", "My own title"])
    started.history.set_folder(started.history.chats[1].key, "Work & play")
    qtbot.waitUntil(
        lambda: lines(started) == ["Pinned", "My own title", "Work & play", "beta", "Today", "gamma"]
    )
    assert started.history.folders == ["Work & play"]


def test_a_deleted_chat_can_be_brought_back_and_nothing_is_asked(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    ask(started, qtbot, "keep me")
    started.controller.new_chat()
    ask(started, qtbot, "throw me away")
    column = started.window.chats
    column.view.setFocus()
    column.view.setCurrentIndex(column.model.index_of(started.history.chats[0].key))
    qtbot.keyClick(column.view, Qt.Key.Key_Delete)
    assert lines(started) == ["Today", "keep me"]
    assert shown(started) == []
    assert column.undo_bar.isVisible()
    assert column.undo_bar.text == "“throw me away” deleted"
    qtbot.mouseClick(column.undo_bar._action, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown(started)[:1] == ["throw me away"])
    settle(started, qtbot)
    assert not column.undo_bar.isVisible()
    started.history.delete(started.history.current)
    started.history.forget_deleted()
    settle(started, qtbot)
    bench = again(started, reopened, tmp_path, qtbot)
    assert lines(bench) == ["Today", "keep me"]


def test_backspace_and_stray_keys_delete_nothing(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "stay")
    view = started.window.chats.view
    view.setFocus()
    view.setCurrentIndex(started.window.chats.model.index(1))
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Space, Qt.Key.Key_D, Qt.Key.Key_Escape):
        qtbot.keyClick(view, key)
    settle(started, qtbot)
    assert lines(started) == ["Today", "stay"]


def test_search_finds_text_and_opens_at_the_message(started: Bench, qtbot: QtBot) -> None:
    started.script.reply = "A walrus is not a seal."
    ask(started, qtbot, "question one")
    started.script.reply = "Nothing."
    started.controller.new_chat()
    ask(started, qtbot, "question two")
    column = started.window.chats
    column.focus_search()
    qtbot.keyClicks(column.search, "walr")
    qtbot.waitUntil(lambda: lines(started) == ["question one"])
    hit = column.model.line(column.model.index(0)).hit
    assert hit is not None
    assert (hit.found, hit.message_id) == ("walr", 2)
    column.view.grab()
    qtbot.keyClick(column.search, Qt.Key.Key_Down)
    qtbot.keyClick(column.view, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(started)[:1] == ["question one"])
    column.search.setText("nothing of the kind")
    qtbot.waitUntil(lambda: lines(started) == [])
    assert column._nothing.text() == "No chat has these words."
    column.focus_search()
    qtbot.keyClick(column.search, Qt.Key.Key_Escape)
    assert lines(started) == ["Today", "question two", "question one"]


def test_a_hit_on_another_branch_is_brought_into_view(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "question")
    started.script.reply = "Second."
    started.controller.regenerate(2)
    qtbot.waitUntil(lambda: not started.controller.busy)
    started.history.open(started.history.current, 2)
    assert shown(started) == ["question", "Hello **there**."]


def test_leaving_a_chat_whose_reply_runs_keeps_what_was_said(started: Bench, qtbot: QtBot) -> None:
    bench = started
    bench.script.gate_at = 1
    bench.controller.send("Hi")
    qtbot.waitUntil(lambda: bench.controller.conversation.path()[-1].state is State.STREAMING)
    key = bench.history.current
    bench.controller.new_chat()
    bench.history.open(key)
    qtbot.waitUntil(lambda: shown(bench)[:1] == ["Hi"])
    qtbot.waitUntil(lambda: bench.controller.conversation.path()[-1].state is State.DONE)
    reply = bench.controller.conversation.path()[-1]
    assert reply.text == "Hello "
    assert reply.profile is not None
    assert reply.profile.stop_reason == "user"
    settle(bench, qtbot)
    stored = bench.history._thread().read(lambda store: store.read(key)).result(30)
    assert stored.conversation.path()[-1].text == "Hello "


def test_leaving_a_chat_that_waits_for_its_model_ends_the_reply(bench: Bench, qtbot: QtBot) -> None:
    bench.script.hold_load = True
    start(bench, qtbot)
    bench.session.open(MODEL)
    bench.controller.send("Hi")
    conversation = bench.controller.conversation
    bench.controller.new_chat()
    error = conversation.path()[-1].error
    assert error is not None
    assert error.code == CANCELLED
    assert bench.session.loading


def test_a_stopped_reply_is_continued_in_place(started: Bench, qtbot: QtBot) -> None:
    bench = started
    bench.script.gate_at = 1
    bench.controller.send("Hi")
    qtbot.waitUntil(lambda: bench.controller.conversation.path()[-1].state is State.STREAMING)
    bench.controller.stop()
    qtbot.waitUntil(lambda: not bench.controller.busy)
    bench.script.gate_at, bench.script.reply = None, "and good bye."
    bench.chat.continue_requested.emit(2)
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert shown(bench) == ["Hi", "Hello and good bye."]
    assert bench.script.requests[1].messages[-1] == ChatMessage("assistant", "Hello ", (1, 2, 3))
    assert bench.controller.conversation.path()[-1].token_ids == (1, 2, 3, 1, 2, 3)
    settle(bench, qtbot)
    stored = bench.history._thread().read(lambda store: store.read(bench.history.current)).result(30)
    assert stored.conversation.path()[-1].text == "Hello and good bye."


def test_a_chats_own_prompt_and_sampler_go_before_the_settings(
    started: Bench, reopened: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    options = ChatOptions("Answer in rhymes.", Sampler(temperature=1.5))
    started.history.set_options(options)
    ask(started, qtbot, "Hi")
    request = started.script.requests[0]
    assert request.messages[0] == ChatMessage("system", "Answer in rhymes.")
    assert request.sampler == Sampler(temperature=1.5)
    bench = again(started, reopened, tmp_path, qtbot)
    qtbot.waitUntil(lambda: bench.controller.chat_options == options)


def test_a_running_reply_is_kept_every_second(started: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench = started
    bench.script.gate_at = 2
    bench.controller.send("Hi")
    qtbot.waitUntil(lambda: shown(bench)[-1:] == ["Hello **ther"])
    bench.history.keep()
    settle(bench, qtbot)
    other = ChatStore(open_database(tmp_path / "chats").connection, Attachments(tmp_path))
    cut = other.read(bench.history.current).conversation.path()[-1]
    assert (cut.text, cut.state) == ("Hello **ther", State.FAILED)
    bench.script.gate.set()
    qtbot.waitUntil(lambda: not bench.controller.busy)


def test_what_is_not_saved_is_said_with_a_way_to_try_again(started: Bench, qtbot: QtBot) -> None:
    column = started.window.chats
    started.history._take_trouble(
        AppError("Not saved yet", cause="the disk is full", hint="Free some space.")
    )
    assert column.trouble_bar.isVisible()
    assert (column.trouble_bar.text, column.trouble_bar.more) == (
        "Not saved yet: the disk is full",
        "Free some space.",
    )
    started.window.build()
    qtbot.waitUntil(started.window.chats.trouble_bar.isVisible)
    started.history._take_trouble(None)
    assert not started.window.chats.trouble_bar.isVisible()


def test_a_damaged_store_is_said_and_the_window_works(bench: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "chats").mkdir()
    (tmp_path / "chats" / "chats.sqlite").write_bytes(b"not a database at all" * 1000)
    with qtbot.waitSignal(bench.history.noticed):
        bench.history.start()
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(MODEL)
    assert bench.window.chats.notice_bar.text == "The file with your chats was damaged."
    ask(bench, qtbot, "still here")
    assert lines(bench) == ["Today", "still here"]


def test_export_and_import_bring_a_chat_back(started: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    ask(started, qtbot, "take me along")
    key = started.history.current
    for ending in ("md", "html", "json"):
        path = tmp_path / f"out.{ending}"
        started.history.export(key, path)
        qtbot.waitUntil(path.exists)
        assert "take me along" in path.read_text(encoding="utf-8")
    started.history.delete(key)
    started.history.import_file(tmp_path / "out.json")
    qtbot.waitUntil(lambda: shown(started) == ["take me along", "Hello **there**."])
    with qtbot.waitSignal(started.history.noticed) as told:
        started.history.import_file(tmp_path / "out.html")
    assert told.args[0].text == "The file could not be imported."


def test_the_column_folds_in_a_narrow_window(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "Hi")
    window = started.window
    assert window.chats.isVisible()
    window.resize(860, 600)
    assert not window.chats.isVisible()
    qtbot.mouseClick(window.top_bar._chats, Qt.MouseButton.LeftButton)
    assert window.chats.isVisible()
    click(started, qtbot, "Hi")
    assert not window.chats.isVisible()
    window.resize(1000, 700)
    assert window.chats.isVisible()


def test_a_chat_of_another_window_appears_in_the_list(started: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    other = ChatStore(open_database(tmp_path / "chats").connection, Attachments(tmp_path))
    other.add_chat(ChatInfo("other", "from the other window", created=1.0, updated=1.0))
    started.history.refresh()
    settle(started, qtbot)
    assert lines(started) == ["Older", "from the other window"]


def test_a_hostile_title_is_one_plain_line(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "x")
    started.history.rename(started.history.current, "<b>a</b>\n\u202egnp\0" + "w" * 500)
    settle(started, qtbot)
    column = started.window.chats
    title = lines(started)[1]
    assert "\n" not in title
    assert "\u202e" not in title
    assert len(title) <= 201
    column.view.grab()
    menu = column.menu(column.model.index(1))
    assert menu.actions()
    column._show_menu(QPoint(5, 5))


def test_groups_follow_the_days_and_a_clock_set_back_does_not_mix_them() -> None:
    today = date(2030, 5, 20)

    def chat(key: str, days: int, **more: object) -> ChatInfo:
        noon = datetime(2030, 5, 20, 12).astimezone() - timedelta(days=days)
        return ChatInfo(key, key, updated=noon.timestamp(), **more)  # type: ignore[arg-type]

    chats = [
        chat("future", -3),
        chat("today", 0),
        chat("yesterday", 1),
        chat("set back", 40),
        chat("again today", 0),
        chat("folder", 0, folder="b"),
        chat("folder2", 90, folder="A"),
        chat("pinned", 400, pinned=True, folder="A"),
    ]
    groups = [(group.title, [info.key for info in group.chats]) for group in grouped(chats, today)]
    assert groups == [
        ("Pinned", ["pinned"]),
        ("A", ["folder2"]),
        ("b", ["folder"]),
        ("Today", ["future", "today"]),
        ("Yesterday", ["yesterday"]),
        ("Older", ["set back", "again today"]),
    ]


def test_a_thousand_chats_and_hits_are_drawn_without_a_stall(started: Bench, qtbot: QtBot) -> None:
    chats = [ChatInfo(f"k{n}", f"chat number {n}", created=1.0, updated=1.7e9 - n) for n in range(1000)]
    started.history._take_list(chats)
    started.window.chats.view.grab()
    started.window.chats._query = "chat"
    started.window.chats._show_hits("chat", [Hit(info, 1, "a ", "chat", " b") for info in chats[:50]])
    started.window.chats.view.grab()
    assert len(lines(started)) == 50


def test_opening_a_long_chat_does_not_stall_the_window(started: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    conversation = Conversation()
    for number in range(500):
        reply = conversation.start_reply(conversation.add_user(f"question {number}").id)
        text = f"Answer {number} with **words** and `code`.\n\n- one\n- two\n"
        conversation.finish(reply.id, Reply(text, None, (), None), "CPU")  # type: ignore[arg-type]
    info = ChatInfo("long", "a long one", created=1.0, updated=1.0)
    started.history.write(lambda store: store.add_all(info, ChatOptions(), conversation))
    started.history.refresh()
    settle(started, qtbot)
    open_chat(started, qtbot, "a long one")
    assert len(shown(started)) == 1000
    assert started.chat.transcript.widget_count < 60


def test_a_chat_that_is_gone_says_so(started: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    """The dialog for its file was open while the time to undo ended."""
    ask(started, qtbot, "take me along")
    key = started.history.current
    started.history.delete(key)
    started.history.forget_deleted()
    for act in (lambda: started.history.export(key, tmp_path / "out.md"), lambda: started.history.open(key)):
        with qtbot.waitSignal(started.history.noticed) as told:
            act()
        assert told.args[0].text == "This chat has been deleted."
    assert not (tmp_path / "out.md").exists()
    ask(started, qtbot, "still here")
