"""The column of icons on the left: one for each pane."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QFrame, QToolButton, QVBoxLayout, QWidget

from . import icons, theme
from .widgets.basics import icon_button


class Rail(QFrame):
    """Icons of the panes; settings at the bottom."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setFixedWidth(theme.RAIL_WIDTH)
        self._buttons = [
            self._button("chat", self.tr("Chat"), "Ctrl+1", 0),
            self._button("settings", self.tr("Settings"), "Ctrl+,", 1),
            self._button("devices", self.tr("Devices"), "Ctrl+3", 2),
            self._button("bench", self.tr("Bench"), "Ctrl+4", 3),
            self._button("models", self.tr("Models"), "Ctrl+2", 4),
        ]
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 14, 8, 14)
        column.setSpacing(10)
        column.addWidget(self._buttons[0])
        column.addWidget(self._buttons[4])
        column.addWidget(self._buttons[2])
        column.addWidget(self._buttons[3])
        column.addStretch(1)
        column.addWidget(self._buttons[1])

    def _button(self, name: str, text: str, shortcut: str, page: int) -> QToolButton:
        result = icon_button(name, text, shortcut=shortcut, size=20)
        result.setProperty("icon_name", name)
        result.setCheckable(True)
        result.setFixedSize(QSize(36, 36))
        result.clicked.connect(lambda: self.chosen.emit(page))
        return result

    def mark(self, page: int) -> None:
        """Shows which pane is open."""
        colours = theme.colours()
        for index, entry in enumerate(self._buttons):
            entry.setChecked(index == page)
            colour = colours.accent if index == page else colours.muted
            entry.setIcon(icons.icon(str(entry.property("icon_name")), colour))
