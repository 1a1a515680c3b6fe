"""A file that is known before it is fetched, and the words for what can happen to it on the way."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..errors import AppError, Blame

Progress = Callable[[int, int], None]
"""Bytes done, bytes in all; called often, on the fetching thread."""

Cancelled = Callable[[], bool]
"""Whether the user wants to stop; asked often, on any thread."""

_CODE_CANCELLED = -100006
_CODE_NETWORK = -100005


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file's name, length in bytes and SHA-256 in lower-case hex."""

    file_name: str
    size: int
    sha256: str

    def verify(self, path: Path, cancelled: Cancelled) -> bool:
        """Whether the bytes on the disk are the right ones. Raises DownloadCancelled."""
        if path.stat().st_size != self.size:
            return False
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while chunk := file.read(1 << 20):
                if cancelled():
                    raise DownloadCancelled
                digest.update(chunk)
        return digest.hexdigest() == self.sha256


class DownloadCancelled(AppError):
    """The user stopped it; what has arrived is kept where it can be continued."""

    def __init__(self) -> None:
        super().__init__("The download was stopped.", code=_CODE_CANCELLED, blame=Blame.USER)


class SourceFailed(AppError):
    """This source cannot deliver the file now; another one may."""

    def __init__(self, text: str, *, cause: str = "", hint: str = "", detail: str = "") -> None:
        super().__init__(text, cause=cause, hint=hint, detail=detail, code=_CODE_NETWORK, blame=Blame.USER)
