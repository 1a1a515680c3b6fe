"""The curves themselves: a pyqtgraph plot in our colours, with zoom in time only.

Importing this module imports pyqtgraph and numpy; see plotting.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pyqtgraph as pg  # type: ignore[import-untyped]
from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from .. import theme
from .curves import Floats
from .lanes import MARGIN, View
from .looks import Look

_TOP, _FLOOR = 104.0, -3.0
_SHORTEST_S = 1.0


class Backdrop(QGraphicsItem):
    """Bands of the phases and the lines at each quarter, behind the curves, in the plot's coordinates."""

    def __init__(self, view: View) -> None:
        super().__init__()
        self._view = view
        self.setZValue(-10)

    def boundingRect(self) -> QRectF:
        return QRectF(self._view.low, _FLOOR, self._view.high - self._view.low, _TOP - _FLOOR)

    def moved(self) -> None:
        """The view has changed."""
        self.prepareGeometryChange()
        self.update()

    def bands(self) -> list[QRectF]:
        """The phases in view as they are drawn: x in seconds."""
        result = []
        for span in self._view.spans:
            begin, end = self._view.edges(span)
            if end >= self._view.low and begin <= self._view.high:
                result.append(QRectF(begin, _FLOOR, end - begin, _TOP - _FLOOR))
        return result

    def paint(
        self, painter: QPainter, _option: QStyleOptionGraphicsItem, _widget: QWidget | None = None
    ) -> None:
        colours = theme.colours()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.band))
        painter.drawRects(self.bands())
        pen = QPen(QColor(colours.line), 1)
        pen.setCosmetic(True)
        painter.setPen(pen)
        for value in range(0, 101, 25):
            painter.drawLine(QPointF(self._view.low, value), QPointF(self._view.high, value))


class Plot(QObject):
    """Curves over the view's stretch of time, 0 to 100."""

    zoomed = Signal(float, float)
    """The person chose another stretch: its edges in seconds."""
    pointed = Signal(object)
    """The second under the mouse; None when it leaves."""

    def __init__(self, view: View, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._curves: dict[str, Any] = {}
        self._pale: dict[str, Any] = {}
        self.widget = pg.PlotWidget(parent, background=theme.colours().surface)
        self.widget.setFrameShape(self.widget.Shape.NoFrame)
        self.widget.setMinimumHeight(100)
        self.widget.leaveEvent = self._left
        item = self.widget.getPlotItem()
        item.setContentsMargins(0, 0, 0, 0)
        item.setMenuEnabled(False)
        item.hideButtons()
        item.hideAxis("bottom")
        # It is never seen, and would still work out its unit at every step in time.
        item.getAxis("bottom").enableAutoSIPrefix(False)
        self._dress_axis(item.getAxis("left"))
        self._box = item.getViewBox()
        self._box.setMouseEnabled(x=True, y=False)
        self._box.disableAutoRange()
        self._box.setYRange(_FLOOR, _TOP, padding=0)
        self._box.setBorder(None)
        self.backdrop = Backdrop(view)
        self._box.addItem(self.backdrop, ignoreBounds=True)
        pen = pg.mkPen(theme.colours().muted, width=1, style=Qt.PenStyle.DashLine)
        self._cursor = pg.InfiniteLine(angle=90, pen=pen)
        self._cursor.hide()
        self._box.addItem(self._cursor, ignoreBounds=True)
        self._box.sigRangeChangedManually.connect(self._range_changed)
        self.widget.scene().sigMouseMoved.connect(self._mouse_moved)

    @staticmethod
    def _dress_axis(axis: Any) -> None:
        axis.setWidth(MARGIN)
        axis.setPen(None)
        axis.setTextPen(theme.colours().muted)
        axis.setStyle(tickLength=0, tickTextOffset=9, tickFont=theme.font(theme.SMALL_PT - 0.5))
        axis.setTicks([[(value, f"{value} %") for value in range(0, 101, 25)]])

    def set_looks(self, looks: Sequence[Look]) -> None:
        """Makes the curves; those of before are gone."""
        for old in self._curves.values():
            self._box.removeItem(old)
        self._curves = {look.signal_id: self._curve(look) for look in looks}

    def _curve(self, look: Look) -> Any:
        pen = pg.mkPen(look.colour, width=1, style=look.dash)
        curve = pg.PlotCurveItem(pen=pen, connect="finite", antialias=look.dash is Qt.PenStyle.SolidLine)
        self._box.addItem(curve, ignoreBounds=True)
        return curve

    def set_curve(self, signal_id: str, times: Floats, values: Any) -> None:
        """The points of one curve in view; NaN is a gap."""
        self._curves[signal_id].setData(times, values)

    def set_pale_curve(self, look: Look, times: Floats, values: Any) -> None:
        """The same signal of the source that is compared with."""
        if look.signal_id not in self._pale:
            colour = QColor(look.colour)
            colour.setAlpha(110)
            pen = pg.mkPen(colour, width=1, style=look.dash)
            self._pale[look.signal_id] = pg.PlotCurveItem(pen=pen, connect="finite")
            self._box.addItem(self._pale[look.signal_id], ignoreBounds=True)
        self._pale[look.signal_id].setData(times, values)

    def show_curve(self, signal_id: str, on: bool) -> None:
        self._curves[signal_id].setVisible(on)
        if signal_id in self._pale:
            self._pale[signal_id].setVisible(on)

    def points(self, signal_id: str) -> tuple[Floats, Any]:
        """What is drawn of a curve."""
        times, values = self._curves[signal_id].getData()
        return times, values

    def x_of(self, second: float) -> float:
        """Where a moment is drawn, px of the widget."""
        return float(self.widget.mapFromScene(self._box.mapViewToScene(QPointF(second, 0))).x())

    def refresh(self) -> None:
        """Takes the view's stretch and cursor."""
        view = self._view
        self._box.setLimits(minXRange=_SHORTEST_S)
        self._box.setXRange(view.low, view.high, padding=0)
        self.backdrop.moved()
        self.show_cursor()

    def show_cursor(self) -> None:
        """Draws the view's cursor, or takes it away."""
        cursor = self._view.cursor
        self._cursor.setVisible(cursor is not None)
        if cursor is not None:
            self._cursor.setPos(cursor)

    @Slot(object)
    def _range_changed(self, _axes: object) -> None:
        low, high = self._box.viewRange()[0]
        self.zoomed.emit(low, high)

    @Slot(object)
    def _mouse_moved(self, at: QPointF) -> None:
        inside = self._box.sceneBoundingRect().contains(at)
        self.pointed.emit(self._box.mapSceneToView(at).x() if inside else None)

    def _left(self, _event: object) -> None:
        self.pointed.emit(None)


MakePlot = Callable[[View, QWidget], Plot]
