"""A quick name for a file's content: its size and the hash of its ends."""

from __future__ import annotations

import hashlib
from pathlib import Path

_END_BYTES = 1 << 20


def fingerprint(path: Path) -> str:
    """The same for equal files, and for two models only if their headers, last weights and sizes agree.

    Reads 2 MiB at most. Raises OSError.
    """
    size = path.stat().st_size
    digest = hashlib.sha256(str(size).encode())
    with path.open("rb") as file:
        digest.update(file.read(_END_BYTES))
        file.seek(max(size - _END_BYTES, 0))
        digest.update(file.read(_END_BYTES))
    return digest.hexdigest()
