"""Tells a screen reader what a running reply says: a paragraph at a time, politely, and how it ended."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from ...chats.conversation import Message, State
from ..sentences import localized
from .display_text import visible
from .reply_text import Block, Kind, ReplyText

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
        self._blocks_said = 0
        self._pieces_said = 0
        """Of the block after those."""

    def follow(self, message: Message, text: ReplyText) -> None:
        """The reply has grown or ended."""
        if message.id != self._message_id:
            self._message_id, self._blocks_said, self._pieces_said = message.id, 0, 0
        for block in text.blocks[self._blocks_said :]:
            pieces = _finished_pieces(block)
            for piece in pieces[self._pieces_said :]:
                self._say(visible(piece).strip())
            self._pieces_said = len(pieces)
            if not block.closed:
                break
            self._blocks_said, self._pieces_said = self._blocks_said + 1, 0
        if message.state is State.FAILED and message.error is not None:
            self._say(localized(message.error.text))
        elif message.state is State.DONE:
            self._say(QCoreApplication.translate("Chat", "The answer is finished."))


def _finished_pieces(block: Block) -> list[str]:
    """Paragraphs that will not change any more; a block of code is one."""
    if block.kind is Kind.PROSE:
        return [piece for piece in block.pieces if piece.strip()]
    return [block.text()] if block.kind is not Kind.THINKING and block.closed else []
