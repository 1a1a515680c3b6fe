"""One card per device: its name, what it does now, the last half minute, and why when there is nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from .. import theme
from ..widgets.basics import ElidedLabel, label
from ..widgets.meters import Sparkline

_NARROWEST = 176
_GAP = 12


@dataclass(frozen=True, slots=True)
class CardText:
    """What a card says.

    Attributes:
        name: "CPU · AMD EPYC, 2 cores".
        value: "18 %", or a dash.
        state: One line more: what it is at, or why there is no value.
        hint: The tool tip: the signal's meaning, or what would fill the card.
    """

    name: str
    value: str
    state: str
    hint: str = ""


class WideSparkline(Sparkline):
    """A sparkline as wide as its card."""

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(colour, parent)
        self.setMinimumSize(60, 30)
        self.setMaximumSize(16777215, 30)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


class DeviceCard(QFrame):
    """Shows one device."""

    def __init__(self, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFixedHeight(110)
        self._name = ElidedLabel()
        self._name.setFont(theme.font(theme.SMALL_PT + 0.5, QFont.Weight.Medium))
        self._name.setProperty("tone", "muted")
        self._value = label(points=theme.HEADING_PT + 3, weight=QFont.Weight.DemiBold)
        self._line = WideSparkline(colour)
        self._state = ElidedLabel()
        self._state.setFont(theme.font(theme.SMALL_PT))
        self._state.setProperty("tone", "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 14, 7)
        column.setSpacing(2)
        column.addWidget(self._name)
        column.addWidget(self._value)
        column.addWidget(self._line)
        column.addWidget(self._state)

    def show_text(self, text: CardText) -> None:
        self._name.set_whole(text.name)
        self._value.setText(text.value)
        self._state.set_whole(text.state)
        self.setToolTip(text.hint)
        self.setAccessibleName(f"{text.name}: {text.value}, {text.state}")

    def show_curve(self, values: Sequence[float | None]) -> None:
        """The last values, 0 to 100."""
        self._line.set_values(values)


class CardRow(QWidget):
    """The cards side by side, in as many rows as the width asks for; every row is filled."""

    def __init__(self, cards: Sequence[DeviceCard], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = cards
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        self._place(len(cards))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fit = max(1, (event.size().width() + _GAP) // (_NARROWEST + _GAP))
        self._place(min(len(self._cards), fit))

    def _place(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        lengths = row_lengths(len(self._cards), columns)
        # The grid is so fine that the cards of every row come out equally wide.
        steps = math.lcm(*lengths)
        for index in range(max(steps, self._grid.columnCount())):
            self._grid.setColumnStretch(index, int(index < steps))
        cards = iter(self._cards)
        for row, length in enumerate(lengths):
            span = steps // length
            for index in range(length):
                self._grid.addWidget(next(cards), row, index * span, 1, span)


def row_lengths(count: int, most: int) -> list[int]:
    """The fewest rows that hold `count` cards, `most` in each, of almost one length: 5 by 4 are 3 + 2."""
    rows = -(-count // most)
    short, longer = divmod(count, rows)
    return [short + int(row < longer) for row in range(rows)]


class SideBySide(QWidget):
    """Two cards beside each other, one above the other where that is too narrow."""

    _NARROW = 760

    def __init__(self, cards: Sequence[QWidget], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(_GAP)
        for card in cards:
            card.setMinimumWidth(10)
            self._row.addWidget(card, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < self._NARROW
        direction = QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != direction:
            self._row.setDirection(direction)
