"""Reading what can still be read of a damaged database, row by row."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import schema
from .words import indexable

log = logging.getLogger(__name__)

UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What a damaged database raises; the second where the bytes of the message itself come from it."""

_TABLES = ("chat", "message", "piece", "part", "draft", "draft_part", "preset", "remembered")
_REFERENCES = (
    ("piece", "message", "message"),
    ("part", "message", "message"),
    ("draft", "chat", "chat"),
    ("draft", "edited", "message"),
    ("draft_part", "draft", "draft"),
)
"""Rows (of a table, by a column) that are nothing without the row of another table."""
_BY_ID = ("chat", "message")
_MOST_TRIED = 2_000_000
"""Row ids that are tried one by one in a damaged table, some ten microseconds each."""


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How much was carried over. `lost` is at least the rows whose ids were in use and could not be read."""

    chats: int
    messages: int
    lost: int


def salvage(damaged: Path, target: sqlite3.Connection) -> Salvaged:
    """Copies every readable row, ids and all, into an empty database of the same version.

    A message whose chat is gone goes to a chat of its own; one whose parent is gone begins its chat.
    """
    counts = dict.fromkeys(_TABLES, 0)
    lost = 0
    target.execute("PRAGMA foreign_keys = OFF")
    target.execute("BEGIN")
    # Opened for writing, so that what lies in the write-ahead log is read too.
    with suppress(*UNREADABLE), closing(sqlite3.connect(damaged, isolation_level=None)) as source:
        source.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for table in _tables(target):
            count, missing = _copy(source, target, table)
            counts[table] = count
            lost += missing
    _join_ends(target)
    _index(target)
    target.execute("COMMIT")
    target.execute("PRAGMA foreign_keys = ON")
    return Salvaged(counts["chat"], counts["message"], lost)


def version_of(damaged: Path) -> int:
    """The version of a damaged database; 0 where it cannot be read."""
    with suppress(*UNREADABLE), closing(sqlite3.connect(damaged, isolation_level=None)) as source:
        return schema.version_of(source)
    return 0


def _tables(target: sqlite3.Connection) -> list[str]:
    """Those that the version of this database has."""
    present = {row[0] for row in target.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    return [table for table in _TABLES if table in present]


def _copy(source: sqlite3.Connection, target: sqlite3.Connection, table: str) -> tuple[int, int]:
    names = [row[1] for row in target.execute(f"PRAGMA table_info({table})")]
    columns = ", ".join(names)
    marks = ", ".join("?" * len(names))
    count = 0
    seen: set[Any] = set()
    for row in _rows(source, table, columns):
        with suppress(sqlite3.IntegrityError, sqlite3.InterfaceError):
            target.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", row)
            seen.add(row[0])
            count += 1
    if table not in _BY_ID:
        return count, 0
    return count, max(0, len(_known_ids(source, table) - seen))


def _rows(source: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
    """The rows in order up to the first page that cannot be read, then one by one."""
    last = 0
    try:
        for row in source.execute(f"SELECT {columns} FROM {table}"):
            yield row
            last = row[0]
    except UNREADABLE as error:
        log.warning("table %s is damaged: %s", table, error)
    else:
        return
    if table not in _BY_ID or not isinstance(last, int):
        return
    for row_id in range(last + 1, last + 1 + min(_MOST_TRIED, _highest(source, table) - last)):
        with suppress(*UNREADABLE):
            yield from source.execute(f"SELECT {columns} FROM {table} WHERE id = ?", (row_id,))


def _highest(source: sqlite3.Connection, table: str) -> int:
    """The highest id ever given out, from whatever place can be read."""
    found = [0]
    for query in (
        f"SELECT seq FROM sqlite_sequence WHERE name = '{table}'",
        f"SELECT id FROM {table} ORDER BY id DESC LIMIT 1",
        *(["SELECT max(id) FROM message INDEXED BY message_by_chat"] if table == "message" else []),
    ):
        with suppress(*UNREADABLE):
            found += [int(row[0] or 0) for row in source.execute(query)]
    return max(found)


def _known_ids(source: sqlite3.Connection, table: str) -> set[int]:
    """Ids that an index lists, whether or not their rows can be read."""
    index = "message_by_chat" if table == "message" else "chat_by_turn"
    order = "chat" if table == "message" else "turn"
    known: set[int] = set()
    with suppress(*UNREADABLE):
        rows = source.execute(f"SELECT id FROM {table} INDEXED BY {index} ORDER BY {order}")
        for (row_id,) in rows:
            known.add(row_id)
    return known


def _join_ends(target: sqlite3.Connection) -> None:
    """Gives what hangs in the air a place."""
    target.execute(
        "INSERT OR IGNORE INTO chat (id, key, title, created, updated, turn) "
        "SELECT DISTINCT chat, 'recovered-' || chat, 'Recovered ' || chat, 0, max(created), 0 FROM message "
        "WHERE chat NOT IN (SELECT id FROM chat) GROUP BY chat"
    )
    target.execute("UPDATE message SET parent = NULL WHERE parent NOT IN (SELECT id FROM message)")
    present = _tables(target)
    for table, column, of in _REFERENCES:
        if table in present:
            target.execute(
                f"DELETE FROM {table} WHERE {column} IS NOT NULL AND {column} NOT IN (SELECT id FROM {of})"
            )


def _index(target: sqlite3.Connection) -> None:
    """The index is made anew: a damaged one would lie."""
    for row_id, text in target.execute("SELECT id, text FROM message WHERE indexed").fetchall():
        target.execute("INSERT INTO word (rowid, text) VALUES (?, ?)", (row_id, indexable(text)))
