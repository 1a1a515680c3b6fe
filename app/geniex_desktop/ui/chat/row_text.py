"""The text of a row as it is drawn, also of one that has no widget; and its places.

A place counts as Qt does, in UTF-16 units, without the seams of split paragraphs.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QWidget

from .browser import SafeBrowser
from .continued import position_of, selected_text
from .display_text import visible
from .prose import ProseWriter
from .rows import Row, RowKind

END = 2**31 - 1
"""The place after all the text of a row."""
WITH_TEXT = (RowKind.USER, RowKind.THINKING, RowKind.PROSE, RowKind.CODE, RowKind.TOOL, RowKind.RAW)


def view_of(widget: QWidget | None) -> SafeBrowser | None:
    """The text view of a row, if it has one and shows it."""
    if widget is None or isinstance(widget, SafeBrowser):
        return widget
    view = widget.findChild(SafeBrowser)
    return view if isinstance(view, SafeBrowser) and not view.isHidden() else None


def frozen(row: Row) -> Row:
    """A row that stays as it is while its reply grows, for another thread."""
    if row.block is None or row.block.closed:
        return row
    return replace(row, block=replace(row.block, pieces=list(row.block.pieces)))


def whole_text(row: Row) -> str:
    """All the text of a row, as it is drawn, with the hair spaces in it. On any thread."""
    if row.block is None:
        return visible(row.message.text) if row.message is not None else ""
    if row.key.kind is not RowKind.PROSE:
        return visible(row.block.text())
    document = QTextDocument()
    ProseWriter(document).show(row.block)
    return text_between(document)


def text_between(document: QTextDocument, start: int = 0, end: int = END) -> str:
    """The text of a document from one place to another, with the hair spaces in it."""
    cursor = QTextCursor(document)
    cursor.setPosition(position_of(document, start))
    cursor.setPosition(position_of(document, end), QTextCursor.MoveMode.KeepAnchor)
    return selected_text(cursor)
