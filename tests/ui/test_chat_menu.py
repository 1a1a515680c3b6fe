"""The menu of a chat in the list, which may change while the menu is open."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot
from test_chat_list import ask, settle, start
from window_bench import Bench


def test_a_title_is_edited_from_a_menu_that_is_older_than_the_list(open_bench: Bench, qtbot: QtBot) -> None:
    started = open_bench
    start(started, qtbot)
    ask(started, qtbot, "first")
    column = started.window.chats
    key = started.history.chats[0].key
    rename = column.menu(column.model.index_of(key)).actions()[0]
    started.controller.new_chat()
    ask(started, qtbot, "second")
    column.view.edit(column.model.index_of(started.history.chats[0].key))
    rename.trigger()  # a title is being edited: that one stays under the cursor
    editor = column.view.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == "second"
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    rename.trigger()
    editor = next(field for field in column.view.findChildren(QLineEdit) if field.isVisible())
    assert editor.text() == "first"
    started.history.delete(key)
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    settle(started, qtbot)
    rename.trigger()  # the chat is gone
    assert not column.view.editing
