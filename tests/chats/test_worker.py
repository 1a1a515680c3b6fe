"""The store's thread: order, refusals of the disk, damage in use, and the end."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from samples import ask, new_chat, open_store, texts

from geniex_desktop.chats.conversation import Conversation
from geniex_desktop.chats.database import NAME, Opened, open_database
from geniex_desktop.chats.journal import ChatJournal
from geniex_desktop.chats.records import ChatInfo, Draft
from geniex_desktop.chats.store import ChatStore
from geniex_desktop.chats.worker import StoreThread
from geniex_desktop.engine.types import Reply
from geniex_desktop.errors import AppError

WAIT_S = 30
INFO = ChatInfo("k1", "A chat", created=1.0, updated=1.0)


class Told:
    """What the thread says, with a way to wait for it."""

    def __init__(self) -> None:
        self.troubles: list[AppError | None] = []
        self.notices: list[AppError] = []
        self._changed = threading.Condition()

    def trouble(self, error: AppError | None) -> None:
        with self._changed:
            self.troubles.append(error)
            self._changed.notify_all()

    def notice(self, error: AppError) -> None:
        with self._changed:
            self.notices.append(error)
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, WAIT_S)


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def thread(tmp_path: Path, told: Told) -> Iterator[StoreThread]:
    result = StoreThread(tmp_path, told.trouble, told.notice)
    yield result
    result.close()


def fail_with(text: str) -> Callable[[ChatStore], None]:
    """A change that the disk refuses while the list is not empty."""
    refusals = [1]

    def work(store: ChatStore) -> None:
        if refusals:
            refusals.pop()
            raise sqlite3.OperationalError(text)
        store.rename("k1", "saved after all")

    return work


def test_reads_see_the_writes_before_them(thread: StoreThread) -> None:
    thread.write(lambda store: store.add_chat(INFO))
    assert thread.read(lambda store: store.chats()).result(WAIT_S) == [INFO]


def test_what_a_full_disk_refuses_waits_is_told_and_is_written_later(thread: StoreThread, told: Told) -> None:
    thread.write(lambda store: store.add_chat(INFO)).result(WAIT_S)
    refused = thread.write(fail_with("database or disk is full"))
    behind = thread.write(lambda store: store.set_drafts("k1", (Draft("later"),)))
    told.wait_for(lambda: len(told.troubles) == 1)
    error = told.troubles[0]
    assert error is not None
    assert (error.text, error.cause) == ("Not saved yet", "the disk is full")
    # Reading goes on meanwhile.
    assert thread.read(lambda store: store.chats()).result(WAIT_S)[0].title == "A chat"
    assert not behind.done()
    thread.retry()
    refused.result(WAIT_S)
    behind.result(WAIT_S)
    told.wait_for(lambda: told.troubles[-1] is None)
    chat = thread.read(lambda store: store.open("k1")).result(WAIT_S)
    assert (chat.info.title, chat.drafts) == ("saved after all", (Draft("later"),))


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("database is locked", "another program holds the chats"),
        ("attempt to write a readonly database", "the chats cannot be written to"),
        ("disk I/O error", "the disk refused"),
    ],
)
def test_every_refusal_has_its_reason(thread: StoreThread, told: Told, text: str, cause: str) -> None:
    thread.write(lambda store: store.add_chat(INFO))
    thread.write(fail_with(text))
    told.wait_for(lambda: bool(told.troubles))
    assert told.troubles[0] is not None
    assert told.troubles[0].cause == cause


def test_a_folder_that_cannot_be_made_is_tried_again(tmp_path: Path, told: Told) -> None:
    obstacle = tmp_path / "chats"
    obstacle.write_text("a file where the folder should be")
    thread = StoreThread(obstacle, told.trouble, told.notice)
    added = thread.write(lambda store: store.add_chat(INFO))
    told.wait_for(lambda: bool(told.troubles))
    obstacle.unlink()
    thread.retry()
    added.result(WAIT_S)
    assert thread.close(WAIT_S)


def test_a_change_that_makes_no_sense_is_told_and_blocks_nothing(thread: StoreThread, told: Told) -> None:
    broken = thread.write(lambda store: store.choose("nothing", 1))
    with pytest.raises(KeyError):
        broken.result(WAIT_S)
    thread.write(lambda store: store.add_chat(INFO)).result(WAIT_S)
    assert [notice.text for notice in told.notices] == ["A change of your chats could not be saved."]


def test_damage_found_in_use_is_mended_and_the_chat_goes_on(tmp_path: Path, told: Told) -> None:
    thread = StoreThread(tmp_path, told.trouble, told.notice)
    conversation = Conversation(ChatJournal(thread.write, lambda: None))
    reply = conversation.start_reply(conversation.add_user("before").id)
    tried = [1]

    def damaged(store: ChatStore) -> None:
        if tried:
            tried.pop()
            raise sqlite3.DatabaseError("database disk image is malformed")

    thread.write(damaged).result(WAIT_S)
    conversation.finish(reply.id, Reply("after", None, (), None), "CPU")  # type: ignore[arg-type]
    assert thread.close(WAIT_S)
    assert "damaged" in told.notices[0].text
    assert len(list(tmp_path.glob("chats.damaged-*.sqlite"))) == 1
    store = open_store(tmp_path)
    assert texts(store.open(store.chats()[0].key).conversation) == ["before", "after"]


def test_a_newer_database_is_shown_and_new_text_is_kept_in_memory(tmp_path: Path, told: Told) -> None:
    ask(new_chat(open_store(tmp_path)), "q", "a")
    connection = sqlite3.connect(tmp_path / NAME)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    thread = StoreThread(tmp_path, told.trouble, told.notice)
    assert len(thread.read(lambda store: store.chats()).result(WAIT_S)) == 1
    thread.write(lambda store: store.rename("k1", "x"))
    told.wait_for(lambda: bool(told.troubles and told.notices))
    assert "newer version" in told.notices[0].text
    assert not thread.close(WAIT_S)


def test_closing_writes_what_waits_and_takes_no_more(tmp_path: Path, told: Told) -> None:
    gate = threading.Event()

    def slowly(folder: Path) -> Opened:
        gate.wait(WAIT_S)
        return open_database(folder)

    thread = StoreThread(tmp_path, told.trouble, told.notice, slowly)
    futures = [
        thread.write(lambda store, n=n: store.add_chat(ChatInfo(f"k{n}", created=1.0, updated=1.0)))
        for n in range(20)
    ]
    gate.set()
    assert thread.close(WAIT_S)
    assert all(future.exception(0) is None for future in futures)
    assert thread.read(lambda store: store.chats()).cancelled()
    assert len(open_store(tmp_path).chats()) == 20


def test_the_journal_keeps_a_running_reply_piece_by_piece(tmp_path: Path, told: Told) -> None:
    thread = StoreThread(tmp_path, told.trouble, told.notice)
    journal = ChatJournal(thread.write, lambda: None)
    conversation = Conversation(journal)
    reply = conversation.start_reply(conversation.add_user("Tell me a story about a fox").id)
    for piece in ("Once ", "", "upon", " a time"):
        conversation.append(reply.id, piece)
        journal.keep_running(conversation)
    conversation.append(reply.id, " not kept yet")
    assert thread.close(WAIT_S)
    chat = open_store(tmp_path).open(journal.key)
    assert texts(chat.conversation) == ["Tell me a story about a fox", "Once upon a time"]
    assert chat.info.title == "Tell me a story about a fox"
