"""What the store of conversations hands out and takes in; frozen, free of SQL."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..engine.types import Sampler
from .attachments import Attachment
from .conversation import Conversation


def new_key() -> str:
    """A name for a new chat that no other window will choose."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class ChatInfo:
    """A line of the list of chats.

    Attributes:
        key: Names the chat for ever, in every window.
        named: The title was given by the person and is not made anew.
        folder: "" for none.
        updated: Seconds since 1970, UTC, of the last message.
    """

    key: str
    title: str = ""
    named: bool = False
    pinned: bool = False
    folder: str = ""
    created: float = 0.0
    updated: float = 0.0

    @classmethod
    def from_row(cls, row: Sequence[Any]) -> ChatInfo:
        """From the first seven columns, in the order of the attributes."""
        key, title, named, pinned, folder, created, updated = row[:7]
        times = (value if isinstance(value, float) else 0.0 for value in (created, updated))
        return cls(str(key), str(title), bool(named), bool(pinned), str(folder), *times)


@dataclass(frozen=True, slots=True)
class ChatOptions:
    """What a chat asks of the model in its own way; None where the settings decide."""

    system_prompt: str | None = None
    sampler: Sampler | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A message that is being written.

    Attributes:
        parts: What is attached to it, in its order.
        edited: The message (id) that it is to be a new version of; None for the chat's next message.
    """

    text: str = ""
    parts: tuple[Attachment, ...] = ()
    edited: int | None = None

    def __bool__(self) -> bool:
        """There is something to keep."""
        return bool(self.text or self.parts or self.edited is not None)


Drafts = tuple[Draft, ...]
"""Of one chat: its next message, then the new versions of earlier ones; each only where there is one."""


@dataclass(frozen=True, slots=True)
class StoredChat:
    """A chat as it was left.

    Attributes:
        drafts: What was being written and was not sent.
        place: Where the reader was, as the window wrote it; "" at the end.
    """

    info: ChatInfo
    options: ChatOptions
    drafts: Drafts
    place: str
    conversation: Conversation


@dataclass(frozen=True, slots=True)
class Hit:
    """A chat that was found.

    Attributes:
        message_id: The best message, by its id in the opened chat; None when only the title fits.
        before, found, after: The place in its text; "" when only the title fits.
    """

    info: ChatInfo
    message_id: int | None = None
    before: str = ""
    found: str = ""
    after: str = ""
