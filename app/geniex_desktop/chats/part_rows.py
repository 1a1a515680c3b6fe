"""What is attached to messages and to drafts, as rows of the tables `part` and `draft_part`."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from . import columns
from .attachments import TEXT, Attachment, Attachments

COLUMNS = "kind, sha256, name, media_type, size, detail"
"""Of both tables, after the owner and the position."""


def insert(
    db: sqlite3.Connection, attachments: Attachments, table: str, owner: int, parts: Iterable[Attachment]
) -> None:
    """Adds what is attached to one row; the bytes of documents, which are nowhere else yet, are kept too.

    Raises:
        sqlite3.Error, OSError: the disk refuses.
    """
    for position, part in enumerate(parts):
        sha256 = attachments.put(part.text.encode()) if part.kind == TEXT else part.sha256
        values = (part.kind, sha256, columns.clean(part.name), part.media_type, part.size, part.detail)
        db.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (owner, position, *values))


def by_owner(attachments: Attachments, rows: Iterable[Sequence[Any]]) -> dict[int, tuple[Attachment, ...]]:
    """From rows of an owner and `COLUMNS`, in the order of the positions; documents come with their text."""
    parts: dict[int, list[Attachment]] = {}
    for owner, *values in rows:
        part = Attachment(*values)
        if part.kind == TEXT:
            content = attachments.read(part.sha256) or b""
            part = replace(part, text=content.decode("utf-8", "replace"))
        parts.setdefault(owner, []).append(part)
    return {owner: tuple(own) for owner, own in parts.items()}


def used(db: sqlite3.Connection) -> set[str]:
    """The hashes that a message or a draft needs."""
    return {row[0] for row in db.execute("SELECT sha256 FROM part UNION SELECT sha256 FROM draft_part")}


def used_by(db: sqlite3.Connection, chat: int) -> set[str]:
    """The hashes that a chat (row) needs."""
    rows = db.execute(
        "SELECT sha256 FROM part JOIN message ON message.id = part.message WHERE chat = ?1 UNION "
        "SELECT sha256 FROM draft_part JOIN draft ON draft.id = draft_part.draft WHERE chat = ?1",
        (chat,),
    )
    return {row[0] for row in rows}
