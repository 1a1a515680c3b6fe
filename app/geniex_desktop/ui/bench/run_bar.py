"""Which kept run is shown, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QHBoxLayout, QMenu, QWidget

from ..widgets.basics import Choice, icon_button
from ..widgets.picture import png_path
from .benchmarks import Benchmarks
from .kept import KeptRuns


class RunBar(QWidget):
    """The choice of runs with a menu beside it; `choices` takes what else belongs to the choice."""

    def __init__(
        self,
        benchmarks: Benchmarks,
        kept: KeptRuns[Any],
        name_of: Callable[[Any], str],
        picture: Callable[[], QImage],
        parent: QWidget | None = None,
    ) -> None:
        """`picture` draws what the card shows of the run."""
        super().__init__(parent)
        self._benchmarks = benchmarks
        self._kept = kept
        self._name_of = name_of
        self._picture = picture
        self.choice = run_choice(self.tr("Run"))
        self.choice.activated.connect(self._chosen)
        self.more = icon_button("more", self.tr("Export, copy, delete"), size=18)
        self.more.setFixedHeight(self.choice.minimumHeight())
        self.more.clicked.connect(self._show_menu)
        self.choices = QHBoxLayout()
        self.choices.setSpacing(8)
        self.choices.addWidget(self.choice, 3)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addLayout(self.choices, 1)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)

    def set_narrow(self, narrow: bool) -> None:
        """Puts the choices below each other, or side by side."""
        directions = QBoxLayout.Direction
        self.choices.setDirection(directions.TopToBottom if narrow else directions.LeftToRight)

    def entries(self) -> list[tuple[str, str]]:
        """Names and ids of the runs, newest first."""
        return [(self._name_of(run), run.id) for run in reversed(self._kept.runs)]

    def refresh(self) -> None:
        """Follows the runs."""
        shown = self._kept.shown
        fill(self.choice, self.entries(), shown.id if shown is not None else "")

    @Slot(int)
    def _chosen(self, index: int) -> None:
        self._kept.show(self.choice.itemData(index))

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
            (self.tr("Copy as Markdown"), self.copy, True),
            (self.tr("Save as a picture…"), self._ask_for_picture, True),
            (self.tr("Delete this run"), self._kept.delete_shown, not self._benchmarks.running),
        ]
        for text, run, enabled in entries:
            action = menu.addAction(text)
            action.setEnabled(enabled)
            action.triggered.connect(run)
        return menu

    @Slot()
    def copy(self) -> None:
        """Puts the table into the clipboard."""
        QGuiApplication.clipboard().setText(self._benchmarks.markdown())

    @Slot()
    def _export_markdown(self) -> None:
        self._ask("bench.md", self.export)

    @Slot()
    def _export_json(self) -> None:
        self._ask("bench.json", self.export)

    @Slot()
    def _ask_for_picture(self) -> None:
        self._ask("bench.png", self.save_picture)

    def _ask(self, name: str, chosen: Callable[[str], None]) -> None:
        dialog = QFileDialog(self, self.tr("Save"))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.selectFile(name)
        dialog.fileSelected.connect(chosen)
        dialog.open()

    @Slot(str)
    def export(self, name: str) -> None:
        """Writes the file that was chosen."""
        self._benchmarks.export(Path(name))

    @Slot(str)
    def save_picture(self, name: str) -> None:
        """Writes a picture into the file that was chosen."""
        self._benchmarks.save_picture(self._picture(), png_path(name))


def run_choice(name: str) -> Choice:
    """A choice that may be narrower than its entries; `name` is for a screen reader."""
    choice = Choice()
    choice.setAccessibleName(name)
    choice.setMinimumWidth(120)
    choice.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return choice


def fill(choice: Choice, entries: list[tuple[str, str]], current: str) -> None:
    """Changes the entries only where they differ, so that an open list stays."""
    if [(choice.itemText(i), choice.itemData(i)) for i in range(choice.count())] != entries:
        choice.clear()
        for text, data in entries:
            choice.addItem(text, data)
    choice.setCurrentIndex(choice.findData(current))
    choice.setToolTip(choice.currentText())
