"""Opening the database: made safely, migrated whole, mended when damaged, left alone when newer."""

from __future__ import annotations

import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from samples import ask, database, new_chat, open_store, texts

from geniex_desktop.chats import schema
from geniex_desktop.chats.attachments import Attachment
from geniex_desktop.chats.database import NAME, is_damage, open_database
from geniex_desktop.chats.records import Draft
from geniex_desktop.chats.store import ChatStore
from geniex_desktop.chats.worker import StoreThread

DATA = Path(__file__).parents[1] / "data" / "chats"
IMAGE_HASH = "5e" * 32


def filled(folder: Path, chats: int = 4, turns: int = 30) -> None:
    store = open_store(folder)
    for number in range(chats):
        conversation = new_chat(store, f"k{number}")
        for turn in range(turns):
            ask(conversation, f"question {number}.{turn}", f"answer {number}.{turn} " * 20)
    database(store).close()


def test_a_new_database_has_its_safeguards_on(tmp_path: Path) -> None:
    connection = open_database(tmp_path / "new" / "folder").connection
    values = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "foreign_keys", "user_version")
    }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "user_version": 2}
    assert {path.name for path in (tmp_path / "new" / "folder").iterdir()} >= {NAME}
    assert not (tmp_path / "new" / "folder" / "chats.part").exists()


def test_what_a_crash_left_of_the_making_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "chats.part").write_bytes(b"half a database")
    assert ChatStore(open_database(tmp_path).connection, None).chats() == []  # type: ignore[arg-type]


@pytest.mark.parametrize("version", range(1, schema.VERSION + 1))
def test_every_published_version_still_opens(version: int, tmp_path: Path) -> None:
    shutil.copy(DATA / f"version-{version}.sqlite", tmp_path / NAME)
    store = open_store(tmp_path)
    chat = store.open("k1")
    assert texts(chat.conversation) == ["What is a KV cache?", "Keys and values."]
    assert (chat.info.title, chat.info.pinned) == ("KV cache", True)
    assert chat.drafts[0].text == "an unsent draft"
    assert [hit.info.key for hit in store.search("values")] == ["k1"]


def test_drafts_with_attachments_open_as_version_2_left_them(tmp_path: Path) -> None:
    shutil.copy(DATA / "version-2.sqlite", tmp_path / NAME)
    store = open_store(tmp_path)
    image = Attachment("image", IMAGE_HASH, "a.png", "image/png", 6, "3 × 2")
    assert store.open("k1").drafts == (
        Draft("an unsent draft", (image,)),
        Draft("What is a KV cache, in short?", (), 1),
    )
    assert store.drafts_of_new_chat() == (Draft("", (image,)),)


def test_the_drafts_of_version_1_are_carried_over(tmp_path: Path) -> None:
    shutil.copy(DATA / "version-1.sqlite", tmp_path / NAME)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection, connection:
        connection.execute("INSERT INTO remembered VALUES ('draft of a new chat', 'a new idea')")
    store = open_store(tmp_path)
    assert store.open("k1").drafts == (Draft("an unsent draft"),)
    assert store.drafts_of_new_chat() == (Draft("a new idea"),)
    assert store.recall("draft of a new chat") == ""


def test_a_damaged_version_1_is_mended_with_its_drafts(tmp_path: Path) -> None:
    shutil.copy(DATA / "version-1.sqlite", tmp_path / NAME)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection, connection:
        connection.execute("PRAGMA writable_schema = 1")
        connection.execute("UPDATE sqlite_master SET rootpage = 1 WHERE name = 'message_by_parent'")
    opened = open_database(tmp_path)
    assert opened.notice is not None
    chat = open_store(tmp_path).open("k1")
    assert (len(chat.conversation), chat.drafts) == (2, (Draft("an unsent draft"),))


def test_a_migration_keeps_a_copy_and_is_whole_or_not_at_all(tmp_path: Path) -> None:
    filled(tmp_path, 1, 2)
    broken = (*schema.MIGRATIONS, "CREATE TABLE extra (x); INSERT INTO nowhere VALUES (1);")
    with pytest.raises(sqlite3.OperationalError, match="nowhere"):
        open_database(tmp_path, broken)
    assert len(open_store(tmp_path).chats()) == 1
    good = (*schema.MIGRATIONS, "CREATE TABLE extra (x);")
    with closing(open_database(tmp_path, good).connection) as connection:
        assert schema.version_of(connection) == schema.VERSION + 1
        connection.execute("SELECT x FROM extra")
    with closing(sqlite3.connect(tmp_path / f"chats.version-{schema.VERSION}.sqlite")) as copy:
        assert copy.execute("SELECT count(*) FROM message").fetchone() == (4,)


def test_a_newer_database_is_read_and_not_written(tmp_path: Path) -> None:
    filled(tmp_path, 1, 1)
    with closing(sqlite3.connect(tmp_path / NAME)) as connection:
        connection.execute("PRAGMA user_version = 99")
    opened = open_database(tmp_path)
    assert opened.read_only
    assert opened.notice is not None
    store = ChatStore(opened.connection, None)  # type: ignore[arg-type]
    assert len(store.open("k0").conversation.path()) == 2
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        store.rename("k0", "x")


def test_a_file_that_is_no_database_is_kept_and_replaced(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"\0" * 65536)
    opened = open_database(tmp_path)
    assert opened.notice is not None
    assert "damaged" in opened.notice.text
    assert ChatStore(opened.connection, None).chats() == []  # type: ignore[arg-type]
    kept = Path(opened.notice.detail)
    assert kept.read_bytes() == b"\0" * 65536
    assert kept.name in opened.notice.hint
    assert open_database(tmp_path).notice is None


def test_a_lost_page_costs_what_lay_on_it_and_nothing_else(tmp_path: Path) -> None:
    filled(tmp_path)
    path = tmp_path / NAME
    content = bytearray(path.read_bytes())
    at = content.find(b"answer 2.7 ") // 4096 * 4096
    content[at : at + 4096] = b"\xff" * 4096
    path.write_bytes(content)
    opened = open_database(tmp_path)
    assert opened.notice is not None
    store = open_store(tmp_path)
    assert [chat.key for chat in store.chats()] == ["k3", "k2", "k1", "k0"]
    for key in ("k0", "k1", "k3"):
        assert len(store.open(key).conversation) == 60
    saved = len(store.open("k2").conversation)
    assert 40 <= saved < 60
    assert f"about {60 - saved} entries could not" in opened.notice.cause
    assert len(store.search("answer")) == 4


def _flip(folder: Path, seed: int) -> None:
    """Changes 1 to 64 bytes at one random place."""
    chance = random.Random(seed)
    path = folder / NAME
    content = bytearray(path.read_bytes())
    start, length = chance.randrange(len(content)), chance.choice((1, 8, 64))
    for offset in range(start, min(start + length, len(content))):
        content[offset] ^= chance.randrange(1, 256)
    path.write_bytes(content)


def _opens_whatever_was_flipped(tmp_path: Path, seeds: range) -> None:
    """Of the 120 messages, one page holds fewer than 12; where the table of tables was hit, none is left."""
    filled(tmp_path / "whole", 3, 20)
    total = 0
    for seed in seeds:
        folder = tmp_path / str(seed)
        shutil.copytree(tmp_path / "whole", folder)
        _flip(folder, seed)
        thread = StoreThread(folder, lambda _trouble: None, lambda _notice: None)
        chats = thread.read(lambda store: store.chats()).result(30)
        readable = 0
        for chat in chats:
            conversation = thread.read(lambda store, key=chat.key: store.open(key)).result(30).conversation
            readable += len(conversation)
        thread.read(lambda store: store.search("answer")).result(30)
        assert thread.close(30), seed
        kept_aside = list(folder.glob("chats.damaged-*.sqlite"))
        assert readable >= 108 or kept_aside, seed
        total += readable
        shutil.rmtree(folder)
    assert total >= 0.9 * 120 * len(seeds)


def test_flipped_bytes_never_keep_the_chats_from_opening(tmp_path: Path) -> None:
    _opens_whatever_was_flipped(tmp_path, range(40))


@pytest.mark.full
def test_five_hundred_flips_never_keep_the_chats_from_opening(tmp_path: Path) -> None:
    _opens_whatever_was_flipped(tmp_path, range(1000, 1500))


def test_only_a_wrong_content_counts_as_damage() -> None:
    assert is_damage(sqlite3.DatabaseError("database disk image is malformed"))
    assert not is_damage(sqlite3.OperationalError("database or disk is full"))
    assert not is_damage(sqlite3.OperationalError("database is locked"))
