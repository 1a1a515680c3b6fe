"""A file that is known before it is fetched, and the words for what can happen to it on the way."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ..errors import AppError, Blame

Progress = Callable[[int, int], None]
"""Bytes done, bytes in all; called often, on the fetching thread."""

Cancelled = Callable[[], bool]
"""Whether the user wants to stop; asked often, on any thread."""

CODE_CANCELLED = -100006
CODE_NETWORK = -100005
CODE_AUTH = -100009
CODE_NOT_FOUND = -100010
CODE_RATE_LIMITED = -100011
CODE_HUB_SERVER = -100012

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file's name, length in bytes and what its source promises about its bytes, in lower-case hex.

    Attributes:
        sha256: "" when the source promises something else.
        git_sha1: Git's own hash of a file.
        crc32: Of a member of an archive, which promises no more.
    """

    file_name: str
    size: int
    sha256: str = ""
    git_sha1: str = ""
    crc32: str = ""

    @property
    def identity(self) -> str:
        """The strongest promise, as "algorithm:hex"; "" when there is none."""
        if self.sha256:
            return f"sha256:{self.sha256}"
        if self.git_sha1:
            return f"git-sha1:{self.git_sha1}"
        return f"crc32:{self.crc32}" if self.crc32 else ""

    def verify(self, path: Path, cancelled: Cancelled, progress: Progress | None = None) -> bool:
        """Whether the bytes on the disk are the promised ones. Raises DownloadCancelled."""
        algorithm, _, promised = self.identity.partition(":")
        if not promised or path.stat().st_size != self.size:
            return False
        digest = _digest(algorithm, self.size)
        done = 0
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                if cancelled():
                    raise DownloadCancelled
                digest.update(block)
                done += len(block)
                if progress is not None:
                    progress(done, self.size)
        return digest.hexdigest() == promised


class _Digest(Protocol):
    def update(self, data: bytes, /) -> None: ...

    def hexdigest(self) -> str: ...


class _Crc32:
    """zlib's checksum with the interface of hashlib."""

    def __init__(self) -> None:
        self._value = 0

    def update(self, data: bytes, /) -> None:
        self._value = zlib.crc32(data, self._value)

    def hexdigest(self) -> str:
        return f"{self._value:08x}"


def _digest(algorithm: str, size: int) -> _Digest:
    if algorithm == "sha256":
        return hashlib.sha256()
    if algorithm == "git-sha1":
        # Git's choice, not ours; it guards small texts that the hub has no other hash for.
        return hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
    return _Crc32()


class DownloadCancelled(AppError):
    """The user stopped it; what has arrived is kept where it can be continued."""

    def __init__(self) -> None:
        super().__init__("The download was stopped.", code=CODE_CANCELLED, blame=Blame.USER)


class SourceFailed(AppError):
    """This source cannot deliver the file now; another one may."""

    def __init__(
        self, text: str, *, cause: str = "", hint: str = "", detail: str = "", code: int = CODE_NETWORK
    ) -> None:
        super().__init__(text, cause=cause, hint=hint, detail=detail, code=code, blame=Blame.USER)
