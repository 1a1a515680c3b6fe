"""The lines of the list of chats, for a QListView: headings, chats, and what a search has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from ...chats.records import ChatInfo, Hit
from .chat_groups import Group
from .display_text import one_line

Index = QModelIndex | QPersistentModelIndex
_TITLE_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list.

    Attributes:
        heading: Text of a heading; "" for a chat.
        hit: Where the search found the chat; None without a search.
    """

    heading: str = ""
    info: ChatInfo | None = None
    hit: Hit | None = None


class ChatListModel(QAbstractListModel):
    """Answers a `Line` as UserRole. An edited title goes out as `renamed`."""

    renamed = Signal(str, str)
    """Chat key, new title."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: list[Line] = []
        self.current = ""
        """The key of the open chat."""

    def show_groups(self, groups: Sequence[Group]) -> bool:
        """The whole list; true if it is another than before."""
        lines = []
        for group in groups:
            lines.append(Line(heading=group.title))
            lines += [Line(info=chat) for chat in group.chats]
        return self._show(lines)

    def show_hits(self, hits: Sequence[Hit]) -> bool:
        """What was found; true if it is other than before."""
        return self._show([Line(info=hit.info, hit=hit) for hit in hits])

    def _show(self, lines: list[Line]) -> bool:
        # A reset ends an edit that is going on, so it must have a reason.
        if lines == self._lines:
            return False
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()
        return True

    def line(self, index: Index) -> Line:
        return self._lines[index.row()]

    def index_of(self, key: str) -> QModelIndex:
        """The line of a chat; an invalid index if it is not shown."""
        for row, line in enumerate(self._lines):
            if line.info is not None and line.info.key == key:
                return self.index(row)
        return QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self._lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or self.line(index).info is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.line(index)
        if role == Qt.ItemDataRole.UserRole:
            return line
        if role == Qt.ItemDataRole.EditRole and line.info is not None:
            return line.info.title
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return line.heading or self.title(line)
        return None

    def title(self, line: Line) -> str:
        """A chat's title, fit to be shown."""
        title = one_line(line.info.title, _TITLE_LIMIT) if line.info is not None else ""
        return title or self.tr("Untitled chat")

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        info = self.line(index).info
        if role != Qt.ItemDataRole.EditRole or info is None or not str(value).strip():
            return False
        if str(value).strip() != info.title:
            self.renamed.emit(info.key, str(value))
        return True
