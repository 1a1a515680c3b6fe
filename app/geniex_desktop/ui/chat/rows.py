"""What the transcript shows, as a flat list of rows: one row is one small widget. No widgets here.

A long reply is many rows (its closed blocks), so the cost of showing it does not grow with it.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from enum import Enum

from ...chats.conversation import Conversation, Message, Role, State
from ...errors import AppError
from .reply_text import Block, Kind, ReplyText
from .stretches import MOST_CHARS, stretches

_CHAR_WIDTH = 7.0
_LINE_HEIGHT = 25


class RowKind(Enum):
    MEDIA = "media"
    USER = "user"
    THINKING = "thinking"
    PROSE = "prose"
    CODE = "code"
    TOOL = "tool"
    RAW = "raw"
    PHASE = "phase"
    ERROR = "error"
    FOOTER = "footer"
    VERDICT = "verdict"
    CUT = "cut"


_GAP = {
    RowKind.MEDIA: 24,
    RowKind.USER: 24,
    RowKind.THINKING: 16,
    RowKind.PROSE: 12,
    RowKind.CODE: 12,
    RowKind.TOOL: 12,
    RowKind.RAW: 12,
    RowKind.PHASE: 20,
    RowKind.ERROR: 16,
    RowKind.FOOTER: 8,
    RowKind.VERDICT: 6,
    RowKind.CUT: 18,
}
_REPLY_GAP = 20
_BELOW_MEDIA_GAP = 8
_FIXED_HEIGHT = {
    RowKind.MEDIA: 160,
    RowKind.THINKING: 32,
    RowKind.PHASE: 24,
    RowKind.ERROR: 230,
    RowKind.FOOTER: 28,
    RowKind.VERDICT: 34,
    RowKind.CUT: 26,
}
_BLOCK_ROWS = {
    Kind.THINKING: RowKind.THINKING,
    Kind.PROSE: RowKind.PROSE,
    Kind.CODE: RowKind.CODE,
    Kind.TOOL: RowKind.TOOL,
}
_RAW_LIMIT = 20_000
"""Characters of a reply's source in one row."""


@dataclass(frozen=True, slots=True)
class RowKey:
    """Names a row for as long as the conversation lives."""

    kind: RowKind
    message_id: int
    index: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One row and what it shows.

    Attributes:
        message: The message it belongs to; None for a failure that belongs to none.
        block: For rows of a reply's text.
        settled: The block had closed when the row was made; nothing of the row changes any more.
        last: No further row of the same bubble follows.
    """

    key: RowKey
    message: Message | None = None
    block: Block | None = None
    error: AppError | None = None
    settled: bool = False
    last: bool = True

    @property
    def gap(self) -> int:
        """White space above, px; more where a reply begins, none within a bubble."""
        if self.key.kind is RowKind.USER and self.key.index:
            return 0
        if self.key.kind is RowKind.USER and self.message is not None and self.message.parts:
            return _BELOW_MEDIA_GAP
        begins = self.block is not None and self.key.index == 0 and self.key.kind is not RowKind.USER
        return _REPLY_GAP if begins else _GAP[self.key.kind]

    def estimate(self, width: int) -> int:
        """A guess at the height in px, until the row is first shown."""
        if self.key.kind in _FIXED_HEIGHT:
            return _FIXED_HEIGHT[self.key.kind]
        if self.block is not None and self.block.kind is Kind.CODE:
            return 60 + _LINE_HEIGHT * len(self.block.pieces)
        if self.block is not None:
            length = self.block.size
        else:
            length = min(len(self.message.text), MOST_CHARS) if self.message else 0
        return _LINE_HEIGHT * (1 + int(length * _CHAR_WIDTH / max(1, width)))


class RowBuilder:
    """Turns messages into rows and keeps the cut-up text of each reply."""

    def __init__(self, verdicts: Container[int] = ()) -> None:
        """`verdicts` holds the ids of the replies that have a verdict worth saying."""
        self._verdicts = verdicts
        self.raw: set[int] = set()
        """Ids of the ended replies that are shown as the model wrote them."""
        self.whole: set[int] = set()
        """Ids of the person's long messages that are shown to their end."""
        self.folding = True
        """The other long ones are folded."""
        self._texts: dict[int, tuple[ReplyText, bool]] = {}

    def rows(
        self, conversation: Conversation, notice: AppError | None = None, cut: int = 0, planned: bool = False
    ) -> list[Row]:
        """The rows of the whole shown path; a failure that belongs to no message comes last.

        `cut` messages at the beginning are not sent, or (`planned`) would not be: a line says so.
        """
        result: list[Row] = []
        for place, message in enumerate(conversation.path()):
            if cut and place == cut:
                result.append(Row(RowKey(RowKind.CUT, 0, int(planned))))
            result += self.of_message(message)
        if notice is not None:
            result.append(Row(RowKey(RowKind.ERROR, 0), error=notice))
        return result

    def grown(self, rows: list[Row], message: Message) -> tuple[int, list[Row]]:
        """Where the rows of the last message begin to be others than now, and what stands there."""
        place = len(rows)
        while place and rows[place - 1].key.message_id == message.id and not rows[place - 1].settled:
            place -= 1
        if place and rows[place - 1].key.message_id == message.id and message.state is State.STREAMING:
            index = rows[place - 1].key.index
            blocks = self.text_of(message).blocks
            if index < len(blocks) and blocks[index] is rows[place - 1].block:
                return place, _block_rows(message, blocks, index + 1)
        while place and rows[place - 1].key.message_id == message.id:
            place -= 1
        return place, self.of_message(message)

    def of_message(self, message: Message) -> list[Row]:
        """The rows of one message as it is now."""
        if message.role is Role.USER:
            media = [Row(RowKey(RowKind.MEDIA, message.id), message)] if message.parts else []
            return [*media, *self._user_rows(message)]
        ended = message.state in (State.DONE, State.FAILED)
        if ended and message.id in self.raw:
            result = _raw_rows(message)
        else:
            result = _block_rows(message, self.text_of(message).blocks)
        if message.state is State.WAITING:
            result.append(Row(RowKey(RowKind.PHASE, message.id), message))
        if message.state is State.DONE or (message.state is State.FAILED and message.text):
            result.append(Row(RowKey(RowKind.FOOTER, message.id), message))
        if message.id in self._verdicts:
            result.append(Row(RowKey(RowKind.VERDICT, message.id), message))
        if message.error is not None:
            result.append(Row(RowKey(RowKind.ERROR, message.id), message, error=message.error))
        return result

    def _user_rows(self, message: Message) -> list[Row]:
        folded = self.folding and message.id not in self.whole
        parts = [] if folded else stretches(message.text)
        if len(parts) < 2:
            return [Row(RowKey(RowKind.USER, message.id), message)]
        return [
            Row(
                RowKey(RowKind.USER, message.id, index),
                message,
                _block_of(part),
                last=index == len(parts) - 1,
            )
            for index, part in enumerate(parts)
        ]

    def text_of(self, message: Message) -> ReplyText:
        """The blocks of a reply, brought up to its present text."""
        ended = message.state in (State.DONE, State.FAILED)
        text, finished = self._texts.get(message.id, (None, False))
        if text is None or not message.text.startswith(text.fed):
            text, finished = ReplyText(), False
        if len(message.text) > len(text.fed):
            if finished:
                text, finished = ReplyText(), False
            text.feed(message.text[len(text.fed) :])
        if ended and not finished:
            text.finish()
        self._texts[message.id] = (text, ended)
        return text

    def forget(self) -> None:
        """Drops everything kept, for a new conversation."""
        self._texts.clear()
        self.raw.clear()
        self.whole.clear()


def _block_rows(message: Message, blocks: list[Block], start: int = 0) -> list[Row]:
    return [
        Row(RowKey(_BLOCK_ROWS[block.kind], message.id, index), message, block, settled=block.closed)
        for index, block in enumerate(blocks[start:], start)
    ]


def _raw_rows(message: Message) -> list[Row]:
    text = message.text or " "
    parts = [text[start : start + _RAW_LIMIT] for start in range(0, len(text), _RAW_LIMIT)]
    return [
        Row(RowKey(RowKind.RAW, message.id, index), message, _block_of(part))
        for index, part in enumerate(parts)
    ]


def _block_of(part: str) -> Block:
    return Block(Kind.PROSE, [part], closed=True, size=len(part))
