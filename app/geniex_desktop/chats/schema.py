"""The tables of the chat database, as the steps that lead to them."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

_FIRST = """
CREATE TABLE chat (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL DEFAULT '',
    named INTEGER NOT NULL DEFAULT 0,
    pinned INTEGER NOT NULL DEFAULT 0,
    folder TEXT NOT NULL DEFAULT '',
    created REAL NOT NULL,
    updated REAL NOT NULL,
    turn INTEGER NOT NULL DEFAULT 0,
    options TEXT NOT NULL DEFAULT '{}',
    draft TEXT NOT NULL DEFAULT '',
    place TEXT NOT NULL DEFAULT '',
    shown INTEGER,
    deleted REAL
);
CREATE INDEX chat_by_turn ON chat (turn);
CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    chat INTEGER NOT NULL REFERENCES chat (id) ON DELETE CASCADE,
    parent INTEGER REFERENCES message (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    text TEXT NOT NULL DEFAULT '',
    state TEXT NOT NULL,
    created REAL NOT NULL,
    model TEXT NOT NULL DEFAULT '',
    device TEXT NOT NULL DEFAULT '',
    thinking REAL,
    tokens BLOB NOT NULL DEFAULT x'',
    profile TEXT NOT NULL DEFAULT '',
    error TEXT NOT NULL DEFAULT '',
    chosen INTEGER,
    indexed INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX message_by_chat ON message (chat);
CREATE INDEX message_by_parent ON message (parent);
CREATE INDEX message_running ON message (id) WHERE state IN ('waiting', 'streaming');
CREATE TABLE piece (
    message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (message, position)
) WITHOUT ROWID;
CREATE TABLE part (
    message INTEGER NOT NULL REFERENCES message (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    media_type TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0,
    detail TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (message, position)
) WITHOUT ROWID;
CREATE INDEX part_by_content ON part (sha256);
CREATE TABLE preset (name TEXT PRIMARY KEY, options TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE remembered (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE VIRTUAL TABLE word USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2');
"""

# `chat.draft` stays for the versions before, which may still read the file, and is empty from here on.
_DRAFTS_OF_THEIR_OWN = """
CREATE TABLE draft (
    id INTEGER PRIMARY KEY,
    chat INTEGER REFERENCES chat (id) ON DELETE CASCADE,
    edited INTEGER REFERENCES message (id) ON DELETE CASCADE,
    text TEXT NOT NULL
);
CREATE INDEX draft_by_chat ON draft (chat);
CREATE INDEX draft_by_edited ON draft (edited);
CREATE TABLE draft_part (
    draft INTEGER NOT NULL REFERENCES draft (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    media_type TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0,
    detail TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (draft, position)
) WITHOUT ROWID;
INSERT INTO draft (chat, text) SELECT id, draft FROM chat WHERE draft != '';
UPDATE chat SET draft = '';
INSERT INTO draft (text) SELECT value FROM remembered WHERE key = 'draft of a new chat' AND value != '';
DELETE FROM remembered WHERE key = 'draft of a new chat';
"""

MIGRATIONS: tuple[str, ...] = (_FIRST, _DRAFTS_OF_THEIR_OWN)
"""Script number n leads from version n to version n + 1. A published one is never changed."""

VERSION = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of a database; 0 for an empty one."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection, scripts: Sequence[str] = MIGRATIONS) -> None:
    """Brings a database to the newest version, each step whole or not at all."""
    try:
        for number in range(version_of(connection), len(scripts)):
            # executescript ends an open transaction first, so the script brings its own.
            connection.executescript(f"BEGIN;{scripts[number]}PRAGMA user_version = {number + 1};COMMIT;")
    except sqlite3.Error:
        if connection.in_transaction:
            connection.rollback()
        raise
