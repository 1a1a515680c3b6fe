"""Files of what a model has read of a chat, so that the chat goes on without being read again.

A cache: every file can be made again by reading the chat, so the oldest go when room is needed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import time
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

_ENDING = ".kv"
_SCRATCH = ".tmp"
_ABANDONED_S = 3600.0
_FREE_SHARE = 10
_PLAIN_KEY = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is in the folder.

    Attributes:
        names: Of the files that can be loaded.
        room: Bytes that all of them together may take.
    """

    names: frozenset[str] = frozenset()
    room: int = 0


class KvFiles:
    """One folder, one file for each chat and model. Everything but `path` does I/O and may raise OSError."""

    def __init__(self, folder: Path) -> None:
        """`folder` is made when something is asked of it, for its owner alone."""
        self._folder = folder

    def path(self, chat: str, model: str) -> Path:
        """The file of a chat's key under a model's; whatever the keys are, the name is harmless."""
        return self._folder / f"{_chat_part(chat)}-{_digest(model)}{_ENDING}"

    def trim(self, limit: int) -> Kept:
        """Takes away the files used longest ago until all take at most `limit` bytes and a tenth of the
        disk's room, as well as what a writer has left behind."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._sweep_scratch()
        files = sorted(((path, *_age_and_size(path)) for path in self._files()), key=lambda file: -file[1])
        taken = sum(size for _path, _used, size in files)
        room = max(0, min(limit, (shutil.disk_usage(self._folder).free + taken) // _FREE_SHARE))
        while files and taken > room:
            path, _used, size = files.pop()
            path.unlink(missing_ok=True)
            taken -= size
        return Kept(frozenset(path.name for path, _used, _size in files), room)

    def touch(self, path: Path) -> None:
        """The file has been used now."""
        with contextlib.suppress(FileNotFoundError):
            os.utime(path)

    def drop(self, path: Path) -> None:
        """Takes away a file that turned out to be of no use."""
        path.unlink(missing_ok=True)

    def forget(self, chat: str) -> None:
        """Takes away all files of a chat."""
        for path in self._files():
            if path.name.startswith(f"{_chat_part(chat)}-"):
                path.unlink(missing_ok=True)

    def keep_only(self, chats: Collection[str], before: float) -> None:
        """Takes away the files of all other chats: they have been deleted. A file used since `before`
        (seconds since the epoch) stays, as it may be of a chat that is newer than the list."""
        known = {_chat_part(chat) for chat in chats}
        for path in self._files():
            if path.name.partition("-")[0] not in known and _age_and_size(path)[0] < before:
                path.unlink(missing_ok=True)

    def _files(self) -> list[Path]:
        return list(self._folder.glob(f"*{_ENDING}"))

    def _sweep_scratch(self) -> None:
        """A writer that was killed leaves its scratch file; one that is at work has written lately."""
        for path in self._folder.glob(f"*{_SCRATCH}"):
            if time.time() - _age_and_size(path)[0] > _ABANDONED_S:
                path.unlink(missing_ok=True)


def _age_and_size(path: Path) -> tuple[float, int]:
    """When it was used last, and its bytes; 0 for a file that another window has just taken away."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return 0.0, 0
    return status.st_mtime, status.st_size


def _chat_part(key: str) -> str:
    """Keys made here stand for themselves; one from an imported file may hold anything."""
    return key if _PLAIN_KEY.fullmatch(key) else _digest(key)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
