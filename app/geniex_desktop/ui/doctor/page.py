"""The device check's page: what stands in the way, area by area, and a report to copy."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ...doctor.findings import Finding, Report, State
from ...doctor.report import as_text
from ...errors import AppError
from .. import theme, words
from ..sentences import localized_error
from ..widgets.basics import button, icon_button, label, set_tone
from ..widgets.reading_column import reading_column
from .check_row import CheckRow, shown
from .checkup import Checkup

_URGENT = (State.FAIL, State.WARN)


class _Section(NamedTuple):
    """A heading and its findings, each with the area that is to stand before its title."""

    title: str
    findings: list[tuple[Finding, str]]
    urgent: bool = False


class DoctorPage(QScrollArea):
    """Shows the checkup's report; `left` asks to go back to the settings."""

    left = Signal()

    def __init__(self, checkup: Checkup, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._checkup = checkup
        self.rows: list[CheckRow] = []
        """One for each finding that is shown, in the report's order."""
        self._areas: QWidget | None = None
        self._sections: deque[_Section] = deque()
        """Still to be shown."""
        self._next = QTimer(self)
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._add_section)
        self._column = reading_column(self)
        self._column.addLayout(self._head())
        self.summary = label(tone="muted", wrap=True)
        self._column.addLayout(self._said())
        self._column.addStretch(1)
        checkup.changed.connect(self.refresh)
        checkup.saved.connect(self._saved)
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.again.setFocus()

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.back = icon_button("chevron-left", self.tr("Back to the settings"), size=20)
        self.back.clicked.connect(self.left)
        self.copy = button(self.tr("Copy report"), "link")
        self.copy.setToolTip(self.tr("In English, without names, folders and serial numbers."))
        self.copy.clicked.connect(self._copy_report)
        self.save = button(self.tr("Save report…"), "link")
        self.save.setToolTip(self.tr("In English, without names, folders and serial numbers."))
        self.save.clicked.connect(self._ask_where)
        self.again = button(self.tr("Check again"))
        self.again.clicked.connect(self._checkup.start)
        title = label(self.tr("Device check"), points=theme.HEADING_PT + 1, weight=QFont.Weight.DemiBold)
        row.addWidget(self.back)
        row.addWidget(title)
        row.addStretch(1)
        row.addWidget(self.again)
        return row

    def _said(self) -> QHBoxLayout:
        """What the report comes to, and what can be done with it."""
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.summary, 1)
        row.addWidget(self.copy)
        row.addWidget(self.save)
        return row

    @Slot()
    def refresh(self) -> None:
        """Follows the checkup."""
        checkup = self._checkup
        self.again.setEnabled(not checkup.running)
        self.copy.setText(self.tr("Copy report"))
        self.save.setText(self.tr("Save report…"))
        for action in (self.copy, self.save):
            action.setVisible(checkup.report is not None and not checkup.running)
        self.summary.setText(self._summary())
        set_tone(self.summary, "muted")
        if not checkup.running:
            self._show_areas(checkup.report)

    def _summary(self) -> str:
        checkup = self._checkup
        if checkup.running:
            return self.tr("Looking at this machine; nothing is changed…")
        if checkup.error is not None:
            shown = localized_error(checkup.error)
            return words.sentences(shown.text, shown.cause)
        if checkup.report is None:
            return self.tr("Looks at processor, memory, drivers and libraries. Nothing is changed.")
        return self._verdict(checkup.report)

    def _verdict(self, report: Report) -> str:
        """The whole report in a line."""
        failed, warned = report.count(State.FAIL), report.count(State.WARN)
        unknown = report.count(State.UNKNOWN)
        parts = []
        if failed:
            parts.append(self.tr("Problems: %1.").replace("%1", str(failed)))
        if warned:
            parts.append(self.tr("Warnings: %1.").replace("%1", str(warned)))
        if not parts:
            parts.append(self.tr("Nothing stands in the way."))
        if unknown:
            parts.append(self.tr("Could not be looked at: %1.").replace("%1", str(unknown)))
        return words.sentences(*parts)

    @property
    def settled(self) -> bool:
        """All findings are shown."""
        return not self._sections

    def _show_areas(self, report: Report | None) -> None:
        if self._areas is not None:
            self._areas.hide()
            self._areas.deleteLater()
            self._areas = None
        self.rows = []
        self._sections.clear()
        if report is None:
            return
        self._sections.extend(_sections(report, self.tr("What to do")))
        self._areas = QWidget()
        column = QVBoxLayout(self._areas)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        self._column.insertWidget(2, self._areas)
        self._areas.show()
        self._add_section()

    @Slot()
    def _add_section(self) -> None:
        """One in each turn of the event loop: all at once would be felt."""
        if self._areas is None or not self._sections:
            return
        section = self._sections.popleft()
        rows = [CheckRow(finding, area) for finding, area in section.findings]
        if not section.urgent:
            self.rows += rows
        column = self._areas.layout()
        assert isinstance(column, QVBoxLayout)
        _add_card(column, section.title, rows)
        self._next.start(0)

    @Slot()
    def _copy_report(self) -> None:
        report = self._checkup.report
        if report is not None:
            QGuiApplication.clipboard().setText(as_text(report))
            self.copy.setText(self.tr("Copied"))

    @Slot()
    def _ask_where(self) -> None:
        dialog = QFileDialog(self, self.tr("Save"), "", self.tr("Text (*.txt);;JSON (*.json)"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile("device-check.txt")
        dialog.fileSelected.connect(self.save_report)
        dialog.open()

    @Slot(str)
    def save_report(self, name: str) -> None:
        """Writes the file that was chosen."""
        self._checkup.save(Path(name))

    @Slot(object)
    def _saved(self, error: AppError | None) -> None:
        if error is None:
            self.save.setText(self.tr("Saved"))
            return
        failure = localized_error(error)
        self.summary.setText(words.sentences(failure.text, failure.cause))
        set_tone(self.summary, "warn")


def _sections(report: Report, urgent_title: str) -> list[_Section]:
    """What is urgent, in the order of its urgency, and then everything, area by area."""
    urgent = [
        (finding, shown(area.title))
        for state in _URGENT
        for area in report.areas
        for finding in area.findings
        if finding.state is state
    ]
    areas = [
        _Section(shown(area.title), [(finding, "") for finding in area.findings]) for area in report.areas
    ]
    return [_Section(urgent_title, urgent, True), *areas] if urgent else areas


def _add_card(column: QVBoxLayout, title: str, rows: Sequence[CheckRow]) -> None:
    """A heading, and a card with the rows."""
    column.addSpacing(6)
    column.addWidget(label(title, tone="muted", points=9.5, weight=QFont.Weight.DemiBold))
    card = QFrame()
    card.setObjectName("card")
    inside = QVBoxLayout(card)
    inside.setContentsMargins(18, 6, 12, 6)
    inside.setSpacing(0)
    for index, row in enumerate(rows):
        if index:
            line = QFrame()
            line.setFixedHeight(1)
            line.setObjectName("rule")
            inside.addWidget(line)
        inside.addWidget(row)
    column.addWidget(card)
