"""Messages on a pipe: four bytes of length, little-endian, then a JSON object."""

from __future__ import annotations

import json
import struct
from typing import Any, BinaryIO

PROTOCOL_VERSION = 1
"""Raised with every change of the messages; app and engine process come from one installation."""

_LENGTH = struct.Struct("<I")
_MAX_BYTES = 512 * 1024 * 1024


class FrameError(Exception):
    """What arrived is not a message."""


def write_frame(pipe: BinaryIO, message: dict[str, Any]) -> None:
    """Raises OSError when the other side is gone."""
    body = json.dumps(message, separators=(",", ":")).encode("ascii")
    pipe.write(_LENGTH.pack(len(body)) + body)
    pipe.flush()


def read_frame(pipe: BinaryIO) -> dict[str, Any] | None:
    """The next message, None at the end (also within a message). Raises FrameError, OSError."""
    header = pipe.read(_LENGTH.size)
    if len(header) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(header)
    if length > _MAX_BYTES:
        raise FrameError(f"a message of {length} bytes")
    body = pipe.read(length)
    if len(body) < length:
        return None
    try:
        message = json.loads(body)
    except ValueError as error:
        raise FrameError(str(error)) from error
    if not isinstance(message, dict):
        raise FrameError("a message that is no object")
    return message
