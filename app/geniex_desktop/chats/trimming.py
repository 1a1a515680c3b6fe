"""What of a conversation is sent when not all of it fits: whole turns go, the oldest first. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..engine.messages import joined
from ..engine.types import ChatMessage, MediaPart
from .conversation import Message, Role

Messages = tuple[ChatMessage, ...]


def with_draft(messages: Messages, draft: ChatMessage) -> Messages:
    """The messages and one more of the user's, joined to the last where that is the user's too."""
    if not draft.content.strip() and not draft.media:
        return messages
    if messages and messages[-1].role == "user":
        return (*messages[:-1], joined(messages[-1], draft))
    return (*messages, draft)


def without_oldest(messages: Messages, count: int) -> Messages:
    """The messages without the oldest turns. What the system says and the last turn always stay."""
    head, starts = _head(messages), _starts(messages)
    count = min(count, len(starts) - 1)
    return (*messages[:head], *messages[starts[count] :]) if count > 0 else messages


def turns_to_leave_out(
    messages: Messages, n_tokens: int, room: int, tokens_of: Callable[[MediaPart], int] = lambda _part: 0
) -> int:
    """How many of the oldest turns must go so that about `room` tokens are left of `n_tokens`.

    `tokens_of` a medium tells what it takes of them; the others are shared out by characters. 0 where all
    fits, and where the last turn alone is too long.
    """
    starts = _starts(messages)
    total = sum(len(message.content) for message in messages)
    if n_tokens <= room or len(starts) < 2 or not total:
        return 0
    media = [sum(map(tokens_of, message.media)) for message in messages]
    per_character = max(0, n_tokens - sum(media)) / total
    freed, index = 0.0, _head(messages)
    for count, start in enumerate(starts[1:], 1):
        freed += per_character * sum(len(message.content) for message in messages[index:start])
        freed += sum(media[index:start])
        index = start
        if freed >= n_tokens - room:
            return count
    return len(starts) - 1


def first_sent(path: Sequence[Message], count: int) -> int:
    """The place in the shown path of the first message that is sent without so many of the oldest turns.

    Counts turns as `Conversation.history` makes them: messages of the user's that follow each other are one.
    """
    start = seen = 0
    mine = False
    for index, message in enumerate(path):
        if message.role is Role.ASSISTANT:
            mine = mine and not message.text
        elif not mine:
            mine, start = True, index
            if seen == count:
                break
            seen += 1
    return start


def _head(messages: Messages) -> int:
    """Messages before the first turn."""
    starts = _starts(messages)
    return starts[0] if starts else len(messages)


def _starts(messages: Messages) -> list[int]:
    return [index for index, message in enumerate(messages) if message.role == "user"]
