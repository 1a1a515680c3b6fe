"""The files that spare a model from reading a chat again: their names, their room, their end."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from geniex_desktop.chats.kv_files import KvFiles
from geniex_desktop.chats.records import new_key

A, B, C = new_key(), new_key(), new_key()
PLENTY = 1 << 40


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> KvFiles:
    """A folder on a disk with 10,000 free bytes."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=10_000))
    kv_files = KvFiles(tmp_path / "kv")
    kv_files.trim(PLENTY)
    return kv_files


def write(files: KvFiles, chat: str, size: int = 100, used: float = 1000.0, model: str = "m") -> Path:
    path = files.path(chat, model)
    path.write_bytes(bytes(size))
    os.utime(path, (used, used))
    return path


def test_a_name_tells_chat_and_model_apart(files: KvFiles) -> None:
    paths = {files.path(chat, model) for chat in (A, B) for model in ("m", "n")}
    assert len(paths) == 4
    assert files.path(A, "m") in paths


@pytest.mark.parametrize("key", ["../../evil", "C:\\evil", "a" * 5000, "", "con", "x\0y", "\ud800"])
def test_no_key_leads_out_of_the_folder(files: KvFiles, key: str) -> None:
    path = files.path(key, key)
    assert path.parent == files.path(A, "m").parent
    assert re.fullmatch(r"[0-9a-f]{32}-[0-9a-f]{32}\.kv", path.name)


def test_the_folder_is_its_owners_alone(files: KvFiles) -> None:
    assert sys.platform == "win32" or stat.S_IMODE(files.path(A, "m").parent.stat().st_mode) == 0o700


def test_the_files_used_longest_ago_make_room(files: KvFiles) -> None:
    first, second, third = (write(files, chat, used=1000 + n) for n, chat in enumerate((A, B, C)))
    files.touch(first)
    kept = files.trim(250)
    assert kept.names == {first.name, third.name}
    assert kept.room == 250
    assert not second.exists()


def test_a_tenth_of_the_disk_is_the_most(files: KvFiles) -> None:
    for chat in (A, B, C):
        write(files, chat, 500)
    kept = files.trim(PLENTY)
    assert kept.room == (10_000 + 1500) // 10
    assert len(kept.names) == 2


def test_no_room_keeps_nothing(files: KvFiles) -> None:
    write(files, A)
    assert files.trim(0).names == frozenset()
    assert list(files.path(A, "m").parent.iterdir()) == []


def test_a_deleted_chat_leaves_nothing(files: KvFiles) -> None:
    write(files, A)
    write(files, A, model="n")
    other = write(files, B)
    files.forget(A)
    assert files.trim(PLENTY).names == {other.name}


def test_only_known_chats_are_kept(files: KvFiles) -> None:
    write(files, A)
    known, imported = write(files, B), write(files, "an imported key")
    files.keep_only([B, "an imported key"], before=2000)
    assert files.trim(PLENTY).names == {known.name, imported.name}


def test_a_list_says_nothing_of_files_made_later(files: KvFiles) -> None:
    write(files, A, used=1000)
    later = write(files, B, used=3000)
    files.keep_only([], before=2000)
    assert files.trim(PLENTY).names == {later.name}


def test_what_a_killed_writer_left_goes_and_what_one_writes_stays(files: KvFiles) -> None:
    folder = files.path(A, "m").parent
    left, fresh = folder / "a.kv.1.0.tmp", folder / "b.kv.2.0.tmp"
    for scratch in (left, fresh):
        scratch.write_bytes(b"half")
    os.utime(left, (1000, 1000))
    assert files.trim(PLENTY).names == frozenset()
    assert list(folder.iterdir()) == [fresh]


def test_a_file_that_is_gone_is_no_error(files: KvFiles) -> None:
    path = files.path(A, "m")
    files.touch(path)
    files.drop(path)
    assert files.trim(PLENTY).names == frozenset()
