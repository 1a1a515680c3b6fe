"""Painted numbers: a bar, a sparkline and a dot."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from .. import theme


class Bar(QWidget):
    """A thin bar that fills to a share; without a share it is empty."""

    def __init__(self, colour: str, width: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour
        self._share: float | None = None
        self.setFixedHeight(6)
        if width:
            self.setFixedWidth(width)
        else:
            self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float | None) -> None:
        """0 to 1; None for unknown."""
        if share != self._share:
            self._share = share
            self.update()

    def set_colour(self, colour: str) -> None:
        """The colour of the filled part."""
        if colour != self._colour:
            self._colour = colour
            self.update()

    @property
    def share(self) -> float | None:
        return self._share

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours().raised))
        full = QRectF(0, 0, self.width(), self.height())
        painter.drawRoundedRect(full, 3, 3)
        if self._share:
            painter.setBrush(QColor(self._colour))
            width = max(self.height(), full.width() * min(1.0, self._share))
            painter.drawRoundedRect(QRectF(0, 0, width, full.height()), 3, 3)


class Sparkline(QWidget):
    """The last values of a signal, 0 to 100, newest right; None is a gap, not a zero."""

    POINTS = 60

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour
        self._values: Sequence[float | None] = ()
        self.setFixedSize(68, 22)

    def set_values(self, values: Sequence[float | None]) -> None:
        self._values = values[-self.POINTS :]
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(68, 22)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for run in self._runs():
            self._draw_run(painter, run)

    def _runs(self) -> list[list[QPointF]]:
        """Unbroken stretches of the curve, in widget coordinates."""
        step = self.width() / (self.POINTS - 1)
        start = self.width() - step * (len(self._values) - 1)
        floor, top = self.height() - 2.0, 2.0
        runs: list[list[QPointF]] = [[]]
        for index, value in enumerate(self._values):
            if value is None:
                runs.append([])
            else:
                y = floor - (floor - top) * min(100.0, max(0.0, value)) / 100.0
                runs[-1].append(QPointF(start + step * index, y))
        return [run for run in runs if len(run) > 1]

    def _draw_run(self, painter: QPainter, run: list[QPointF]) -> None:
        line = QPainterPath(run[0])
        for point in run[1:]:
            line.lineTo(point)
        area = QPainterPath(line)
        area.lineTo(run[-1].x(), self.height())
        area.lineTo(run[0].x(), self.height())
        shade = QLinearGradient(0, 0, 0, self.height())
        top, bottom = QColor(self._colour), QColor(self._colour)
        top.setAlpha(70)
        bottom.setAlpha(10)
        shade.setColorAt(0, top)
        shade.setColorAt(1, bottom)
        painter.fillPath(area, shade)
        painter.strokePath(line, QPen(QColor(self._colour), 1.3))


class Dot(QWidget):
    """A small disc in a device's colour."""

    def __init__(self, colour: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour or theme.colours().muted
        self.setFixedSize(9, 9)

    def set_colour(self, colour: str) -> None:
        self._colour = colour
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._colour))
        painter.drawEllipse(QRectF(0.5, 0.5, 8, 8))
