"""A code block: its language, a copy button, and colours once it is whole."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Slot
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QWidget

from .. import theme
from ..widgets.basics import button, label
from .browser import SafeBrowser
from .display_text import one_line, visible
from .highlight import Role, Span, spans
from .reply_text import Block
from .rows import Row
from .services import RowServices

_HEAD = 32
_PAD = 16
_LINE_SPACING = 135


class CodeRow(QWidget):
    """Appends lines while the fence is open; never wraps."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._block: Block | None = None
        self._pieces_done = 0
        self._whole = False
        self._language = label(tone="muted", points=theme.SMALL_PT + 0.5, parent=self)
        self._copy = button(self.tr("Copy"), "link", self)
        self._copy.setFont(theme.font(theme.SMALL_PT + 0.5))
        self._copy.setAccessibleName(self.tr("Copy code"))
        self._copy.clicked.connect(self._copy_clicked)
        self._code = SafeBrowser(self)
        self._code.setAccessibleName(self.tr("Code"))
        self._code.document().setDefaultFont(theme.mono_font())
        self._code.setLineWrapMode(SafeBrowser.LineWrapMode.NoWrap)
        self._code.setWordWrapMode(QTextOption.WrapMode.NoWrap)
        self._code.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        option = self._code.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self._code.document().setDefaultTextOption(option)

    def show_row(self, row: Row) -> None:
        block = row.block
        if block is None:
            return
        if block is not self._block:
            self._code.clear()
            self._pieces_done = 0
            self._whole = False
            self._block = block
            self._language.setText(one_line(block.language, 40) or self.tr("code"))
            self._copy.setText(self.tr("Copy"))
        if self._whole:
            return
        self._append(block)
        if block.closed:
            self._whole = True
            self._colour(block)

    def _append(self, block: Block) -> None:
        """Replaces the unfinished last line and adds what came since."""
        cursor = QTextCursor(self._code.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        start = cursor.selectionStart()
        new = "".join(block.pieces[self._pieces_done :])
        self._pieces_done = len(block.pieces)
        text = visible(new + block.tail)
        cursor.insertText(text)
        if block.closed and cursor.atBlockStart() and not cursor.atStart():
            cursor.deletePreviousChar()
        if "\n" not in text and start:
            return
        # Only what is new is touched: a changed format lays its line out again.
        spacing = QTextBlockFormat()
        spacing.setLineHeight(_LINE_SPACING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.setPosition(min(start, cursor.position()), QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeBlockFormat(spacing)

    def _colour(self, block: Block) -> None:
        text, language = self._code.toPlainText(), block.language
        self._services.jobs.submit(lambda: spans(text, language), partial(self._apply, block))

    def _apply(self, block: Block, found: tuple[tuple[Span, ...], ...]) -> None:
        if self._block is not block:
            return
        formats = _formats()
        text_block = self._code.document().firstBlock()
        for line in found:
            if not text_block.isValid():
                break
            ranges = []
            for start, length, role in line:
                piece = QTextLayout.FormatRange()
                piece.start, piece.length, piece.format = start, length, formats[role]
                ranges.append(piece)
            text_block.layout().setFormats(ranges)
            text_block = text_block.next()
        self._code.document().markContentsDirty(0, self._code.document().characterCount())

    def height_for(self, width: int) -> int:
        document = self._code.document()
        inner = width - 2 * _PAD
        bar = 16 if document.idealWidth() > inner else 0
        return _HEAD + 12 + int(document.size().height()) + bar + 12

    def resizeEvent(self, _event: QResizeEvent) -> None:
        hint = self._copy.sizeHint()
        self._language.setGeometry(_PAD, 0, self.width() // 2, _HEAD)
        self._copy.setGeometry(self.width() - _PAD - hint.width() + 8, 2, hint.width(), _HEAD - 4)
        self._code.setGeometry(_PAD, _HEAD + 12, self.width() - 2 * _PAD, max(0, self.height() - _HEAD - 18))

    @Slot()
    def _copy_clicked(self) -> None:
        if self._block is not None:
            self._services.copy(self._block.text().removesuffix("\n"))
            self._copy.setText(self.tr("Copied"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.fillPath(outline, QColor(colours.raised))
        painter.strokePath(outline, QPen(QColor(colours.line), 1))
        painter.fillRect(QRectF(0.5, _HEAD, self.width() - 1, 1), QColor(colours.line))


def _formats() -> dict[Role, QTextCharFormat]:
    colours = theme.colours()
    result = {}
    for role, colour in (
        (Role.KEYWORD, colours.code_keyword),
        (Role.NAME, colours.code_name),
        (Role.STRING, colours.code_string),
        (Role.NUMBER, colours.code_number),
        (Role.COMMENT, colours.code_comment),
    ):
        result[role] = QTextCharFormat()
        result[role].setForeground(QColor(colour))
    return result
