"""Reopened chats are not read again: when what the model has read is saved, fetched and thrown away."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from backwards import backwards
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import Bench

from geniex_desktop.chats.kv_files import KvFiles
from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import ChatMessage, GenerateRequest, Reply
from geniex_desktop.errors import AppError
from geniex_desktop.ui.chat.controller import GenerationOptions
from geniex_desktop.ui.chat.kv_keeper import KvKeeper

TINY = Path(__file__).parents[1] / "data" / "vlm" / "tiny-llm.gguf"
WAIT_MS = 60_000
"""Only so that a hanging test ends."""


class Kept:
    """A window whose chats are kept, and what a person does there."""

    def __init__(self, bench: Bench, folder: Path, qtbot: QtBot) -> None:
        self.bench = bench
        self.limit = 1 << 20
        self.files = KvFiles(folder / "kv")
        self._qtbot = qtbot
        self.keeper = KvKeeper(
            bench.controller, bench.history, bench.jobs, self.files, lambda: self.limit, bench.window
        )
        self.keeper.fewest_tokens = 10
        self.folder = folder / "kv"

    def start(self, model: Path) -> None:
        self.bench.session.ask_runtime()
        self.bench.history.start()
        self.keeper.start()
        with self._qtbot.waitSignal(self.bench.session.loaded, timeout=WAIT_MS):
            self.bench.session.open(model)
        self._qtbot.waitUntil(
            lambda: self.keeper._model_key() != "" and self.keeper._kept.room > 0, timeout=WAIT_MS
        )

    def say(self, text: str) -> Reply:
        with self._qtbot.waitSignal(self.bench.controller.finished, timeout=WAIT_MS) as signal:
            assert self.bench.controller.send(text)
        return signal.args[1]

    def new_chat(self) -> None:
        """Leaves the chat; returns when what was to be saved is on the disk and known."""
        self.bench.controller.new_chat()
        self.settle()

    def open(self, key: str) -> None:
        with self._qtbot.waitSignal(self.bench.controller.reset):
            self.bench.history.open(key)
        self.settle()

    def settle(self) -> None:
        def quiet() -> bool:
            on_disk = {path.name for path in self.folder.glob("*.kv")}
            idle = not self.keeper._saves and not self.keeper._loads
            return idle and self.keeper._kept.names == on_disk

        self._qtbot.waitUntil(quiet, timeout=WAIT_MS)


@pytest.fixture
def kept(bench: Bench, tmp_path: Path, qtbot: QtBot) -> Kept:
    """A window over the scripted engine, with a model file that can be recognised."""
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF" * 100)
    made = Kept(bench, tmp_path, qtbot)
    made.start(model)
    return made


def test_a_chat_is_saved_when_it_is_left_and_fetched_when_it_is_opened(kept: Kept, script: Script) -> None:
    kept.say("first")
    key = kept.bench.history.current
    assert script.saved == []
    kept.new_chat()
    assert [path.exists() for path in script.saved] == [True]
    kept.say("second")
    kept.open(key)
    assert script.fetched == [script.saved[0]]
    # What it holds is known now: nothing is fetched or saved twice.
    kept.say("third")
    assert len(script.fetched) == 1


def test_going_away_and_back_fetches_nothing(kept: Kept, script: Script) -> None:
    kept.say("first")
    key = kept.bench.history.current
    kept.new_chat()
    kept.open(key)
    assert script.fetched == []


def test_an_unchanged_chat_is_not_saved_again(kept: Kept, script: Script) -> None:
    kept.say("first")
    kept.keeper.save()
    kept.settle()
    kept.new_chat()
    assert len(script.saved) == 1


def test_short_chats_are_not_worth_it(kept: Kept, script: Script) -> None:
    kept.keeper.fewest_tokens = 98  # the scripted engine holds 97
    kept.say("first")
    kept.new_chat()
    assert script.saved == []


def test_without_room_nothing_is_saved(kept: Kept, script: Script, qtbot: QtBot) -> None:
    kept.limit = 0
    kept.keeper.start()
    qtbot.waitUntil(lambda: kept.keeper._kept.room == 0, timeout=WAIT_MS)
    kept.say("first")
    kept.new_chat()
    assert script.saved == []


def test_the_newest_look_at_the_files_stands(kept: Kept, qtbot: QtBot) -> None:
    """Whatever order the workers would do it in: an older answer would stand for good."""
    with backwards(kept.bench.jobs):
        kept.keeper.start()
        kept.limit = 0
        kept.keeper.start()
    seen: list[int] = []
    kept.bench.jobs.submit(lambda: 0, seen.append)  # told after all that is done already
    qtbot.waitUntil(lambda: seen == [0], timeout=WAIT_MS)
    assert kept.keeper._kept.room == 0


def test_a_pause_saves_and_the_end_saves(kept: Kept, script: Script) -> None:
    kept.say("first")
    assert kept.keeper._idle.isActive()
    kept.keeper._idle.timeout.emit()
    kept.settle()
    assert len(script.saved) == 1
    kept.say("second")
    assert kept.keeper.close()
    assert len(script.saved) == 2


def test_another_model_has_other_files(kept: Kept, script: Script, tmp_path: Path, qtbot: QtBot) -> None:
    kept.say("first")
    key = kept.bench.history.current
    other = tmp_path / "other.gguf"
    other.write_bytes(b"GGUF" * 200)
    with qtbot.waitSignal(kept.bench.session.loaded):
        kept.bench.session.open(other)  # saves what the first one had read
    qtbot.waitUntil(lambda: kept.keeper._model_key() != "")
    kept.settle()
    assert len(script.saved) == 1
    kept.new_chat()
    kept.open(key)
    assert script.fetched == []


def test_a_refused_file_is_thrown_away(kept: Kept, script: Script) -> None:
    kept.say("first")
    key = kept.bench.history.current
    kept.new_chat()
    kept.say("second")
    script.kv_failure = AppError("The file is damaged.", code=-100001)
    kept.open(key)
    kept._qtbot.waitUntil(lambda: not script.fetched[0].exists(), timeout=WAIT_MS)
    assert kept.say("third").text
    assert kept.bench.controller.notice is None


def test_a_deleted_chat_takes_its_file_along(kept: Kept, script: Script, qtbot: QtBot) -> None:
    kept.say("first")
    key = kept.bench.history.current
    kept.new_chat()
    qtbot.waitUntil(lambda: kept.bench.history.info(key) is not None)
    kept.bench.history.delete(key)
    assert script.saved[0].exists()
    kept.bench.history.forget_deleted()
    qtbot.waitUntil(lambda: not script.saved[0].exists())
    kept.settle()


def test_files_of_unknown_chats_go_at_the_start(bench: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    kept = Kept(bench, tmp_path, qtbot)
    kept.files.trim(1)
    stale = kept.files.path("f" * 32, "m")
    stale.write_bytes(b"old")
    os.utime(stale, (1, 1))
    kept.keeper.start()
    bench.history.start()
    qtbot.waitUntil(lambda: not stale.exists())
    kept.settle()


def test_a_late_list_does_not_take_a_new_chats_file_away(kept: Kept, script: Script) -> None:
    """On a slow disk the first list arrives when a chat that is not in it has been saved already."""
    kept.say("first")
    kept.new_chat()
    known = kept.keeper._kept
    kept.bench.history.chats = []
    kept.bench.history.listed.emit()
    kept._qtbot.waitUntil(lambda: kept.keeper._kept is not known)
    assert [path.exists() for path in script.saved] == [True]


def test_a_message_does_not_wait_for_a_save(kept: Kept, script: Script, qtbot: QtBot) -> None:
    kept.say("first")
    script.gate_at = 0
    # A summary, say, keeps the engine busy while the chat is left and something is asked elsewhere.
    running = kept.bench.engine.generate(GenerateRequest((ChatMessage("user", "x"),)))
    kept.bench.controller.new_chat()
    assert len(kept.keeper._saves) == 1
    kept.bench.controller.send("second")
    qtbot.waitUntil(lambda: not kept.keeper._saves)
    kept.bench.engine.cancel(running)
    with qtbot.waitSignal(kept.bench.controller.finished):
        script.gate.set()
    assert script.saved == []


@pytest.fixture
def real(
    app: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[list[Bench]]:
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    windows: list[Bench] = []
    yield windows
    for bench in windows:
        bench.close()


def real_window(windows: list[Bench], folder: Path, qtbot: QtBot) -> Kept:
    """The next start of the app, in the engine's process."""
    script = Script()
    script.gate = threading.Event()
    bench = Bench(script, folder, make_engine(isolated=True))
    bench.controller.options = GenerationOptions(max_tokens=8)
    qtbot.addWidget(bench.window)
    windows.append(bench)
    kept = Kept(bench, folder, qtbot)
    kept.limit = 1 << 30
    # Where no projector lies beside it, for what a model has seen is not kept.
    model = folder / "alone" / TINY.name
    model.parent.mkdir(exist_ok=True)
    shutil.copyfile(TINY, model)
    kept.start(model)
    return kept


def test_a_reopened_chat_reads_only_what_is_new(real: list[Bench], tmp_path: Path, qtbot: QtBot) -> None:
    first = real_window(real, tmp_path, qtbot)
    long = first.say("Tell me about " + "trees and birds and rivers and " * 12)
    key = first.bench.history.current
    assert first.keeper.close()
    first.settle()
    assert len(list(first.folder.glob("*.kv"))) == 1
    real.pop().close()

    second = real_window(real, tmp_path, qtbot)
    if second.bench.history.current != key:
        second.open(key)
    qtbot.waitUntil(lambda: second.keeper._held == key and not second.keeper._loads)
    reply = second.say("And now?")
    assert long.profile.prompt_tokens > 100
    assert reply.profile.prompt_tokens < 40


def test_a_damaged_file_costs_a_reading_and_nothing_else(
    real: list[Bench], tmp_path: Path, qtbot: QtBot
) -> None:
    kept = real_window(real, tmp_path, qtbot)
    kept.say("Tell me about " + "trees and birds and rivers and " * 12)
    key = kept.bench.history.current
    kept.new_chat()
    (path,) = kept.folder.glob("*.kv")
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    kept.say("Something short.")
    kept.open(key)
    qtbot.waitUntil(lambda: not path.exists(), timeout=WAIT_MS)
    assert kept.say("And now?").profile.prompt_tokens > 100
