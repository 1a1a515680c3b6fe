"""The curves themselves, 0 to 100 over the chart's stretch of time; wheel and drag choose another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen, QPolygonF, QTransform, QWheelEvent
from PySide6.QtWidgets import QWidget

from .. import theme
from .curves import Floats, runs
from .lanes import MARGIN, Lane, View, polyline
from .looks import Look

_TOP, _FLOOR = 104.0, -3.0
_LEAST_HEIGHT = 100
_VALUES = range(0, 101, 25)
_AXIS_GAP = 9
_PALE_ALPHA = 110
_NOTCH = 120
"""Eighths of a degree that most wheels turn at once, from the documentation of QWheelEvent."""
_ZOOM_OF_NOTCH = 1.3
_PAN_OF_NOTCH = 0.1
"""Of the stretch that is shown."""

Values = NDArray[np.floating[Any]]


@dataclass(slots=True)
class Curve:
    """The points of one curve, and the same as shapes: one for each run without a gap."""

    look: Look
    colour: QColor
    shown: bool = True
    times: Floats = field(default_factory=lambda: np.empty(0))
    values: Values = field(default_factory=lambda: np.empty(0))
    shapes: tuple[QPolygonF, ...] = ()

    def set_points(self, times: Floats, values: Values) -> None:
        """NaN is a gap."""
        self.times, self.values = times, values
        self.shapes = tuple(polyline(times[run], values[run]) for run in runs(values))


class Plot(Lane):
    """The row of the chart that takes the room the others leave."""

    zoomed = Signal(float, float)
    """The person chose another stretch: its edges in seconds."""

    def __init__(self, view: View, parent: QWidget | None = None) -> None:
        super().__init__(view, "", None, parent)
        self.setMinimumHeight(_LEAST_HEIGHT)
        self._curves: dict[str, Curve] = {}
        self._pale: dict[str, Curve] = {}
        self._dragged_from: float | None = None

    def set_looks(self, looks: Sequence[Look]) -> None:
        """Makes the curves; those of before are gone."""
        self._curves = {look.signal_id: Curve(look, QColor(look.colour)) for look in looks}

    def set_curve(self, signal_id: str, times: Floats, values: Values) -> None:
        """The points of one curve in view; NaN is a gap."""
        self._curves[signal_id].set_points(times, values)

    def set_pale_curve(self, look: Look, times: Floats, values: Values) -> None:
        """The same signal of the source that is compared with."""
        if look.signal_id not in self._pale:
            colour = QColor(look.colour)
            colour.setAlpha(_PALE_ALPHA)
            self._pale[look.signal_id] = Curve(look, colour)
        self._pale[look.signal_id].set_points(times, values)

    def show_curve(self, signal_id: str, on: bool) -> None:
        for curves in (self._curves, self._pale):
            if signal_id in curves:
                curves[signal_id].shown = on

    def points(self, signal_id: str) -> tuple[Floats, Values]:
        """What is drawn of a curve."""
        curve = self._curves[signal_id]
        return curve.times, curve.values

    # ------------------------------------------------------------------- paint

    def draw_margin(self, painter: QPainter) -> None:
        painter.setPen(QColor(theme.colours().muted))
        half = painter.fontMetrics().height() / 2
        for value in _VALUES:
            area = QRectF(0, self._y_of(value) - half, MARGIN - _AXIS_GAP, 2 * half)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, f"{value} %")

    def draw(self, painter: QPainter) -> None:
        self.draw_bands(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(QColor(theme.colours().line), 1))
        for value in _VALUES:
            painter.drawLine(QLineF(MARGIN, self._y_of(value), self.width(), self._y_of(value)))
        painter.save()
        painter.setTransform(self._to_pixels(), combine=True)
        for curves in (self._pale, self._curves):
            for curve in curves.values():
                if curve.shown:
                    self._draw_curve(painter, curve)
        painter.restore()

    @staticmethod
    def _draw_curve(painter: QPainter, curve: Curve) -> None:
        pen = QPen(curve.colour, 1, curve.look.dash)
        pen.setCosmetic(True)
        painter.setPen(pen)
        # Dashes come out evenly only where no pixel is mixed.
        solid = curve.look.dash is Qt.PenStyle.SolidLine
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, solid)
        for shape in curve.shapes:
            painter.drawPolyline(shape)

    def _y_of(self, value: float) -> float:
        return self.height() * (_TOP - value) / (_TOP - _FLOOR)

    def _to_pixels(self) -> QTransform:
        """From seconds and per cent."""
        up = self.height() / (_TOP - _FLOOR)
        return QTransform(self._scale, 0, 0, -up, self.x_of(0), self._y_of(0))

    # -------------------------------------------------------------------- zoom

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and event.position().x() >= MARGIN:
            self._dragged_from = event.position().x()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragged_from is not None:
            moved = (event.position().x() - self._dragged_from) / self._scale
            self._dragged_from = event.position().x()
            self._pan(-moved)
        super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragged_from = None
        self.unsetCursor()
        super().mouseReleaseEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Up and down zoom around the mouse, left and right move along."""
        turned, low, high = event.angleDelta(), self._view.low, self._view.high
        if turned.y():
            centre = min(high, max(low, self.second_at(event.position().x())))
            factor = _ZOOM_OF_NOTCH ** (-turned.y() / _NOTCH)
            self.zoomed.emit(centre - (centre - low) * factor, centre + (high - centre) * factor)
        elif turned.x():
            self._pan(-turned.x() / _NOTCH * _PAN_OF_NOTCH * (high - low))
        event.accept()

    def _pan(self, by_s: float) -> None:
        self.zoomed.emit(self._view.low + by_s, self._view.high + by_s)
