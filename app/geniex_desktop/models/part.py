"""A file that arrives in chunks: its bytes, one mark per finished chunk, and a note of what they belong to.

The marks ("<file>.progress", one byte per chunk, 1 = done) are the model store's own format. They exist
before the file does, so that a file without marks is a whole one. The note beside them says which bytes are
expected and which entity of the server they are from; whoever finds another note starts again.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

CHUNK_SIZE = 16 << 20
"""Bytes, where nobody says otherwise."""

_DONE = b"\1"


@dataclass(slots=True)
class Chunk:
    """A range of the file: `start` to `end`, of which the first `done` bytes are written."""

    index: int
    start: int
    end: int
    done: int = 0

    @property
    def is_done(self) -> bool:
        return self.done == self.end - self.start

    @property
    def position(self) -> int:
        """Where its next byte belongs."""
        return self.start + self.done


class Part:
    """What is known of an unfinished file. Chunks may be written from several threads at once.

    Attributes:
        path: The bytes.
        chunks: In order; empty for a file of no bytes.
        tag: Strong entity tag of the server's file, "" when it gave none.
    """

    def __init__(self, path: Path, size: int, chunk_size: int = CHUNK_SIZE, note: Path | None = None) -> None:
        self.path = path
        self.size = size
        self.marks = path.with_name(path.name + ".progress")
        self.note = note or path.with_name(path.name + ".json")
        self.tag = ""
        self._identity = ""
        self._lock = threading.Lock()
        starts = range(0, size, chunk_size)
        self.chunks = [Chunk(i, start, min(start + chunk_size, size)) for i, start in enumerate(starts)]

    @property
    def done(self) -> int:
        """Bytes that are written."""
        return sum(chunk.done for chunk in self.chunks)

    @property
    def is_whole(self) -> bool:
        return all(chunk.is_done for chunk in self.chunks) and self.path.exists()

    def resume(self, identity: str, *, needs_tag: bool) -> None:
        """Takes up what is on the disk, if it is a piece of the file with this identity.

        Args:
            identity: What tells the file from all others: its hash.
            needs_tag: Whether the server may exchange the file under its address: then what came without a
                strong tag cannot be continued.
        """
        self._identity = identity
        self._forget()
        try:
            note = json.loads(self.note.read_bytes())
            tag, same = str(note["etag"]), note["identity"] == identity
            begun = {int(index): int(done) for index, done in note.get("begun", {}).items()}
            marks, present = self._read_marks(), self.path.stat().st_size
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return
        if not same or present > self.size or len(marks) != len(self.chunks) or (needs_tag and not tag):
            return
        self.tag = tag
        if len(self.chunks) == 1:
            begun = {0: present}  # written from the front alone, so its length says it all
        for chunk in self.chunks:
            length = chunk.end - chunk.start
            done = length if marks[chunk.index : chunk.index + 1] == _DONE else begun.get(chunk.index, 0)
            chunk.done = max(0, min(done, length, present - chunk.start))

    def _read_marks(self) -> bytes:
        return self.marks.read_bytes()

    def begin(self, tag: str) -> None:
        """Notes which entity comes, before its first byte is written; what was there before is gone.

        Raises:
            OSError: the disk does not take it.
        """
        self.discard()
        self.tag = tag
        self.note.parent.mkdir(parents=True, exist_ok=True)
        self._write_note()
        self.marks.write_bytes(bytes(len(self.chunks)))
        self.path.touch()

    def open(self) -> BinaryIO:
        """The file, to be written at any place."""
        return self.path.open("r+b" if self.path.exists() else "wb")

    def mark(self, chunk: Chunk) -> None:
        """Remembers a chunk as done; its bytes have been handed to the system."""
        with self._lock, self.marks.open("r+b") as file:
            file.seek(chunk.index)
            file.write(_DONE)

    def fill(self, blocks: Iterable[bytes]) -> None:
        """Writes the whole file from its beginning; what was there before is gone.

        Raises:
            OSError: the disk does not take it.
        """
        self.begin("")
        done = 0
        with self.open() as file:
            for block in blocks:
                file.write(block)
                done += len(block)
        for chunk in self.chunks:
            if done >= chunk.end:
                chunk.done = chunk.end - chunk.start
                self.mark(chunk)

    def save(self) -> None:
        """Notes how far unfinished chunks are; a loss of this costs these chunks only."""
        if self.path.exists():
            with contextlib.suppress(OSError):
                self._write_note()

    def _write_note(self) -> None:
        begun = {chunk.index: chunk.done for chunk in self.chunks if chunk.done and not chunk.is_done}
        note = {"etag": self.tag, "identity": self._identity, "begun": begun}
        self.note.write_text(json.dumps(note), encoding="utf-8")

    def discard(self) -> None:
        """Forgets what has arrived."""
        for path in (self.path, self.marks, self.note):
            path.unlink(missing_ok=True)
        self._forget()

    def tidy(self) -> None:
        """Deletes what only an unfinished file needs."""
        self.marks.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)

    def _forget(self) -> None:
        self.tag = ""
        for chunk in self.chunks:
            chunk.done = 0
