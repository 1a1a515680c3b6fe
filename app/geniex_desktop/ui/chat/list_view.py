"""The list of chats as it is drawn and walked: mouse, keys, and titles edited in place."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from .. import icons, theme
from .display_text import one_line, without_markup
from .list_model import ChatListModel, Index, Line

_HEADING_HEIGHT, _CHAT_HEIGHT, _HIT_HEIGHT = 34, 34, 52
_INSET, _PAD = 8, 12
_PIN = 14


class ChatDelegate(QStyledItemDelegate):
    """Draws headings, chats and hits; the editor is a plain field in the chat's place."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        line: Line = index.data(Qt.ItemDataRole.UserRole)
        if line.info is None:
            return QSize(0, _HEADING_HEIGHT)
        return QSize(0, _HIT_HEIGHT if line.hit is not None and line.hit.found else _CHAT_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(Qt.ItemDataRole.UserRole)
        area: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if line.info is None:
            self._heading(painter, area, line)
        else:
            self._chat(painter, area, line, index, option.state)
        painter.restore()

    @staticmethod
    def _heading(painter: QPainter, area: QRect, line: Line) -> None:
        painter.setFont(theme.font(theme.SMALL_PT, QFont.Weight.DemiBold))
        painter.setPen(QColor(theme.colours().muted))
        place = area.adjusted(_INSET + _PAD - 4, 6, -_INSET, 0)
        text = painter.fontMetrics().elidedText(
            one_line(line.heading), Qt.TextElideMode.ElideRight, place.width()
        )
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, text)

    def _chat(
        self, painter: QPainter, area: QRect, line: Line, index: Index, state: QStyle.StateFlag
    ) -> None:
        model = index.model()
        colours = theme.colours()
        box = area.adjusted(_INSET, 1, -_INSET, -1)
        opened = isinstance(model, ChatListModel) and line.info is not None and line.info.key == model.current
        if opened or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(box, 8, 8)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(colours.accent))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 8, 8)
        text = box.adjusted(_PAD, 0, -_PAD, 0)
        if line.info is not None and line.info.pinned:
            pin = QRect(text.right() - _PIN, box.top() + (_CHAT_HEIGHT - 2 - _PIN) // 2, _PIN, _PIN)
            icons.icon("pin", colours.muted).paint(painter, pin)
            text.adjust(0, 0, -_PIN - 6, 0)
        first = QRect(text.left(), box.top(), text.width(), _CHAT_HEIGHT - 2)
        painter.setFont(theme.font(weight=QFont.Weight.Medium if opened else QFont.Weight.Normal))
        painter.setPen(QColor(colours.text))
        title = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, first.width()
        )
        painter.drawText(first, Qt.AlignmentFlag.AlignVCenter, title)
        if line.hit is not None and line.hit.found:
            second = QRect(text.left(), first.bottom() - 6, text.width(), _HIT_HEIGHT - _CHAT_HEIGHT)
            self._snippet(painter, second, line)

    @staticmethod
    def _snippet(painter: QPainter, place: QRect, line: Line) -> None:
        """What surrounds the word, as much as there is room for, and the word itself in bold."""
        if line.hit is None:
            return
        colours = theme.colours()
        plain = theme.font(theme.SMALL_PT)
        bold = theme.font(theme.SMALL_PT, QFont.Weight.DemiBold)
        found = one_line(line.hit.found, 60)
        left, right = without_markup(line.hit.before), without_markup(line.hit.after)
        before = one_line(left, 60) + (" " if left.endswith(" ") else "")
        after = (" " if right.startswith(" ") else "") + one_line(right, 120)
        room = max(0, place.width() - QFontMetrics(bold).horizontalAdvance(found))
        before = QFontMetrics(plain).elidedText(before, Qt.TextElideMode.ElideLeft, room // 3)
        x = place.left()
        for part, font, colour in (
            (before, plain, colours.muted),
            (found, bold, colours.accent),
            (after, plain, colours.muted),
        ):
            metrics = QFontMetrics(font)
            text = metrics.elidedText(part, Qt.TextElideMode.ElideRight, max(0, place.right() - x))
            painter.setFont(font)
            painter.setPen(QColor(colour))
            painter.drawText(QRect(x, place.top(), place.width(), place.height()), 0, text)
            x += metrics.horizontalAdvance(text)

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        editor = QLineEdit(parent)
        editor.setProperty("kind", "inline")
        editor.setMaxLength(200)
        editor.setAccessibleName(self.tr("Title of the chat"))
        return editor

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        area: QRect = option.rect
        editor.setGeometry(QRect(area.left() + _INSET, area.top(), area.width() - 2 * _INSET, _CHAT_HEIGHT))


class ChatListView(QListView):
    """Click or Enter opens, F2 renames, Delete deletes (and can be undone), the Menu key has the rest."""

    opened = Signal(QModelIndex)
    deletion_wanted = Signal(QModelIndex)

    def __init__(self, model: ChatListModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(ChatDelegate(self))
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("Chats"))
        self.verticalScrollBar().setSingleStep(16)
        self.clicked.connect(self.opened)

    @property
    def editing(self) -> bool:
        """A title is being edited."""
        return self.state() == QAbstractItemView.State.EditingState

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        if self.editing:
            # Keys that the field leaves alone come here: Enter there means the title.
            super().keyPressEvent(event)
        elif index.isValid() and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(index)
        elif index.isValid() and event.key() == Qt.Key.Key_Delete:
            self.deletion_wanted.emit(index)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.scheduleDelayedItemsLayout()


def valid(index: QModelIndex | QPersistentModelIndex) -> bool:
    """The index names a chat."""
    return index.isValid() and index.data(Qt.ItemDataRole.UserRole).info is not None
