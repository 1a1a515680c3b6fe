"""Over the transcript: what is looked for in the open chat, and how many times it is there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QWidget

from .. import icons, theme
from ..widgets.basics import icon_button, label
from .finding import Finding


class FindField(QLineEdit):
    """Enter goes to the next hit, with Shift to the one before."""

    stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPlaceholderText(self.tr("Find in this chat"))
        self.setAccessibleName(self.tr("Find in this chat"))
        icon = icons.icon("search", theme.colours().muted)
        self.addAction(icon, QLineEdit.ActionPosition.LeadingPosition)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.stepped.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)


class FindBar(QFrame):
    """Hidden until it is asked for; `opened` and `left` tell when it comes and goes."""

    opened = Signal()
    left = Signal()

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self._finding = finding
        self.field = FindField()
        self.field.textChanged.connect(self._typed)
        self.field.stepped.connect(finding.step)
        self.count = label(tone="muted", points=theme.SMALL_PT + 0.5)
        self.back = icon_button("arrow-up", self.tr("Previous hit"), shortcut="Shift+F3")
        self.back.clicked.connect(lambda: finding.step(-1))
        self.forward = icon_button("arrow-down", self.tr("Next hit"), shortcut="F3")
        self.forward.clicked.connect(lambda: finding.step(1))
        self.close_button = icon_button("close", self.tr("Close"), shortcut="Esc")
        self.close_button.clicked.connect(self.leave)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 8, 6)
        row.setSpacing(6)
        row.addWidget(self.field, 1)
        for widget in (self.count, self.back, self.forward, self.close_button):
            row.addWidget(widget)
        finding.changed.connect(self._show_count)
        self.hide()
        self._show_count()

    @property
    def query(self) -> str:
        """What is looked for; "" where the bar is hidden."""
        return "" if self.isHidden() else self.field.text()

    @Slot()
    def ask(self) -> None:
        """Comes into view, ready to type."""
        self._open()
        self.field.setFocus()
        self.field.selectAll()

    def look_for(self, query: str, message_id: int | None = None) -> None:
        """Comes into view with a query, and looks from a message on; the keyboard stays where it is."""
        self._put(query)
        self._finding.look_for(query, message_id)
        self._show_count()

    def go_on(self, query: str) -> None:
        """Comes into view with the query of the bar before, and scrolls nowhere."""
        self._put(query)
        self._finding.go_on(query)
        self._show_count()

    @Slot()
    def leave(self) -> None:
        """Goes, with all marks."""
        if not self.isHidden():
            self.hide()
            self._finding.forget()
            self.left.emit()

    def step(self, way: int) -> None:
        """To the next hit (1) or the one before (-1); without the bar, asks what for."""
        if self.isHidden():
            self.ask()
        else:
            self._finding.step(way)

    def _put(self, query: str) -> None:
        self.field.blockSignals(True)
        self.field.setText(query)
        self.field.blockSignals(False)
        self._open()

    def _open(self) -> None:
        if self.isHidden():
            self.show()
            self.opened.emit()
            self._typed()

    @Slot()
    def _typed(self) -> None:
        self._finding.look_for(self.field.text())
        self._show_count()

    @Slot()
    def _show_count(self) -> None:
        finding = self._finding
        if not finding.active:
            text = ""
        elif finding.hits:
            text = (
                self.tr("%1 of %2").replace("%1", str(finding.at + 1)).replace("%2", str(len(finding.hits)))
            )
        else:
            text = "…" if finding.searching else self.tr("Nothing found")
        self.count.setText(text)
        for step in (self.back, self.forward):
            step.setEnabled(bool(finding.hits))
