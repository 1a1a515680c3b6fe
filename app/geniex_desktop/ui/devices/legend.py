"""The names of the curves, each with its line; a click takes one away or brings it back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from .. import theme
from .looks import Look

_LINE = 26


class Legend(QWidget):
    """One button per curve."""

    toggled = Signal(str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._buttons: list[LegendButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)

    @property
    def count(self) -> int:
        return len(self._buttons)

    def set_looks(self, looks: Sequence[Look], shown: Sequence[bool]) -> None:
        for old in self._buttons:
            old.hide()
            old.deleteLater()
        self._buttons = [LegendButton(look, on) for look, on in zip(looks, shown, strict=True)]
        for made in self._buttons:
            made.switched.connect(self.toggled)
            self._row.addWidget(made)


class LegendButton(QToolButton):
    """A short piece of the curve and its name."""

    switched = Signal(str, bool)

    def __init__(self, look: Look, on: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.setCheckable(True)
        self.setChecked(on)
        self.setText(look.name)
        self.setFont(theme.font(theme.SMALL_PT + 0.5))
        self.setAccessibleName(look.name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.toggled.connect(lambda now: self.switched.emit(look.signal_id, now))

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + _LINE + 22, 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            painter.setPen(QColor(colours.accent) if self.hasFocus() else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        middle = self.height() / 2
        colour = QColor(self._look.colour if self.isChecked() else colours.line)
        painter.setPen(QPen(colour, 1.8, self._look.dash))
        painter.drawLine(QPointF(8, middle), QPointF(8 + _LINE, middle))
        painter.setPen(QColor(colours.text if self.isChecked() else colours.muted))
        painter.drawText(
            self.rect().adjusted(14 + _LINE, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, self.text()
        )
