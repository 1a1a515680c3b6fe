"""The sheet of shortcuts: every key, in one look."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import QDialog, QGridLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from . import theme
from .commands import Command
from .widgets.basics import label

_TWO_COLUMNS = 960


class ShortcutSheet(QDialog):
    """Not modal; Esc or F1 closes it."""

    def __init__(self, commands: list[Command], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        page = QWidget()
        grid = QGridLayout(page)
        grid.setContentsMargins(24, 20, 24, 20)
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(9)
        entries = [(command.keys, command.title) for command in commands if command.keys] + self._typing()
        columns = 2 if parent.width() >= _TWO_COLUMNS else 1
        half = -(-len(entries) // columns)
        for number, (keys, title) in enumerate(entries):
            row, column = number % half, 2 * (number // half)
            grid.addWidget(_keys(keys), row, column)
            grid.addWidget(label(title), row, column + 1)
        grid.setRowStretch(half, 1)
        area = QScrollArea()
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.windowTitle())
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(area)
        wanted = page.sizeHint()
        self.resize(
            min(wanted.width() + 24, parent.width() - 40), min(wanted.height() + 8, parent.height() - 60)
        )

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
