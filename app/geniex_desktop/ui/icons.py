"""The app's own icons: one SVG family, recoloured from the palette."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from .resources import resource_path

_SIZES = (16, 18, 20, 23, 24, 25, 27, 30, 32, 36, 40, 48, 60)
"""In px: 16, 18 and 20 at 100, 125, 150 and 200 %, and the largest for what lies beyond."""


@lru_cache(maxsize=256)
def icon(name: str, colour: str) -> QIcon:
    """An icon in one colour, sharp at 16, 18 and 20 px on screens of every usual density."""
    renderer = _renderer(name, colour)
    result = QIcon()
    for size in _SIZES:
        result.addPixmap(_drawn(renderer, size))
    return result


def app_icon() -> QIcon:
    """The application's icon, in its own colours."""
    renderer = _renderer("app", "#000000")
    result = QIcon()
    for size in (16, 24, 32, 48, 64, 128, 256):
        result.addPixmap(_drawn(renderer, size))
    return result


def _renderer(name: str, colour: str) -> QSvgRenderer:
    svg = resource_path("icons", f"{name}.svg").read_bytes()
    return QSvgRenderer(QByteArray(svg.replace(b"currentColor", QColor(colour).name().encode())))


def _drawn(renderer: QSvgRenderer, size: int) -> QPixmap:
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


def no_icon() -> QIcon:
    return QIcon()
