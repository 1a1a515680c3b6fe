"""Named system prompts and samplers: one to be chosen, saved under a name, deleted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from ...chats.records import ChatOptions
from ..widgets.basics import Choice, icon_button
from .display_text import one_line
from .history import History

_LONGEST_NAME = 60


class PresetBox(QWidget):
    """Shows the history's presets; which of them is chosen follows from the options in force."""

    chosen = Signal(object)
    """ChatOptions that the open chat is to have."""
    save_wanted = Signal(str)
    """What the open chat asks for is to be kept under a name."""

    def __init__(
        self, history: History, options: Callable[[], ChatOptions], parent: QWidget | None = None
    ) -> None:
        """`options` tells what the open chat asks for, the settings' part included."""
        super().__init__(parent)
        self._history = history
        self._options = options
        self._names: list[str] = []
        self.choice = Choice()
        self.choice.setAccessibleName(self.tr("Preset"))
        self.choice.activated.connect(self._choose)
        self.delete = icon_button("trash", self.tr("Delete the preset"))
        self.delete.clicked.connect(self._delete)
        self.name = QLineEdit()
        self.name.setMaxLength(_LONGEST_NAME)
        self.name.setMinimumHeight(32)
        self.name.setPlaceholderText(self.tr("Save as a preset…"))
        self.name.setAccessibleName(self.tr("Name of a new preset"))
        self.name.setToolTip(self.tr("Saves the system prompt and the sampler under a name; press Return."))
        self.name.returnPressed.connect(self._save)
        row = QHBoxLayout()
        row.addWidget(self.choice, 1)
        row.addWidget(self.delete)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.name)
        history.presets_changed.connect(self.fill)
        self.fill()

    @Slot()
    def fill(self) -> None:
        """Shows the presets anew, and which of them the chat has."""
        self._names = list(self._history.presets)
        self.choice.clear()
        self.choice.addItem(self.tr("None"))
        self.choice.addItems([one_line(name, _LONGEST_NAME) for name in self._names])
        options = self._options()
        same = (place for place, name in enumerate(self._names) if self._history.presets[name] == options)
        self.choice.setCurrentIndex(next(same, -1) + 1)
        self.choice.setEnabled(bool(self._names))
        self.delete.setEnabled(self.choice.currentIndex() > 0)

    @Slot(int)
    def _choose(self, place: int) -> None:
        """None says that what is in force has no name; choosing it changes nothing."""
        if place > 0:
            self.chosen.emit(self._history.presets[self._names[place - 1]])
        self.fill()

    @Slot()
    def _save(self) -> None:
        name = " ".join(self.name.text().split())
        if name:
            self.name.clear()
            self.save_wanted.emit(name)

    @Slot()
    def _delete(self) -> None:
        place = self.choice.currentIndex()
        if place > 0:
            self._history.set_preset(self._names[place - 1], None)
