"""A choice among several: a box to tick, a name, and a muted line below it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from .. import theme

_BOX = 16
_LEFT = _BOX + 10


class TickBox(QAbstractButton):
    """Text that has no room ends in "…"; the tool tip has all of it."""

    def __init__(self, text: str, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._note = note
        self.setText(text)
        self.setCheckable(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{text}, {note}" if note else text)
        self.setToolTip(f"{text}\n{note}".strip())

    def sizeHint(self) -> QSize:
        return QSize(140, 44 if self._note else 28)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = 6.0
        box = QRectF(1, top, _BOX, _BOX)
        on = self.isChecked() and self.isEnabled()
        painter.setPen(QPen(QColor(colours.accent if on or self.hasFocus() else colours.muted), 1.3))
        painter.setBrush(QColor(colours.accent if on else colours.surface))
        painter.drawRoundedRect(box, 4, 4)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), 6, 6)
        if on:
            painter.setPen(QPen(QColor(colours.on_accent), 1.8))
            mark = [QPointF(5, top + 8.4), QPointF(8, top + 11.4), QPointF(13.2, top + 5.2)]
            painter.drawPolyline(QPolygonF(mark))
        self._draw_text(painter, self.text(), theme.BODY_PT - 0.5, 0, 28, self.isEnabled())
        if self._note:
            self._draw_text(painter, self._note, theme.SMALL_PT - 0.5, 24, 16, strong=False)

    def _draw_text(
        self, painter: QPainter, text: str, points: float, top: int, height: int, strong: bool
    ) -> None:
        painter.setFont(theme.font(points))
        painter.setPen(QColor(theme.colours().text if strong else theme.colours().muted))
        width = self.width() - _LEFT
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, width)
        painter.drawText(QRect(_LEFT, top, width, height), Qt.AlignmentFlag.AlignVCenter, shown)
