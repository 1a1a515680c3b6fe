"""Results as bars: the median, the spread of the runs, and the earlier result below it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from ...bench.comparison import Compared
from ...bench.spread import Judgement, Metric, Spread
from .. import theme, words
from ..chat.display_text import one_line
from ..sentences import localized
from .looks import change_text, device_name, value_text, workload_text

_HEAD = 30
_ROW = 46
_BAR = 14
_EARLIER = 4
_GAP = 12
_LABEL_SHARE = 0.36


class Bars(QWidget):
    """A heading per model, a row per result; all bars of one metric to one scale."""

    failure_chosen = Signal(object)
    """A CellResult whose failure was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Compared] = []
        self._metric = Metric.DECODE
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_rows(self, rows: Sequence[Compared], metric: Metric) -> None:
        """Takes results, grouped by their model."""
        models = list(dict.fromkeys(row.result.model for row in rows))
        self._rows = sorted(rows, key=lambda row: models.index(row.result.model))
        self._metric = metric
        self.setAccessibleName("; ".join(map(self._sentence, self._rows)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        models = {row.result.model for row in self._rows}
        return QSize(320, _HEAD * len(models) + _ROW * len(self._rows))

    def row_text(self, row: Compared) -> tuple[str, str]:
        """What stands at the end of a row: the figure, and how it has changed."""
        spread = row.result.spread(self._metric)
        if spread is None:
            return words.ABSENT, ""
        return value_text(self._metric, spread.median), change_text(row.changes.get(self._metric))

    def _sentence(self, row: Compared) -> str:
        result = row.result
        name = f"{one_line(result.model)}, {device_name(result.device or result.asked_device)}"
        if result.failure:
            return f"{name}: {one_line(localized(result.failure))}"
        figure, moved = self.row_text(row)
        return f"{name}, {workload_text(result)}: {figure} {moved}".strip()

    # ----------------------------------------------------------------- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        left, right = self._margins()
        scale = self._scale(self.width() - left - right)
        for top, row, first in self._places():
            if first:
                painter.setFont(theme.font(theme.BODY_PT - 0.5, QFont.Weight.DemiBold))
                painter.setPen(QColor(theme.colours().text))
                name = painter.fontMetrics().elidedText(
                    one_line(row.result.model), Qt.TextElideMode.ElideMiddle, self.width()
                )
                area = QRectF(0, top - _HEAD + 4, self.width(), _HEAD - 6)
                painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, name)
            self._draw_row(painter, row, top, left, scale)

    def _places(self) -> list[tuple[float, Compared, bool]]:
        """Top of each row, and whether its model's heading stands above it."""
        places, top, model = [], 0.0, None
        for row in self._rows:
            first = row.result.model != model
            top += _HEAD if first else 0
            places.append((top, row, first))
            top += _ROW
            model = row.result.model
        return places

    def _margins(self) -> tuple[float, float]:
        """Room for the labels at the left and the figures at the right."""
        strong = QFontMetricsF(theme.font(theme.BODY_PT - 0.5, QFont.Weight.DemiBold))
        small = QFontMetricsF(theme.font(theme.SMALL_PT))
        left = right = 0.0
        for row in self._rows:
            result = row.result
            device = device_name(result.device or result.asked_device)
            left = max(left, small.horizontalAdvance(workload_text(result)), strong.horizontalAdvance(device))
            figure, moved = self.row_text(row)
            right = max(right, strong.horizontalAdvance(figure), small.horizontalAdvance(moved))
        return min(left + _GAP + 2, self.width() * _LABEL_SHARE), right + _GAP + 4

    def _scale(self, room: float) -> float:
        """Pixels per unit of the metric."""
        spreads = [row.result.spread(self._metric) for row in self._rows]
        spreads += [self._earlier(row) for row in self._rows]
        tops = [spread.maximum for spread in spreads if spread is not None]
        longest = max(tops, default=0.0)
        return max(20.0, room) / longest if longest > 0 else 0.0

    def _earlier(self, row: Compared) -> Spread | None:
        return row.earlier.spread(self._metric) if row.earlier is not None else None

    def _draw_row(self, p: QPainter, row: Compared, top: float, left: float, scale: float) -> None:
        colours = theme.colours()
        result = row.result
        device = result.device or result.asked_device
        colour = QColor(theme.device_colour(colours, device_name(device)))
        self._draw_label(p, left - _GAP, top, device_name(device), workload_text(result))
        spread = result.spread(self._metric)
        if spread is None:
            self._draw_failure(p, row, left, top)
            return
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour)
        bar = QRectF(left, top + 6, max(2.0, spread.median * scale), _BAR)
        p.drawRoundedRect(bar, 3, 3)
        self._draw_whisker(p, spread, left, top + 6 + _BAR / 2, scale)
        earlier = self._earlier(row)
        if earlier is not None:
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(QColor(colours.scroll))
            p.drawRoundedRect(QRectF(left, top + 10 + _BAR, max(2.0, earlier.median * scale), _EARLIER), 2, 2)
        self._draw_figures(p, row, top)

    @staticmethod
    def _draw_label(p: QPainter, width: float, top: float, name: str, about: str) -> None:
        for text, points, y, tone in (
            (name, theme.BODY_PT - 0.5, top + 2, theme.colours().text),
            (about, theme.SMALL_PT, top + 20, theme.colours().muted),
        ):
            p.setFont(theme.font(points))
            p.setPen(QColor(tone))
            shown = p.fontMetrics().elidedText(one_line(text), Qt.TextElideMode.ElideRight, int(width))
            p.drawText(QRectF(0, y, width, 18), Qt.AlignmentFlag.AlignVCenter, shown)

    @staticmethod
    def _draw_whisker(p: QPainter, spread: Spread, left: float, y: float, scale: float) -> None:
        """From the slowest to the fastest run, dark on any bar and light beyond it."""
        if spread.count < 2:
            return
        begin, end = left + spread.minimum * scale, left + spread.maximum * scale
        lines = [QLineF(begin, y, end, y), QLineF(begin, y - 4, begin, y + 4), QLineF(end, y - 4, end, y + 4)]
        for colour, width in ((theme.colours().surface, 3.4), (theme.colours().text, 1.4)):
            p.setPen(QPen(QColor(colour), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            p.drawLines(lines)

    def _draw_figures(self, p: QPainter, row: Compared, top: float) -> None:
        figure, moved = self.row_text(row)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        p.setFont(theme.font(theme.BODY_PT - 0.5, QFont.Weight.DemiBold))
        p.setPen(QColor(theme.colours().text))
        p.drawText(QRectF(0, top + 3, self.width(), 19), right, figure)
        p.setFont(theme.font(theme.SMALL_PT))
        p.setPen(QColor(_tone(row, self._metric)))
        p.drawText(QRectF(0, top + 22, self.width(), 17), right, moved)

    def _draw_failure(self, p: QPainter, row: Compared, left: float, top: float) -> None:
        text = localized(row.result.failure) or QCoreApplication.translate("Bench", "nothing was measured")
        p.setFont(theme.font(theme.SMALL_PT + 0.5))
        p.setPen(QColor(theme.colours().bad if row.result.failure else theme.colours().muted))
        width = self.width() - left
        area = QRectF(left, top + 2, width, _ROW - 8)
        shown = p.fontMetrics().elidedText(one_line(text), Qt.TextElideMode.ElideRight, int(2 * width) - 40)
        p.drawText(area, int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap), shown)

    # ------------------------------------------------------------- more about a row

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.tip(QPointF(event.pos()).y())
            QToolTip.showText(event.globalPos(), text, self) if text else QToolTip.hideText()
            return True
        return super().event(event)

    def tip(self, y: float) -> str:
        """The five figures of the row at a height, or its whole failure."""
        row = self._row_at(y)
        return "" if row is None else localized(row.result.failure) or self._figures(row)

    def _row_at(self, y: float) -> Compared | None:
        found = (row for top, row, _first in self._places() if top <= y < top + _ROW)
        return next(found, None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        row = self._row_at(event.position().y())
        if row is not None and row.result.failure:
            self.failure_chosen.emit(row.result)

    def _figures(self, row: Compared) -> str:
        spread = row.result.spread(self._metric)
        if spread is None:
            return ""
        text = QCoreApplication.translate("Bench", "%1 runs: median %2, from %3 to %4, mean %5 ± %6")
        text = text.replace("%1", words.number(spread.count))
        figures = (spread.median, spread.minimum, spread.maximum, spread.mean, spread.stdev)
        for number, value in enumerate(figures, 2):
            text = text.replace(f"%{number}", value_text(self._metric, value))
        moved = row.changes.get(self._metric)
        if moved is None:
            return text
        chance = QCoreApplication.translate("Bench", "Equal speeds would differ so much with p = %1.")
        return f"{text}\n{chance.replace('%1', words.number(moved.p_value, 3))}"


def _tone(row: Compared, metric: Metric) -> str:
    colours = theme.colours()
    moved = row.changes.get(metric)
    judgement = moved.judgement if moved is not None else None
    return {Judgement.BETTER: colours.good, Judgement.WORSE: colours.bad}.get(
        judgement or Judgement.TOO_FEW, colours.muted
    )
