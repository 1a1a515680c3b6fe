"""A line at the foot of a column with one thing to do about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from .. import theme
from ..widgets.basics import button, label
from .display_text import visible


class MessageBar(QFrame):
    """Hidden until there is something to say."""

    acted = Signal()

    def __init__(self, action: str, tone: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("messageBar")
        self._text = label(tone=tone, points=theme.SMALL_PT, wrap=True)
        self._more = label(tone="muted", points=theme.SMALL_PT, wrap=True)
        self._more.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._action = button(action, "link")
        self._action.setFont(theme.font(theme.SMALL_PT))
        # The first line stands beside the action's own.
        beside = self._action.sizeHint().height() - self._text.fontMetrics().height()
        text = QVBoxLayout()
        text.setContentsMargins(0, beside // 2, 0, 0)
        text.addWidget(self._text)
        text.addStretch(1)
        self._action.clicked.connect(self.acted)
        first = QHBoxLayout()
        first.setSpacing(4)
        first.addLayout(text, 1)
        first.addWidget(self._action, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 4, 8, 10)
        column.setSpacing(2)
        column.addLayout(first)
        column.addWidget(self._more)
        self._more.hide()
        self.hide()

    @property
    def text(self) -> str:
        return self._text.text()

    @property
    def more(self) -> str:
        return self._more.text()

    def show_text(self, text: str, more: str = "") -> None:
        """Says something, with a second paragraph in grey."""
        self._text.setText(visible(text))
        self._more.setText(visible(more))
        self._more.setVisible(bool(more))
        self.setAccessibleName(f"{text} {more}".strip())
