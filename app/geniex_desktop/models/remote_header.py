"""The header of a model that has not been downloaded: what it is, and whether it is sound."""

from __future__ import annotations

from ..engine.gguf import GgufReport, inspect_ranges
from .answers import Patience
from .artifact import Cancelled
from .webapi import fetch_range, never
from .zip_directory import ReadRange

WINDOW_BYTES = 4 << 20
"""Of one request. A vocabulary of 128,000 tokens with its merges takes two, the largest in use four."""


def inspect_remote(read: ReadRange, total: int) -> GgufReport:
    """What the reader says of a file of `total` bytes that `read` can reach. Blocks.

    Of a split model this part is judged. Raises whatever `read` raises; a `read` that answers with fewer
    bytes than asked for leads to a fatal finding.
    """
    return inspect_ranges(_Window(read, total))


def inspect_url(
    url: str,
    total: int,
    *,
    token: str | None = None,
    patience: Patience | None = None,
    cancelled: Cancelled = never,
) -> GgufReport:
    """What the reader says of a file of `total` bytes at an address. Blocks.

    `token` is sent to the host of `url` only. Raises SourceFailed, or DownloadCancelled while waiting.
    """

    def read(offset: int, length: int) -> bytes:
        last = offset + length - 1
        return fetch_range(url, offset, last, token=token, patience=patience, cancelled=cancelled)

    return inspect_remote(read, total)


class _Window:
    """`ByteRanges` that asks for large pieces, and for each once: the reader goes forward in small ones."""

    def __init__(self, read: ReadRange, total: int) -> None:
        self.size = total
        self._read = read
        self._start = 0
        self._bytes = b""

    def read(self, offset: int, length: int) -> bytes:
        pieces: list[bytes] = []
        end = min(offset + length, self.size)
        while offset < end:
            if not self._start <= offset < self._start + len(self._bytes):
                self._bytes = self._read(offset, min(WINDOW_BYTES, self.size - offset))
                self._start = offset
                if not self._bytes:
                    break
            piece = self._bytes[offset - self._start : end - self._start]
            pieces.append(piece)
            offset += len(piece)
        return b"".join(pieces)
