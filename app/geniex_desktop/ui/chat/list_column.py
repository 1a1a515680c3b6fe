"""The column of chats: search, the list, and below it what can be undone or is not saved."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QFont, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
    QWidgetAction,
)

from ...chats.exports import file_name
from ...chats.records import ChatInfo, Hit
from ...errors import AppError
from .. import icons, theme
from ..sentences import localized_error
from ..widgets.basics import icon_button, label
from .chat_groups import grouped
from .display_text import one_line
from .history import History
from .list_model import ChatListModel
from .list_view import ChatListView, valid
from .message_bar import MessageBar

_TYPING_MS = 120


class SearchField(QLineEdit):
    """Down goes on to what was found, Esc leaves the search."""

    left_down = Signal()
    escaped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(self.tr("Search chats"))
        self.setAccessibleName(self.tr("Search chats"))
        muted = theme.colours().muted
        self.addAction(icons.icon("search", muted), QLineEdit.ActionPosition.LeadingPosition)
        self._clear = self.addAction(icons.icon("close", muted), QLineEdit.ActionPosition.TrailingPosition)
        self._clear.setToolTip(self.tr("Clear the search"))
        self._clear.setVisible(False)
        self._clear.triggered.connect(self.escaped)
        self.textChanged.connect(self._text_changed)
        for made in self.findChildren(QAbstractButton):
            made.setAccessibleName(made.toolTip() or self.tr("Search chats"))

    @Slot(str)
    def _text_changed(self, text: str) -> None:
        self._clear.setVisible(bool(text))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left_down.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)


class ChatColumn(QFrame):
    """Shows the history's list and passes on what the person wants."""

    chosen = Signal()
    """A chat has been opened from here."""
    new_chat = Signal()

    def __init__(self, history: History, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chatColumn")
        self.setFixedWidth(theme.LIST_WIDTH)
        self._history = history
        self._query = ""
        self.model = ChatListModel(self)
        self.view = ChatListView(self.model)
        self.search = SearchField()
        self._nothing = label(tone="muted", wrap=True)
        self.undo_bar = MessageBar(self.tr("Undo"))
        self.trouble_bar = MessageBar(self.tr("Try again"), tone="warn")
        self.notice_bar = MessageBar(self.tr("Close"), tone="warn")
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addLayout(self._search_row())
        told = QHBoxLayout()
        told.setContentsMargins(20, 8, 16, 0)
        told.addWidget(self._nothing)
        column.addLayout(told)
        column.addWidget(self.view, 1)
        for bar in (self.notice_bar, self.trouble_bar, self.undo_bar):
            column.addWidget(bar)
        self._connect()
        self._refresh()
        self._show_trouble()

    @property
    def query(self) -> str:
        """What is searched for; "" where the list shows all chats."""
        return self._query

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(16, 12, 12, 8)
        row.addWidget(label(self.tr("Chats"), points=theme.HEADING_PT, weight=QFont.Weight.DemiBold), 1)
        import_button = icon_button("import", self.tr("Import chats…"), size=18)
        import_button.clicked.connect(self._choose_import)
        add = icon_button(
            "plus", self.tr("New chat"), shortcut="Ctrl+N", size=20, colour=theme.colours().text
        )
        add.clicked.connect(self.new_chat)
        row.addWidget(import_button)
        row.addWidget(add)
        return row

    def _search_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(12, 0, 12, 6)
        row.addWidget(self.search)
        return row

    def _connect(self) -> None:
        history = self._history
        history.changed.connect(self._refresh)
        history.found.connect(self._show_hits)
        history.trouble_changed.connect(self._show_trouble)
        history.noticed.connect(self._show_notice)
        self.model.renamed.connect(history.rename)
        self.view.opened.connect(self._open)
        self.view.deletion_wanted.connect(self._delete)
        self.view.customContextMenuRequested.connect(self._show_menu)
        self.search.textChanged.connect(self._typed)
        self.search.left_down.connect(self._enter_list)
        self.search.escaped.connect(self.leave_search)
        self._typing.timeout.connect(self._search)
        self.undo_bar.acted.connect(history.undo)
        self.trouble_bar.acted.connect(history.retry)
        self.notice_bar.acted.connect(self.notice_bar.hide)

    # ---------------------------------------------------------------- the list

    @Slot()
    def _refresh(self) -> None:
        self.model.current = self._history.current
        if self._query:
            self._history.search(self._query)
        elif not self.view.editing:
            self.model.show_groups(grouped(self._history.chats, date.today()))  # noqa: DTZ011 - the reader's day
            self.view.setCurrentIndex(self.model.index_of(self._history.current))
            empty = not self._history.chats
            self._nothing.setText(self.tr("Your chats will be listed here. They stay on this machine."))
            self._nothing.setVisible(empty)
        self.view.viewport().update()
        gone = self._history.undoable
        self.undo_bar.setVisible(gone is not None)
        if gone is not None:
            text = self.tr("“%1” deleted").replace("%1", one_line(gone.title, 40) or self.tr("Untitled chat"))
            self.undo_bar.show_text(text)

    @Slot()
    def _typed(self) -> None:
        self._typing.start()

    @Slot()
    def _search(self) -> None:
        query = self.search.text().strip()
        if query == self._query:
            return
        self._query = query
        if query:
            self._history.search(query)
        else:
            self._refresh()

    @Slot(str, object)
    def _show_hits(self, query: str, hits: list[Hit]) -> None:
        if query == self._query and not self.view.editing:
            self.model.show_hits(hits)
            self._nothing.setText(self.tr("No chat has these words."))
            self._nothing.setVisible(not hits)

    @Slot()
    def _enter_list(self) -> None:
        self._typing.stop()
        self._search()
        self.view.setFocus()
        for row in range(self.model.rowCount()):
            if valid(self.model.index(row)):
                self.view.setCurrentIndex(self.model.index(row))
                return

    @Slot()
    def leave_search(self) -> None:
        """Shows the whole list again."""
        self.search.clear()
        self._search()
        self.chosen.emit()

    @Slot()
    def focus_search(self) -> None:
        """Puts the cursor into the search field."""
        self.search.setFocus()
        self.search.selectAll()

    # ------------------------------------------------------------------ intents

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if valid(index):
            line = self.model.line(index)
            if line.info is not None:
                self._history.open(line.info.key, line.hit.message_id if line.hit else None)
                self.chosen.emit()

    @Slot(QModelIndex)
    def _delete(self, index: QModelIndex) -> None:
        line = self.model.line(index)
        if line.info is not None:
            self._history.delete(line.info.key)

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        index = self.view.indexAt(place)
        if valid(index):
            menu = self.menu(index)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.popup(self.view.viewport().mapToGlobal(place))

    def menu(self, index: QModelIndex) -> QMenu:
        """What can be done with a chat."""
        info = self.model.line(index).info
        menu = QMenu(self)
        if info is None:
            return menu
        history, muted = self._history, theme.colours().muted
        self._add(menu, "edit", self.tr("Rename"), partial(self._rename, info.key), "F2")
        text = self.tr("Unpin") if info.pinned else self.tr("Pin")
        self._add(menu, "pin", text, partial(history.set_pinned, info.key, not info.pinned))
        folders = menu.addMenu(icons.icon("folder", muted), self.tr("Folder"))
        self._fill_folders(folders, menu, info)
        export = menu.addMenu(icons.icon("arrow-down", muted), self.tr("Export"))
        for name, ending in (("Markdown", "md"), ("HTML", "html"), ("JSON", "json")):
            self._add(export, "", name, partial(self._choose_export, info, name, ending))
        menu.addSeparator()
        self._add(menu, "trash", self.tr("Delete"), partial(history.delete, info.key), "Del")
        return menu

    def _fill_folders(self, folders: QMenu, menu: QMenu, info: ChatInfo) -> None:
        for folder in ("", *self._history.folders):
            text = one_line(folder, 60).replace("&", "&&") or self.tr("None")
            entry = self._add(folders, "", text, partial(self._history.set_folder, info.key, folder))
            if folder == info.folder:
                entry.setIcon(icons.icon("check", theme.colours().accent))
        field = QLineEdit()
        field.setPlaceholderText(self.tr("New folder…"))
        field.setAccessibleName(self.tr("New folder"))
        field.setMaxLength(60)
        holder = QWidget()
        QHBoxLayout(holder).addWidget(field)
        entry = QWidgetAction(folders)
        entry.setDefaultWidget(holder)
        folders.addAction(entry)

        def move() -> None:
            self._history.set_folder(info.key, field.text())
            menu.close()

        field.returnPressed.connect(move)

    @staticmethod
    def _add(menu: QMenu, icon: str, text: str, run: Callable[[], object], keys: str = "") -> QAction:
        entry = menu.addAction(text)
        if icon:
            entry.setIcon(icons.icon(icon, theme.colours().muted))
        if keys:
            # Shown beside the text; the list itself hears the key.
            entry.setShortcut(QKeySequence(keys))
            entry.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        entry.triggered.connect(lambda _checked=False: run())
        return entry

    def _rename(self, key: str) -> None:
        """The list may be another than when the menu was opened, or a title be under the cursor already."""
        index = self.model.index_of(key)
        if index.isValid() and not self.view.editing:
            self.view.edit(index)

    def _choose_export(self, info: ChatInfo, kind: str, ending: str) -> None:
        dialog = QFileDialog(self, self.tr("Export the chat"), "", f"{kind} (*.{ending})")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(ending)
        dialog.selectFile(file_name(info.title, ending))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(partial(self._export, info.key))
        dialog.open()

    def _export(self, key: str, name: str) -> None:
        self._history.export(key, Path(name))

    @Slot()
    def _choose_import(self) -> None:
        dialog = QFileDialog(self, self.tr("Import chats"), "", self.tr("Exported chats (*.json)"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._import)
        dialog.open()

    @Slot(str)
    def _import(self, name: str) -> None:
        self._history.import_file(Path(name))

    # --------------------------------------------------------------------- bars

    @Slot()
    def _show_trouble(self) -> None:
        error = self._history.trouble
        self.trouble_bar.setVisible(error is not None)
        if error is not None:
            shown = localized_error(error)
            both = self.tr("%1: %2").replace("%1", shown.text).replace("%2", shown.cause)
            self.trouble_bar.show_text(both, shown.hint)

    @Slot(object)
    def _show_notice(self, error: AppError) -> None:
        shown = localized_error(error)
        self.notice_bar.show_text(shown.text, "\n".join(part for part in (shown.cause, shown.hint) if part))
        self.notice_bar.show()

    def sizeHint(self) -> QSize:
        return QSize(theme.LIST_WIDTH, 400)
