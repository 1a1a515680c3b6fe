"""The chat template in a GGUF file, for people to read. Only for files that our reader found sound."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

KEY = b"tokenizer.chat_template"
LONGEST = 256 << 10
"""Bytes of the text that are shown."""

_STRING, _ARRAY = 8, 9
_SIZES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
_MOST_KEYS = 100_000
_MOST_STRINGS = 2_000_000


def read_chat_template(path: Path) -> str:
    """Jinja text, cut at `LONGEST`; "" where the file brings none. Blocks; raises OSError."""
    with path.open("rb") as file:
        try:
            return _find(file)
        except (struct.error, ValueError, KeyError):
            return ""


def _find(file: BinaryIO) -> str:
    if file.read(4) != b"GGUF":
        return ""
    _version, _tensors, keys = struct.unpack("<IQQ", file.read(20))
    for _ in range(min(keys, _MOST_KEYS)):
        name = file.read(min(_length(file), LONGEST))
        (kind,) = struct.unpack("<I", file.read(4))
        if name == KEY and kind == _STRING:
            return file.read(min(_length(file), LONGEST)).decode("utf-8", "replace")
        _skip(file, kind)
    return ""


def _length(file: BinaryIO) -> int:
    return int(struct.unpack("<Q", file.read(8))[0])


def _skip(file: BinaryIO, kind: int) -> None:
    if kind == _STRING:
        file.seek(_length(file), 1)
        return
    if kind != _ARRAY:
        file.seek(_SIZES[kind], 1)
        return
    (inner,) = struct.unpack("<I", file.read(4))
    count = _length(file)
    if inner != _STRING:
        file.seek(_SIZES[inner] * count, 1)
        return
    for _ in range(min(count, _MOST_STRINGS)):
        file.seek(_length(file), 1)
