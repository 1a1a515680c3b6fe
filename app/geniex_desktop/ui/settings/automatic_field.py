"""A text that is found out where nobody writes one: what was found, names to choose, what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QVBoxLayout, QWidget

from ...settings import Setting
from .. import icons, theme
from ..widgets.basics import label, set_tone
from .declared import REFUSALS, shown


class AutomaticField(QWidget):
    """`chosen` carries a text that the setting allows, "" for the automatic one, when the field is left."""

    chosen = Signal(str)

    def __init__(
        self, setting: Setting[str], value: str, names: Sequence[str] = (), parent: QWidget | None = None
    ) -> None:
        """`names` are offered in a menu; others can be written as well."""
        super().__init__(parent)
        self._setting = setting
        self._saved = value
        self._found = ""
        self.line = QLineEdit(value)
        self.line.setMinimumHeight(36)
        self.line.setMaxLength(200)
        self.line.setPlaceholderText(self.tr("Automatic"))
        self.line.textEdited.connect(self._typed)
        self.line.editingFinished.connect(self._finished)
        self.told = label(tone="muted", points=theme.SMALL_PT + 0.5, wrap=True)
        self.told.hide()
        self.menu = QMenu(self)
        if names:
            self.menu.addAction(self.tr("Automatic")).triggered.connect(self._take_none)
            for name in names:
                self.menu.addAction(name).triggered.connect(self._take)
            arrow = self.line.addAction(
                icons.icon("chevron-down", theme.colours().muted), QLineEdit.ActionPosition.TrailingPosition
            )
            arrow.setToolTip(self.tr("Names to choose from"))
            arrow.triggered.connect(self._show_menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.line)
        column.addWidget(self.told)
        self.setFocusProxy(self.line)

    def setAccessibleName(self, name: str) -> None:
        """It is the line that is written into."""
        self.line.setAccessibleName(name)

    def show_found(self, text: str) -> None:
        """A sentence about what is used where nothing is written."""
        self._found = text
        self._tell(text)

    def _tell(self, text: str, tone: str = "muted") -> None:
        self.told.setText(text)
        self.told.setVisible(bool(text))
        set_tone(self.told, tone)

    @Slot()
    def _typed(self) -> None:
        self._tell(self._found)

    @Slot()
    def _finished(self) -> None:
        text = self.line.text().strip().rstrip("/")
        if not self._setting.accepts(text):
            self._tell(shown(REFUSALS[self._setting.key]), "bad")
            return
        self.line.setText(text)
        self._tell(self._found)
        if text != self._saved:
            self._saved = text
            self.chosen.emit(text)

    @Slot()
    def _show_menu(self) -> None:
        self.menu.setMinimumWidth(self.line.width())
        self.menu.popup(self.line.mapToGlobal(QPoint(0, self.line.height())))

    @Slot()
    def _take(self) -> None:
        sender = self.sender()
        if isinstance(sender, QAction):
            self.line.setText(sender.text())
            self._finished()

    @Slot()
    def _take_none(self) -> None:
        self.line.clear()
        self._finished()
