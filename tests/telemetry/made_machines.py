"""Made machines: trees of small files, faults in them, and a clock that the test moves."""

from __future__ import annotations

import ctypes
import errno
import os
from pathlib import Path
from typing import Any

from geniex_desktop.telemetry.access import Access, RootedFiles


class Clock:
    """A monotonic clock in nanoseconds that stands still until it is moved."""

    def __init__(self) -> None:
        self.now_ns = 1_000_000_000

    def __call__(self) -> int:
        return self.now_ns

    def advance(self, seconds: float) -> None:
        self.now_ns += round(seconds * 1e9)


class Machine:
    """A root folder with the files of a system. A value that is a number stands for that errno."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.clock = Clock()
        self.faults: dict[str, int] = {}
        self.engine: int | None = None
        self.files = _FaultyFiles(root, self.faults)

    def put(self, folder: str, **files: str | int) -> None:
        """Writes files; `__` in a name stands for a slash."""
        for name, content in files.items():
            path = f"{folder}/{name.replace('__', '/')}"
            self.write(path, content)

    def write(self, path: str, content: str | int) -> None:
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, int):
            place.touch()
            self.faults[path] = content
        else:
            self.faults.pop(path, None)
            place.write_text(content, encoding="utf-8")

    def link(self, path: str, target: str) -> None:
        place = self.root / path.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        place.symlink_to(target)

    def remove(self, path: str) -> None:
        (self.root / path.lstrip("/")).unlink()

    def access(self, **replaced: Any) -> Access:
        def no_library(name: str) -> Any:
            raise OSError(f"{name}: cannot open shared object file")

        ways: dict[str, Any] = {
            "files": self.files,
            "clock_ns": self.clock,
            "load_library": no_library,
            "find_program": lambda _name: None,
            "engine_pid": lambda: self.engine,
        }
        return Access(**{**ways, **replaced})


class _FaultyFiles(RootedFiles):
    """Modes do not stop root, so that a test in a container needs another way to be refused."""

    def __init__(self, root: Path, faults: dict[str, int]) -> None:
        super().__init__(root)
        self._faults = faults

    def read(self, path: str) -> str:
        if path in self._faults:
            code = self._faults[path]
            raise OSError(code, os.strerror(code), path)
        return super().read(path)


EACCES = errno.EACCES
EINVAL = errno.EINVAL
EAGAIN = errno.EAGAIN


def set_value(library: ctypes.CDLL, **values: int) -> None:
    """Sets int variables of a stand-in."""
    for name, value in values.items():
        ctypes.c_int.in_dll(library, f"standin_{name}").value = value


def get_value(library: ctypes.CDLL, name: str) -> int:
    return ctypes.c_int.in_dll(library, f"standin_{name}").value
