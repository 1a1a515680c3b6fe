"""Carries what happens in one open conversation to the store, as it happens."""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy
from typing import Any

from .conversation import Conversation, Message, Role
from .records import ChatInfo, ChatOptions, new_key
from .store import ChatStore
from .titles import title_of

Write = Callable[[Callable[[ChatStore], Any]], object]


class ChatJournal:
    """Of one chat; a new one enters the store with its first message. Used on the conversation's thread."""

    def __init__(self, write: Write, wrote: Callable[[], object], key: str = "") -> None:
        """`write` hands work to the store in order; `wrote` is called when the chat's line in the list has
        changed; `key` names a stored chat."""
        self.key = key or new_key()
        self.stored = bool(key)
        self.options = ChatOptions()
        """Of a new chat: what it is stored with."""
        self._write = write
        self._wrote = wrote
        self._kept: dict[int, int] = {}
        """Of running replies: how many characters are in the store."""

    def added(self, message: Message) -> None:
        """See conversation.Journal."""
        self.enter()
        key, frozen = self.key, copy(message)
        title = title_of(message.text) if message.role is Role.USER else ""
        self._write(lambda store: store.add_message(key, frozen, title))
        if message.running:
            self._kept[message.id] = len(message.text)
        self._wrote()

    def changed(self, message: Message) -> None:
        """See conversation.Journal."""
        key, frozen = self.key, copy(message)
        self._write(lambda store: store.change_message(key, frozen))
        if message.running:
            self._kept[message.id] = len(message.text)
        else:
            self._kept.pop(message.id, None)
        self._wrote()

    def chosen(self, message: Message) -> None:
        """See conversation.Journal."""
        key, message_id = self.key, message.id
        self._write(lambda store: store.choose(key, message_id))

    def keep_running(self, conversation: Conversation) -> None:
        """Stores what running replies have said since the last call."""
        for message_id, kept in self._kept.items():
            key, text = self.key, conversation[message_id].text[kept:]
            if text:
                self._kept[message_id] = kept + len(text)
                self._write(_append(key, message_id, text))

    def enter(self) -> None:
        """Makes the chat in the store, if it is not there."""
        if not self.stored:
            self.stored = True
            now = time.time()
            info, options = ChatInfo(self.key, created=now, updated=now), self.options
            self._write(lambda store: store.add_chat(info, options))


def _append(key: str, message_id: int, text: str) -> Callable[[ChatStore], None]:
    return lambda store: store.append_piece(key, message_id, text)
