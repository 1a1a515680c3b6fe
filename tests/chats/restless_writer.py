"""Changes a store at random until it is killed, and tells each change once it is on the disk.

    restless_writer.py FOLDER SEED

One JSON object a line: what was done, told after its future was done.
"""

from __future__ import annotations

import json
import random
import sys
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from geniex_desktop.chats.conversation import Conversation, Role
from geniex_desktop.chats.journal import ChatJournal
from geniex_desktop.chats.worker import StoreThread
from geniex_desktop.engine.types import Reply

WAIT_S = 60


def tell(told: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


class Writer:
    """Drives a journal as the window does, but waits for the disk after each step."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.mark = f"{seed}."
        self.count = 0
        self.thread = StoreThread(folder, lambda error: None, lambda error: None)
        self.pending: list[Future[Any]] = []

    def write(self, work: Any) -> None:
        self.pending.append(self.thread.write(work))

    def settled(self, **told: Any) -> None:
        for future in self.pending:
            future.result(WAIT_S)
        self.pending.clear()
        tell(told)

    def text(self) -> str:
        self.count += 1
        return f"text {self.mark}{self.count} " + "x" * self.chance.choice((0, 10, 5000))

    def chat(self) -> tuple[ChatJournal, Conversation]:
        """A new chat, or one of before."""
        chats = self.thread.read(lambda store: store.chats()).result(WAIT_S)
        if not chats or self.chance.random() < 0.3:
            journal = ChatJournal(self.write, lambda: None)
            return journal, Conversation(journal)
        key = self.chance.choice(chats).key
        conversation = self.thread.read(lambda store: store.open(key)).result(WAIT_S).conversation
        conversation.journal = journal = ChatJournal(self.write, lambda: None, key)
        return journal, conversation

    def step(self) -> None:
        journal, conversation = self.chat()
        kind = self.chance.choice(("send", "send", "edit", "rename", "delete"))
        users = [message for message in conversation.messages() if message.role is Role.USER]
        if kind == "edit" and users:
            text = self.text()
            message = conversation.edit_user(self.chance.choice(users).id, text)
            self.settled(kind="message", key=journal.key, text=text)
            self.answer(journal, conversation, message.id)
        elif kind == "rename" and users:
            title = self.text()
            self.write(lambda store: store.rename(journal.key, title))
            self.settled(kind="title", key=journal.key, text=title)
        elif kind == "delete" and users and self.chance.random() < 0.3:
            self.write(lambda store: store.delete(journal.key))
            self.settled(kind="delete", key=journal.key)
            if self.chance.random() < 0.5:
                self.write(lambda store: store.purge(journal.key))
                self.settled(kind="purge", key=journal.key)
        else:
            text = self.text()
            message = conversation.add_user(text)
            self.settled(kind="message", key=journal.key, text=text)
            self.answer(journal, conversation, message.id)

    def answer(self, journal: ChatJournal, conversation: Conversation, user_id: int) -> None:
        reply = conversation.start_reply(user_id)
        for _ in range(self.chance.randrange(4)):
            conversation.append(reply.id, self.text())
            journal.keep_running(conversation)
            self.settled(kind="message", key=journal.key, text=reply.text)
        whole = reply.text + self.text()
        conversation.finish(reply.id, Reply(whole, None, (1, 2), None), "CPU")  # type: ignore[arg-type]
        self.settled(kind="message", key=journal.key, text=whole)


def main() -> None:
    writer = Writer(Path(sys.argv[1]), int(sys.argv[2]))
    writer.thread.read(lambda store: store.chats()).result(WAIT_S)
    tell({"kind": "ready"})
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        writer.step()


if __name__ == "__main__":
    main()
