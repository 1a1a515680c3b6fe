"""A list of cards: name, a line about it, and a verdict with a dot. Drawn, so that hundreds cost nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from .. import theme
from .looks import tone_colour

_HEIGHT, _TALL, _GAP, _PAD = 76, 98, 10, 16
_ROOMY = 440
"""Width from which the verdict stands beside the name, px."""
_DATA = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Card:
    """One entry.

    Attributes:
        key: What the owner knows it by.
        tone: Of the verdict's dot: good, warn, bad or muted.
    """

    key: str
    title: str
    note: str = ""
    verdict: str = ""
    tone: str = "muted"


class _Cards(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.cards: list[Card] = []

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.cards)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        card = self.cards[index.row()]
        if role == _DATA:
            return card
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return " · ".join(filter(None, (card.title, card.note, card.verdict)))
        return None


class CardList(QListView):
    """`chosen` tells the key of the card that a person wants to see."""

    chosen = Signal(str)

    def __init__(self, name: str) -> None:
        """`name` is for screen readers."""
        super().__init__()
        self._cards = _Cards(self)
        self._filling = False
        self.setModel(self._cards)
        self.setItemDelegate(_Painter(self))
        self.setAccessibleName(name)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.selectionModel().currentChanged.connect(self._current_changed)

    @property
    def cards(self) -> list[Card]:
        return self._cards.cards

    def set_cards(self, cards: Sequence[Card], chosen: str = "") -> None:
        """Shows other cards; the one with the key `chosen` is marked, without `chosen` being told."""
        self._filling = True
        if list(cards) != self._cards.cards:
            top = self.verticalScrollBar().value()
            self._cards.beginResetModel()
            self._cards.cards = list(cards)
            self._cards.endResetModel()
            self.verticalScrollBar().setValue(top)
        row = next((row for row, card in enumerate(cards) if card.key == chosen), -1)
        self.setCurrentIndex(self._cards.index(row, 0) if row >= 0 else QModelIndex())
        self._filling = False

    def _current_changed(self, current: QModelIndex, _old: QModelIndex) -> None:
        if current.isValid() and not self._filling:
            self.chosen.emit(self._cards.cards[current.row()].key)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class _Painter(QStyledItemDelegate):
    def __init__(self, view: CardList) -> None:
        super().__init__(view)
        self._view = view
        self._title = theme.font(theme.BODY_PT + 0.5, QFont.Weight.DemiBold)
        self._small = theme.font(theme.BODY_PT - 0.5)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        width = self._view.viewport().width()
        return QSize(width, (_HEIGHT if width >= _ROOMY else _TALL) + _GAP)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        card: Card = index.data(_DATA)
        colours = theme.colours()
        rect: QRect = option.rect.adjusted(1, 1, -7, -_GAP + 1)
        state = option.state
        chosen = index == self._view.currentIndex()
        focused = chosen and self._view.hasFocus()
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.accent if focused else colours.line), 1))
        painter.setBrush(QColor(colours.raised if chosen or hovered else colours.surface))
        painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        inner = rect.adjusted(_PAD, 13, -_PAD, -13)
        roomy = rect.width() >= _ROOMY - 8
        beside = inner.width() * 2 // 5 if roomy and card.verdict else 0
        text_width = inner.width() - beside - (12 if beside else 0)
        line = QFontMetrics(self._title).height()
        self._draw(
            painter, card.title, self._title, colours.text, QRect(inner.left(), inner.top(), text_width, line)
        )
        below = QRect(inner.left(), inner.top() + line + 5, text_width, QFontMetrics(self._small).height())
        self._draw(painter, card.note, self._small, colours.muted, below)
        if card.verdict:
            place = (
                QRect(inner.right() - beside, inner.top(), beside, inner.height())
                if beside
                else below.translated(0, below.height() + 4)
            )
            self._draw_verdict(painter, card, place)
        painter.restore()

    def _draw_verdict(self, painter: QPainter, card: Card, place: QRect) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(tone_colour(card.tone)))
        painter.drawEllipse(QPointF(place.left() + 5, place.center().y() + 0.5), 4, 4)
        text = place.adjusted(18, 0, 0, 0)
        self._draw(painter, card.verdict, self._small, theme.colours().text, text)

    @staticmethod
    def _draw(painter: QPainter, text: str, font: QFont, colour: str, place: QRect) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
