"""Chats from a JSON file of `exports`: nothing in the file is believed before it is checked."""

from __future__ import annotations

import base64
import json
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..engine.types import ProfileData
from ..errors import AppError, Blame
from . import columns
from .attachments import TEXT, Attachment, content_hash
from .conversation import Conversation, Message, Role, State
from .exports import FORMAT, VERSION
from .records import ChatInfo, ChatOptions, new_key

MOST_BYTES = 256 * 2**20
_MOST_CHATS = 10_000
_MOST_MESSAGES = 200_000
_LONGEST_TEXT = 16 * 2**20
_LONGEST_NAME = 1000
_MOST_PARTS = 100
_MOST_TOKENS = 2**20
_LATEST = 2.5e11
"""Seconds since 1970; the calendar of Python ends there."""
_KINDS = ("image", "audio", "text")
_HEX = set("0123456789abcdef")


@dataclass(frozen=True, slots=True)
class ImportedChat:
    """A chat ready for the store, under a key of its own: an import never overwrites."""

    info: ChatInfo
    options: ChatOptions
    conversation: Conversation


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file brought: `contents` are the bytes of attachments."""

    chats: tuple[ImportedChat, ...]
    contents: tuple[bytes, ...]


def read_chats(content: bytes) -> Imported:
    """The chats of a file, with what is attached to them.

    Raises:
        AppError: the file is no such file, or says what cannot be.
    """
    if len(content) > MOST_BYTES:
        raise _refuse(f"it is larger than {MOST_BYTES >> 20} MiB")
    try:
        values = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise _refuse(f"it is no JSON ({error})") from error
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise _refuse("it was not made by this app's export")
    if values.get("version") != VERSION:
        raise _refuse("it was made by a newer version of the app")
    chats = _list(values.get("chats"), "chats", _MOST_CHATS)
    if sum(len(_list(chat.get("messages"), "messages", _MOST_MESSAGES)) for chat in chats) > _MOST_MESSAGES:
        raise _refuse(f"it has more than {_MOST_MESSAGES:,} messages")
    attached = values.get("attachments", {})
    if not isinstance(attached, dict):
        raise _refuse("its attachments are no object")
    return Imported(
        tuple(_chat(chat) for chat in chats),
        tuple(_content(sha256, data) for sha256, data in attached.items()),
    )


def _content(sha256: str, data: object) -> bytes:
    try:
        content = base64.b64decode(data, validate=True) if isinstance(data, str) else b""
    except ValueError as error:
        raise _refuse("an attachment is no base64") from error
    if content_hash(content) != sha256:
        raise _refuse("the bytes of an attachment are not those that its messages name")
    return content


def _refuse(cause: str) -> AppError:
    return AppError(
        "The file could not be imported.",
        cause=f"As chats, {cause}.",
        hint="Nothing was changed. Choose a JSON file that was exported from this app.",
        blame=Blame.USER,
    )


def _list(value: object, what: str, most: int) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise _refuse(f"its {what} are no list of objects")
    if len(value) > most:
        raise _refuse(f"it has more than {most:,} {what}")
    return value


def _chat(values: Mapping[str, Any]) -> ImportedChat:
    info = ChatInfo(
        new_key(),
        _name(values.get("title")),
        bool(values.get("named")),
        bool(values.get("pinned")),
        _name(values.get("folder")),
        _time(values.get("created")),
        _time(values.get("updated")),
    )
    messages: dict[int, Message] = {}
    for entry in values["messages"]:
        message = _message(entry, messages)
        messages[message.id] = message
    options = values.get("options")
    return ImportedChat(
        info,
        columns.unpack_options(options) if isinstance(options, dict) else ChatOptions(),
        Conversation.restored(messages.values(), _int(values.get("shown"))),
    )


def _message(values: Mapping[str, Any], before: Mapping[int, Message]) -> Message:
    """One message; its parent must stand before it, so that no circle can be made."""
    id_, role = _int(values.get("id")), values.get("role")
    if id_ is None or id_ in before:
        raise _refuse("a message has no number of its own")
    if role not in ("user", "assistant"):
        raise _refuse("a message is of neither the user nor the model")
    parent = values.get("parent")
    above = before.get(_int(parent) or 0)
    if (parent is not None and above is None) or (above.role.value if above else "assistant") == role:
        raise _refuse("a message answers nothing that stands before it")
    failed = role == Role.ASSISTANT.value and values.get("state") != State.DONE.value
    profile, error = values.get("profile"), values.get("error")
    thinking = values.get("thinking_seconds")
    return Message(
        id=id_,
        parent=above.id if above else 0,
        role=Role(role),
        text=_text(values.get("text"), _LONGEST_TEXT),
        state=State.FAILED if failed else State.DONE,
        token_ids=_tokens(values.get("token_ids")),
        profile=columns.typed(ProfileData, profile) if isinstance(profile, dict) else None,
        created=_time(values.get("created")),
        model=_name(values.get("model")),
        device=_name(values.get("device")),
        thinking_seconds=thinking if isinstance(thinking, float) and 0 <= thinking < 1e6 else None,
        error=columns.unpack_error(json.dumps(error)) if failed and isinstance(error, dict) else None,
        parts=_parts(values.get("parts", [])),
        chosen=_int(values.get("chosen")),
    )


def _parts(value: object) -> tuple[Attachment, ...]:
    parts = []
    for entry in _list(value, "attachments of a message", _MOST_PARTS):
        kind, sha256, size = entry.get("kind"), entry.get("sha256"), _int(entry.get("size"))
        if kind not in _KINDS or not (isinstance(sha256, str) and len(sha256) == 64 and set(sha256) <= _HEX):
            raise _refuse("an attachment is of no known kind")
        name, media_type, detail = (_name(entry.get(field)) for field in ("name", "media_type", "detail"))
        text = _text(entry.get("text", ""), _LONGEST_TEXT) if kind == TEXT else ""
        if text:
            sha256 = content_hash(text.encode())
        parts.append(Attachment(kind, sha256, name, media_type, size or 0, detail, text))
    return tuple(parts)


def _text(value: object, longest: int) -> str:
    if not isinstance(value, str) or len(value) > longest:
        raise _refuse("a message has no text, or far too much")
    return columns.clean(value)


def _name(value: object) -> str:
    return columns.clean(value[:_LONGEST_NAME]) if isinstance(value, str) else ""


def _int(value: object) -> int | None:
    return value if type(value) is int and 0 < value < 2**31 else None


def _time(value: object) -> float:
    """Seconds since 1970, or now where the file says nothing sensible."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < _LATEST:
        return float(value) if math.isfinite(value) else time.time()
    return time.time()


def _tokens(value: object) -> tuple[int, ...]:
    """Verbatim tokens only save work; whatever is odd about them, the text is tokenized instead."""
    if not isinstance(value, list) or len(value) > _MOST_TOKENS:
        return ()
    if not all(type(token) is int and 0 <= token < 2**31 for token in value):
        return ()
    return tuple(value)
