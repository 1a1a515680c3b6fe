"""Typed values as JSON and back: how dataclasses cross the pipe between app and engine process."""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from ..errors import AppError, Blame

T = TypeVar("T")


def pack(value: Any) -> Any:
    """Dataclasses become objects of their fields, tuples lists, paths strings, enums their values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: pack(getattr(value, name)) for name in _field_types(type(value))}
    if isinstance(value, (tuple, list)):
        return [pack(item) for item in value]
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    return value


def unpack(kind: type[T], data: Any) -> T:
    """The reverse of `pack`, guided by the type. TypeError, ValueError or KeyError for what does not fit."""
    result: T = _convert(kind, data)
    return result


def pack_error(error: AppError) -> dict[str, Any]:
    return {
        "text": error.text,
        "cause": error.cause,
        "hint": error.hint,
        "detail": error.detail,
        "code": error.code,
        "blame": error.blame.value,
    }


def unpack_error(data: dict[str, Any]) -> AppError:
    return AppError(
        data["text"],
        cause=data["cause"],
        hint=data["hint"],
        detail=data["detail"],
        code=data["code"],
        blame=Blame(data["blame"]),
    )


@cache
def _field_types(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {entry.name: hints[entry.name] for entry in dataclasses.fields(kind)}


def _convert(kind: Any, data: Any) -> Any:
    origin = typing.get_origin(kind)
    if origin in (typing.Union, types.UnionType):
        return _convert_optional(typing.get_args(kind), data)
    if origin is tuple:
        item_kind = typing.get_args(kind)[0]
        return tuple(_convert(item_kind, item) for item in data)
    if dataclasses.is_dataclass(kind):
        fields = _field_types(typing.cast("type", kind))
        return typing.cast("Any", kind)(**{name: _convert(hint, data[name]) for name, hint in fields.items()})
    if isinstance(kind, type) and issubclass(kind, (Enum, Path)):
        return kind(data)
    return data


def _convert_optional(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None:
        return None
    (kind,) = (kind for kind in kinds if kind is not type(None))
    return _convert(kind, data)
