"""The sheet of shortcuts: every key, in one look."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from . import theme
from .commands import Command
from .widgets.basics import icon_button, label

_TWO_COLUMNS = 960


class ShortcutSheet(QDialog):
    """In the middle of the window, not modal; Esc or F1 closes it."""

    def __init__(self, commands: list[Command], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setObjectName("sheet")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(24, 8, 24, 20)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(9)
        entries = [(command.keys, command.title) for command in commands if command.keys] + self._typing()
        columns = 2 if parent.width() >= _TWO_COLUMNS else 1
        half = -(-len(entries) // columns)
        for number, (keys, title) in enumerate(entries):
            row, column = number % half, 2 * (number // half)
            grid.addWidget(_keys(keys), row, column, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(label(title), row, column + 1)
        grid.setRowStretch(half, 1)
        area = QScrollArea()
        area.setWidget(page)
        page.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.windowTitle())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(1, 1, 1, 8)
        outer.setSpacing(0)
        head = self._head()
        outer.addLayout(head)
        outer.addWidget(area)
        wanted = page.sizeHint()
        height = head.sizeHint().height() + wanted.height() + 16
        self.resize(min(wanted.width() + 24, parent.width() - 40), min(height, parent.height() - 60))
        self.move(parent.mapToGlobal(parent.rect().center()) - self.rect().center())

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(24, 14, 14, 8)
        row.addWidget(label(self.windowTitle(), points=theme.BODY_PT + 1, weight=QFont.Weight.DemiBold), 1)
        close = icon_button("close", self.tr("Close"), shortcut="Esc")
        close.clicked.connect(self.close)
        row.addWidget(close)
        return row

    def _typing(self) -> list[tuple[str, str]]:
        """Keys of the message field and of the conversation."""
        return [
            ("Return", self.tr("Send the message")),
            ("Shift+Return", self.tr("Break the line")),
            ("Up", self.tr("In an empty field: edit the last message")),
            ("PgUp", self.tr("Scroll the conversation")),
            ("Tab", self.tr("Go through messages and their buttons")),
        ]


def _keys(keys: str) -> QLabel:
    text = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
    return label(text, tone="chip", points=theme.SMALL_PT, weight=QFont.Weight.DemiBold)
