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
from .continued import attach, split
from .display_text import MATH_MARK, markdown, one_line
from .live_tail import last_item, last_word, line_start, plain_growth
from .reply_text import Block

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
QUOTE_INDENT = 16
RULE = QTextFormat.Property.UserProperty.value + 1
"""Block property: a horizontal rule."""
_LONG = 240
"""Characters from which on it pays to cut a paragraph."""
_LINES = 6
"""Lines at the end of which the first that can be cut before is looked for."""
_HEADING_SCALE = {1: 1.35, 2: 1.2, 3: 1.08}


class ProseWriter:
    """Keeps one document equal to one prose block.

    Of a long tail only what comes after a cut is drawn anew: after the items of a list that are
    whole, or after the lines of a paragraph that are full. Until the paragraph ends, what follows
    such a line is a block of its own.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._document = document
        self._pieces_done = 0
        self._stable = 0
        self._tail = ""
        self._cut = 0
        """Characters of the tail before the cut."""
        self._live = 0
        """Where the cut is in the document; the end of the finished pieces if there is none."""
        self._first = 0
        """Where the first block after the cut begins."""
        self._in_line = False
        """The cut is inside a paragraph."""
        self._shown: Block | None = None

    @property
    def block(self) -> Block | None:
        """What is shown."""
        return self._shown

    def show(self, block: Block) -> None:
        """Brings the document up to the block's present text."""
        if block is not self._shown:
            self._restart(block)
        new = block.pieces[self._pieces_done :]
        if not new and block.tail == self._tail:
            return
        if not new and self._grow(block.tail):
            return
        if new or not block.tail.startswith(self._tail[: self._cut]):
            self._join()
        self._cut_to(self._live)
        for piece in new:
            self._insert(piece)
        if new:
            self._pieces_done = len(block.pieces)
            self._stable = self._live = self._end()
        self._tail = block.tail
        self._draw_live()

    def rewrap(self) -> None:
        """The width has changed: lines that were full are so no more."""
        if self._cut:
            self._join()
            self._cut_to(self._live)
            self._draw_live()

    def _restart(self, block: Block) -> None:
        self._document.clear()
        self._pieces_done = self._stable = 0
        self._join()
        self._tail = ""
        self._shown = block

    def _join(self) -> None:
        """Gives the cut up."""
        self._cut, self._live, self._in_line = 0, self._stable, False

    def _grow(self, tail: str) -> bool:
        """Appends to the last paragraph if the tail has only become longer by plain text."""
        live = self._tail[self._cut :]
        if not live.strip() or not tail.startswith(self._tail):
            return False
        added = tail[len(self._tail) :]
        new = plain_growth(live, added)
        last = self._document.lastBlock()
        if not new or not last.text().endswith(last_word(live.rstrip(" "))):
            return False
        cursor = QTextCursor(last)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
        cursor.insertText(new)
        self._tail = tail
        self._settle_lines()
        return True

    def _draw_live(self) -> None:
        items = last_item(self._tail[self._cut :])
        if items:
            self._insert_live(self._tail[self._cut : self._cut + items])
            self._cut += items
            self._live, self._in_line = self._end(), False
        live = self._tail[self._cut :]
        if live.strip():
            self._insert_live(live)
            self._settle_lines()

    def _insert_live(self, text: str) -> None:
        """Inserts what comes after the cut, as going on with the line or the list that was cut."""
        self._first = self._insert(text)
        if not self._cut:
            return
        first = self._document.findBlock(self._first)
        if self._in_line:
            attach(first)
            return
        inserted, above = _list_of(QTextCursor(first)), _outer_list(self._document.findBlock(self._live))
        if inserted is not None and above is not None:
            # Joined to the list above, it would have all of that laid out again.
            look = inserted.format()
            look.setStart(above.format().start() + above.count())
            inserted.setFormat(look)

    def _settle_lines(self) -> None:
        """Cuts a long paragraph after its full lines."""
        block = self._document.lastBlock()
        if block.length() < _LONG or block.position() != self._first or not _is_paragraph(block):
            return
        # Asking for its place has the paragraph laid out.
        self._document.documentLayout().blockBoundingRect(block)
        lines = block.layout().lineCount()
        text, live = block.text().encode("utf-16-le", "surrogatepass"), self._tail[self._cut :]
        for number in range(lines - 2, max(0, lines - _LINES), -1):
            start = block.layout().lineAt(number).textStart()
            above, below = (
                part.decode("utf-16-le", "surrogatepass") for part in (text[: 2 * start], text[2 * start :])
            )
            cut = line_start(live, above, below, _drawn)
            if cut:
                split(block, start)
                self._cut += cut
                self._live, self._first = block.position() + start, block.position() + start + 1
                self._in_line = True
                return

    def _end(self) -> int:
        return self._document.characterCount() - 1

    def _cut_to(self, position: int) -> None:
        cursor = QTextCursor(self._document)
        cursor.setPosition(position)
        look, was_listed = cursor.blockFormat(), _list_of(cursor) is not None
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        # The last block that stays has taken the look of what was removed.
        if cursor.blockFormat() != look:
            cursor.setBlockFormat(look)
        stray = _list_of(cursor)
        if stray is not None and not was_listed:
            stray.remove(cursor.block())

    def _insert(self, text: str) -> int:
        """Appends Markdown; answers where its first block begins."""
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
        return first


def _drawn(text: str) -> str:
    """The text that Markdown is drawn as."""
    scratch = QTextDocument()
    QTextCursor(scratch).insertMarkdown(markdown(text), _FEATURES)
    return scratch.toPlainText().replace(MATH_MARK, "")


def _is_paragraph(block: QTextBlock) -> bool:
    look = block.blockFormat()
    quoted = look.intProperty(QTextFormat.Property.BlockQuoteLevel.value)
    plain = not look.headingLevel() and not quoted and not look.nonBreakableLines()
    return plain and _list_of(QTextCursor(block)) is None


def _outer_list(block: QTextBlock) -> QTextList | None:
    """The list of the first level that a block of a list belongs to."""
    while block.isValid():
        found = _list_of(QTextCursor(block))
        if found is not None and found.format().indent() == 1:
            return found
        block = block.previous()
    return None


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
