"""The card of results: one metric at a time as bars, or all as a table; what it is compared with."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ...bench.comparison import Compared
from ...bench.spread import Metric
from .. import theme, words
from ..chat.display_text import one_line
from ..devices.table import ValueTable
from ..sentences import localized
from ..widgets.basics import button, label
from ..widgets.picture import picture_of
from .bars import Bars
from .benchmarks import LAST, NONE, Benchmarks
from .looks import (
    change_text,
    changed_since_text,
    device_name,
    metric_meaning,
    metric_name,
    run_name,
    value_text,
    workload_text,
)
from .run_bar import RunBar, fill, run_choice

_NARROW = 560


class ResultsCard(QFrame):
    """Shows one of the measured runs."""

    def __init__(self, benchmarks: Benchmarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._benchmarks = benchmarks
        self.bars = Bars()
        self.bars.failure_chosen.connect(benchmarks.show_failure)
        self.table = ValueTable()
        self.table.setAccessibleName(self.tr("Results"))
        self.table.fit_first_column()
        self.note = label(tone="muted", points=theme.SMALL_PT, wrap=True)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        content = QWidget()
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 10, 0)
        inside.addWidget(self.bars)
        inside.addStretch(1)
        area.setWidget(content)
        content.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        self._views = QStackedLayout()
        self._views.addWidget(area)
        self._views.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 10, 12)
        column.setSpacing(8)
        column.addWidget(self._which())
        column.addLayout(self._metrics())
        column.addLayout(self._views, 1)
        column.addWidget(self.note)
        benchmarks.changed.connect(self.refresh)
        self.refresh()

    def _which(self) -> RunBar:
        """The run shown and the one it is compared with."""
        self.which = RunBar(self._benchmarks, self._benchmarks.speeds, run_name, self.picture)
        self.against_choice = run_choice(self.tr("Compared with"))
        self.against_choice.activated.connect(self._against_chosen)
        other = QHBoxLayout()
        other.setSpacing(8)
        other.addWidget(label(self.tr("against"), tone="muted", points=theme.SMALL_PT))
        other.addWidget(self.against_choice, 1)
        self.which.choices.addLayout(other, 2)
        return self.which

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.which.set_narrow(event.size().width() < _NARROW)

    def _metrics(self) -> QHBoxLayout:
        self._metric_buttons = QButtonGroup(self)
        row = QHBoxLayout()
        row.setSpacing(4)
        for index, metric in enumerate(Metric):
            made = button(metric_name(metric), "segment")
            made.setCheckable(True)
            made.setChecked(index == 0)
            made.setToolTip(metric_meaning(metric))
            self._metric_buttons.addButton(made, index)
            row.addWidget(made)
        self._metric_buttons.idClicked.connect(self._metric_chosen)
        self.as_table = button(self.tr("Table"), "segment")
        self.as_table.setCheckable(True)
        self.as_table.setToolTip(self.tr("The same figures as a table"))
        self.as_table.toggled.connect(self._table_toggled)
        row.addStretch(1)
        row.addWidget(self.as_table)
        return row

    def picture(self) -> QImage:
        """The bars, with the run and the metric above them."""
        title = f"{self.which.choice.currentText()} \N{MIDDLE DOT} {metric_name(self.shown_metric)}"
        return picture_of(self.bars, title)

    @property
    def shown_metric(self) -> Metric:
        """Of the bars."""
        return list(Metric)[max(0, self._metric_buttons.checkedId())]

    @Slot()
    def refresh(self) -> None:
        """Follows the benchmarks."""
        rows = self._benchmarks.compared()
        self._fill_choices()
        self.bars.show_rows(rows, self.shown_metric)
        self._fill_table(rows)
        self.note.setText(self._note_text(rows))

    def _note_text(self, rows: list[Compared]) -> str:
        """How to read the view, and what is different since the run that it is compared with."""
        if self.as_table.isChecked():
            parts = [self.tr("Medians, with the number of runs.")]
        else:
            parts = [self.tr("Bar: median. Whisker: slowest to fastest run.")]
            if any(row.earlier is not None for row in rows):
                parts.append(self.tr("Grey: what it is compared with."))
        changed = changed_since_text(name for row in rows for name in row.differs)
        return words.sentences(*parts, changed)

    def _fill_choices(self) -> None:
        self.which.refresh()
        shown = self._benchmarks.speeds.shown
        others = [(self.tr("the last time"), LAST), (self.tr("nothing"), NONE)]
        others += [entry for entry in self.which.entries() if shown is None or entry[1] != shown.id]
        fill(self.against_choice, others, self._benchmarks.against)

    def _fill_table(self, rows: list[Compared]) -> None:
        heads = [self.tr("Model and device"), *(metric_name(metric) for metric in Metric)]
        texts = []
        for row in rows:
            result = row.result
            device = device_name(result.device or result.asked_device)
            name = f"{one_line(result.model)} · {device} · {workload_text(result)}"
            if result.failure:
                texts.append(
                    [f"{name}: {one_line(localized(result.failure))}", *[words.ABSENT] * len(Metric)]
                )
            else:
                texts.append([name, *(self._table_text(row, metric) for metric in Metric)])
        self.table.fill(heads, texts)

    @staticmethod
    def _table_text(row: Compared, metric: Metric) -> str:
        spread = row.result.spread(metric)
        if spread is None:
            return words.ABSENT
        figure = f"{value_text(metric, spread.median)} ({words.number(spread.count)})"
        moved = change_text(row.changes.get(metric))
        return f"{figure}, {moved}" if moved else figure

    # ----------------------------------------------------------------- intents

    @Slot(int)
    def _metric_chosen(self, _index: int) -> None:
        self.bars.show_rows(self._benchmarks.compared(), self.shown_metric)

    @Slot(bool)
    def _table_toggled(self, on: bool) -> None:
        self._views.setCurrentIndex(int(on))
        for made in self._metric_buttons.buttons():
            made.setVisible(not on)
        self.note.setText(self._note_text(self._benchmarks.compared()))

    @Slot(int)
    def _against_chosen(self, index: int) -> None:
        self._benchmarks.compare_with(self.against_choice.itemData(index))
