"""What a repository on a hub holds: facts, precisions with their fit, and the button that gets one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QUrl, Signal, Slot
from PySide6.QtGui import QDesktopServices, QFont
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ...models.appraisal import Precision
from ...models.artifact import CODE_AUTH
from ...models.disk import RESERVE
from .. import theme, words
from ..chat.display_text import visible
from ..sentences import localized
from ..widgets.basics import button, label, set_tone
from ..widgets.error_card import Action, FittingErrorCard
from . import looks
from .fact_words import fact_line
from .finder import Finder, OfferedModel
from .models import Models
from .precision_table import Line, PrecisionTable
from .token_field import TokenField


class RepositoryPage(QWidget):
    """Follows the finder's offer."""

    check_wanted = Signal()

    def __init__(self, models: Models, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._models = models
        self._finder: Finder = models.finder
        self._quant = ""
        self._touched = ""
        """The repository for which a precision was chosen by hand."""
        self.title = label(points=theme.HEADING_PT + 1.5, weight=QFont.Weight.DemiBold, wrap=True)
        self.facts = label(tone="muted", wrap=True)
        self.table = PrecisionTable()
        self.table.chosen.connect(self._choose)
        self.reason = label(tone="muted", points=theme.BODY_PT - 0.5, wrap=True)
        self.get = button(self.tr("Get"), "primary")
        self.get.clicked.connect(self._get)
        self.note = label(tone="muted", points=theme.SMALL_PT + 0.5, wrap=True)
        self.explanation = label(wrap=True)
        self.page = button(self.tr("Open its page"), "link")
        self.page.clicked.connect(self._open_page)
        self.error = FittingErrorCard()
        self.error.check_wanted.connect(self.check_wanted)
        self.token = TokenField()
        self.token.given.connect(self._keep_token)
        self._conversions = QVBoxLayout()
        self._conversions.setSpacing(6)
        self.conversions: list[QPushButton] = []
        self._lay_out()
        self._finder.changed.connect(self.refresh)
        models.fetching.changed.connect(self._show_get)
        models.shelf.changed.connect(self._show_get)
        self.refresh()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.page)
        column.addLayout(head)
        for widget in (self.facts, self.error, self.token, self.explanation):
            column.addWidget(widget)
        column.addLayout(self._conversions)
        column.addSpacing(6)
        column.addWidget(self.table)
        column.addSpacing(2)
        column.addWidget(self.reason)
        column.addSpacing(6)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.get)
        row.addWidget(self.note, 1)
        column.addLayout(row)

    @Slot()
    def refresh(self) -> None:
        """Shows what is known of the repository by now."""
        offer = self._finder.offer
        if offer is None:
            return
        self.title.setText(offer.title)
        self.page.setVisible(offer.repository is not None and bool(offer.repository.page))
        self.facts.setText(self._facts(offer))
        self._show_error(offer)
        self._show_conversions(offer)
        self._show_table(offer)
        self._show_get()

    @staticmethod
    def _facts(offer: OfferedModel) -> str:
        parts = [fact_line(offer.report)] if offer.report is not None else [offer.reference]
        if offer.repository is not None:
            parts.append(offer.repository.licence)
        return " · ".join(part for part in parts if part)

    def _show_error(self, offer: OfferedModel) -> None:
        error = offer.error
        self.error.setVisible(error is not None)
        self.token.setVisible(error is not None and error.code == CODE_AUTH)
        if error is not None:
            self.error.show_error(error, [Action(self.tr("Try again"), self._finder.again, primary=True)])
            self.error.updateGeometry()
        self.reason.setVisible(error is None)

    def _show_conversions(self, offer: OfferedModel) -> None:
        self.explanation.setVisible(offer.is_unconverted)
        for old in self.conversions:
            old.hide()
            old.deleteLater()
        self.conversions = []
        if not offer.is_unconverted:
            return
        text = self.tr(
            "This repository holds the weights as safetensors, the form for training. The engines here load"
            " GGUF files."
        )
        more = self.tr("These repositories hold it as GGUF:") if offer.conversions else ""
        none = self.tr("Search for its name with the word GGUF to find a converted one.")
        self.explanation.setText(words.sentences(text, more or none))
        for result in offer.conversions[:6]:
            made = button(result.reference)
            made.clicked.connect(partial(self._finder.open, result.hub, result.reference))
            self._conversions.addWidget(made)
            self.conversions.append(made)

    def _show_table(self, offer: OfferedModel) -> None:
        appraisal = offer.appraisal
        precisions = appraisal.precisions if appraisal is not None else ()
        best = appraisal.recommendation if appraisal is not None else None
        names = [each.quant for each in precisions]
        if self._touched != offer.reference or self._quant not in names:
            self._quant = best.precision if best is not None else (names[0] if names else "")
        lines = [
            self._line(offer, each, best is not None and best.precision == each.quant) for each in precisions
        ]
        self.table.setVisible(bool(lines))
        self.table.show_lines(lines, self._quant)
        self._show_reason(offer)

    def _line(self, offer: OfferedModel, each: Precision, recommended: bool) -> Line:
        verdict, tone = looks.fit_text(each, offer.place)
        memory = looks.gigabytes(each.fit.peak_bytes) if each.fit is not None else words.ABSENT
        size, brief = words.size(offer.size(each.quant)), looks.brief_fit_text(each)
        return Line(each.quant, size, memory, verdict, tone, recommended, brief)

    def _show_reason(self, offer: OfferedModel) -> None:
        appraisal = offer.appraisal
        if appraisal is None:
            waiting = offer.error is None and not offer.is_unconverted
            self.reason.setText(self.tr("Asking the hub…") if waiting else "")
            return
        parts = []
        best = appraisal.recommendation
        if best is not None:
            text = self.tr("Recommended: %1. %2").replace("%1", best.precision)
            parts.append(text.replace("%2", looks.reason_text(best.reason)))
        chosen = next((each for each in appraisal.precisions if each.quant == self._quant), None)
        if chosen is not None and chosen.fit is not None:
            parts.append(looks.largest_context_text(chosen.fit))
        elif offer.place is None:
            parts = [self.tr("Reading the model's header, to tell how it fits…")]
        if offer.report is not None and offer.report.fatal:
            first = offer.report.fatal[0]
            problem = self.tr("This file would not load: %1").replace("%1", visible(localized(first.message)))
            parts = [problem, visible(localized(first.remedy))]
        set_tone(self.reason, "bad" if offer.report is not None and offer.report.fatal else "muted")
        self.reason.setText(words.sentences(*parts))

    @Slot()
    def _show_get(self) -> None:
        offer = self._finder.offer
        size = offer.size(self._quant) if offer is not None else 0
        shown = offer is not None and bool(size)
        self.get.setVisible(shown)
        self.note.setVisible(shown)
        if offer is None or offer.repository is None or not shown:
            return
        entry = self._models.shelf.find(offer.repository.name)
        here = entry is not None and self._quant in self._models.shelf.quants(entry)
        running = self._models.fetching.of(offer.hub, offer.reference, self._quant) is not None
        room = not self._models.shelf.free or self._models.shelf.free >= size + RESERVE
        text = self.tr("Get %1 · %2").replace("%1", self._quant).replace("%2", words.size(size))
        self.get.setText(self.tr("On this machine") if here else self.tr("In the queue") if running else text)
        self.get.setEnabled(not here and not running and room)
        self.note.setText(self._note(offer) if room else self._no_room(size))

    def _note(self, offer: OfferedModel) -> str:
        text = self.tr("from revision %1, checked by its hash")
        revision = offer.repository.revision[:8] if offer.repository is not None else ""
        if not revision:
            return self.tr("checked by its hash")
        note = text.replace("%1", revision)
        return self.tr("%1, with its part for images").replace("%1", note) if offer.projector else note

    def _no_room(self, size: int) -> str:
        text = self.tr("There is not enough room: %1 are needed and 1 GiB must stay free; %2 are free.")
        return text.replace("%1", words.size(size)).replace("%2", words.size(self._models.shelf.free))

    @Slot(str)
    def _choose(self, quant: str) -> None:
        offer = self._finder.offer
        if offer is not None:
            self._quant, self._touched = quant, offer.reference
            self.refresh()

    @Slot()
    def _get(self) -> None:
        offer = self._finder.offer
        if offer is not None:
            self._models.fetching.add(offer.request(self._quant))

    @Slot()
    def _open_page(self) -> None:
        offer = self._finder.offer
        if offer is not None and offer.repository is not None:
            QDesktopServices.openUrl(QUrl(offer.repository.page))

    @Slot(str)
    def _keep_token(self, token: str) -> None:
        offer = self._finder.offer
        if offer is not None:
            self._finder.keep_token(offer.hub, token, self.token.tell_kept)
