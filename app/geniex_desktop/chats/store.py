"""The conversations in their database: every call is one transaction, on the disk when it returns."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from ..errors import AppError
from . import columns, draft_rows, part_rows
from .attachments import Attachments
from .conversation import Conversation, Message, Role, State
from .records import ChatInfo, ChatOptions, Draft, Drafts, Hit, StoredChat
from .search import find
from .words import indexable

_INFO = "key, title, named, pinned, folder, created, updated"

_KEEP_UNSENT_S = 24 * 3600


class ChatStore:
    """One connection, one thread. Unknown chats and messages raise KeyError, the database's refusals
    sqlite3.Error.

    Messages are named by their ids in the conversation that the caller holds; another window
    may add to the same chat meanwhile, so the ids of the rows are others.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        attachments: Attachments,
        rows: dict[str, dict[int, int]] | None = None,
    ) -> None:
        """`rows` holds, by chat key and message id, the row: handed on when a store is reopened."""
        self._db = connection
        self._attachments = attachments
        self._rows = rows if rows is not None else {}

    # ---------------------------------------------------------------- reading

    def chats(self) -> list[ChatInfo]:
        """All chats that are not deleted, the one written to last first."""
        rows = self._db.execute(f"SELECT {_INFO} FROM chat WHERE deleted IS NULL ORDER BY turn DESC, id DESC")
        return [ChatInfo.from_row(row) for row in rows]

    def open(self, key: str) -> StoredChat:
        """A chat to be gone on with: from now on its messages are named by the ids given here."""
        chat, rows = self._load(key)
        self._rows[key] = rows
        return chat

    def read(self, key: str) -> StoredChat:
        """A chat with all of its messages; a reply that was never ended is one that failed."""
        return self._load(key)[0]

    def _load(self, key: str) -> tuple[StoredChat, dict[int, int]]:
        row = self._db.execute(
            f"SELECT {_INFO}, id, shown, options, place FROM chat WHERE key = ?", (key,)
        ).fetchone()
        if row is None:
            raise KeyError(key)
        chat, shown, options, place = row[7:]
        messages, ids = self._messages(chat)
        conversation = Conversation.restored(messages, ids.get(shown))
        info, own = ChatInfo.from_row(row), columns.unpack_options(options)
        rows = {number: row_id for row_id, number in ids.items()}
        drafts = draft_rows.read(self._db, self._attachments, chat, ids)
        return StoredChat(info, own, drafts, place, conversation), rows

    def drafts_of_new_chat(self) -> Drafts:
        """What was being written in a chat that is not stored."""
        return draft_rows.read(self._db, self._attachments, None, {})

    def search(self, query: str, limit: int = 50) -> list[Hit]:
        """Chats with every word of the query in one message or in the title, the best first."""
        return find(self._db, query, limit)

    def presets(self) -> dict[str, ChatOptions]:
        """The presets by name, in order of their names."""
        rows = self._db.execute("SELECT name, options FROM preset ORDER BY name")
        return {name: columns.unpack_options(options) for name, options in rows}

    def recall(self, key: str) -> str:
        """What was remembered; "" if nothing was."""
        row = self._db.execute("SELECT value FROM remembered WHERE key = ?", (key,)).fetchone()
        return row[0] if row else ""

    # ------------------------------------------------------------------ chats

    def add_chat(self, info: ChatInfo, options: ChatOptions | None = None) -> None:
        """A new chat. One that is there already is left as it is, so that a repeated call does no harm."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO chat (key, title, named, pinned, folder, created, updated, turn, options) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(turn), 0) + 1 FROM chat), ?) "
                "ON CONFLICT (key) DO NOTHING",
                (
                    *(
                        info.key,
                        columns.clean(info.title),
                        info.named,
                        info.pinned,
                        columns.clean(info.folder),
                    ),
                    *(info.created, info.updated, columns.pack_options(options or ChatOptions())),
                ),
            )
            self._rows.setdefault(info.key, {})

    def rename(self, key: str, title: str) -> None:
        """A title of the person's own."""
        self._update(key, "title = ?, named = 1", columns.clean(title))

    def set_pinned(self, key: str, pinned: bool) -> None:
        self._update(key, "pinned = ?", pinned)

    def set_folder(self, key: str, folder: str) -> None:
        self._update(key, "folder = ?", columns.clean(folder))

    def set_drafts(self, key: str, drafts: Iterable[Draft]) -> None:
        """What is being written in a chat, in place of what was; "" for the chat that is not stored yet.

        Nothing for a chat that was deleted for good while something still knew it.
        """
        with self._writing() as db:
            row = db.execute("SELECT id FROM chat WHERE key = ?", (key,)).fetchone()
            if row is not None or not key:
                chat = row[0] if row is not None else None
                draft_rows.write(db, self._attachments, chat, drafts, lambda id_: self._row(key, id_))

    def set_place(self, key: str, place: str) -> None:
        self._update(key, "place = ?", place)

    def set_options(self, key: str, options: ChatOptions) -> None:
        self._update(key, "options = ?", columns.pack_options(options))

    def delete(self, key: str) -> None:
        """Takes a chat out of sight; `purge` takes it away."""
        self._update(key, "deleted = ?", time.time())

    def undelete(self, key: str) -> None:
        self._update(key, "deleted = NULL")

    def purge(self, key: str | None = None) -> None:
        """Takes away a deleted chat, or all of them, with what only they had attached."""
        with self._writing() as db:
            chats = db.execute(
                "SELECT id FROM chat WHERE deleted IS NOT NULL AND (key = ?1 OR ?1 IS NULL)", (key,)
            ).fetchall()
            attached: set[str] = set()
            for (chat,) in chats:
                attached |= part_rows.used_by(db, chat)
                for row_id, text in db.execute(
                    "SELECT id, text FROM message WHERE chat = ? AND indexed", (chat,)
                ).fetchall():
                    self._unindex(row_id, text)
                # From the leaves: the cascade over parents would go as deep as the chat is long.
                db.execute("UPDATE message SET parent = NULL WHERE chat = ?", (chat,))
                db.execute("DELETE FROM chat WHERE id = ?", (chat,))
        if attached:
            self._attachments.sweep(attached, part_rows.used(self._db))

    def sweep(self) -> None:
        """Takes away what was attached a day ago or earlier and neither sent nor kept in a draft."""
        self._attachments.sweep_forgotten(part_rows.used(self._db), time.time() - _KEEP_UNSENT_S)

    def set_preset(self, name: str, options: ChatOptions | None) -> None:
        """Keeps a preset under a name; None takes it away."""
        with self._writing() as db:
            if options is None:
                db.execute("DELETE FROM preset WHERE name = ?", (name,))
            else:
                values = (columns.clean(name), columns.pack_options(options))
                db.execute("INSERT OR REPLACE INTO preset VALUES (?, ?)", values)

    def remember(self, key: str, value: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO remembered VALUES (?, ?)", (key, columns.clean(value)))

    # --------------------------------------------------------------- messages

    def add_message(self, key: str, message: Message, title: str = "") -> None:
        """A message under its parent, shown from now on; `title` names a chat that has no name yet.

        A user's message ends its draft.
        """
        with self._writing() as db:
            chat = self._chat(key)
            self._insert(db, key, chat, message)
            if message.role is Role.USER:
                draft_rows.end(db, chat, self._row(key, message.id))
            db.execute(
                "UPDATE chat SET updated = ?, turn = (SELECT max(turn) + 1 FROM chat), "
                "title = iif(named OR title != '', title, ?) WHERE id = ?",
                (message.created, columns.clean(title), chat),
            )

    def add_all(self, info: ChatInfo, options: ChatOptions, conversation: Conversation) -> None:
        """A whole chat at once, as an import brings it."""
        with self._writing() as db:
            self.add_chat(info, options)
            chat = self._chat(info.key)
            for message in conversation.messages():
                self._insert(db, info.key, chat, message)
            for message in conversation.path():
                self._choose(db, chat, self._row(info.key, message.id))

    def append_piece(self, key: str, message_id: int, text: str) -> None:
        """More text of a running reply: costs as much as the text is long, not as the reply is."""
        row_id = self._row(key, message_id)
        with self._writing() as db:
            if not self._is_there(row_id):
                return
            db.execute(
                "INSERT INTO piece SELECT ?1, ifnull(max(position), 0) + 1, ?2 FROM piece WHERE message = ?1",
                (row_id, columns.clean(text)),
            )

    def change_message(self, key: str, message: Message) -> None:
        """A reply has ended, or is being continued: everything about it anew.

        Nothing if its chat was deleted for good while it was being written.
        """
        row_id = self._row(key, message.id)
        with self._writing() as db:
            if self._is_there(row_id):
                self._rewrite(db, row_id, message)

    def choose(self, key: str, message_id: int) -> None:
        """Which branch is shown."""
        row_id = self._row(key, message_id)
        with self._writing() as db:
            self._choose(db, self._chat(key), row_id)

    def end_interrupted(self) -> int:
        """Makes replies that no one writes any more whole, as far as they came; answers how many.

        A window that still writes one overwrites this when the reply ends.
        """
        rows = self._db.execute(
            "SELECT id, chat FROM message WHERE state IN ('waiting', 'streaming')"
        ).fetchall()
        for row_id, chat in rows:
            messages, ids = self._messages(chat)
            message = next(message for message in messages if message.id == ids[row_id])
            with self._writing() as db:
                self._rewrite(db, row_id, message)
        return len(rows)

    # ---------------------------------------------------------------- helpers

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        if self._db.in_transaction:
            yield self._db
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield self._db
            self._db.commit()
        except BaseException:
            # Harmless where a full disk has ended the transaction already.
            self._db.rollback()
            raise

    def _update(self, key: str, change: str, *values: object) -> None:
        """Nothing for a chat that was deleted for good while something still knew it."""
        with self._writing() as db:
            db.execute(f"UPDATE chat SET {change} WHERE key = ?", (*values, key))

    def _chat(self, key: str) -> int:
        row = self._db.execute("SELECT id FROM chat WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        return int(row[0])

    def _row(self, key: str, message_id: int) -> int:
        return self._rows[key][message_id]

    def _is_there(self, row_id: int) -> bool:
        return self._db.execute("SELECT 1 FROM message WHERE id = ?", (row_id,)).fetchone() is not None

    def _insert(self, db: sqlite3.Connection, key: str, chat: int, message: Message) -> None:
        rows = self._rows.setdefault(key, {})
        parent = rows[message.parent] if message.parent else None
        text = columns.clean(message.text)
        row_id = db.execute(
            "INSERT INTO message (chat, parent, role, text, state, created, model, device, thinking, tokens, "
            "profile, error, indexed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (chat, parent, message.role.value, text, *_values(message), not message.running),
        ).lastrowid
        if row_id is None:
            raise sqlite3.InternalError("an inserted row has no id")
        part_rows.insert(db, self._attachments, "part", row_id, message.parts)
        self._choose(db, chat, row_id)
        if not message.running:
            self._index(row_id, text)
        rows[message.id] = row_id

    def _rewrite(self, db: sqlite3.Connection, row_id: int, message: Message) -> None:
        old = db.execute("SELECT text, indexed FROM message WHERE id = ?", (row_id,)).fetchone()
        if old is None:
            raise KeyError(message.id)
        text = columns.clean(message.text)
        if old[1]:
            self._unindex(row_id, old[0])
        if not message.running:
            self._index(row_id, text)
        db.execute(
            "UPDATE message SET text = ?, state = ?, created = ?, model = ?, device = ?, thinking = ?, "
            "tokens = ?, profile = ?, error = ?, indexed = ? WHERE id = ?",
            (text, *_values(message), not message.running, row_id),
        )
        db.execute("DELETE FROM piece WHERE message = ?", (row_id,))

    @staticmethod
    def _choose(db: sqlite3.Connection, chat: int, row_id: int) -> None:
        parent = db.execute("SELECT parent FROM message WHERE id = ?", (row_id,)).fetchone()
        if parent is None:
            raise KeyError(row_id)
        if parent[0] is None:
            db.execute("UPDATE chat SET shown = ? WHERE id = ?", (row_id, chat))
        else:
            db.execute("UPDATE message SET chosen = ? WHERE id = ?", (row_id, parent[0]))

    def _index(self, row_id: int, text: str) -> None:
        self._db.execute("INSERT INTO word (rowid, text) VALUES (?, ?)", (row_id, indexable(text)))

    def _unindex(self, row_id: int, text: str) -> None:
        """The index holds no text of its own and must be told what it is to forget."""
        values = (row_id, indexable(text))
        self._db.execute("INSERT INTO word (word, rowid, text) VALUES ('delete', ?, ?)", values)

    def _messages(self, chat: int) -> tuple[list[Message], dict[int, int]]:
        """The messages of a chat and their ids by row. A parent is older than its children."""
        rows = self._db.execute(
            "SELECT id, parent, role, text, state, created, model, device, thinking, tokens, profile, error, "
            "chosen FROM message WHERE chat = ? ORDER BY id",
            (chat,),
        ).fetchall()
        ids = {row[0]: number for number, row in enumerate(rows, start=1)}
        pieces = self._pieces(chat)
        parts = part_rows.by_owner(
            self._attachments,
            self._db.execute(
                f"SELECT message, {part_rows.COLUMNS} FROM part JOIN message ON message.id = part.message "
                "WHERE chat = ? ORDER BY message, position",
                (chat,),
            ),
        )
        messages = []
        for row in rows:
            message = _message(row, ids, pieces.get(row[0], ""))
            message.parts = parts.get(row[0], ())
            messages.append(message)
        return messages, ids

    def _pieces(self, chat: int) -> dict[int, str]:
        rows = self._db.execute(
            "SELECT message, piece.text FROM piece JOIN message ON message.id = piece.message "
            "WHERE chat = ? ORDER BY message, position",
            (chat,),
        )
        pieces: dict[int, list[str]] = {}
        for row_id, text in rows:
            pieces.setdefault(row_id, []).append(text)
        return {row_id: "".join(texts) for row_id, texts in pieces.items()}


def _values(message: Message) -> tuple[object, ...]:
    """From state to error, in the order of the table."""
    return (
        *(message.state.value, message.created, columns.clean(message.model), columns.clean(message.device)),
        *(message.thinking_seconds, columns.pack_tokens(message.token_ids)),
        *(columns.pack_profile(message.profile), columns.clean(columns.pack_error(message.error))),
    )


def _message(row: tuple[object, ...], ids: dict[int, int], pieces: str) -> Message:
    row_id, parent, role, text, state, created, model, device, thinking, tokens, profile, error, chosen = row
    message = Message(
        id=ids[row_id],  # type: ignore[index]
        parent=ids.get(parent, 0),  # type: ignore[call-overload]
        role=Role.ASSISTANT if role == Role.ASSISTANT.value else Role.USER,
        text=str(text) + pieces,
        created=created if isinstance(created, float) else 0.0,
        model=str(model),
        device=str(device),
        thinking_seconds=thinking if isinstance(thinking, float) else None,
        token_ids=columns.unpack_tokens(tokens) if isinstance(tokens, bytes) else (),
        profile=columns.unpack_profile(str(profile)),
        error=columns.unpack_error(str(error)),
        chosen=ids.get(chosen),  # type: ignore[call-overload]
    )
    if message.role is Role.ASSISTANT and state != State.DONE.value:
        message.state = State.FAILED
        if message.error is None:
            message.error = interrupted()
            message.token_ids = ()
    return message


def interrupted() -> AppError:
    """Of a reply that the end of the app cut short."""
    return AppError(
        "The app ended while this reply was being written.",
        hint="What had been written is kept. Ask again, or go on with the chat.",
    )
