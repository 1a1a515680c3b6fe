"""libgeniex in this process: loading, log, calls and errors."""

from __future__ import annotations

import atexit
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from ..errors import AppError, Blame
from .cdefs import declarations
from .cvalues import Arena
from .failures import native_error
from .location import NativeFiles
from .nativelog import NativeLog

if TYPE_CHECKING:
    from cffi import FFI

_INDISPENSABLE = (
    "geniex_init",
    "geniex_deinit",
    "geniex_free",
    "geniex_set_log",
    "geniex_get_error_message",
    "geniex_llm_create",
    "geniex_llm_generate",
    "geniex_llm_destroy",
)

_opened: dict[Path, Library] = {}
_opening = threading.Lock()


def open_library(files: NativeFiles) -> Library:
    """The one Library object of this file in this process, loaded on first use. Raises AppError."""
    with _opening:
        key = files.library.resolve()
        if key not in _opened:
            _opened[key] = Library(files)
        return _opened[key]


class Library:
    """A loaded libgeniex. Other modules see `ffi` and C values; nothing above the engine does.

    Between `init` and `deinit` every `call` must come from the thread that called `init`;
    `lib` is for those functions that the headers allow on any thread.
    """

    def __init__(self, files: NativeFiles) -> None:
        from cffi import FFI  # here, so that importing the package stays quick and loads nothing native

        self.path = files.library
        self.ffi: FFI = FFI()
        self.ffi.cdef(declarations(files.include))
        self.lib = self._dlopen()
        self._refuse_another_library()
        self.log = NativeLog()
        self.on_call: Callable[[str], None] | None = None
        """Told the name of each `call`, on its thread; for tests."""
        self.has_extensions = self.has("geniex_ext_version")
        self._owner: int | None = None
        self._log_callback = self.ffi.callback("geniex_log_callback", self._receive_log)
        self.lib.geniex_set_log(self._log_callback)
        with contextlib.suppress(AttributeError):  # newer than some libraries
            self.lib.geniex_set_log_level(self.log.threshold())
        # A native thread that logs while the interpreter goes down must not find it gone.
        atexit.register(self.lib.geniex_set_log, self.ffi.NULL)

    def _dlopen(self) -> Any:
        try:
            return self.ffi.dlopen(str(self.path))
        except OSError as error:
            raise AppError(
                "The native library cannot be loaded.",
                cause=str(error).partition(".  Additionally")[0],  # cffi adds a search of its own
                hint="It may be built for another processor or miss a system library.",
                detail=str(self.path),
            ) from error

    def _refuse_another_library(self) -> None:
        missing = [name for name in _INDISPENSABLE if not self.has(name)]
        if missing:
            raise AppError(
                "This file is no GenieX library.",
                cause=f"It has no {missing[0]}.",
                hint="Choose another runtime in the settings, or use the app's own.",
                detail=str(self.path),
                blame=Blame.USER,
            )

    def has(self, function: str) -> bool:
        """Whether this library offers the function."""
        try:
            getattr(self.lib, function)
        except AttributeError:
            return False
        return True

    def _receive_log(self, level: int, message: Any) -> None:
        self.log.receive(level, self.text(message))

    # ------------------------------------------------------------------ calls

    def init(self) -> None:
        """Scans for plugins and makes the calling thread the engine's. Raises AppError."""
        if self._owner is not None:
            raise RuntimeError("libgeniex is in use by another engine of this process")
        self._owner = threading.get_ident()
        try:
            self.checked("geniex_init")
        except AppError:
            self._owner = None
            raise

    def deinit(self) -> None:
        """Frees all models and plugins."""
        self.call("geniex_deinit")
        self._owner = None

    def call(self, function: str, *arguments: Any) -> Any:
        """Calls the engine; from its own thread only."""
        if threading.get_ident() != self._owner:
            raise RuntimeError(f"{function} was called outside the engine thread")
        if self.on_call is not None:
            self.on_call(function)
        try:
            entry = getattr(self.lib, function)
        except AttributeError as error:
            raise AppError(
                f"The library {self.path.name} has no {function}.", detail=str(self.path)
            ) from error
        return entry(*arguments)

    def checked(self, function: str, *arguments: Any) -> int:
        """`call` for functions that answer a code; raises AppError for a negative one."""
        return self.check(self.call(function, *arguments))

    def supported(self, function: str, *arguments: Any) -> bool:
        """`checked` for what is optional: False when the library or the plugin does not have it."""
        if not self.has(function):
            return False
        code = self.call(function, *arguments)
        if code in (self.code("COMMON_NOT_SUPPORTED"), self.code("COMMON_PARAM_NOT_SUPPORTED")):
            return False
        self.check(code)
        return True

    def check(self, code: int) -> int:
        """Raises AppError for a negative code; the one way from native codes to exceptions.

        To be called right after the native call, on its thread, for the reason is kept per thread.
        """
        if code >= 0:
            return code
        cause = self.text(self.lib.geniex_last_error_detail()) if self.has_extensions else ""
        raise native_error(
            code,
            self.code_name(code),
            self.text(self.lib.geniex_get_error_message(code)),
            cause or self.log.take_last_problem(),
            self.log.tail(),
        )

    def error(self, name: str, text: str) -> AppError:
        """An error that is found on this side of the border, told like a native one."""
        return native_error(self.code(name), name, text, "", "")

    def code(self, name: str) -> int:
        """The code of an enumerator, named without "GENIEX_ERROR_"."""
        value: int = getattr(self.lib, f"GENIEX_ERROR_{name}")
        return value

    def code_name(self, code: int) -> str:
        name: str = self.ffi.typeof("geniex_ErrorCode").elements.get(code, "unlisted code")
        return name.removeprefix("GENIEX_ERROR_")

    # ------------------------------------------------------------------ values

    def arena(self) -> Arena:
        return Arena(self.ffi)

    def text(self, pointer: Any) -> str:
        """A copy of a C string; "" for NULL."""
        return self.raw_text(pointer).decode("utf-8", "replace")

    def raw_text(self, pointer: Any) -> bytes:
        """The same before decoding, for texts that may end within a character."""
        return b"" if pointer == self.ffi.NULL else cast("bytes", self.ffi.string(pointer))

    def free(self, pointer: Any) -> None:
        """Frees what the library allocated, const or not; NULL is allowed."""
        self.lib.geniex_free(self.ffi.cast("void*", pointer))

    def take_text(self, pointer: Any) -> str:
        """Copies a C string that is ours to free, and frees it."""
        text = self.text(pointer)
        self.free(pointer)
        return text

    def take_ints(self, pointer: Any, count: int) -> tuple[int, ...]:
        """Copies an int32 array that is ours to free, and frees it."""
        values = tuple(self.ffi.unpack(pointer, count)) if count > 0 else ()
        self.free(pointer)
        return values
