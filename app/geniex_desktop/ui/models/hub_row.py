"""Which hub is searched, and what is on this machine: a row of segments."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from ..widgets.basics import button
from .finder import LOCAL, Finder

_BRIEF = {"aihub": "AI Hub", "pypi": "PyPI"}
"""Names of hubs that everybody knows them by, where there is no room for whole ones."""


class HubRow(QWidget):
    """`chosen` carries the hub's key."""

    chosen = Signal(str)

    def __init__(self, finder: Finder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._finder = finder
        self.buttons: dict[str, QPushButton] = {}
        self._titles: dict[str, str] = {}
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_buttons()

    def minimumSizeHint(self) -> QSize:
        """Room for the whole names, also while the brief ones are shown."""
        return QSize(self._whole_width(), super().minimumSizeHint().height())

    def _whole_width(self) -> int:
        width = 0
        for key, made in self.buttons.items():
            metrics = made.fontMetrics()
            frame = made.sizeHint().width() - metrics.horizontalAdvance(made.text())
            width += frame + metrics.horizontalAdvance(self._titles[key]) + self._row.spacing()
        return width

    def _name_buttons(self) -> None:
        is_tight = self.width() < self._whole_width()
        for key, made in self.buttons.items():
            title = self._titles[key]
            text = _BRIEF.get(key, title) if is_tight else title
            if made.text() != text:
                made.setText(text)
                made.setToolTip("" if text == title else title)

    def _fill(self, hubs: list[tuple[str, str]]) -> None:
        for old in self.buttons.values():
            self._group.removeButton(old)
            old.hide()
            old.deleteLater()
        self.buttons, self._titles = {}, dict(hubs)
        for place, (key, title) in enumerate(hubs):
            made = button(title, "segment")
            made.setCheckable(True)
            self._group.addButton(made)
            self._row.insertWidget(place, made)
            self.buttons[key] = made
        self._name_buttons()
        self.updateGeometry()

    @Slot(object)
    def _clicked(self, pressed: object) -> None:
        for key, made in self.buttons.items():
            if made is pressed:
                self.chosen.emit(key)
