"""Values of a message as database columns, and back. What cannot be read back is left out, not raised:
a chat must open even if a figure of it is damaged."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, TypeVar

from ..engine.types import ProfileData, Sampler
from ..errors import AppError, Blame
from .records import ChatOptions

T = TypeVar("T")

_LARGEST = 2**53
"""No honest figure comes near; what is beyond cannot be shown."""


def clean(text: str) -> str:
    """Text that every file can hold: halves of characters, as a keyboard may leave them, become U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def pack_tokens(ids: tuple[int, ...]) -> bytes:
    """32-bit little-endian integers."""
    values = array("i", ids)
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()


def unpack_tokens(raw: bytes) -> tuple[int, ...]:
    values = array("i")
    if len(raw) % values.itemsize:
        return ()
    values.frombytes(raw)
    if sys.byteorder == "big":
        values.byteswap()
    return tuple(values)


def pack_profile(profile: ProfileData | None) -> str:
    return json.dumps(asdict(profile)) if profile is not None else ""


def unpack_profile(text: str) -> ProfileData | None:
    return typed(ProfileData, loads(text))


def pack_error(error: AppError | None) -> str:
    if error is None:
        return ""
    kept = {name: getattr(error, name) for name in ("text", "cause", "hint", "detail", "code")}
    return json.dumps({**kept, "blame": error.blame.value})


def unpack_error(text: str) -> AppError | None:
    values = loads(text)
    if not isinstance(values.get("text"), str):
        return None
    texts = {name: str(values.get(name, "")) for name in ("cause", "hint", "detail")}
    code = values.get("code")
    blame = Blame.USER if values.get("blame") == Blame.USER.value else Blame.ENGINE
    return AppError(values["text"], **texts, code=code if isinstance(code, int) else 0, blame=blame)


def pack_options(options: ChatOptions) -> str:
    return json.dumps(asdict(options))


def unpack_options(value: str | Mapping[str, Any]) -> ChatOptions:
    """From its text, or from what a file brought."""
    values = loads(value) if isinstance(value, str) else value
    prompt, sampler = values.get("system_prompt"), values.get("sampler")
    return ChatOptions(
        clean(prompt) if isinstance(prompt, str) else None,
        typed(Sampler, sampler) if isinstance(sampler, Mapping) else None,
    )


def typed(kind: type[T], values: Mapping[str, Any]) -> T | None:
    """A dataclass of plain numbers and texts from a mapping; None unless every field fits its type."""
    kinds: dict[str, tuple[type, ...]] = {"float": (int, float), "int": (int,), "str": (str,)}
    wanted = {field.name: kinds[str(field.type)] for field in fields(kind)}  # type: ignore[arg-type]
    known = {name: value for name, value in values.items() if name in wanted}
    if not known or any(type(value) not in wanted[name] for name, value in known.items()):
        return None
    numbers = [value for value in known.values() if not isinstance(value, str)]
    if not all(abs(number) < _LARGEST for number in numbers):  # NaN is not below it either
        return None
    try:
        return kind(**known)
    except TypeError:
        return None


def loads(text: str) -> Mapping[str, Any]:
    """A JSON object; an empty one for anything else."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
