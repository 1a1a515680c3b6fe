"""The raw view: a reply as the model wrote it, markup, tags and all."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from .. import theme
from .browser import SafeBrowser
from .display_text import visible
from .plain_text import GrowingText
from .rows import Row
from .services import RowServices

_PAD_X, _PAD_Y = 16, 10


class RawRow(QWidget):
    """A stretch of the source, wrapped."""

    def __init__(self, _services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = SafeBrowser(self)
        self._text.document().setDefaultFont(theme.mono_font())
        self._text.setAccessibleName(self.tr("Source of the answer"))
        self._growing = GrowingText(self._text)

    def show_row(self, row: Row) -> None:
        if row.block is not None:
            self._growing.show(visible(row.block.text()), theme.colours().text)

    def height_for(self, width: int) -> int:
        return self._text.height_for(width - 2 * _PAD_X) + 2 * _PAD_Y

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._text.setGeometry(self.rect().adjusted(_PAD_X, _PAD_Y, -_PAD_X, 0))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours().raised))
        painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
