"""The verdict under a reply: which device did the work, where that says more than the footer."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from ...telemetry.verdict import Finding
from .. import theme
from ..verdict_words import verdict_text
from ..widgets.basics import label
from ..widgets.meters import Dot
from .rows import Row
from .services import RowServices

_PAD_X, _PAD_Y = 12, 7
_TEXT_LEFT = 30


class VerdictRow(QWidget):
    """A quiet band with the colour of the device that worked; amber where it is not the one asked for."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._dot = Dot(parent=self)
        self._text = label(points=theme.SMALL_PT + 0.5, weight=QFont.Weight.DemiBold, wrap=True, parent=self)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def show_row(self, row: Row) -> None:
        verdict = self._services.controller.verdicts.get(row.key.message_id)
        if verdict is None:
            return
        colours = theme.colours()
        if verdict.finding is Finding.FALLBACK:
            self._dot.set_colour(colours.warn)
        else:
            worker = verdict.worker.value if verdict.worker is not None else ""
            self._dot.set_colour(theme.device_colour(colours, worker))
        self._text.setText(verdict_text(verdict))
        self.setAccessibleName(self._text.text())

    def height_for(self, width: int) -> int:
        return self._text.heightForWidth(width - _TEXT_LEFT - _PAD_X) + 2 * _PAD_Y

    def resizeEvent(self, _event: QResizeEvent) -> None:
        inner = self.width() - _TEXT_LEFT - _PAD_X
        self._text.setGeometry(_TEXT_LEFT, _PAD_Y, inner, self.height() - 2 * _PAD_Y)
        self._dot.move(
            _PAD_X, _PAD_Y + (self._text.fontMetrics().lineSpacing() - self._dot.height()) // 2 + 1
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours().raised))
        painter.drawRoundedRect(self.rect(), 8, 8)
