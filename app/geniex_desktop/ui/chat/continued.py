"""Paragraphs that stand in several blocks of a document, so that a growing one is laid out by its end.

To the reader they are one: places in the text do not count the seams, and copies do not have them.
"""

from __future__ import annotations

from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument, QTextFormat

_CONTINUES = QTextFormat.Property.UserProperty.value + 2
"""Block property: not a paragraph of its own, but further lines of the one above."""


def split(block: QTextBlock, start: int) -> None:
    """Has the lines from a place in a block on go on in a block of their own."""
    cursor = QTextCursor(block)
    cursor.beginEditBlock()
    look = block.blockFormat()
    below = _continuing(look, block)
    look.setBottomMargin(0)
    look.setLayoutDirection(block.textDirection())
    cursor.setBlockFormat(look)
    cursor.setPosition(block.position() + start)
    cursor.insertBlock(below)
    cursor.endEditBlock()


def attach(block: QTextBlock) -> None:
    """Makes a block go on with the paragraph above it."""
    QTextCursor(block).setBlockFormat(_continuing(block.blockFormat(), block.previous()))


def _continuing(look: QTextBlockFormat, above: QTextBlock) -> QTextBlockFormat:
    result = QTextBlockFormat(look)
    result.setTopMargin(0)
    result.setLayoutDirection(above.textDirection())
    result.setProperty(_CONTINUES, True)
    return result


def seams(document: QTextDocument) -> list[int]:
    """The positions of the separators that are not in the text."""
    found = []
    block = document.firstBlock()
    while block.isValid():
        if block.blockFormat().hasProperty(_CONTINUES):
            found.append(block.position() - 1)
        block = block.next()
    return found


def offset_of(document: QTextDocument, position: int) -> int:
    """A position as a place in the text, which stays when the blocks change."""
    return position - sum(seam < position for seam in seams(document))


def position_of(document: QTextDocument, offset: int) -> int:
    """The position of a place in the text; the end if the text is shorter."""
    position = offset
    for seam in seams(document):
        position += seam < position
    return min(position, document.characterCount() - 1)


def selected_text(cursor: QTextCursor) -> str:
    """The selection as plain text."""
    start, end = cursor.selectionStart(), cursor.selectionEnd()
    parts = []
    for seam in [seam for seam in seams(cursor.document()) if start <= seam < end] + [end]:
        part = QTextCursor(cursor.document())
        part.setPosition(start)
        part.setPosition(seam, QTextCursor.MoveMode.KeepAnchor)
        parts.append(part.selection().toPlainText())
        start = seam + 1
    return "".join(parts)
