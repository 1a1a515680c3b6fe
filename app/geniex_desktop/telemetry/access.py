"""How providers reach the machine: every way in can be replaced by a recording."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class NativeError(Exception):
    """A native call answered with an error code."""

    def __init__(self, call: str, code: int, text: str = "") -> None:
        super().__init__(f"{call}: {text or 'error'} ({code})")
        self.call = call
        self.code = code
        self.text = text


class SystemFiles(Protocol):
    """Small text files of the system, /sys and /proc. Paths are absolute, with forward slashes."""

    def read(self, path: str) -> str:
        """The text. Raises OSError."""

    def names(self, folder: str) -> list[str]:
        """What the folder holds, sorted; [] when it cannot be listed."""

    def link(self, path: str) -> str:
        """What a link points to; "" when it is none."""


class RootedFiles:
    """The files below a root: "/", or a test's own folder."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = str(root).rstrip("/")

    def read(self, path: str) -> str:
        # Unbuffered: a buffered reader would ask sysfs a second time for the end of the file.
        with open(self._root + path, "rb", buffering=0) as file:  # noqa: PTH123
            return file.read(65536).decode("utf-8", "replace")

    def names(self, folder: str) -> list[str]:
        try:
            return sorted(os.listdir(self._root + folder))  # noqa: PTH208
        except OSError:
            return []

    def link(self, path: str) -> str:
        try:
            return os.readlink(self._root + path)  # noqa: PTH115
        except OSError:
            return ""


def text_of(files: SystemFiles, path: str) -> str:
    """The file's text without the space around it; "" when it cannot be read."""
    try:
        return files.read(path).strip()
    except OSError:
        return ""


if sys.platform == "win32":

    def load_library(name: str) -> Any:
        """A DLL of the system's own folder; one beside a document is not taken for it. Raises OSError."""
        return ctypes.WinDLL(name, winmode=0x800)

else:

    def load_library(name: str) -> Any:
        """A shared library by name or path. Raises OSError."""
        return ctypes.CDLL(name)


def run_program(arguments: Sequence[str], timeout_s: float) -> str:
    """What a program prints, also when it fails. Raises OSError, or subprocess.TimeoutExpired."""
    return subprocess.run(
        list(arguments),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=timeout_s,
        check=False,
        encoding="utf-8",
        errors="replace",
    ).stdout


def _same(_name: str, make: Callable[[], Any]) -> Any:
    return make()


@dataclass(frozen=True, slots=True)
class Access:
    """The ways into the machine.

    Attributes:
        engine_pid: The engine's own process, None while it has none.
        clock_ns: time.monotonic_ns, or a test's own.
        seam: Makes a native interface by name; a recorder wraps it, a replayer puts a recording in its place.
    """

    files: SystemFiles = field(default_factory=RootedFiles)
    load_library: Callable[[str], Any] = load_library
    find_program: Callable[[str], str | None] = shutil.which
    run_program: Callable[[Sequence[str], float], str] = run_program
    own_pid: Callable[[], int] = os.getpid
    engine_pid: Callable[[], int | None] = lambda: None
    clock_ns: Callable[[], int] = time.monotonic_ns
    seam: Callable[[str, Callable[[], Any]], Any] = _same

    def load_first(self, names: Sequence[str]) -> Any:
        """The first of the libraries that loads. Raises the first one's OSError when none does."""
        errors: list[OSError] = []
        loaded = (self._try_library(name, errors) for name in names)
        library = next((library for library in loaded if library is not None), None)
        if library is None:
            raise errors[0]
        return library

    def _try_library(self, name: str, errors: list[OSError]) -> Any:
        try:
            return self.load_library(name)
        except OSError as error:
            errors.append(error)
            return None

    def interface(self, name: str, make: Callable[[], T]) -> T:
        """The native interface that `make` opens, or what stands for it. Raises what `make` raises."""
        made: T = self.seam(name, make)
        return made

    def pids(self) -> tuple[int, ...]:
        """This process and the engine's."""
        engine = self.engine_pid()
        return (self.own_pid(),) if engine is None else (self.own_pid(), engine)
