"""The precisions of a model to choose from: size, memory, and how each runs on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QVBoxLayout, QWidget

from .. import theme
from .looks import tone_colour

_ROW, _HEAD = 38, 28
_PAD = 10
_COLUMNS = (0.0, 0.26, 0.42, 0.62)
"""Where the columns begin, as shares of the width."""
_NARROW_COLUMNS = (0.0, 0.31, 0.54, 0.54)
"""Where there is no room for the memory, which the verdict is about anyway."""
_ROOMY = 400
_VERDICT_PT = theme.BODY_PT - 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """One precision, in words."""

    quant: str
    size: str
    memory: str
    verdict: str
    tone: str
    recommended: bool = False
    brief: str = ""
    """The verdict where there is no room for the whole."""


class PrecisionTable(QWidget):
    """One line can be chosen; the arrow keys go from line to line."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[PrecisionRow] = []
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self._clicked)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(2)
        self._column.addWidget(
            _Head((self.tr("Precision"), self.tr("Size"), self.tr("Memory"), self.tr("On this machine")))
        )

    def show_lines(self, lines: Sequence[Line], chosen: str) -> None:
        """Other lines, of which one is chosen; lines that stay keep their focus."""
        while len(self.rows) > len(lines):
            row = self.rows.pop()
            self._group.removeButton(row)
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(lines):
            row = PrecisionRow()
            self._group.addButton(row, len(self.rows))
            self._column.addWidget(row)
            self.rows.append(row)
        for row, line in zip(self.rows, lines, strict=True):
            row.set_line(line)
            row.setChecked(line.quant == chosen)

    @Slot(int)
    def _clicked(self, index: int) -> None:
        line = self.rows[index].line
        if line is not None:
            self.chosen.emit(line.quant)


class _Head(QWidget):
    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self._names = names
        self.setFixedHeight(_HEAD)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QColor(theme.colours().muted))
        font = theme.font(theme.BODY_PT - 0.8, QFont.Weight.DemiBold)
        for index, name in enumerate(self._names):
            _draw(painter, name, font, _cell(self.rect(), index))


class PrecisionRow(QAbstractButton):
    """A line of the table."""

    def __init__(self) -> None:
        super().__init__()
        self.line: Line | None = None
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_line(self, line: Line) -> None:
        if line == self.line:
            return
        self.line = line
        told = [line.quant, line.size, line.memory, line.verdict]
        if line.recommended:
            told.append(self.tr("recommended"))
        self.setAccessibleName(", ".join(part for part in told if part))
        self.setToolTip(line.verdict)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, _ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        line = self.line
        if line is None:
            return
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked() or self.underMouse():
            painter.setBrush(QColor(colours.raised))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawRoundedRect(box, 8, 8)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 1))
            painter.drawRoundedRect(box, 8, 8)
        weight = QFont.Weight.Bold if self.isChecked() else QFont.Weight.Normal
        painter.setPen(QColor(colours.text))
        name = f"{line.quant}  ★" if line.recommended else line.quant
        _draw(painter, name, theme.font(theme.BODY_PT, weight), _cell(self.rect(), 0))
        for index, text in ((1, line.size), (2, line.memory)):
            _draw(painter, text, theme.font(theme.BODY_PT), _cell(self.rect(), index))
        if line.verdict:
            self._draw_verdict(painter, line)

    def shown_verdict(self, line: Line) -> str:
        """What of the verdict the present width has room for."""
        whole = QFontMetrics(theme.font(_VERDICT_PT)).horizontalAdvance(line.verdict)
        is_tight = whole > self._verdict_place().width()
        return line.brief if is_tight and line.brief else line.verdict

    def _verdict_place(self) -> QRect:
        return _cell(self.rect(), 3).adjusted(16, 0, 0, 0)

    def _draw_verdict(self, painter: QPainter, line: Line) -> None:
        last = _cell(self.rect(), 3)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tone_colour(line.tone)))
        painter.drawEllipse(QPointF(last.left() + 4, last.center().y() + 0.5), 3.5, 3.5)
        painter.setPen(QColor(theme.colours().text))
        _draw(painter, self.shown_verdict(line), theme.font(_VERDICT_PT), self._verdict_place())


def _cell(row: QRect, index: int) -> QRect:
    columns = _COLUMNS if row.width() >= _ROOMY else _NARROW_COLUMNS
    width = row.width() - 2 * _PAD
    left = _PAD + round(width * columns[index])
    end = _PAD + round(width * columns[index + 1]) if index + 1 < len(columns) else row.width() - 4
    return QRect(left, 0, max(0, end - left - 4), row.height())


def _draw(painter: QPainter, text: str, font: QFont, place: QRect) -> None:
    if place.width() <= 0:
        return
    painter.setFont(font)
    shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
    painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
