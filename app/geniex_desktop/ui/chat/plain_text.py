"""Plain text in a text view, in our line spacing; text that grows is added to, not set anew."""

from __future__ import annotations

from PySide6.QtGui import QColor, QTextBlockFormat, QTextCharFormat, QTextCursor

from .. import theme
from .browser import SafeBrowser


def set_plain(view: SafeBrowser, text: str, colour: str) -> None:
    """Fills a view with plain text in our line spacing."""
    spacing = QTextBlockFormat()
    spacing.setLineHeight(theme.LINE_SPACING, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    format_ = QTextCharFormat()
    format_.setForeground(QColor(colour))
    view.clear()
    cursor = QTextCursor(view.document())
    # Formats first and all in one edit: each later change would have the whole text laid out once more.
    cursor.beginEditBlock()
    cursor.setBlockFormat(spacing)
    cursor.insertText(text, format_)
    cursor.endEditBlock()


class GrowingText:
    """Keeps a view equal to a text that mostly grows at its end."""

    def __init__(self, view: SafeBrowser) -> None:
        self._view = view
        self._shown = ""
        self._colour = ""

    def show(self, text: str, colour: str) -> None:
        """Brings the view up to the text."""
        if text == self._shown and colour == self._colour:
            return
        grows = bool(self._shown) and colour == self._colour and text.startswith(self._shown)
        if grows:
            cursor = QTextCursor(self._view.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertText(text[len(self._shown) :])
        else:
            set_plain(self._view, text, colour)
        self._shown, self._colour = text, colour
