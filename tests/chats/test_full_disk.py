"""A disk that fills up: what cannot be saved stays in memory, is said, and is saved once there is room."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from samples import database, open_store

from geniex_desktop.chats.conversation import Conversation
from geniex_desktop.chats.database import Opened, open_database
from geniex_desktop.chats.journal import ChatJournal
from geniex_desktop.chats.worker import StoreThread
from geniex_desktop.engine.types import Reply
from geniex_desktop.errors import AppError

WAIT_S = 60


class Watch:
    """Remembers what the store said."""

    def __init__(self) -> None:
        self.full = threading.Event()
        self.saved = threading.Event()
        self.notices: list[AppError] = []

    def trouble(self, error: AppError | None) -> None:
        if error is None:
            self.saved.set()
        else:
            assert error.cause == "the disk is full"
            self.full.set()


def talk(conversation: Conversation, journal: ChatJournal, number: int, size: int) -> None:
    reply = conversation.start_reply(conversation.add_user(f"question {number} " + "q" * size).id)
    for _ in range(3):
        conversation.append(reply.id, "a" * size)
        journal.keep_running(conversation)
    text = reply.text + f" end {number}"
    conversation.finish(reply.id, Reply(text, None, (1,) * 100, None), "CPU")  # type: ignore[arg-type]


def fill_and_free(folder: Path, thread: StoreThread, watch: Watch, size: int, free: object) -> None:
    """Talks until the disk is full and on, then makes room: everything must be there."""
    journal = ChatJournal(thread.write, lambda: None)
    conversation = Conversation(journal)
    number = 0
    while not watch.full.is_set():
        talk(conversation, journal, number, size)
        number += 1
        thread.read(lambda store: store.chats()).result(WAIT_S)
        assert number < 5000
    for _ in range(5):
        talk(conversation, journal, number, size)
        number += 1
    # Reading goes on while nothing can be written.
    assert len(thread.read(lambda store: store.chats()).result(WAIT_S)) == 1
    free()  # type: ignore[operator]
    thread.retry()
    assert watch.saved.wait(WAIT_S)
    assert thread.close(WAIT_S)
    assert watch.notices == []
    store = open_store(folder)
    stored = store.open(journal.key).conversation
    assert [m.text for m in stored.messages()] == [m.text for m in conversation.messages()]
    assert [m.state for m in stored.messages()] == [m.state for m in conversation.messages()]
    assert database(store).execute("PRAGMA integrity_check").fetchone() == ("ok",)
    database(store).close()


def test_a_database_that_may_not_grow_loses_no_text(tmp_path: Path) -> None:
    watch = Watch()
    connections: list[sqlite3.Connection] = []

    def small(folder: Path) -> Opened:
        opened = open_database(folder)
        connections.append(opened.connection)
        opened.connection.execute("PRAGMA max_page_count = 60")
        return opened

    thread = StoreThread(tmp_path, watch.trouble, watch.notices.append, small)

    def free() -> None:
        connections[0].execute("PRAGMA max_page_count = 100000")

    fill_and_free(tmp_path, thread, watch, 300, free)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 20 MB of its own."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", str(disk)]
    if (
        sys.platform != "linux"
        or shutil.which("mount") is None
        or subprocess.run(mount, check=False).returncode
    ):
        pytest.fail("mounting a small disk needs root on Linux")
    yield disk
    # Lazily: a test that failed may still hold it.
    subprocess.run(["umount", "-l", str(disk)], check=True)


@pytest.mark.full
def test_a_disk_of_twenty_megabytes_loses_no_text(small_disk: Path) -> None:
    watch = Watch()
    ballast = small_disk / "ballast"
    ballast.write_bytes(b"\0" * 12_000_000)
    thread = StoreThread(small_disk / "chats", watch.trouble, watch.notices.append)
    fill_and_free(small_disk / "chats", thread, watch, 20_000, ballast.unlink)


@pytest.mark.full
def test_a_disk_that_is_full_from_the_start_shows_the_chats_and_saves_later(small_disk: Path) -> None:
    folder = small_disk / "chats"
    watch = Watch()
    thread = StoreThread(folder, watch.trouble, watch.notices.append)
    journal = ChatJournal(thread.write, lambda: None)
    Conversation(journal).add_user("of before")
    assert thread.close(WAIT_S)
    ballast = small_disk / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb") as file:
        while True:
            file.write(b"\0" * 4096)
            file.flush()
    thread = StoreThread(folder, watch.trouble, watch.notices.append)
    assert len(thread.read(lambda store: store.chats()).result(WAIT_S)) == 1
    later = Conversation(ChatJournal(thread.write, lambda: None))
    later.add_user("while it was full")
    assert watch.full.wait(WAIT_S)
    ballast.unlink()
    thread.retry()
    assert watch.saved.wait(WAIT_S)
    assert thread.close(WAIT_S)
    assert len(open_store(folder).chats()) == 2
