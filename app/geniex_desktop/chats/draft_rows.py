"""Messages that are being written, as rows: of a stored chat, or (chat NULL) of the one that is new."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Mapping

from . import columns, part_rows
from .attachments import Attachments
from .records import Draft, Drafts


def write(
    db: sqlite3.Connection,
    attachments: Attachments,
    chat: int | None,
    drafts: Iterable[Draft],
    row_of: Callable[[int], int],
) -> None:
    """Puts drafts in the place of all that were kept of a chat (row); `row_of` a message's id is its row.

    Raises:
        sqlite3.Error, OSError: the disk refuses.
    """
    db.execute("DELETE FROM draft WHERE chat IS ?", (chat,))
    for draft in drafts:
        edited = row_of(draft.edited) if draft.edited is not None else None
        values = (chat, edited, columns.clean(draft.text))
        row_id = db.execute("INSERT INTO draft (chat, edited, text) VALUES (?, ?, ?)", values).lastrowid
        if row_id is None:
            raise sqlite3.InternalError("an inserted row has no id")
        part_rows.insert(db, attachments, "draft_part", row_id, draft.parts)


def read(
    db: sqlite3.Connection, attachments: Attachments, chat: int | None, ids: Mapping[int, int]
) -> Drafts:
    """The drafts of a chat (row); `ids` are its messages' by their rows."""
    rows = db.execute(
        "SELECT id, text, edited FROM draft WHERE chat IS ? ORDER BY edited IS NOT NULL, id", (chat,)
    ).fetchall()
    parts = part_rows.by_owner(
        attachments,
        db.execute(
            f"SELECT draft, {part_rows.COLUMNS} FROM draft_part JOIN draft ON draft.id = draft_part.draft "
            "WHERE chat IS ? ORDER BY draft, position",
            (chat,),
        ),
    )
    return tuple(
        Draft(text, parts.get(row_id, ()), None if edited is None else ids[edited])
        for row_id, text, edited in rows
    )


def end(db: sqlite3.Connection, chat: int, message: int) -> None:
    """Takes away what has become a message (both are rows): a message with others beside it is a new version
    of one of them, and leaves the draft of the next message alone."""
    beside = "SELECT id FROM message WHERE chat = ?1 AND parent IS (SELECT parent FROM message WHERE id = ?2)"
    db.execute(
        f"DELETE FROM draft WHERE chat = ?1 AND iif((SELECT count(*) FROM ({beside})) > 1, "
        f"edited IN ({beside}), edited IS NULL)",
        (chat, message),
    )
