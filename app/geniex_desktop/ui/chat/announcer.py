"""Tells a screen reader what a running reply says: a paragraph at a time, politely, and how it ended."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from ...chats.conversation import Message, State
from ..sentences import localized
from .display_text import visible
from .reply_text import Kind, ReplyText

Say = Callable[[str], None]


def announce(widget: QWidget, text: str) -> None:
    """Has a screen reader say a text when it has a pause; does nothing where none listens."""
    if text and QAccessible.isActive():
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))


class Announcer:
    """Follows one reply after the other. Thinking is not read out."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._message_id = 0
        self._said = 0

    def follow(self, message: Message, text: ReplyText) -> None:
        """The reply has grown or ended."""
        if message.id != self._message_id:
            self._message_id, self._said = message.id, 0
        whole = _finished_pieces(text)
        for piece in whole[self._said :]:
            self._say(visible(piece).strip())
        self._said = len(whole)
        if message.state is State.FAILED and message.error is not None:
            self._say(localized(message.error.text))
        elif message.state is State.DONE:
            self._say(QCoreApplication.translate("Chat", "The answer is finished."))


def _finished_pieces(text: ReplyText) -> list[str]:
    """Paragraphs that will not change any more; a block of code is one."""
    pieces: list[str] = []
    for block in text.blocks:
        if block.kind is Kind.PROSE:
            pieces += [piece for piece in block.pieces if piece.strip()]
        elif block.kind is not Kind.THINKING and block.closed:
            pieces.append(block.text())
    return pieces
