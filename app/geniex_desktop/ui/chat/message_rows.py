"""The widgets of the transcript's rows, but code: bubble, thinking, prose, progress, footer, error."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QTextBlockFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QLabel, QPushButton, QToolTip, QWidget

from ...chats.conversation import Message, Role, State
from .. import icons, theme, words
from ..widgets.basics import button, icon_button, label
from ..widgets.error_card import Action, ErrorCard
from ..widgets.meters import Bar
from .browser import SafeBrowser
from .display_text import visible
from .prose import RULE, ProseWriter
from .rows import Row
from .services import RowServices

_BUBBLE_PAD_X, _BUBBLE_PAD_Y = 16, 10
_SPARE = 5
"""What the line spacing leaves below the last line, px."""
_BUBBLE_SHARE = 0.8
_FOLDED_CHARS = 6000
_THOUGHT_WIDTH = 250


def set_plain(view: SafeBrowser, text: str, colour: str) -> None:
    """Fills a view with plain text in our line spacing."""
    view.setPlainText(text)
    cursor = QTextCursor(view.document())
    cursor.select(QTextCursor.SelectionType.Document)
    spacing = QTextBlockFormat()
    spacing.setLineHeight(theme.LINE_SPACING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    cursor.mergeBlockFormat(spacing)
    format_ = cursor.charFormat()
    format_.setForeground(QColor(colour))
    cursor.mergeCharFormat(format_)


class ProseRow(SafeBrowser):
    """A stretch of prose of an answer."""

    def __init__(self, _services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._writer = ProseWriter(self.document())
        self._marked = False
        self.setAccessibleName(self.tr("Answer"))

    def show_row(self, row: Row) -> None:
        if row.block is not None:
            self._writer.show(row.block)
            self._marked = any(mark in row.block.text() for mark in (">", "---", "***", "___"))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._marked:
            self._paint_marks()

    def _paint_marks(self) -> None:
        """Bars beside quotations, and rules, which Qt draws in a colour of its own."""
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
            block = block.next()


class UserRow(QWidget):
    """What the person wrote: a raised bubble on the right, with its actions on its left."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._message: Message | None = None
        self._text = SafeBrowser(self)
        self._text.setAccessibleName(self.tr("Your message"))
        self._more = button(self.tr("Show all"), "link", self)
        self._more.clicked.connect(self._show_all)
        self._edit = icon_button("edit", self.tr("Edit and ask again"), parent=self)
        self._edit.clicked.connect(self._edit_clicked)
        self._copy = icon_button("copy", self.tr("Copy"), parent=self)
        self._copy.clicked.connect(self._copy_clicked)
        self._branches = BranchSwitch(services, self)
        self._bubble = QRectF()
        self._whole = False

    def show_row(self, row: Row) -> None:
        if row.message is None:
            return
        if row.message is not self._message:
            self._whole = False
        self._message = row.message
        self._fill()
        self._branches.show_message(row.message)
        self._show_actions(self.underMouse())

    def _fill(self) -> None:
        text = self._message.text if self._message else ""
        long = len(text) > _FOLDED_CHARS and not self._whole
        set_plain(self._text, visible(text[:_FOLDED_CHARS] + "…" if long else text), theme.colours().text)
        self._more.setVisible(long)

    def height_for(self, width: int) -> int:
        return self._lay_out(width)

    def _lay_out(self, width: int) -> int:
        limit = int(width * _BUBBLE_SHARE) - 2 * _BUBBLE_PAD_X
        self._text.height_for(limit)
        text_width = min(limit, int(self._text.document().idealWidth()) + 2)
        height = self._text.height_for(text_width)
        bubble_height = height - _SPARE + 2 * _BUBBLE_PAD_Y + (34 if not self._more.isHidden() else 0)
        left = width - text_width - 2 * _BUBBLE_PAD_X
        self._bubble = QRectF(left, 0, text_width + 2 * _BUBBLE_PAD_X, bubble_height)
        self._text.setGeometry(left + _BUBBLE_PAD_X, _BUBBLE_PAD_Y, text_width, height)
        if not self._more.isHidden():
            self._more.setGeometry(left + 8, _BUBBLE_PAD_Y + height, 120, 32)
        middle = int(bubble_height) - 32
        self._edit.move(left - 32, middle)
        self._copy.move(left - 60, middle)
        switch = self._branches.sizeHint()
        self._branches.setGeometry(left - 68 - switch.width(), middle, switch.width(), 26)
        return int(bubble_height)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._lay_out(self.width())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._show_actions(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._show_actions(False)
        super().leaveEvent(event)

    def _show_actions(self, on: bool) -> None:
        self._edit.setVisible(on and not self._services.controller.busy)
        self._copy.setVisible(on)

    @Slot()
    def _show_all(self) -> None:
        self._whole = True
        self._fill()
        self._services.resized(self)

    @Slot()
    def _edit_clicked(self) -> None:
        if self._message is not None:
            self._services.controller.edit(self._message.id)

    @Slot()
    def _copy_clicked(self) -> None:
        if self._message is not None:
            self._services.copy(self._message.text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours().raised))
        painter.drawRoundedRect(self._bubble, 12, 12)


class BranchSwitch(QWidget):
    """‹ 2/3 ›: which of a message's alternatives is shown. Hidden where there is only one."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._siblings: tuple[int, ...] = ()
        self._at = 0
        self._back = icon_button("chevron-left", self.tr("Previous version"), parent=self)
        self._back.clicked.connect(self._go_back)
        self._text = label(tone="muted", points=theme.SMALL_PT, parent=self)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._forward = icon_button("chevron-right", self.tr("Next version"), parent=self)
        self._forward.clicked.connect(self._go_forward)

    def show_message(self, message: Message) -> None:
        self._siblings = self._services.controller.conversation.siblings(message.id)
        self._at = self._siblings.index(message.id)
        self._text.setText(f"{self._at + 1}/{len(self._siblings)}")
        self._back.setEnabled(self._at > 0)
        self._forward.setEnabled(self._at + 1 < len(self._siblings))
        self.setVisible(len(self._siblings) > 1)

    def sizeHint(self) -> QSize:
        return QSize(48 + self._text.sizeHint().width(), 26) if len(self._siblings) > 1 else QSize(0, 26)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        middle = self.width() - 48
        self._back.setGeometry(0, 1, 24, 24)
        self._text.setGeometry(24, 0, middle, 26)
        self._forward.setGeometry(24 + middle, 1, 24, 24)

    @Slot()
    def _go_back(self) -> None:
        self._services.controller.select(self._siblings[self._at - 1])

    @Slot()
    def _go_forward(self) -> None:
        self._services.controller.select(self._siblings[self._at + 1])


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

    def show_row(self, row: Row) -> None:
        self._row = row
        opened = self._is_open()
        self._head.setText("  " + self._title(row))
        self._head.setIcon(icons.icon("chevron-down" if opened else "chevron-right", theme.colours().muted))
        self._text.setVisible(opened)
        if opened and row.block is not None:
            set_plain(self._text, visible(row.block.text().strip()), theme.colours().muted)

    def _title(self, row: Row) -> str:
        if row.block is not None and not row.block.closed:
            return self.tr("Thinking…")
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
        self._clock.setText(words.seconds(round(controller.waited(), 1)))
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
        self._clock.setGeometry(x, 0, 90, 24)


class FooterRow(QWidget):
    """The measurements of a reply in words, and what can be done with it."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._message: Message | None = None
        self._branches = BranchSwitch(services, self)
        self._copy = icon_button("copy", self.tr("Copy answer"), parent=self)
        self._copy.clicked.connect(self._copy_clicked)
        self._again = icon_button("refresh", self.tr("Ask again"), parent=self)
        self._again.clicked.connect(self._again_clicked)
        self._facts: list[tuple[words.Fact, QLabel]] = []
        self._dots: list[QLabel] = []

    def show_row(self, row: Row) -> None:
        if row.message is None:
            return
        self._message = row.message
        self._branches.show_message(row.message)
        self._again.setEnabled(not self._services.controller.busy)
        for _, old in self._facts:
            old.deleteLater()
        for dot in self._dots:
            dot.deleteLater()
        facts = _facts_of(row.message)
        self._facts = [(fact, self._fact_label(fact)) for fact in facts]
        self._dots = [label("·", tone="muted", points=theme.SMALL_PT, parent=self) for _ in facts[1:]]
        for widget in [text for _, text in self._facts] + self._dots:
            widget.show()
        self.setAccessibleName(", ".join(fact.text for fact in facts))
        self._lay_out(self.width())

    def _fact_label(self, fact: words.Fact) -> QLabel:
        weight = QFont.Weight.DemiBold if fact.strong else QFont.Weight.Medium
        tone = "accent" if fact.strong else "muted"
        result = label(fact.text, tone=tone, points=theme.SMALL_PT, weight=weight, parent=self)
        result.setToolTip(fact.meaning)
        return result

    def height_for(self, width: int) -> int:
        return self._lay_out(width)

    def _lay_out(self, width: int) -> int:
        """Facts flow left to right and wrap; the buttons stay in the top right corner."""
        right = width - 64
        x, y = 0, 0
        if len(self._services.siblings(self._message)) > 1:
            size = self._branches.sizeHint()
            self._branches.setGeometry(-6, 0, size.width(), 26)
            x = size.width() + 2
        for index, (_, text) in enumerate(self._facts):
            wide = text.sizeHint().width()
            dot = self._dots[index - 1] if index else None
            gap = 22 if dot else 0
            if x + gap + wide > right and x > 0:
                x, y, gap = 0, y + 22, 0
            if dot is not None:
                dot.setGeometry(x, y, 22, 26)
                dot.setAlignment(Qt.AlignmentFlag.AlignCenter)
                dot.setVisible(gap > 0)
            text.setGeometry(x + gap, y, wide, 26)
            x += gap + wide
        self._copy.setGeometry(width - 56, 0, 26, 26)
        self._again.setGeometry(width - 26, 0, 26, 26)
        return y + 26

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._lay_out(self.width())

    @Slot()
    def _copy_clicked(self) -> None:
        if self._message is not None:
            self._services.copy(self._services.answer(self._message))
            QToolTip.showText(
                self._copy.mapToGlobal(self._copy.rect().bottomLeft()), self.tr("Copied"), self._copy
            )

    @Slot()
    def _again_clicked(self) -> None:
        if self._message is not None:
            self._services.controller.regenerate(self._message.id)


def _facts_of(message: Message) -> list[words.Fact]:
    if message.profile is not None:
        return words.profile_facts(message.profile, message.device)
    return [words.interrupted()]


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
