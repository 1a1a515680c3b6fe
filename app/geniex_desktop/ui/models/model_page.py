"""The page of one model on this machine: state, precisions, facts, figures, template and options."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QFont
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from ...errors import AppError
from ...models.appraisal import Precision
from ...models.details import Details, read_details
from ...models.fit import Place
from ...models.habits import ModelOptions
from ...models.store import State, StoredModel
from .. import icons, theme, words
from ..chat.display_text import visible
from ..jobs import InOrder, Newest
from ..sentences import localized
from ..widgets.basics import button, icon_button, label, set_tone
from ..widgets.meters import Bar
from . import looks
from .fact_words import fact_line, fact_pairs
from .figures import FiguresTable
from .models import Models
from .options_form import OptionsForm
from .precision_table import Line, PrecisionTable

_TEMPLATE_LINES = 9


class ModelPage(QWidget):
    """Follows the shelf; the details of a file are read on a worker."""

    opened = Signal(object)
    """Path of a model file that a person wants to chat with."""

    def __init__(self, models: Models, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models = models
        self._looks = Newest(models.jobs)
        self._changes = InOrder(models.jobs)
        self._name = ""
        self._quant = ""
        self._details: Details | None = None
        self._asked: tuple[Path, int] | None = None
        self._said = ("", "")
        self.title = label(points=theme.HEADING_PT + 1.5, weight=QFont.Weight.DemiBold, wrap=True)
        self.facts = label(tone="muted", wrap=True)
        self.state = label(wrap=True)
        self.work = label(tone="muted", points=theme.SMALL_PT + 0.5)
        self.bar = Bar(theme.colours().accent)
        self.table = PrecisionTable()
        self.table.chosen.connect(self._choose)
        self.figures = FiguresTable()
        self.template = QPlainTextEdit()
        self.template.setReadOnly(True)
        self.template.setProperty("kind", "field")
        self.template.setFont(theme.mono_font(theme.SMALL_PT))
        self.template.setAccessibleName(self.tr("The model's own chat template"))
        self.template.setFixedHeight(self.template.fontMetrics().lineSpacing() * _TEMPLATE_LINES + 20)
        self.options = OptionsForm(models.session)
        self.options.wanted.connect(self._keep_options)
        self._facts_table = QWidget()
        self._pairs = QGridLayout(self._facts_table)
        self._pairs.setContentsMargins(0, 0, 0, 0)
        self._make_buttons()
        self._lay_out()
        models.shelf.changed.connect(self.refresh)
        models.observing.kept.connect(self._read_again)
        models.fitting.changed.connect(self.refresh)

    def _make_buttons(self) -> None:
        self.open = button(self.tr("Open in the chat"), "primary")
        self.open.clicked.connect(self._open)
        self.repair = button(self.tr("Repair"), "primary")
        self.repair.clicked.connect(self._repair)
        self.verify = button(self.tr("Verify"))
        self.verify.setToolTip(self.tr("Reads every byte and compares it with what was promised"))
        self.verify.clicked.connect(self._verify)
        self.reveal = icon_button("folder", self.tr("Show in folder"), size=20)
        self.reveal.clicked.connect(self._reveal)
        self.delete = icon_button("trash", self.tr("Delete"), size=20)
        self.delete.clicked.connect(self._delete)
        self.stop = button(self.tr("Stop"), "link")
        self.stop.clicked.connect(self._stop)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for widget in (self.title, self.facts, self.state):
            column.addWidget(widget)
        row = QHBoxLayout()
        row.addWidget(self.work, 1)
        row.addWidget(self.stop)
        column.addLayout(row)
        column.addWidget(self.bar)
        column.addWidget(self.table)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for made in (self.open, self.repair, self.verify, self.reveal, self.delete):
            buttons.addWidget(made)
        buttons.addStretch(1)
        column.addSpacing(6)
        column.addLayout(buttons)
        self._pairs.setHorizontalSpacing(16)
        self._pairs.setVerticalSpacing(4)
        self._pairs.setColumnStretch(1, 1)
        self.sections = [
            Section(self.tr("Predicted and measured"), self.figures, unfolded=True),
            Section(self.tr("Options of this model"), self.options),
            Section(self.tr("Facts"), self._facts_table),
            Section(self.tr("Chat template"), self.template),
        ]
        column.addSpacing(8)
        for section in self.sections:
            column.addWidget(section)

    # ------------------------------------------------------------------ showing

    def show_model(self, name: str) -> None:
        """Another model, or "" for none."""
        if name != self._name:
            self._name, self._quant, self._details = name, "", None
            self._ask_anew()
        self.refresh()

    @property
    def model(self) -> StoredModel | None:
        return self._models.shelf.find(self._name) if self._name else None

    @property
    def _cannot_chat(self) -> bool:
        model = self.model
        return model is not None and self._models.shelf.is_embedding(model)

    @Slot()
    def refresh(self) -> None:
        """Follows the shelf."""
        model = self.model
        if model is None:
            return
        quants = self._models.shelf.quants(model)
        if self._quant not in quants:
            self._quant = quants[0] if quants else ""
        self.title.setText(model.model_name or model.name)
        embedding = self._cannot_chat
        text, tone = looks.state_text(model)
        if embedding:
            purpose = self.tr("An embedding model: it turns texts into vectors, for search, and cannot chat.")
            text = words.sentences(self.tr("%1.").replace("%1", text), purpose)
        both = self.tr("%1: %2").replace("%1", text)
        self.state.setText(both.replace("%2", visible(localized(model.problem))) if model.problem else text)
        set_tone(self.state, tone)
        usable = model.state in (State.READY, State.UNVERIFIED)
        self.open.setVisible(usable and model.plugin_id == "llama_cpp" and not embedding)
        self.repair.setVisible(not usable)
        self.repair.setEnabled(bool(model.origin.hub))
        self.repair.setToolTip("" if model.origin.hub else self.tr("It is not known where it came from"))
        self.verify.setVisible(bool(model.files))
        self._show_work()
        self._show_lines(model, quants)
        self._read_again_if_other()
        self._show_details()

    def say(self, text: str) -> None:
        """A line about what was done to the model last; it goes with the next model."""
        self._said = (self._name, text)
        self._show_work()

    def _show_work(self) -> None:
        work = self._models.shelf.work.get(self._name)
        said = self._said[1] if self._said[0] == self._name else ""
        self.work.setText(said)
        self.work.setVisible(work is not None or bool(said))
        for widget in (self.bar, self.stop):
            widget.setVisible(work is not None)
        for made in (self.verify, self.delete, self.repair):
            made.setEnabled(
                work is None and (made is not self.repair or bool(self.model and self.model.origin.hub))
            )
        if work is not None:
            done, total = work.progress
            so_far = words.percent(done, total) if total else ""
            self.work.setText(f"{work.text} {so_far}".strip())
            self.bar.set_share(work.share)

    def _show_lines(self, model: StoredModel, quants: list[str]) -> None:
        lines = []
        for quant in quants:
            size = words.size(sum(file.size for file in model.files if file.quant == quant))
            memory, verdict, tone, brief = words.ABSENT, "", "muted", ""
            judged, place = self._judged(model, quant)
            if judged is not None and not self._cannot_chat:
                verdict, tone = looks.fit_text(judged, place)
                brief = looks.brief_fit_text(judged)
                if judged.fit is not None:
                    memory = looks.gigabytes(judged.fit.peak_bytes)
            lines.append(Line(quant, size, memory, verdict, tone, brief=brief))
        self.table.setVisible(bool(lines))
        self.table.show_lines(lines, self._quant)

    def _judged(self, model: StoredModel, quant: str) -> tuple[Precision | None, Place | None]:
        """How a precision fits, and where: the chosen one by its details, the others at the last look."""
        details, fitting = self._details, self._models.fitting
        if details is not None and details.precision.quant == quant:
            return details.precision, details.place
        path = first_file(model, quant)
        return (fitting.judged(path) if path is not None else None), fitting.place

    def _show_details(self) -> None:
        details = self._details
        known = details is not None and bool(details.report.facts)
        for section in self.sections:
            section.setVisible(known and (section.content is self._facts_table or not self._cannot_chat))
        self.facts.setText(fact_line(details.report) if details is not None else self._name)
        if details is None:
            return
        self.figures.show_figures(details)
        template = visible(details.template) or self.tr("This file brings none.")
        if self.template.toPlainText() != template:
            self.template.setPlainText(template)

    def _fill(self, details: Details) -> None:
        old, self._details = self._details, details
        # What a person is typing there outlives a mere second look at the file.
        if old is None or (old.path, old.options) != (details.path, details.options):
            self.options.show_options(details.options)
        while (item := self._pairs.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        for row, (name, value) in enumerate(fact_pairs(details.report)):
            self._pairs.addWidget(label(name, tone="muted"), row, 0)
            self._pairs.addWidget(label(visible(value), wrap=True), row, 1)
        self.refresh()

    # ------------------------------------------------------------------ reading

    def path(self) -> Path | None:
        """The chosen precision's first file."""
        model = self.model
        if model is None:
            return None
        return first_file(model, self._quant)

    @Slot()
    def _read_again(self) -> None:
        self._ask_anew()
        if self._name and self.isVisible():
            self._read_again_if_other()

    def _ask_anew(self) -> None:
        """What was asked for is no answer any more."""
        self._asked = None
        self._looks.forget()

    def _read_again_if_other(self) -> None:
        path, library, place = self.path(), self._models.library, self._models.finder.place
        if path is None or library is None or place is None or path.suffix.lower() != ".gguf":
            return
        asked = (path, place.free_bytes)
        if asked == self._asked:
            return
        self._asked = asked
        if self.model is not None:
            others = (first_file(self.model, quant) for quant in self._models.shelf.quants(self.model))
            self._models.look_how_they_fit([other for other in others if other not in (None, path)])
        model, quant = self.model, self._quant
        files = model.files if model is not None else ()
        projector = next((file.path for file in files if file.role == "projector"), None)

        self._looks.submit(
            lambda: read_details(library, path, quant, place, projector), self._fill, self._unreadable
        )

    def _unreadable(self, error: AppError) -> None:
        self.facts.setText(words.sentences(localized(error.text), localized(error.cause)))

    # ------------------------------------------------------------------ intents

    @Slot(str)
    def _choose(self, quant: str) -> None:
        self._quant, self._details = quant, None
        self.refresh()

    @Slot()
    def _open(self) -> None:
        path = self.path()
        if path is not None:
            self.opened.emit(path)

    @Slot()
    def _repair(self) -> None:
        model, library = self.model, self._models.library
        if model is not None and library is not None:
            self._models.fetching.repair(library.hubs, model)

    @Slot()
    def _verify(self) -> None:
        self._models.shelf.verify(self._name)

    @Slot()
    def _delete(self) -> None:
        model = self.model
        if model is not None:
            several = len(self._models.shelf.quants(model)) > 1
            self._models.shelf.remove(self._name, self._quant if several else "")

    @Slot()
    def _stop(self) -> None:
        self._models.shelf.stop(self._name)

    @Slot()
    def _reveal(self) -> None:
        path, model = self.path(), self.model
        folder = path.parent if path is not None else model.folder if model is not None else None
        if folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    @Slot(object)
    def _keep_options(self, options: ModelOptions) -> None:
        path, library = self.path(), self._models.library
        if path is None or library is None:
            return

        def done(_none: object) -> None:
            if self.path() == path:
                self.options.show_options(options)
            self._models.options_changed(path)

        self._changes.submit(
            lambda: library.habits.set_options(path, options), done, self._models.failed.emit
        )


def first_file(model: StoredModel, quant: str) -> Path | None:
    """What is opened of a precision; None for one without a model file."""
    return next((file.path for file in model.files if file.role == "model" and file.quant == quant), None)


class Section(QWidget):
    """A part of the page that folds away."""

    def __init__(self, title: str, content: QWidget, *, unfolded: bool = False) -> None:
        super().__init__()
        self.content = content
        self.head: QPushButton = button(title, "fold")
        self.head.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.head.clicked.connect(self._toggle)
        self._open = not unfolded
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.head)
        column.addWidget(content)
        self._toggle()

    @Slot()
    def _toggle(self) -> None:
        self._open = not self._open
        name = "chevron-down" if self._open else "chevron-right"
        self.head.setIcon(icons.icon(name, theme.colours().muted))
        self.content.setVisible(self._open)
