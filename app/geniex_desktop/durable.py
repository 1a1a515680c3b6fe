"""File writes that survive a power cut: whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Replaces a file's content; readers see the old or the new one, never a part.

    Raises:
        OSError: no space, no permission; the old content is still there.
    """
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    scratch = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            sync(file.fileno())
        scratch.replace(path)
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def commit(part: Path, final: Path) -> None:
    """Gives a file that was written in pieces its final name, after its bytes have reached the disk."""
    with part.open("rb+") as file:
        sync(file.fileno())
    part.replace(final)
    sync_folder(final.parent)


def sync(descriptor: int) -> None:
    """Waits until the file's bytes are on the disk."""
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Makes a rename in the folder durable; Windows does so by itself and cannot open a folder."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
