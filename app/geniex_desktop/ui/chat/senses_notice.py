"""Over the composer: the open model has no sense for what is attached, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from ...chats.attachments import AUDIO, IMAGE
from .. import theme, words
from ..sentences import localized
from ..widgets.basics import button, label
from ..widgets.wrapping_row import WrappingRow
from .controller import ChatController
from .display_text import one_line
from .senses import Senses

_MOST_OFFERS = 2


class SensesNotice(QFrame):
    """Hidden while the model takes everything. Nothing is left out without a click here."""

    model_wanted = Signal(object)
    """Path of a model to open; None: any, from a file."""

    def __init__(self, controller: ChatController, senses: Senses, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self._controller = controller
        self._senses = senses
        self._text = label(points=theme.SMALL_PT + 0.5, wrap=True)
        self._row = WrappingRow()
        self._buttons: list[QPushButton] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self._text)
        column.addWidget(self._row)
        # Later: coming and going lays the chat out, and another chat is told of while the last one's rows are
        # still there.
        later = Qt.ConnectionType.QueuedConnection
        for changed in (senses.changed, controller.branched, controller.session.changed):
            changed.connect(self.update_text, later)
        self.update_text()

    @property
    def buttons(self) -> list[QPushButton]:
        """What can be done, the best first."""
        return self._buttons

    @Slot()
    def update_text(self) -> None:
        """Follows the senses."""
        missing, withheld = self._senses.missing, self._controller.withheld
        self.setVisible(bool(missing or withheld))
        if self.isHidden():
            return
        self._row.clear()
        self._buttons = self._offers(missing) if missing else self._restore()
        for entry in self._buttons:
            entry.setFont(theme.font(theme.SMALL_PT + 0.5))
            self._row.add(entry)
        self._text.setText(self._sentence(missing) if missing else self._what_is_withheld(withheld))

    def _sentence(self, missing: frozenset[str]) -> str:
        session = self._controller.session
        name = one_line(session.model.name, 60) if session.model is not None else ""
        if missing == {IMAGE, AUDIO}:
            text = self.tr("%1 can neither see the images nor hear the recordings of this chat.")
        elif IMAGE in missing:
            text = self.tr("%1 cannot see images.")
        else:
            text = self.tr("%1 cannot hear recordings.")
        text = text.replace("%1", name)
        if session.model is not None and session.model.projector_problem:
            return words.sentences(text, one_line(localized(session.model.projector_problem)))
        doubt = self._senses.doubt
        if doubt is not None:
            return words.sentences(
                text, one_line(localized(doubt.text)), one_line(localized(doubt.cause), 400)
            )
        if self._senses.offers:
            return text
        return f"{text} {self.tr('A model that can comes with a second file, its projector (mmproj).')}"

    def _what_is_withheld(self, withheld: frozenset[str]) -> str:
        if withheld == {AUDIO}:
            return self.tr(
                "The model is not given the recordings of this chat, only told that they are there."
            )
        return self.tr("The model is not given the images of this chat, only told that they are there.")

    def _offers(self, missing: frozenset[str]) -> list[QPushButton]:
        """The likeliest way out first: a projector that fits, then another model, then one that may not."""
        doubt = self._senses.doubt
        fitting = doubt is not None and doubt.fitting
        projectors = self._senses.projectors[: _MOST_OFFERS if fitting else 1]
        result = [self._projector(path, self.tr("Use %1")) for path in projectors if fitting]
        if not result:
            result += [self._model(path) for path in self._senses.offers[: _MOST_OFFERS - len(projectors)]]
        if not result:
            result.append(self._offer(self.tr("Open another model…"), partial(self._open, None)))
        if not fitting:
            result += [self._projector(path, self.tr("Use %1 anyway")) for path in projectors]
        withheld = self._controller.withheld | missing
        without = self._offer(self.tr("Go on without them"), partial(self._controller.withhold, withheld))
        result[0].setProperty("kind", "primary")
        return [*result, without]

    def _model(self, path: Path) -> QPushButton:
        return self._offer(self.tr("Open %1").replace("%1", _on_button(path.stem)), partial(self._open, path))

    def _projector(self, path: Path, text: str) -> QPushButton:
        """What lies beside the open model and could be what it sees with."""
        choose = partial(self._controller.session.choose_projector, path)
        return self._offer(text.replace("%1", _on_button(path.name)), choose)

    @staticmethod
    def _offer(text: str, act: Callable[[], None]) -> QPushButton:
        made = button(text)
        made.clicked.connect(act)
        return made

    def _restore(self) -> list[QPushButton]:
        restore = button(self.tr("Send them again"), "link")
        restore.clicked.connect(partial(self._controller.withhold, frozenset()))
        return [restore]

    def _open(self, path: Path | None) -> None:
        self.model_wanted.emit(path)


def _on_button(name: str) -> str:
    """A file's name as the text of a button takes it."""
    return one_line(name, 36).replace("&", "&&")
