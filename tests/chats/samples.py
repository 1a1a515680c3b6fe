"""Conversations for the tests of the store."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from geniex_desktop.chats.attachments import Attachments
from geniex_desktop.chats.conversation import Conversation, Message
from geniex_desktop.chats.database import open_database
from geniex_desktop.chats.records import ChatInfo
from geniex_desktop.chats.store import ChatStore
from geniex_desktop.engine.types import ProfileData, Reply

PROFILE = ProfileData(0.21, 0.0, 0.18, 3.74, 12, 128, 1184.0, 34.2, 0, 0, "eos", "user")


class Direct:
    """A conversation's journal that writes at once."""

    def __init__(self, store: ChatStore, key: str) -> None:
        self.store, self.key = store, key

    def added(self, message: Message) -> None:
        self.store.add_message(self.key, message, message.text[:20])

    def changed(self, message: Message) -> None:
        self.store.change_message(self.key, message)

    def chosen(self, message: Message) -> None:
        self.store.choose(self.key, message.id)


def open_store(folder: Path) -> ChatStore:
    return ChatStore(open_database(folder).connection, Attachments(folder / "attachments"))


def database(store: ChatStore) -> sqlite3.Connection:
    return store._db


def new_chat(store: ChatStore, key: str = "k1", title: str = "") -> Conversation:
    """An empty chat in the store, whose conversation writes to it."""
    store.add_chat(ChatInfo(key, title, created=1.7e9, updated=1.7e9))
    return Conversation(Direct(store, key))


def ask(conversation: Conversation, question: str, answer: str) -> Message:
    """A question with its whole answer."""
    reply = conversation.start_reply(conversation.add_user(question).id)
    conversation.append(reply.id, answer[:3])
    conversation.finish(reply.id, Reply(answer, PROFILE, (5, 70_000, 3), None), "NPU", "Tiny")
    return reply


def texts(conversation: Conversation) -> list[str]:
    return [message.text for message in conversation.path()]
