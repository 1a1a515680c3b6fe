"""Charts as pictures: what a widget draws, on the surface that it lies on."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPixmap, QRegion
from PySide6.QtWidgets import QWidget

from .. import theme

_MARGIN = 16
_TITLE = 30


def picture_of(widget: QWidget, title: str = "") -> QImage:
    """The widget as it is on the screen, its hidden part too; with a title, that stands above it."""
    ratio = widget.devicePixelRatioF()
    margin, head = (_MARGIN, _TITLE) if title else (0, 0)
    size = widget.size() + QSize(2 * margin, 2 * margin + head)
    target = QPixmap(size * ratio)
    target.setDevicePixelRatio(ratio)
    target.fill(QColor(theme.colours().surface))
    painter = QPainter(target)
    if title:
        painter.setFont(theme.font(theme.BODY_PT, QFont.Weight.DemiBold))
        painter.setPen(QColor(theme.colours().text))
        area = QRect(margin, margin, widget.width(), head)
        shown = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignTop, shown)
    widget.render(painter, QPoint(margin, margin + head), QRegion(), QWidget.RenderFlag.DrawChildren)
    painter.end()
    return target.toImage()


def png_path(name: str) -> Path:
    """The file of a chosen name, which may lack its ending."""
    path = Path(name)
    return path if path.suffix.lower() == ".png" else path.with_name(f"{path.name}.png")
