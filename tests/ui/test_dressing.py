"""A new theme or language: the window is made anew in several turns of the event loop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script, maker
from window_bench import MODEL, FakeStarter, wait

from geniex_desktop import paths
from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.settings import THEME, Settings
from geniex_desktop.ui import app as desktop_app
from geniex_desktop.ui import theme
from geniex_desktop.ui.app import Desktop
from geniex_desktop.ui.chat import rows
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
    assert max(gone) == 1
    assert sum(gone) == 4
    assert panes(desktop) == [False] * 4
    assert desktop.window.chat is not chat
    desktop.window.show_models()
    qtbot.waitUntil(lambda: panes(desktop)[3])


def test_the_pane_in_view_stays_in_view(desktop: Desktop, gone: list[int], qtbot: QtBot) -> None:
    desktop.window.show_devices()
    desktop.window.save_setting(LANGUAGE, "zh_CN")
    qtbot.waitUntil(lambda: sum(gone) == 3)
    qtbot.waitUntil(lambda: panes(desktop) == [False, True, False, False])
    assert desktop.window.devices.isVisible()


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
