"""The card of results: one metric at a time as bars, or all as a table; what it is compared with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QButtonGroup,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ...bench.comparison import Compared
from ...bench.exports import as_markdown
from ...bench.spread import Metric
from .. import theme, words
from ..chat.display_text import one_line
from ..devices.table import ValueTable
from ..sentences import localized
from ..widgets.basics import Choice, button, icon_button, label
from .bars import Bars
from .benchmarks import LAST, NONE, Benchmarks
from .looks import (
    change_text,
    circumstance_name,
    device_name,
    metric_meaning,
    metric_name,
    run_name,
    value_text,
    workload_text,
)

_NARROW = 560


class ResultsCard(QFrame):
    """Shows `Benchmarks.shown`."""

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
        column.addLayout(self._which())
        column.addLayout(self._metrics())
        column.addLayout(self._views, 1)
        column.addWidget(self.note)
        benchmarks.changed.connect(self.refresh)
        self.refresh()

    def _which(self) -> QHBoxLayout:
        """The run shown and the one it is compared with."""
        self.run_choice, self.against_choice = Choice(), Choice()
        self.run_choice.setAccessibleName(self.tr("Run"))
        self.against_choice.setAccessibleName(self.tr("Compared with"))
        for choice in (self.run_choice, self.against_choice):
            choice.setMinimumWidth(120)
            choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.run_choice.activated.connect(self._run_chosen)
        self.against_choice.activated.connect(self._against_chosen)
        self.more = icon_button("more", self.tr("Export, copy, delete"), size=18)
        self.more.setFixedHeight(self.run_choice.minimumHeight())
        self.more.clicked.connect(self._show_menu)
        other = QHBoxLayout()
        other.setSpacing(8)
        other.addWidget(label(self.tr("against"), tone="muted", points=theme.SMALL_PT))
        other.addWidget(self.against_choice, 1)
        self._choices = QHBoxLayout()
        self._choices.setSpacing(8)
        self._choices.addWidget(self.run_choice, 3)
        self._choices.addLayout(other, 2)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(self._choices, 1)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        directions = QBoxLayout.Direction
        self._choices.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)

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
        differs = dict.fromkeys(name for row in rows for name in row.differs)
        if differs:
            names = ", ".join(map(circumstance_name, differs))
            parts.append(self.tr("Changed since then: %1.").replace("%1", names))
        return words.sentences(*parts)

    def _fill_choices(self) -> None:
        benchmarks = self._benchmarks
        runs = [(run_name(run), run.id) for run in reversed(benchmarks.runs)]
        shown = benchmarks.shown.id if benchmarks.shown is not None else ""
        _fill(self.run_choice, runs, shown)
        others = [(self.tr("the last time"), LAST), (self.tr("nothing"), NONE)]
        others += [(name, run_id) for name, run_id in runs if run_id != shown]
        _fill(self.against_choice, others, benchmarks.against)

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
    def _run_chosen(self, index: int) -> None:
        self._benchmarks.show_run(self.run_choice.itemData(index))

    @Slot(int)
    def _against_chosen(self, index: int) -> None:
        self._benchmarks.compare_with(self.against_choice.itemData(index))

    @Slot()
    def _show_menu(self) -> None:
        self.menu().popup(self.more.mapToGlobal(self.more.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """What can be done with the shown run; deletes itself when it closes."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        entries: list[tuple[str, Callable[[], object], bool]] = [
            (self.tr("Export as Markdown…"), self._export_markdown, True),
            (self.tr("Export as JSON…"), self._export_json, True),
            (self.tr("Copy as Markdown"), self._copy, True),
            (self.tr("Delete this run"), self._benchmarks.remove_shown, not self._benchmarks.running),
        ]
        for text, run, enabled in entries:
            action = menu.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(run)
        return menu

    @Slot()
    def _copy(self) -> None:
        run = self._benchmarks.shown
        if run is not None:
            QGuiApplication.clipboard().setText(as_markdown(run, self._benchmarks.compared()))

    @Slot()
    def _export_markdown(self) -> None:
        self._ask("bench.md")

    @Slot()
    def _export_json(self) -> None:
        self._ask("bench.json")

    def _ask(self, name: str) -> None:
        dialog = QFileDialog(self, self.tr("Save"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(name)
        dialog.fileSelected.connect(self._file_chosen)
        dialog.open()

    @Slot(str)
    def _file_chosen(self, name: str) -> None:
        self._benchmarks.export(Path(name))


def _fill(choice: Choice, entries: list[tuple[str, str]], current: str) -> None:
    """Changes the entries only where they differ, so that an open list stays."""
    if [(choice.itemText(i), choice.itemData(i)) for i in range(choice.count())] != entries:
        choice.clear()
        for text, data in entries:
            choice.addItem(text, data)
    choice.setCurrentIndex(choice.findData(current))
    choice.setToolTip(choice.currentText())
