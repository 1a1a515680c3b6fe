"""Values on their way across the C border: strings going in, copies coming out."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import AppError, Blame

if TYPE_CHECKING:
    from cffi import FFI

_UNSENDABLE = re.compile("[\0\ud800-\udfff]")


def encode_text(text: str) -> bytes:
    """UTF-8 for a C string. NUL would cut it, half a surrogate pair is no character: both become U+FFFD."""
    return _UNSENDABLE.sub("\ufffd", text).encode("utf-8")


def encode_path(path: Path) -> bytes:
    """UTF-8 on Windows, the file system's own bytes elsewhere. Raises AppError for a name with NUL."""
    name = str(path)
    if "\0" in name:
        raise AppError("A file name contains a NUL character.", detail=repr(name), blame=Blame.USER)
    return name.encode("utf-8", "replace") if sys.platform == "win32" else os.fsencode(name)


class Arena:
    """Makes C values and keeps them alive as long as itself: cffi frees memory that Python forgets."""

    def __init__(self, ffi: FFI) -> None:
        self._ffi = ffi
        self._kept: list[Any] = []

    def new(self, ctype: str, init: Any = None) -> Any:
        value = self._ffi.new(ctype, init)
        self._kept.append(value)
        return value

    def sized(self, struct: str) -> Any:
        """A zeroed structure of geniex_ext.h with its `size` set."""
        value = self.new(f"{struct}*")
        value.size = self._ffi.sizeof(struct)
        return value

    def text(self, text: str) -> Any:
        return self.new("char[]", encode_text(text))

    def path(self, path: Path) -> Any:
        return self.new("char[]", encode_path(path))

    def texts(self, texts: tuple[str, ...]) -> Any:
        """A `const char**`, or NULL for none."""
        return self.new("const char*[]", [self.text(text) for text in texts]) if texts else self._ffi.NULL
