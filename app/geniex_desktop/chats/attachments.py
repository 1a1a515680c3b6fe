"""What is attached to messages: described in the message, kept by its hash beside the database."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from ..durable import write_atomically

_HASH_LENGTH = 64

IMAGE, AUDIO, TEXT = "image", "audio", "text"


@dataclass(frozen=True, slots=True)
class Attachment:
    """One attached thing.

    Attributes:
        kind: IMAGE, AUDIO or TEXT.
        sha256: Of its bytes, in hex: its name in `Attachments`.
        name: What its file was called.
        size: Bytes.
        detail: A line for people: pixels, seconds.
        text: Of a TEXT, all of it, so that nobody has to read a file to ask about it.
    """

    kind: str
    sha256: str
    name: str = ""
    media_type: str = ""
    size: int = 0
    detail: str = ""
    text: str = ""


class Attachments:
    """A folder of files named after their content. Any thread; every method may raise OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, content: bytes) -> str:
        """Keeps bytes; answers their hash. Kept once, however often they are attached."""
        sha256 = content_hash(content)
        path = self.path(sha256)
        if path.is_file():
            os.utime(path)  # somebody means to send it: not to be swept as forgotten
        else:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_atomically(path, content)
        return sha256

    def path(self, sha256: str) -> Path:
        """Where the bytes of a hash lie; ValueError for what is no hash (names come from imported files)."""
        if len(sha256) != _HASH_LENGTH or not set(sha256) <= set("0123456789abcdef"):
            raise ValueError("not a SHA-256 in hex")
        return self._folder / sha256[:2] / sha256

    def read(self, sha256: str) -> bytes | None:
        """The bytes of a hash; None where they are gone."""
        try:
            return self.path(sha256).read_bytes()
        except (OSError, ValueError):
            return None

    def sweep(self, candidates: Collection[str], used: Collection[str]) -> None:
        """Deletes those of the candidates that nothing uses any more."""
        for sha256 in set(candidates) - set(used):
            self.path(sha256).unlink(missing_ok=True)

    def sweep_forgotten(self, used: Collection[str], before: float) -> None:
        """Deletes what was taken in before a time (seconds since 1970) and is of no use."""
        for path in self._folder.glob("??/*"):
            if path.name not in used and path.stat().st_mtime < before:
                path.unlink(missing_ok=True)


def kept_in(folder: Path) -> Attachments:
    """The attachments of the chats in a folder."""
    return Attachments(folder / "attachments")


def content_hash(content: bytes) -> str:
    """The name under which bytes are kept."""
    return hashlib.sha256(content).hexdigest()
