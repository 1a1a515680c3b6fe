"""Draws prose into a text document piece by piece; finished pieces are never laid out again."""

from __future__ import annotations

from urllib.parse import urlsplit

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextList,
    QTextTable,
)

from .. import theme
from .browser import is_safe_link
from .display_text import MATH_MARK, markdown, one_line
from .reply_text import Block

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
QUOTE_INDENT = 16
RULE = QTextFormat.Property.UserProperty.value + 1
"""Block property: a horizontal rule."""
_HEADING_SCALE = {1: 1.35, 2: 1.2, 3: 1.08}


class ProseWriter:
    """Keeps one document equal to one prose block."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._pieces_done = 0
        self._stable = 0
        self._tail = ""
        self._shown: Block | None = None

    def show(self, block: Block) -> None:
        """Brings the document up to the block's present text."""
        if block is not self._shown:
            self._restart(block)
        new = block.pieces[self._pieces_done :]
        if not new and block.tail == self._tail:
            return
        self._cut_tail()
        for piece in new:
            self._insert(piece)
        if new:
            self._pieces_done = len(block.pieces)
            self._stable = self._end()
        self._tail = block.tail
        if block.tail.strip():
            self._insert(block.tail)

    def _restart(self, block: Block) -> None:
        self._document.clear()
        self._pieces_done = self._stable = 0
        self._tail = ""
        self._shown = block

    def _end(self) -> int:
        return self._document.characterCount() - 1

    def _cut_tail(self) -> None:
        cursor = QTextCursor(self._document)
        cursor.setPosition(self._stable)
        look, was_listed = cursor.blockFormat(), _list_of(cursor) is not None
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        # The last block that stays has taken the look of what was removed.
        if cursor.blockFormat() != look:
            cursor.setBlockFormat(look)
        stray = _list_of(cursor)
        if stray is not None and not was_listed:
            stray.remove(cursor.block())

    def _insert(self, text: str) -> None:
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        start = cursor.position()
        if start > 0:
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
        first = cursor.position()
        shown = markdown(text)
        cursor.insertMarkdown(shown, _FEATURES)
        if start > 0 and shown.lstrip().startswith((">", "#")):
            _restore_first_format(self._document, first, shown)
        _drop_empty_start(self._document, first)
        _Dresser(self._document).dress(first)


def _restore_first_format(document: QTextDocument, first: int, text: str) -> None:
    """Markdown inserted into a text loses its first block's kind: a heading or a quotation."""
    scratch = QTextDocument()
    QTextCursor(scratch).insertMarkdown(text.lstrip().partition("\n")[0], _FEATURES)
    QTextCursor(document.findBlock(first)).mergeBlockFormat(scratch.firstBlock().blockFormat())


def _drop_empty_start(document: QTextDocument, first: int) -> None:
    """Lists and rules arrive after an empty paragraph of their own; a table needs the one before it."""
    block = document.findBlock(first)
    if block.length() > 1 or not block.next().isValid() or document.rootFrame() is None:
        return
    if QTextCursor(block.next()).currentTable() is not None:
        return
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor)
    kept = QTextCursor(block.next()).blockFormat()
    listed = _list_of(QTextCursor(block.next()))
    cursor.removeSelectedText()
    cursor.setBlockFormat(kept)
    if listed is not None:
        listed.add(cursor.block())


def _list_of(cursor: QTextCursor) -> QTextList | None:
    """The list at the cursor; Qt's type hints forget that there may be none."""
    return cursor.currentList()


class _Dresser:
    """Gives freshly inserted Markdown our look and takes away what may not be live."""

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._colours = theme.colours()

    def dress(self, start: int) -> None:
        # One edit, so that the document is laid out once and not after each change of a format.
        # Text and tables come and go outside of it: Qt does not survive that inside of one.
        edit = QTextCursor(self._document)
        edit.beginEditBlock()
        block = self._document.findBlock(start)
        while block.isValid():
            self._dress_block(block)
            self._dress_fragments(block)
            block = block.next()
        edit.endEditBlock()
        edit.beginEditBlock()
        self._dress_tables(start)
        edit.endEditBlock()

    def _dress_block(self, block: QTextBlock) -> None:
        old = block.blockFormat()
        new = QTextBlockFormat(old)
        in_list = block.textList() is not None
        is_code = old.hasProperty(QTextFormat.Property.BlockCodeFence.value)
        in_table = QTextCursor(block).currentTable() is not None
        is_rule = old.hasProperty(
            QTextFormat.Property.BlockTrailingHorizontalRulerWidth.value
        ) or old.hasProperty(RULE)
        if self._is_filler(block) or is_rule:
            new.setLineHeight(2, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
        elif not in_table:
            new.setLineHeight(theme.LINE_SPACING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        tight = in_table or is_code or self._is_filler(block)
        new.setTopMargin(0 if block.blockNumber() == 0 or tight else 3 if in_list else 8)
        new.setBottomMargin(0 if tight else 3 if in_list else 6)
        quote = old.intProperty(QTextFormat.Property.BlockQuoteLevel.value)
        if quote:
            new.setLeftMargin(QUOTE_INDENT * quote)
            new.setRightMargin(0)
        if is_rule:
            # Drawn by the row in our own colour.
            new.clearProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth.value)
            new.setProperty(RULE, True)
        QTextCursor(block).setBlockFormat(new)

    def _is_filler(self, block: QTextBlock) -> bool:
        """An empty paragraph that is there only because a table or a rule wants one beside it."""
        if block.length() > 1 or QTextCursor(block).currentTable() is not None:
            return False
        following = block.next()
        return following.isValid() and QTextCursor(following).currentTable() is not None

    def _dress_fragments(self, block: QTextBlock) -> None:
        heading = block.blockFormat().headingLevel()
        quote = block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel.value)
        colour = self._colours.muted if quote else self._colours.text
        changes: list[tuple[int, int, QTextCharFormat, str | None]] = []
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            old = fragment.charFormat()
            new = self._dressed(old, heading, colour)
            instead = _image_label(old) if old.isImageFormat() else None
            if fragment.text().startswith(MATH_MARK):
                new, instead = self._mathematics(colour), fragment.text().lstrip(MATH_MARK)
            changes.append((fragment.position(), fragment.length(), new, instead))
            iterator += 1
        for position, length, new, instead in reversed(changes):
            cursor = QTextCursor(self._document)
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            if instead is None:
                cursor.setCharFormat(new)
            else:
                cursor.insertText(instead, new)

    def _dressed(self, old: QTextCharFormat, heading: int, colour: str) -> QTextCharFormat:
        """A fresh format that keeps only what we mean to keep."""
        new = QTextCharFormat()
        bold = old.fontWeight() >= QFont.Weight.DemiBold.value or heading > 0
        new.setFontWeight(QFont.Weight.Bold.value if bold else QFont.Weight.Normal.value)
        new.setFontItalic(old.fontItalic())
        new.setFontStrikeOut(old.fontStrikeOut())
        new.setForeground(QBrush(QColor(colour)))
        if old.fontFixedPitch():
            new.setFontFamilies(theme.MONO_FAMILIES)
            new.setFontFixedPitch(True)
            new.setFontPointSize(theme.CODE_PT)
            new.setBackground(QBrush(QColor(self._colours.raised)))
        elif heading:
            new.setFontPointSize(theme.BODY_PT * _HEADING_SCALE.get(heading, 1.0))
        if old.isImageFormat():
            new.setForeground(QBrush(QColor(self._colours.muted)))
        elif old.isAnchor() and is_safe_link(old.anchorHref()):
            new.setAnchor(True)
            new.setAnchorHref(old.anchorHref())
            new.setToolTip(one_line(old.anchorHref()).replace("<", "\u2039"))
            new.setFontUnderline(True)
            new.setForeground(QBrush(QColor(self._colours.accent)))
        return new

    def _mathematics(self, colour: str) -> QTextCharFormat:
        new = QTextCharFormat()
        new.setFontFamilies(theme.MATH_FAMILIES)
        new.setFontPointSize(theme.BODY_PT + 0.5)
        new.setForeground(QBrush(QColor(colour)))
        return new

    def _dress_tables(self, start: int) -> None:
        for frame in self._document.rootFrame().childFrames():
            if isinstance(frame, QTextTable) and frame.lastPosition() >= start:
                self._dress_table(frame)

    def _dress_table(self, table: QTextTable) -> None:
        look = table.format()
        look.setBorder(1)
        look.setBorderCollapse(True)
        look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
        look.setBorderBrush(QBrush(QColor(self._colours.line)))
        look.setCellPadding(6)
        look.setCellSpacing(0)
        look.setMargin(0)
        look.setTopMargin(6)
        look.setBottomMargin(10)
        table.setFormat(look)
        for column in range(table.columns()):
            cell = table.cellAt(0, column)
            header = cell.format()
            header.setBackground(QBrush(QColor(self._colours.raised)))
            cell.setFormat(header)


def _image_label(image: QTextCharFormat) -> str:
    """What stands where a reply wanted a picture: never fetched, never read from disk."""
    source = str(image.property(QTextFormat.Property.ImageName.value) or "")
    try:
        host = urlsplit(source).netloc
    except ValueError:
        host = ""
    return QCoreApplication.translate("Links", "[image: %1]").replace("%1", one_line(host or source, 80))
