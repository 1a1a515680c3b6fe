"""The line under a reply: its measurements in words, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QToolTip, QWidget

from ...chats.conversation import Message, State
from .. import theme, words
from ..widgets.basics import icon_button, label, set_tone
from .branch_switch import BranchSwitch
from .rows import Row
from .services import RowServices

_BUTTON = 26
_STEP = 30
_BETWEEN = 18
"""Between two facts, with a dot in its middle."""
_EARLY = ("length", "user", "context_length")
"""Stop reasons after which there is more to say."""


class FooterRow(QWidget):
    """Facts flow left to right and wrap; the buttons stay in the top right corner."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._message: Message | None = None
        self._branches = BranchSwitch(services, self)
        self._copy = icon_button("copy", self.tr("Copy answer"), parent=self)
        self._copy.clicked.connect(self._copy_clicked)
        self._again = icon_button("refresh", self.tr("Ask again"), parent=self)
        self._again.clicked.connect(self._again_clicked)
        self._continue = icon_button("forward", self.tr("Continue the answer"), parent=self)
        self._continue.clicked.connect(self._continue_clicked)
        self._more = icon_button("more", self.tr("More about this answer"), parent=self)
        self._more.clicked.connect(self._more_clicked)
        self._facts: list[QLabel] = []
        self._dots: list[QLabel] = []
        self._count = 0

    def show_row(self, row: Row) -> None:
        if row.message is None:
            return
        self._message = row.message
        self._branches.show_message(row.message)
        free = not self._services.controller.busy
        self._again.setEnabled(free)
        self._continue.setEnabled(free)
        self._continue.setVisible(ended_early(row.message))
        self._show_facts(facts_of(row.message, bool(self._services.answer(row.message))))
        self._lay_out(self.width())

    def _show_facts(self, facts: list[words.Fact]) -> None:
        """Labels are kept: while a chat is scrolled, footers come and go."""
        while len(self._facts) < len(facts):
            self._facts.append(label(points=theme.SMALL_PT, parent=self))
            dot = label("·", tone="muted", points=theme.SMALL_PT, parent=self)
            dot.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self._dots.append(dot)
        self._count = len(facts)
        for index, text in enumerate(self._facts):
            text.setVisible(index < len(facts))
            self._dots[index].setVisible(False)
            if index < len(facts):
                _fill(text, facts[index])
        self.setAccessibleName(", ".join(fact.text for fact in facts))

    def height_for(self, width: int) -> int:
        return self._lay_out(width)

    def _lay_out(self, width: int) -> int:
        buttons = [self._more, self._again, self._copy]
        if not self._continue.isHidden():
            buttons.insert(2, self._continue)
        for place, button in enumerate(buttons):
            button.setGeometry(width - _BUTTON - place * _STEP, 0, _BUTTON, _BUTTON)
        right = width - _STEP * len(buttons) - 4
        x, y = 0, 0
        if len(self._services.siblings(self._message)) > 1:
            size = self._branches.sizeHint()
            self._branches.setGeometry(-6, 0, size.width(), 26)
            x = size.width() + 2
        for index, text in enumerate(self._facts[: self._count]):
            wide = text.sizeHint().width()
            gap = _BETWEEN if index else 0
            if x + gap + wide > right and x > 0:
                x, y, gap = 0, y + 22, 0
            if index:
                dot = self._dots[index]
                dot.setGeometry(x, y, _BETWEEN, 26)
                dot.setVisible(gap > 0)
            text.setGeometry(x + gap, y, wide, 26)
            x += gap + wide
        return y + 26

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._lay_out(self.width())

    @Slot()
    def _copy_clicked(self) -> None:
        if self._message is not None:
            self._services.copy(self._services.answer(self._message))
            place = self._copy.mapToGlobal(self._copy.rect().bottomLeft())
            QToolTip.showText(place, self.tr("Copied"), self._copy)

    @Slot()
    def _again_clicked(self) -> None:
        if self._message is not None:
            self._services.regenerate_requested.emit(self._message.id)

    @Slot()
    def _continue_clicked(self) -> None:
        if self._message is not None:
            self._services.continue_requested.emit(self._message.id)

    @Slot()
    def _more_clicked(self) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    def menu(self) -> QMenu:
        """Copying in other ways, and the raw view."""
        menu = QMenu(self)
        message, services = self._message, self._services
        if message is None:
            return menu
        entry = menu.addAction(self.tr("Copy as the model wrote it"))
        entry.triggered.connect(lambda: services.copy(message.text))
        entry = menu.addAction(self.tr("Copy the whole conversation"))
        entry.triggered.connect(services.copy_conversation)
        menu.addSeparator()
        raw = services.is_raw(message)
        entry = menu.addAction(self.tr("Show it formatted") if raw else self.tr("Show the source"))
        entry.triggered.connect(lambda: services.toggle_raw(message))
        return menu


def _fill(text: QLabel, fact: words.Fact) -> None:
    text.setText(fact.text)
    text.setToolTip(fact.meaning)
    set_tone(text, "accent" if fact.strong else "muted")
    # After the tone, for a change of that brings back the font of before.
    text.setFont(theme.font(theme.SMALL_PT, QFont.Weight.DemiBold if fact.strong else QFont.Weight.Medium))


def ended_early(message: Message) -> bool:
    """A reply that was cut off and has something to go on from."""
    if not message.text:
        return False
    if message.state is State.FAILED:
        return True
    return message.profile is not None and message.profile.stop_reason in _EARLY


def facts_of(message: Message, answered: bool) -> list[words.Fact]:
    """The footer of a reply. `answered`: there is text beside the thinking."""
    if message.state is not State.DONE:
        facts = [words.interrupted()]
    else:
        facts = words.profile_facts(message.profile, message.device) if message.profile is not None else []
    if not answered:
        facts.append(words.only_thoughts() if message.text.strip() else words.no_text())
    return facts
