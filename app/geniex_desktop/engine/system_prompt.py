"""Where a chat template puts the system prompt, and a place for it where the template has none.

Found out by trying, for it must be known of any library: a template may raise an error for a system message,
leave it out, or put its text in front of the user's, and a library may do so for it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from ..errors import AppError
from .messages import joined
from .types import ChatMessage

Messages = tuple[ChatMessage, ...]

_SYSTEM, _USER = "Systemprobe", "Userprobe"


class SystemPlace(Enum):
    OWN_TURN = "own turn"
    WITH_USER = "with the user"
    """In front of a user's message, within its turn."""
    NONE = "none"
    """Refused or left out."""


def find_system_place(templated: Callable[[Messages], str]) -> SystemPlace:
    """What becomes of a system message; `templated` applies the template and raises AppError."""
    try:
        text = templated((ChatMessage("system", _SYSTEM), ChatMessage("user", _USER)))
    except AppError:
        return SystemPlace.NONE
    _, found, behind = text.partition(_SYSTEM)
    between, user, _ = behind.partition(_USER)
    if not found:
        return SystemPlace.NONE
    return SystemPlace.WITH_USER if user and not between.strip() else SystemPlace.OWN_TURN


def without_system(messages: Messages) -> Messages:
    """The messages with all that the system says in front of what the user says first."""
    said = [message.content for message in messages if message.role == "system"]
    others = [message for message in messages if message.role != "system"]
    if not said:
        return messages
    system = ChatMessage("user", "\n\n".join(said))
    first = next((index for index, message in enumerate(others) if message.role == "user"), None)
    if first is None:
        return (system, *others)
    return (*others[:first], joined(system, others[first]), *others[first + 1 :])
