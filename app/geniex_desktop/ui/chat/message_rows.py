"""The widgets of a reply's smaller rows: prose, thinking, progress, error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QPushButton, QWidget

from ...chats.conversation import Role, State
from .. import icons, theme, words
from ..widgets.basics import label
from ..widgets.error_card import Action, ErrorCard
from ..widgets.meters import Bar
from .browser import SafeBrowser
from .continued import offset_of, position_of
from .display_text import visible
from .plain_text import GrowingText
from .prose import RULE, ProseWriter
from .rows import Row
from .services import RowServices

_THOUGHT_WIDTH = 250


class ProseRow(SafeBrowser):
    """A stretch of prose of an answer."""

    def __init__(self, _services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._writer = ProseWriter(self.document())
        self._marked = False
        self.setAccessibleName(self.tr("Answer"))

    def show_row(self, row: Row) -> None:
        if row.block is not None:
            with self._selection_kept():
                self._writer.show(row.block)
            self._marked = any(mark in row.block.text() for mark in (">", "---", "***", "___", "- ["))

    def height_for(self, width: int) -> int:
        changed = self.lineWrapColumnOrWidth() != width
        height = super().height_for(width)
        if changed:
            with self._selection_kept():
                self._writer.rewrap()
            height = super().height_for(width)
        return height

    @contextmanager
    def _selection_kept(self) -> Iterator[None]:
        """What is selected in a reply stays so while its end is drawn anew."""
        cursor, document, block = self.textCursor(), self.document(), self._writer.block
        selected = cursor.hasSelection()
        places = (
            [offset_of(document, place) for place in (cursor.anchor(), cursor.position())] if selected else []
        )
        yield
        if selected and self._writer.block is block:
            anchor, end = (position_of(document, place) for place in places)
            cursor.setPosition(anchor)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            self.setTextCursor(cursor)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._marked:
            self._paint_marks()

    def _paint_marks(self) -> None:
        """Bars beside quotations, rules and boxes of tasks: Qt's own have other colours and shapes."""
        painter = QPainter(self.viewport())
        layout = self.document().documentLayout()
        line = QColor(theme.colours().line)
        block = self.document().firstBlock()
        while block.isValid():
            look = block.blockFormat()
            area = layout.blockBoundingRect(block)
            if look.intProperty(QTextFormat.Property.BlockQuoteLevel.value):
                painter.fillRect(QRectF(0, area.top(), 3, area.height()), line)
            if look.hasProperty(RULE):
                painter.fillRect(QRectF(0, area.top() + 2, self.viewport().width(), 1), line)
            if look.marker() is not QTextBlockFormat.MarkerType.NoMarker:
                _paint_box(painter, block, area, look.marker() is QTextBlockFormat.MarkerType.Checked)
            block = block.next()


def _paint_box(painter: QPainter, block: QTextBlock, area: QRectF, checked: bool) -> None:
    """A task's box, over the one that Qt has drawn."""
    colours = theme.colours()
    first = block.layout().lineAt(0)
    right = area.left() + first.x()
    middle = area.top() + first.y() + first.ascent() * 0.66
    painter.fillRect(QRectF(right - 20, area.top(), 19, first.height() + 4), QColor(colours.background))
    box = QRectF(right - 18.5, middle - 6.5, 13, 13)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(colours.accent if checked else colours.muted), 1.2))
    painter.setBrush(QColor(colours.accent) if checked else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 3, 3)
    if checked:
        painter.setPen(QPen(QColor(colours.on_accent), 1.6))
        tick = [QPointF(3, 6.8), QPointF(5.6, 9.4), QPointF(10, 4)]
        painter.drawPolyline([box.topLeft() + point for point in tick])
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)


class ThinkingRow(QWidget):
    """The model's reasoning, folded away; one click opens it."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._row: Row | None = None
        self._head = QPushButton(self)
        self._head.setProperty("kind", "thought")
        self._head.setFont(theme.font(theme.BODY_PT - 0.5))
        self._head.setCursor(Qt.CursorShape.PointingHandCursor)
        self._head.clicked.connect(self._toggle)
        self._text = SafeBrowser(self)
        self._text.setAccessibleName(self.tr("Thinking"))
        self._growing = GrowingText(self._text)

    def show_row(self, row: Row) -> None:
        self._row = row
        opened = self._is_open()
        self._head.setText("  " + self._title(row))
        self._head.setIcon(icons.icon("chevron-down" if opened else "chevron-right", theme.colours().muted))
        self._text.setVisible(opened)
        if opened and row.block is not None:
            self._growing.show(visible(row.block.text().strip()), theme.colours().muted)

    def _title(self, row: Row) -> str:
        if row.block is not None and not row.block.closed:
            since = self._services.controller.thinking_for()
            clock = f" {words.seconds(round(since, 1))}" if since else ""
            return self.tr("Thinking…") + clock
        took = row.message.thinking_seconds if row.message else None
        if took is None:
            return self.tr("Thoughts")
        return self.tr("Thought for %1").replace("%1", words.seconds(took))

    def _is_open(self) -> bool:
        return self._row is not None and self._row.key in self._services.unfolded

    def height_for(self, width: int) -> int:
        if not self._is_open():
            return 32
        return 32 + 10 + self._text.height_for(width - 18) + 4

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._head.setGeometry(0, 0, min(_THOUGHT_WIDTH, self.width()), 32)
        self._text.setGeometry(18, 42, self.width() - 18, max(0, self.height() - 46))

    @Slot()
    def _toggle(self) -> None:
        if self._row is not None:
            self._services.unfolded ^= {self._row.key}
            self._services.refresh(self._row.key)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._is_open():
            QPainter(self).fillRect(3, 42, 2, self.height() - 46, QColor(theme.colours().line))


class PhaseRow(QWidget):
    """What is waited for before the first token: the phase, how far, since when."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._text = label(tone="muted", weight=QFont.Weight.Medium, parent=self)
        self._bar = Bar(theme.colours().accent, 160, self)
        self._clock = label(tone="muted", weight=QFont.Weight.Medium, parent=self)

    def show_row(self, _row: Row) -> None:
        controller = self._services.controller
        self._text.setText(words.phase(controller.phase))
        share = words.progress(controller.phase)
        self._bar.set_share(share)
        self._bar.setVisible(share is not None)
        clock = words.seconds(round(controller.waited(), 1))
        done = f"{words.percent(share, 1)} · " if share is not None else ""
        self._clock.setText(done + clock)
        self.setAccessibleName(f"{self._text.text()}, {self._clock.text()}")
        self._place()

    def height_for(self, _width: int) -> int:
        return 24

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._place()

    def _place(self) -> None:
        text = self._text.sizeHint().width()
        self._text.setGeometry(0, 0, text, 24)
        x = text + 16
        if not self._bar.isHidden():
            x = max(x, 176)
            self._bar.move(x, 9)
            x += 160 + 12
        self._clock.setGeometry(x, 0, 160, 24)


class ErrorRow(QWidget):
    """An error card with the ways out that fit."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._card = ErrorCard(self)
        self._card.resized.connect(self._card_resized)
        self._card.check_wanted.connect(services.check_device)

    def show_row(self, row: Row) -> None:
        if row.error is None:
            return
        kept = (
            row.message is not None
            and row.message.role is Role.ASSISTANT
            and row.message.state is State.FAILED
        )
        interrupted = kept and row.message is not None and bool(row.message.text)
        note = self.tr("The text so far is kept above. Nothing of the chat is lost.") if interrupted else ""
        title = self.tr("The reply was interrupted") if interrupted else ""
        self._card.show_error(row.error, self._actions(row), note, title)

    def _actions(self, row: Row) -> list[Action]:
        return self._services.ways_out(row.message)

    def height_for(self, width: int) -> int:
        return self._card.height_for(width)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._card.setGeometry(self.rect())

    @Slot()
    def _card_resized(self) -> None:
        self._services.resized(self)
