"""What was predicted for a model beside what it really took, run by run."""

from __future__ import annotations

from PySide6.QtCore import QDateTime, QLocale
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from ...models.details import Details
from ...models.fit import Target
from ...models.measurements import Run
from .. import theme, words
from ..widgets.basics import label
from . import looks

_MOST = 4


class FiguresTable(QWidget):
    """The newest runs first; before any, how the prediction is made."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Run, ...] | None = None
        self.parts = label(tone="muted", points=theme.BODY_PT - 0.5, wrap=True)
        self.none = label(tone="muted", points=theme.BODY_PT - 0.5, wrap=True)
        self.none.setText(self.tr("Not measured yet: chat with it, and the figures appear here."))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        for place in range(4):
            self._grid.setColumnStretch(place, 1)
        self.cells: list[QLabel] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(6)
        column.addWidget(self.parts)
        column.addLayout(self._grid)
        column.addWidget(self.none)

    def show_figures(self, details: Details) -> None:
        """The prediction by part, and the runs."""
        self.parts.setText(self._parts(details))
        self.none.setVisible(not details.runs)
        if details.runs == self._shown:
            return
        self._shown = details.runs
        for cell in self.cells:
            cell.hide()
            cell.deleteLater()
        self.cells = []
        if not details.runs:
            return
        head = (
            self.tr("Memory predicted"),
            self.tr("measured"),
            self.tr("Speed predicted"),
            self.tr("measured"),
        )
        for column, name in enumerate(head):
            weight = QFont.Weight.DemiBold
            self._put(label(name, tone="muted", points=theme.SMALL_PT, weight=weight, wrap=True), 0, column)
        for index, run in enumerate(reversed(details.runs[-_MOST:])):
            row = 1 + 2 * index
            self._put(label(self._name(run), tone="muted", points=theme.SMALL_PT), row, 0, len(head))
            for column, text in enumerate(self._texts(run)):
                self._put(label(text, points=theme.BODY_PT - 0.5), row + 1, column)

    def _put(self, cell: QLabel, row: int, column: int, width: int = 1) -> None:
        self._grid.addWidget(cell, row, column, 1, width)
        self.cells.append(cell)

    def _parts(self, details: Details) -> str:
        fit = details.precision.fit
        if fit is None:
            return ""
        need = fit.need
        text = self.tr("At %1 tokens: weights %2, cache %3, scratch and engine %4")
        text = text.replace("%1", words.number(fit.n_ctx)).replace("%2", looks.gigabytes(need.weights))
        text = text.replace("%3", looks.gigabytes(need.kv))
        text = text.replace("%4", looks.gigabytes(need.compute + need.overhead))
        if need.projector:
            text += self.tr(", part for images %1").replace("%1", looks.gigabytes(need.projector))
        sentence = self.tr("%1.").replace("%1", text)
        return words.sentences(sentence, looks.largest_context_text(fit))

    def _name(self, run: Run) -> str:
        when = QLocale().toString(QDateTime.fromSecsSinceEpoch(run.time), QLocale.FormatType.ShortFormat)
        context = self.tr("%1 tokens").replace("%1", words.number(run.n_ctx))
        try:
            device = looks.target_name(Target(run.target))
        except ValueError:
            device = run.target
        return f"{when} · {device} · {context}"

    def _texts(self, run: Run) -> tuple[str, ...]:
        speed = self.tr("%1 tok/s")
        return (
            looks.gigabytes(run.predicted_peak),
            looks.gigabytes(run.measured_peak) if run.measured_peak else words.ABSENT,
            speed.replace("%1", words.speed(run.predicted_speed)) if run.predicted_speed else words.ABSENT,
            speed.replace("%1", words.speed(run.measured_speed)) if run.measured_speed else words.ABSENT,
        )
