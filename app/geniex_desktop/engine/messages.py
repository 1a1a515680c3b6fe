"""Messages put together."""

from __future__ import annotations

from dataclasses import replace

from .types import ChatMessage


def joined(first: ChatMessage, second: ChatMessage) -> ChatMessage:
    """Two messages of the user's as one, each medium still before the text that it belongs to."""
    content = f"{first.content}\n\n{second.content}"
    shift = len(first.content) + 2
    moved = (replace(part, offset=part.offset + shift) for part in second.media)
    return replace(first, content=content, media=(*first.media, *moved))
