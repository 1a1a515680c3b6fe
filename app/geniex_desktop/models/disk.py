"""Room on the disk: asked for before a download, and told plainly when it runs out during one."""

from __future__ import annotations

import contextlib
import errno
import shutil
from collections.abc import Iterator
from pathlib import Path

from ..errors import AppError, Blame

RESERVE = 1 << 30
"""Bytes that must stay free: a full system disk breaks more than a download."""


def require_space(folder: Path, size: int) -> None:
    """Raises AppError unless `size` bytes fit into the folder's disk with the reserve left over."""
    free = shutil.disk_usage(folder).free
    if free < size + RESERVE:
        raise AppError(
            "There is not enough room on the disk.",
            cause=f"{size / 1e6:,.0f} MB are needed and 1 GiB must stay free; {free / 1e6:,.0f} MB are free.",
            hint=f"Make room on the disk of {folder}.",
            blame=Blame.USER,
        )


def occupied(path: Path) -> int:
    """Bytes that a file takes on the disk, which for one with holes is less than its length; 0 for none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return 0
    blocks: int | None = getattr(status, "st_blocks", None)  # not on Windows
    return status.st_size if blocks is None else min(status.st_size, blocks * 512)


@contextlib.contextmanager
def disk_errors(folder: Path) -> Iterator[None]:
    """Turns a failing write below `folder` into an AppError."""
    try:
        yield
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise AppError(
            "The disk is full." if full else "The file cannot be written.",
            cause=f"{folder}: {error.strerror}",
            hint="Make room and try again; what has arrived is kept."
            if full
            else "Check the folder's permissions.",
            blame=Blame.USER,
        ) from error
