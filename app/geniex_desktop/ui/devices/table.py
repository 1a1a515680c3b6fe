"""The chart's figures as a table, for those who cannot or do not want to see curves."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ...telemetry.signals import Signal
from ...telemetry.summary import Figures, last_request, summarise
from .. import theme, words
from ..chat.display_text import visible
from .looks import phase_name, rows, value_text
from .source import Source


class ValueTable(QTableWidget):
    """A row per signal: now, mean and most of the window, and both in each phase of the last reply."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first_stretches = False
        self.setAccessibleName(QCoreApplication.translate("Devices", "Figures of the devices"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setFont(theme.font(theme.SMALL_PT + 0.5))
        self.horizontalHeader().setFont(theme.font(theme.SMALL_PT + 0.5))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        # Qt's own button in the corner has no name for a screen reader.
        corner = self.findChild(QAbstractButton)
        if corner is not None:
            corner.setAccessibleName(QCoreApplication.translate("Devices", "Select all"))
            corner.setToolTip(corner.accessibleName())
        self.horizontalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)

    def fit_first_column(self) -> None:
        """Gives the first column the room that the others leave."""
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(False)
        self._first_stretches = True

    def show_source(self, source: Source, window_s: float) -> None:
        """Fills the table with the last seconds of a source."""
        since = source.now_ns() - int(window_s * 1e9)
        samples = source.since(since)
        signals = source.signals()
        spans = last_request(source.spans(since))
        phases = [(span, summarise(samples, span.start_ns, span.end_ns or source.now_ns())) for span in spans]
        whole = summarise(samples, since, source.now_ns())
        translate = QCoreApplication.translate
        heads = [
            translate("Devices", "Signal"),
            translate("Devices", "Now"),
            translate("Devices", "Mean"),
            translate("Devices", "Most"),
            *(
                translate("Devices", "%1, mean and most").replace("%1", phase_name(span.phase))
                for span, _ in phases
            ),
        ]
        table = []
        for signal_id, name in rows(signals):
            signal = signals[signal_id]
            now = samples[-1].values.get(signal_id) if samples else None
            figures = whole.get(signal_id, Figures())
            row = [visible(name), value_text(signal, now), value_text(signal, figures.mean)]
            row.append(value_text(signal, figures.greatest))
            row += [_phase_text(signal, summary.get(signal_id, Figures())) for _, summary in phases]
            table.append(row)
        self.fill(heads, table)

    def fill(self, heads: list[str], rows: list[list[str]]) -> None:
        """Changes only what is different, so that a selection and a screen reader's place stay."""
        self.setColumnCount(len(heads))
        self.setRowCount(len(rows))
        self.setHorizontalHeaderLabels(heads)
        if self._first_stretches:
            self.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = self.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
                    self.setItem(row, column, item)
                if item.text() != text:
                    item.setText(text)


def _phase_text(signal: Signal, figures: Figures) -> str:
    """Mean and most, and of how many samples: a short phase may have none."""
    count = f"(n = {words.number(figures.count)})"
    if figures.mean is None:
        return f"{words.ABSENT}  {count}"
    return f"{value_text(signal, figures.mean)} · {value_text(signal, figures.greatest)}  {count}"
