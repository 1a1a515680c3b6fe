"""Finding chats by what was said in them and by their titles."""

from __future__ import annotations

import sqlite3

from .records import ChatInfo, Hit
from .words import in_title, match_expression, snippet

_MOST_MESSAGES = 500
_FOUND = """
SELECT chat.id, key, title, named, pinned, folder, chat.created, updated, message.id, message.text,
    (SELECT count(*) FROM message AS other WHERE other.chat = chat.id AND other.id <= message.id)
FROM (SELECT rowid, rank FROM word WHERE word MATCH ? ORDER BY rank LIMIT ?) AS best
JOIN message ON message.id = best.rowid JOIN chat ON chat.id = message.chat
WHERE chat.deleted IS NULL ORDER BY best.rank
"""
_TITLES = """
SELECT id, key, title, named, pinned, folder, created, updated FROM chat
WHERE deleted IS NULL ORDER BY turn DESC, id DESC
"""


def find(db: sqlite3.Connection, query: str, limit: int) -> list[Hit]:
    """Chats whose title fits, the latest first, then those with a fitting message, the best first."""
    expression = match_expression(query)
    if not expression:
        return []
    hits: dict[int, Hit] = {}
    for row in db.execute(_TITLES):
        if in_title(query, row[2]):
            hits[row[0]] = Hit(ChatInfo.from_row(row[1:]))
    titled = set(hits)
    for row in db.execute(_FOUND, (expression, _MOST_MESSAGES)):
        if row[0] in hits and (row[0] not in titled or hits[row[0]].message_id is not None):
            continue
        hits[row[0]] = Hit(ChatInfo.from_row(row[1:]), row[10], *snippet(row[9], query))
    return list(hits.values())[:limit]
