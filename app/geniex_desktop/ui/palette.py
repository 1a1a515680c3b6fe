"""The command palette: type a few letters of what is wanted, Enter does it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt, Slot
from PySide6.QtGui import QColor, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from . import theme
from .commands import Command, matching

_WIDTH = 560
_ROW = 36
_ROWS = 10
_AROUND = 160
"""Of the window's height, px: what is above and below the palette, with its field."""
_ASIDE = Qt.ItemDataRole.UserRole + 1


class Palette(QFrame):
    """A popup over the window; it closes with Esc, with a click elsewhere, and when it has done its work."""

    def __init__(self, commands: list[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(self.tr("Commands"))
        self._commands = commands
        self._shown: list[Command] = []
        self.field = QLineEdit()
        self.field.setPlaceholderText(self.tr("What would you like to do?"))
        self.field.setAccessibleName(self.tr("Search the commands"))
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        self.list = QListWidget()
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(_Row(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self.run_current)
        self.list.setAccessibleName(self.tr("Commands that fit"))
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(8)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self._fill("")

    def open_over(self, window: QWidget) -> None:
        """Shows it near the window's upper edge."""
        width = min(_WIDTH, window.width() - 40)
        self.list.setFixedHeight(min(_ROWS, (window.height() - _AROUND) // _ROW) * _ROW)
        height = self.sizeHint().height()
        corner = window.mapToGlobal(QRect(0, 0, 1, 1).topLeft())
        self.setGeometry(corner.x() + (window.width() - width) // 2, corner.y() + 64, width, height)
        self.show()
        self.field.setFocus()

    @Slot(str)
    def _fill(self, typed: str) -> None:
        self._shown = matching(self._commands, typed)
        self.list.clear()
        for command in self._shown:
            item = QListWidgetItem(command.title)
            keys = QKeySequence(command.keys).toString(QKeySequence.SequenceFormat.NativeText)
            item.setData(_ASIDE, command.reason or keys)
            item.setSizeHint(QSize(100, _ROW))
            if command.reason:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Up, Down and Enter in the field work on the list."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 8, Qt.Key.Key_PageUp: -8}
            key = Qt.Key(event.key())
            if key in steps and self._shown:
                last = len(self._shown) - 1
                row = max(0, min(last, self.list.currentRow() + steps[key]))
                self.list.setCurrentRow(row)
                # What a screen reader follows is the field, so the choice is told there.
                self.field.setAccessibleDescription(self._shown[row].title)
                return True
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.run_current()
                return True
        return False

    @Slot()
    def run_current(self) -> None:
        """Closes, then does what is chosen."""
        row = self.list.currentRow()
        if 0 <= row < len(self._shown) and not self._shown[row].reason:
            command = self._shown[row]
            self.close()
            command.run()


class _Row(QStyledItemDelegate):
    """Title on the left, keys or the reason on the right."""

    def __init__(self, view: QListWidget) -> None:
        super().__init__(view)
        self._view = view

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        colours = theme.colours()
        area: QRect = option.rect
        if index.row() == self._view.currentRow():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 6, 6)
        enabled = bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        inner = area.adjusted(12, 0, -12, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        aside = str(index.data(_ASIDE) or "")
        painter.setFont(theme.font(theme.SMALL_PT))
        painter.setPen(QColor(colours.muted))
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignRight, aside)
        room = inner.width() - painter.fontMetrics().horizontalAdvance(aside) - 16
        painter.setFont(theme.font())
        painter.setPen(QColor(colours.text if enabled else colours.muted))
        title = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(inner, middle | Qt.AlignmentFlag.AlignLeft, title)
