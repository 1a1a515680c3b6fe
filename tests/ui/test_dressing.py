"""A new theme or language: the window is made anew in several turns of the event loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from scripted import Script, maker
from shiboken6 import isValid
from window_bench import MODEL, FakeStarter, wait

from geniex_desktop import paths
from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.settings import THEME, Settings
from geniex_desktop.ui import app as desktop_app
from geniex_desktop.ui import theme
from geniex_desktop.ui.app import Desktop
from geniex_desktop.ui.chat import rows
from geniex_desktop.ui.chat.row_text import view_of
from geniex_desktop.ui.chat.selecting import END
from geniex_desktop.ui.settings.declared import LANGUAGE
from geniex_desktop.ui.widgets.lazy import LazyPane


@pytest.fixture
def desktop(
    app: QApplication, script: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[Desktop]:
    """The app with a model open, on whose panes somebody has been."""
    monkeypatch.setattr(desktop_app, "make_engine", lambda _isolated, _runtime: maker(script))
    monkeypatch.setattr(desktop_app, "StarterModel", lambda sources: FakeStarter(tmp_path))
    settings = Settings(paths.settings_file())
    settings.set(THEME, "light")
    settings.set(LANGUAGE, "en")
    result = Desktop(app, settings)
    result.start(MODEL)
    qtbot.waitUntil(lambda: result.session.model is not None)
    for page in (1, 2, 3, 4, 0):
        result.window.show_page(page)
        wait(20)
    assert all((result.window.settings, result.window.devices, result.window.bench, result.window.models))
    yield result
    result.starter.gate.set()
    result.close()
    assert result.clean
    result.window.hide()
    result._language.apply("en")
    theme.apply(app, "light")
    result.window.deleteLater()
    wait(50)


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many panes went in each turn of the event loop."""
    turns = [0]
    let_go = LazyPane.let_go

    def watched(pane: LazyPane) -> None:
        if pane.made is None:
            return
        let_go(pane)
        turns[-1] += 1
        QTimer.singleShot(0, lambda: turns.append(0))

    monkeypatch.setattr(LazyPane, "let_go", watched)
    return turns


def panes(desktop: Desktop) -> list[bool]:
    window = desktop.window
    lazy = (window._lazy_settings, window._lazy_devices, window._lazy_bench, window._lazy_models)
    return [pane.made is not None for pane in lazy]


def test_what_does_not_show_goes_pane_by_pane(desktop: Desktop, gone: list[int], qtbot: QtBot) -> None:
    assert panes(desktop) == [True] * 4
    chat = desktop.window.chat
    desktop.window.save_setting(THEME, "dark")
    qtbot.waitUntil(lambda: theme.colours() is theme.DARK)
    assert [count for count in gone if count][:4] == [1] * 4
    assert panes(desktop) == [False] * 4
    assert desktop.window.chat is not chat
    desktop.window.show_models()
    qtbot.waitUntil(lambda: panes(desktop)[3])


def test_the_pane_in_view_stays_in_view(desktop: Desktop, gone: list[int], qtbot: QtBot) -> None:
    desktop.window.show_devices()
    desktop.window.save_setting(LANGUAGE, "zh_CN")
    qtbot.waitUntil(lambda: sum(gone) >= 4)
    qtbot.waitUntil(lambda: panes(desktop) == [False, True, False, False])
    assert desktop.window.devices.isVisible()
    qtbot.waitUntil(lambda: not desktop.dressing.changing)
    assert desktop.window._lazy_chat.made is None
    desktop.window.focus_composer()
    qtbot.waitUntil(lambda: desktop.window.settled)
    assert desktop.window.focusWidget() is desktop.window.chat.composer.field


def test_each_step_of_a_change_is_a_turn_of_its_own(desktop: Desktop, qtbot: QtBot) -> None:
    window, seen = desktop.window, []
    build = window.build

    def watched() -> None:
        build()
        seen.append((window._lazy_chat.made, window.updatesEnabled()))

    window.build = watched  # type: ignore[method-assign]
    window.save_setting(LANGUAGE, "zh_CN")
    qtbot.waitUntil(lambda: seen != [])
    assert seen == [(None, False)]
    qtbot.waitUntil(lambda: not desktop.dressing.changing)
    assert window._lazy_chat.settled
    assert window.updatesEnabled()
    assert window._lazy_chat.made is not None
    assert window.focusWidget() is window.chat.composer.field


def test_a_change_while_the_window_is_hidden_ends(desktop: Desktop, qtbot: QtBot) -> None:
    desktop.window.hide()
    desktop.window.save_setting(LANGUAGE, "zh_CN")
    qtbot.waitUntil(lambda: desktop.dressing.changing)
    qtbot.waitUntil(lambda: not desktop.dressing.changing)
    assert desktop.window.updatesEnabled()


def test_a_second_change_in_the_midst_of_one_counts(desktop: Desktop, qtbot: QtBot) -> None:
    made: list[object] = []
    build = desktop.window.build

    def counted() -> None:
        made.append(theme.colours())
        build()

    desktop.window.build = counted  # type: ignore[method-assign]
    settings = desktop._settings
    settings.set(THEME, "dark")
    desktop._setting_saved(THEME.key)
    settings.set(LANGUAGE, "zh_CN")
    desktop._setting_saved(LANGUAGE.key)
    assert made == []
    qtbot.waitUntil(lambda: made != [])
    wait(100)
    assert made == [theme.DARK]
    assert desktop.window.chat.composer.field.placeholderText().isascii() is False


def test_replies_are_not_read_again(desktop: Desktop, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
    conversation = Conversation()
    for _ in range(5):
        reply = conversation.start_reply(conversation.add_user("Why?").id)
        reply.text, reply.state = "Because **it** is so.\n\n" * 20, State.DONE
    desktop.controller.conversation = conversation
    desktop.controller.reset.emit()
    shown = [row.key for row in desktop.window.chat.transcript.rows]
    monkeypatch.setattr(rows, "ReplyText", None)
    desktop.window.save_setting(THEME, "dark")
    qtbot.waitUntil(lambda: theme.colours() is theme.DARK)
    assert [row.key for row in desktop.window.chat.transcript.rows] == shown


def test_the_app_can_be_closed_in_the_midst(desktop: Desktop) -> None:
    desktop._settings.set(THEME, "dark")
    desktop._setting_saved(THEME.key)
    assert desktop.dressing.changing


def show_a_long_chat(desktop: Desktop) -> None:
    conversation = Conversation()
    for number in range(20):
        reply = conversation.start_reply(conversation.add_user(f"Why {number}?").id)
        reply.text, reply.state = "Because **it** is so.\n\n" * 20, State.DONE
    desktop.controller.conversation = conversation
    desktop.controller.reset.emit()
    wait(50)


def dress_anew(desktop: Desktop, qtbot: QtBot) -> None:
    old = desktop.window.chat
    desktop.window.save_setting(THEME, "light" if theme.colours() is theme.DARK else "dark")
    qtbot.waitUntil(lambda: desktop.window.chat is not old)
    wait(100)


def test_reader_and_writer_go_on_where_they_were(desktop: Desktop, qtbot: QtBot) -> None:
    show_a_long_chat(desktop)
    chat = desktop.window.chat
    chat.composer.set_text("a draft of mine")
    chat.composer.marked = (7, 2)
    chat.transcript.verticalScrollBar().setValue(chat.transcript.verticalScrollBar().maximum() // 2)
    chat.transcript.selecting.select_all()
    chat._services.unfolded.add(chat.transcript.rows[1].key)
    place = chat.place()
    assert place != ""
    for _ in range(2):
        dress_anew(desktop, qtbot)
        chat = desktop.window.chat
        assert chat.place() == place
        assert (chat.composer.text, chat.composer.marked) == ("a draft of mine", (7, 2))
        assert desktop.window.focusWidget() is chat.composer.field
        rows = chat.transcript.rows
        assert chat.transcript.selecting.take_ends() == ((rows[0].key, 0), (rows[-1].key, END))
        assert chat._services.unfolded == {rows[1].key}


def test_what_was_read_is_not_looked_for_in_another_chat(desktop: Desktop, qtbot: QtBot) -> None:
    show_a_long_chat(desktop)
    bar = desktop.window.chat.transcript.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    place = desktop.window.chat.place()
    desktop.window.show_settings()
    desktop.window.save_setting(LANGUAGE, "zh_CN")
    qtbot.waitUntil(lambda: desktop.dressing.changing)
    qtbot.waitUntil(lambda: not desktop.dressing.changing)
    assert desktop.window._lazy_chat.made is None
    assert desktop.history.read_place() == place != ""
    show_a_long_chat(desktop)
    assert desktop.history.read_place() == ""
    assert desktop.window.chat.place() == ""


def test_a_selection_within_one_row_stays(desktop: Desktop, qtbot: QtBot) -> None:
    show_a_long_chat(desktop)
    transcript = desktop.window.chat.transcript
    key = transcript.rows[-2].key
    view = view_of(transcript.widget(key))
    cursor = view.textCursor()
    cursor.setPosition(8)
    cursor.setPosition(10, cursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    dress_anew(desktop, qtbot)
    view = view_of(desktop.window.chat.transcript.widget(key))
    assert view.textCursor().selectedText() == "it"


def test_who_follows_the_end_still_does(desktop: Desktop, qtbot: QtBot) -> None:
    show_a_long_chat(desktop)
    assert desktop.window.chat.place() == ""
    dress_anew(desktop, qtbot)
    assert desktop.window.chat.place() == ""
    bar = desktop.window.chat.transcript.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0


def test_the_settings_are_left_where_they_were(desktop: Desktop, qtbot: QtBot) -> None:
    window = desktop.window
    window.show_settings()
    wait(100)
    window.settings._fields[LANGUAGE.key].setFocus()
    window.settings.verticalScrollBar().setValue(150)
    dress_anew(desktop, qtbot)
    assert window.settings.verticalScrollBar().value() == 150
    assert window.focusWidget() is window.settings._fields[LANGUAGE.key]
    window.show_chat()
    dress_anew(desktop, qtbot)
    assert window.focusWidget() is window.chat.composer.field
    window.show_settings()
    wait(100)
    assert window.settings.verticalScrollBar().value() == 150
    assert window.focusWidget() is not window.settings._fields[LANGUAGE.key]


def test_what_is_looked_for_is_looked_for_on(desktop: Desktop, qtbot: QtBot) -> None:
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user("line\n" * 300 + "sky").id)
    reply.text, reply.state = "The sky.", State.DONE
    desktop.controller.conversation = conversation
    desktop.controller.reset.emit()
    desktop.window.chat.find_bar.ask()
    desktop.window.chat.find_bar.field.setText("sky")
    qtbot.waitUntil(lambda: desktop.window.chat.find_bar.count.text().endswith("of 2"))
    before = desktop.window.chat
    desktop.window.save_setting(THEME, "dark")
    qtbot.waitUntil(lambda: theme.colours() is theme.DARK)
    chat = desktop.window.chat
    assert chat is not before
    qtbot.waitUntil(lambda: chat.find_bar.count.text().endswith("of 2"))
    assert chat.find_bar.field.text() == "sky"
    rows = len(chat.transcript.rows)
    chat.find_bar.leave()
    assert len(chat.transcript.rows) < rows
    desktop.window.save_setting(THEME, "light")
    qtbot.waitUntil(lambda: theme.colours() is theme.LIGHT)
    assert desktop.window.chat.find_bar.isHidden()


def test_a_pane_that_has_no_place_yet_goes_with_the_others(desktop: Desktop, qtbot: QtBot) -> None:
    desktop.window.show_bench()
    lazy = desktop.window._lazy_bench
    lazy.let_go()
    made = lazy._make_hidden()
    assert made.parent() is None
    desktop.window.clear()
    assert not isValid(made)
    desktop.window.build()


def test_an_open_dialog_is_waited_for(desktop: Desktop, qtbot: QtBot) -> None:
    dialog = QDialog(desktop.window)
    dialog.open()
    desktop.window.save_setting(THEME, "dark")
    qtbot.waitUntil(lambda: desktop.dressing.changing)
    wait(300)
    assert theme.colours() is theme.LIGHT
    dialog.close()
    qtbot.waitUntil(lambda: theme.colours() is theme.DARK)
    qtbot.waitUntil(lambda: not desktop.dressing.changing)
