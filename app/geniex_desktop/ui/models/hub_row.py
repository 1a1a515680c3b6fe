"""Which hub is searched, and what is on this machine: a row of segments."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from ..widgets.basics import button
from .finder import LOCAL, Finder


class HubRow(QWidget):
    """`chosen` carries the hub's key."""

    chosen = Signal(str)

    def __init__(self, finder: Finder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = finder
        self.buttons: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._group.buttonClicked.connect(self._clicked)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2)
        self._row.addStretch(1)

    @Slot()
    def refresh(self) -> None:
        """Follows the finder."""
        hubs = [*self._finder.hubs(), (LOCAL, self.tr("This machine"))]
        if [key for key, _ in hubs] != list(self.buttons):
            self._fill(hubs)
        chosen = self.buttons.get(self._finder.hub)
        if chosen is not None:
            chosen.setChecked(True)

    def _fill(self, hubs: list[tuple[str, str]]) -> None:
        for old in self.buttons.values():
            self._group.removeButton(old)
            old.hide()
            old.deleteLater()
        self.buttons = {}
        for place, (key, title) in enumerate(hubs):
            made = button(title, "segment")
            made.setCheckable(True)
            self._group.addButton(made)
            self._row.insertWidget(place, made)
            self.buttons[key] = made

    @Slot(object)
    def _clicked(self, pressed: object) -> None:
        for key, made in self.buttons.items():
            if made is pressed:
                self.chosen.emit(key)
