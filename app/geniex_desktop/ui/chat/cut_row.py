"""A line across the transcript: what stands above it is not sent, or will not be."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from .. import theme
from ..widgets.basics import label
from .rows import Row
from .services import RowServices

_HEIGHT = 26


class CutRow(QWidget):
    """Drawn where the sent part of the chat begins."""

    def __init__(self, _services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = label(tone="warn", points=theme.SMALL_PT, weight=QFont.Weight.DemiBold, parent=self)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)

    def show_row(self, row: Row) -> None:
        kept = self.tr("Above this line: not sent to the model")
        planned = self.tr("Above this line: would be left out")
        self._text.setText(planned if row.key.index else kept)
        self.setAccessibleName(self._text.text())
        self._place()

    def height_for(self, _width: int) -> int:
        return _HEIGHT

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._place()

    def _place(self) -> None:
        wide = self._text.sizeHint().width() + 24
        self._text.setGeometry((self.width() - wide) // 2, 0, wide, _HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        left, wide = self._text.x(), self._text.width()
        colour = QColor(theme.colours().warn)
        painter.fillRect(0, _HEIGHT // 2, left, 1, colour)
        painter.fillRect(left + wide, _HEIGHT // 2, left, 1, colour)
