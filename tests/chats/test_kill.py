"""Killed at any moment, the store has everything that it said was on the disk."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from samples import database, open_store

from geniex_desktop.chats.store import ChatStore

WRITER = Path(__file__).with_name("restless_writer.py")


def run_and_kill(folder: Path, seed: int) -> list[dict[str, Any]]:
    """What a writer told before it was killed at a random moment."""
    process = subprocess.Popen(
        [sys.executable, str(WRITER), str(folder), str(seed)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert json.loads(process.stdout.readline()) == {"kind": "ready"}
    time.sleep(random.Random(seed).uniform(0.0, 0.4))
    process.kill()
    told = process.stdout.read().splitlines()
    process.stdout.close()
    process.wait()
    # The last line may have been cut.
    return [json.loads(line) for line in told if line.endswith("}")]


class Expected:
    """What must be in the store, by what was told so far."""

    def __init__(self) -> None:
        self.messages: dict[str, list[str]] = {}
        self.titles: dict[str, str] = {}
        self.deleted: set[str] = set()
        self.count = 0

    def take(self, told: list[dict[str, Any]]) -> None:
        for entry in told:
            self.count += 1
            key = entry["key"]
            if entry["kind"] == "message":
                self.messages.setdefault(key, []).append(entry["text"])
            elif entry["kind"] == "title":
                self.titles[key] = entry["text"]
            else:
                self.deleted.add(key)

    def check(self, store: ChatStore) -> None:
        """A title or a chat may be a step further than was told, for the kill came before the telling."""
        infos = {info.key: info for info in store.chats()}
        assert not self.deleted & set(infos)
        unseen = 0
        for key, texts in self.messages.items():
            if key in self.deleted:
                continue
            if key not in infos:
                self.deleted.add(key)
                unseen += 1
                continue
            stored = [message.text for message in store.read(key).conversation.messages()]
            for text in texts:
                # A piece told of a running reply is the beginning of what the reply became.
                assert any(whole.startswith(text) for whole in stored), (key, text[:40])
            if key in self.titles and infos[key].title != self.titles[key]:
                self.titles[key] = infos[key].title
                unseen += 1
        assert unseen <= 1


def kill_and_check(folder: Path, kills: int) -> int:
    expected = Expected()
    for seed in range(kills):
        expected.take(run_and_kill(folder, seed))
        store = open_store(folder)
        assert database(store).execute("PRAGMA integrity_check").fetchone() == ("ok",)
        expected.check(store)
        database(store).close()
    assert not list(folder.glob("*.damaged-*"))
    return expected.count


def test_a_few_kills_lose_nothing(tmp_path: Path) -> None:
    assert kill_and_check(tmp_path, 5) > 5


@pytest.mark.full
@pytest.mark.timeout(1200)
def test_two_hundred_kills_lose_nothing(tmp_path: Path) -> None:
    count = kill_and_check(tmp_path, 200)
    sys.stdout.write(f"{count} changes told, none lost in 200 kills\n")
    assert count > 1000
