"""Opening the chat database: made safely, brought up to date, and mended when it is damaged."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from ..durable import commit, sync_folder
from ..errors import AppError
from . import schema
from .salvage import UNREADABLE, Salvaged, salvage, version_of

log = logging.getLogger(__name__)

NAME = "chats.sqlite"
_BUSY_MS = 5000
_CHECKED_BYTES = 64 * 2**20
"""Up to this size the whole database is checked at each start (below 0.1 s); beyond it, what is read."""
_SIDE_FILES = ("-wal", "-shm")
_REFUSALS = ("full", "disk i/o", "locked", "readonly", "unable to open", "attempt to write")
_DAMAGED = ("malformed", "not a database", "file is encrypted")


@dataclass(frozen=True, slots=True)
class Opened:
    """A database ready for use.

    Attributes:
        read_only: It was written by a newer version of the app, or see `temporary`.
        temporary: There was no room even for what SQLite keeps beside an open database; to be written to,
            it must be opened again.
        notice: What people must know about this start; None if nothing happened.
    """

    connection: sqlite3.Connection
    read_only: bool = False
    temporary: bool = False
    notice: AppError | None = None


def is_damage(error: Exception) -> bool:
    """The file's content is wrong, rather than the disk full or the file locked."""
    if isinstance(error, UnicodeDecodeError):
        return True
    return isinstance(error, sqlite3.DatabaseError) and any(mark in str(error) for mark in _DAMAGED)


def is_refusal(error: Exception) -> bool:
    """The disk or another program stands in the way; what was asked is sound."""
    return isinstance(error, OSError) or any(mark in str(error).lower() for mark in _REFUSALS)


def open_database(folder: Path, scripts: Sequence[str] = schema.MIGRATIONS) -> Opened:
    """Opens the database in a folder, making or mending it first where need be.

    Raises:
        sqlite3.Error, OSError: no space, no permission; nothing is lost, and it can be tried again.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / NAME
    with FileLock(str(folder / "chats.lock")):
        if not path.exists():
            _create(path, scripts)
        try:
            return _open(path, scripts)
        except UNREADABLE as error:
            if is_refusal(error):
                return _open_beside_nothing(path, error)
            if not is_damage(error):
                raise
            log.warning("the chat database is damaged: %s", error)
            return _mend(path, scripts)


def mend_database(folder: Path) -> Opened:
    """Opens a database of which damage has been seen. Raises as `open_database` does."""
    with FileLock(str(folder / "chats.lock")):
        return _mend(folder / NAME, schema.MIGRATIONS)


def connect(path: Path, *, more: str = "") -> sqlite3.Connection:
    """A connection that waits for other windows and has every commit on the disk.

    `more` goes into its address: "&mode=ro", or "&immutable=1" for a file that nobody changes.
    """
    address = f"{path.absolute().as_uri()}?cache=private{more or '&mode=rw'}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
    # A flipped bit in a text must not keep the rest from being read.
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _open(path: Path, scripts: Sequence[str]) -> Opened:
    connection = connect(path)
    try:
        version = schema.version_of(connection)
        if version > len(scripts):
            connection.close()
            return Opened(connect(path, more="&mode=ro"), read_only=True, notice=_newer())
        if path.stat().st_size <= _CHECKED_BYTES:
            _check(connection)
        if version < len(scripts):
            _back_up(connection, path, version)
            schema.migrate(connection, scripts)
    except BaseException:
        connection.close()
        raise
    return Opened(connection)


def _open_beside_nothing(path: Path, error: Exception) -> Opened:
    """The chats to be read where nothing can be written, not even the index of the write-ahead log.

    Only where that log is empty: unread, it would be chats that seem lost. Raises `error` otherwise.
    """
    log_file = Path(f"{path}-wal")
    if log_file.exists() and log_file.stat().st_size:
        raise error
    connection = connect(path, more="&immutable=1")
    try:
        schema.version_of(connection)
    except sqlite3.Error:
        connection.close()
        raise error from None
    log.warning("the chats can only be read: %s", error)
    return Opened(connection, read_only=True, temporary=True)


def _check(connection: sqlite3.Connection) -> None:
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found is None or found[0] != "ok":
        raise sqlite3.DatabaseError(f"malformed: {found[0] if found else 'no answer'}")


def _back_up(connection: sqlite3.Connection, path: Path, version: int) -> None:
    """A copy of the database as the version before left it."""
    copy = path.with_name(f"{path.stem}.version-{version}.sqlite")
    if not copy.exists():
        part = copy.with_suffix(".part")
        part.unlink(missing_ok=True)
        connection.execute("VACUUM INTO ?", (str(part),))
        commit(part, copy)


def _create(path: Path, scripts: Sequence[str]) -> None:
    """Makes an empty database under another name first: the switch to WAL writes a journal that a power
    cut could bring back, undoing everything, unless its deletion is durable (EXTRA) before the file is used.
    """
    part = path.with_suffix(".part")
    _remove(part)
    part.touch(mode=0o600)
    with closing(connect(part)) as connection:
        connection.execute("PRAGMA synchronous = EXTRA")
        connection.execute("PRAGMA journal_mode = WAL")
        schema.migrate(connection, scripts)
    commit(part, path)


def _mend(path: Path, scripts: Sequence[str]) -> Opened:
    """Puts the damaged file aside and carries over all that can be read of it."""
    aside = _set_aside(path)
    part = path.with_suffix(".part")
    version = version_of(aside)
    _create(part, scripts[:version] if version else scripts)
    with closing(connect(part)) as target:
        saved = salvage(aside, target)
        schema.migrate(target, scripts)
    part.replace(path)
    sync_folder(path.parent)
    return Opened(connect(path), notice=_mended(aside, saved))


def _set_aside(path: Path) -> Path:
    """Renames the database with what belongs to it."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = path.with_name(f"{path.stem}.damaged-{stamp}.sqlite")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.stem}.damaged-{stamp}-{number}.sqlite")
    for ending in _SIDE_FILES:
        side = Path(f"{path}{ending}")
        if side.exists():
            side.replace(f"{aside}{ending}")
    path.replace(aside)
    sync_folder(path.parent)
    return aside


def _remove(path: Path) -> None:
    for name in (path, *(Path(f"{path}{ending}") for ending in _SIDE_FILES)):
        name.unlink(missing_ok=True)


def _newer() -> AppError:
    return AppError(
        "Your chats were written by a newer version of this app.",
        cause="They can be read, but nothing is added to them, lest it be lost.",
        hint="Update the app. What you write now stays in this window only.",
    )


def _mended(aside: Path, saved: Salvaged) -> AppError:
    return AppError(
        "The file with your chats was damaged.",
        cause=f"{saved.chats:,} chats with {saved.messages:,} messages could be read and are here; "
        + (f"about {saved.lost:,} entries could not." if saved.lost else "nothing is known to be missing."),
        hint=f"The damaged file is kept as {aside.name}, beside the new one.",
        detail=str(aside),
    )
