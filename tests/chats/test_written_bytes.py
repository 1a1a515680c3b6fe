"""An answer costs the disk what it is long, not what the chat is."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from samples import PROFILE, ask, new_chat, open_store

from geniex_desktop.chats.journal import ChatJournal
from geniex_desktop.engine.types import Reply

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what a process writes")

TOKENS, A_SECOND = 2000, 200


def written() -> int:
    """Bytes that this process has passed to write calls."""
    for line in Path("/proc/self/io").read_text().splitlines():
        if line.startswith("wchar:"):
            return int(line.split()[1])
    raise AssertionError


def test_an_answer_in_a_chat_of_five_megabytes(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    for number in range(50):
        ask(conversation, f"question {number}", "word and " * 11_000)
    journal = conversation.journal = ChatJournal(lambda work: work(store), lambda: None, "k1")
    before = written()
    reply = conversation.start_reply(conversation.add_user("One more").id)
    for token in range(TOKENS):
        conversation.append(reply.id, "token ")
        if token % A_SECOND == 0:
            journal.keep_running(conversation)
    conversation.finish(reply.id, Reply(reply.text, PROFILE, (), None), "CPU")
    assert written() - before < 20 * len(reply.text) + 1_000_000
