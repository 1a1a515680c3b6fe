"""The lanes over and under the curves: phases, tokens a second, single cores, the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QByteArray, QCoreApplication, QDataStream, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from ...telemetry.phases import Span
from .. import theme, words
from .curves import Floats
from .looks import phase_name

MARGIN = 60
"""Left of the curves: the captions of lanes and the values of the axis, px."""
_NARROW = 20.0
"""Phases below this many px get no name."""


@dataclass(slots=True)
class View:
    """The stretch of time that all lanes show, in seconds after the base of the clock.

    Attributes:
        base_ns: The moment that is second 0.
        now: The right end of what there is.
        live: Whether times are told before now, or after the beginning of a recording.
        cursor: The moment that is read, or None.
    """

    base_ns: int = 0
    low: float = 0.0
    high: float = 1.0
    now: float = 0.0
    cursor: float | None = None
    live: bool = True
    spans: Sequence[Span] = field(default_factory=tuple)

    def second(self, time_ns: int) -> float:
        return (time_ns - self.base_ns) / 1e9

    def edges(self, span: Span) -> tuple[float, float]:
        """Begin and end of a phase; a running one ends now."""
        return self.second(span.start_ns), self.now if span.end_ns is None else self.second(span.end_ns)


class Lane(QWidget):
    """A row on the chart's time axis; `pointed` tells the second under the mouse, None on leaving.

    One without a height takes what it gets.
    """

    pointed = Signal(object)

    def __init__(self, view: View, caption: str, height: int | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._caption = caption
        self._font = theme.font(theme.SMALL_PT - 0.5)
        if height is not None:
            self.setFixedHeight(height)
        self.setMouseTracking(True)
        if caption:
            self.setAccessibleName(caption)

    def x_of(self, second: float) -> float:
        """Where a moment lies, px."""
        return MARGIN + (second - self._view.low) * self._scale

    def second_at(self, x: float) -> float:
        """The moment that lies there."""
        return self._view.low + (x - MARGIN) / self._scale

    @property
    def _scale(self) -> float:
        """Pixels per second."""
        return max(1.0, self.width() - MARGIN) / (self._view.high - self._view.low)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        self.pointed.emit(self.second_at(x) if x >= MARGIN else None)

    def leaveEvent(self, _event: Any) -> None:
        self.pointed.emit(None)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        self.draw_margin(painter)
        painter.save()
        painter.setClipRect(QRectF(MARGIN, 0, self.width() - MARGIN, self.height()))
        self.draw(painter)
        self._draw_cursor(painter)
        painter.restore()

    def draw_margin(self, painter: QPainter) -> None:
        """What stands left of the time axis."""
        painter.setPen(QColor(theme.colours().muted))
        area = QRectF(0, 0, MARGIN - 10, self.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._caption)

    def draw(self, painter: QPainter) -> None:
        """The lane's own content; the painter is clipped to the right of the margin."""

    def draw_bands(self, painter: QPainter) -> None:
        """The phases as a quiet ground."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours().band))
        painter.drawRects([_rect(begin, end, self.height()) for _, begin, end in self.spans_in_view()])

    def spans_in_view(self) -> list[tuple[Span, float, float]]:
        """Each phase that can be seen, with its edges in px."""
        view, scale, right = self._view, self._scale, self.width()
        found = []
        for span in view.spans:
            first, last = view.edges(span)
            begin, end = MARGIN + (first - view.low) * scale, MARGIN + (last - view.low) * scale
            if end >= MARGIN and begin <= right:
                found.append((span, begin, end))
        return found

    def _draw_cursor(self, painter: QPainter) -> None:
        if self._view.cursor is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setPen(QPen(QColor(theme.colours().muted), 1, Qt.PenStyle.DashLine))
            x = round(self.x_of(self._view.cursor))
            painter.drawLine(x, 0, x, self.height())


class PhaseLane(Lane):
    """What the engine was doing, as labelled bands."""

    def __init__(self, view: View, parent: QWidget | None = None) -> None:
        super().__init__(view, QCoreApplication.translate("Devices", "phase"), 24, parent)
        self._font_label = theme.font(theme.SMALL_PT, QFont.Weight.DemiBold)

    def draw(self, painter: QPainter) -> None:
        colours = theme.colours()
        # One pixel stays free, so that phases that meet are seen as two.
        areas = [
            (span, _rect(begin, max(begin + 1, end - 1), self.height()))
            for span, begin, end in self.spans_in_view()
        ]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.lane))
        painter.drawRects([area for _, area in areas])
        painter.setFont(self._font_label)
        painter.setPen(QColor(colours.text))
        metrics = QFontMetricsF(self._font_label)
        for span, area in areas:
            if area.width() < _NARROW:
                continue
            name = phase_name(span.phase)
            shown = area.intersected(QRectF(MARGIN, 0, self.width() - MARGIN, self.height()))
            spare = shown.width() - metrics.horizontalAdvance(name)
            if spare >= 2:
                inset = min(6.0, spare / 2)
                painter.drawText(shown.adjusted(inset, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)


class TokenLane(Lane):
    """Tokens a second while the engine decodes, with the first and the last speed of each reply."""

    def __init__(self, view: View, parent: QWidget | None = None) -> None:
        super().__init__(view, QCoreApplication.translate("Devices", "tok/s"), 52, parent)
        self._curves: list[tuple[Floats, Floats]] = []
        self._font_speeds = theme.font(theme.SMALL_PT - 0.5, QFont.Weight.DemiBold)

    def set_rates(self, curves: list[tuple[Floats, Floats]]) -> None:
        """One pair of seconds and tokens a second per decode phase."""
        self._curves = curves
        self.update()

    @property
    def curves(self) -> list[tuple[Floats, Floats]]:
        return self._curves

    def draw(self, painter: QPainter) -> None:
        self.draw_bands(painter)
        top = max((float(rates.max()) for _, rates in self._curves), default=0.0)
        if top <= 0:
            return
        view, free_from, scale = self._view, -1.0, self._scale
        painter.setPen(QPen(QColor(theme.colours().accent), 1.2))
        painter.setFont(self._font_speeds)
        for moments, rates in self._curves:
            xs = MARGIN + (moments - view.low) * scale
            ys = self.height() - 20.0 - (self.height() - 26.0) * rates / top
            painter.drawPolyline(polyline(xs, ys))
            free_from = self._draw_speeds(painter, float(xs[0]), float(xs[-1]), rates, free_from)

    def _draw_speeds(
        self, painter: QPainter, begin: float, end: float, rates: Floats, free_from: float
    ) -> float:
        """Below its curve, where there is room; answers where the next text may begin."""
        if max(begin, MARGIN + 4) < free_from or end < MARGIN or begin > self.width():
            return free_from
        text = f"{words.speed(float(rates[0]))} → {words.speed(float(rates[-1]))}"
        width = QFontMetricsF(self._font_speeds).horizontalAdvance(text)
        left = min(max(begin, MARGIN + 4), self.width() - width - 4)
        if left < free_from:
            return free_from
        painter.drawText(QPointF(left, self.height() - 5.0), text)
        return left + width + 8


class CoreLane(Lane):
    """One thin row per core, the darker the busier."""

    ROWS = (3, 12)
    """Least and greatest height of a core's row, px."""

    def __init__(self, view: View, count: int, parent: QWidget | None = None) -> None:
        row = max(self.ROWS[0], min(self.ROWS[1], 60 // max(1, count)))
        super().__init__(
            view, QCoreApplication.translate("Devices", "cores"), max(18, count * row) + 6, parent
        )
        self._image = QImage()
        self._low = self._high = 0.0

    def set_loads(self, loads: NDArray[np.float32], low: float, high: float) -> None:
        """Per cent by core and bucket of time, NaN where unknown; the buckets divide `low` to `high`."""
        colour = QColor(theme.colours().cpu)
        rgba = np.empty((*loads.shape, 4), np.uint8)
        rgba[..., :3] = (colour.red(), colour.green(), colour.blue())
        known = np.nan_to_num(np.clip(loads, 0, 100))
        rgba[..., 3] = np.where(np.isnan(loads), 0, 18 + known * 2.37)
        rows, columns = loads.shape
        self._image = QImage(rgba.tobytes(), columns, rows, columns * 4, QImage.Format.Format_RGBA8888).copy()
        self._low, self._high = low, high
        self.update()

    def draw(self, painter: QPainter) -> None:
        if self._image.isNull():
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        left, right = self.x_of(self._low), self.x_of(self._high)
        rows = self._image.height()
        height = (self.height() - 6) / rows
        for row in range(rows):
            gap = 1 if height > 4 else 0
            target = QRectF(left, 3 + row * height, right - left, height - gap)
            painter.drawImage(target, self._image, QRectF(0, row, self._image.width(), 1))


class TimeLane(Lane):
    """The time before now, or after the start of a recording, in steps of whole seconds or minutes."""

    _STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 14400, 28800, 86400)

    def __init__(self, view: View, parent: QWidget | None = None) -> None:
        super().__init__(view, "", 26, parent)

    def draw(self, painter: QPainter) -> None:
        view = self._view
        painter.setPen(QColor(theme.colours().muted))
        span = view.high - view.low
        step = next((s for s in self._STEPS if span / s <= 7), self._STEPS[-1])
        zero, sign = (view.now, -1) if view.live else (0.0, 1)
        edges = sorted((sign * (view.low - zero), sign * (view.high - zero)))
        first = int(np.ceil(edges[0] / step)) * step
        for distance in np.arange(first, edges[1] + 1e-6, step):
            text = self._text(float(distance), step) if view.live else self._after(float(distance), step)
            self._draw_mark(painter, self.x_of(zero + sign * float(distance)), text)

    def _draw_mark(self, painter: QPainter, x: float, text: str) -> None:
        width = QFontMetricsF(self._font).horizontalAdvance(text)
        left = min(max(x - width / 2, MARGIN), self.width() - width)
        painter.drawText(QPointF(left, 17), text)

    @staticmethod
    def _after(second: float, step: int) -> str:
        translate = QCoreApplication.translate
        if step >= 60:
            return translate("Devices", "%1 min").replace("%1", words.number(second / 60))
        return translate("Devices", "%1 s").replace("%1", words.number(second))

    @staticmethod
    def _text(back: float, step: int) -> str:
        translate = QCoreApplication.translate
        if abs(back) < 0.5:
            return translate("Devices", "now")
        if step >= 60:
            return translate("Devices", "−%1 min").replace("%1", words.number(back / 60))
        return translate("Devices", "−%1 s").replace("%1", words.number(back))


def polyline(xs: Floats, ys: NDArray[np.floating[Any]]) -> QPolygonF:
    """Points as Qt draws them, in the form in which it reads them: ten times as fast as one by one."""
    points = np.stack([xs, ys], axis=1).astype(">f8")
    data = QByteArray(len(xs).to_bytes(4, "big") + points.tobytes())
    result = QPolygonF()
    QDataStream(data) >> result
    return result


def _rect(left: float, right: float, height: float) -> QRectF:
    return QRectF(left, 0, right - left, height)
