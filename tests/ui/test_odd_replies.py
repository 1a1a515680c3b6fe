"""Streams that have broken other chat windows: cut characters, endless repetition, calls that are none."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import PIECE, Script
from window_bench import Bench

from geniex_desktop.chats.conversation import Message, State
from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import LoadSpec
from geniex_desktop.ui.chat import silence_notice

TEXT = "naïve 😀\U0001f468\u200d\U0001f469\u200d\U0001f467 中文 é e\u0301"
BYTES = TEXT.encode()
HALF = BYTES.index("😀".encode()) + 2
"""In the middle of the first emoji."""


def script_of(content: bytes) -> str:
    """A script for the fake plugin: one byte a piece."""
    return "script:" + "|".join(f"\\x{byte:02X}" for byte in content)


def last(bench: Bench) -> Message:
    return bench.controller.conversation.path()[-1]


def ask(bench: Bench, qtbot: QtBot) -> Message:
    assert bench.controller.send("Go on")
    qtbot.waitUntil(lambda: not bench.controller.busy)
    return last(bench)


class Fake:
    """A window over libgeniex with the fake plugin, and all that it has shown."""

    def __init__(self, bench: Bench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
        self.bench = bench
        self.shown: list[str] = []
        self._monkeypatch = monkeypatch
        self._qtbot = qtbot
        bench.session.base = LoadSpec(Path(), plugin_id="fake")
        bench.controller.reply_changed.connect(self._keep_shown)

    def will_say(self, content: bytes) -> None:
        """From its next load on; the model is loaded now."""
        self._monkeypatch.setenv("GENIEX_FAKE_BEHAVIOUR", script_of(content))
        with self._qtbot.waitSignal(self.bench.session.loaded):
            self.bench.session.open(self.bench.folder / "fake.gguf")

    def limit(self, tokens: int) -> None:
        """Tokens of a reply; a token is a byte."""
        self.bench.controller.options = replace(self.bench.controller.options, max_tokens=tokens)

    def _keep_shown(self, _message: int) -> None:
        if "prose" in self.bench.rows:
            self.shown.append(self.bench.row_widget("prose").toPlainText())


@pytest.fixture(params=[False, True], ids=["in-process", "isolated"])
def fake(
    app: QApplication,
    tmp_path: Path,
    qtbot: QtBot,
    fake_runtime: None,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Iterator[Fake]:
    (tmp_path / "fake.gguf").write_bytes(b"GGUF")
    # An isolated engine takes the behaviour of its own environment, so each load gets an engine of its own.
    bench = Bench(Script(), tmp_path, make_engine(isolated=request.param))
    bench.models.opening.make_engine = None
    bench.session.prepare = None
    qtbot.addWidget(bench.window)
    bench.window.show()
    yield Fake(bench, monkeypatch, qtbot)
    bench.close()


def test_characters_that_arrive_byte_by_byte_are_whole(fake: Fake, qtbot: QtBot) -> None:
    fake.will_say(BYTES)
    assert ask(fake.bench, qtbot).text == TEXT
    assert fake.bench.row_widget("prose").toPlainText() == TEXT
    assert "\ufffd" not in "".join(fake.shown)


@pytest.mark.parametrize("fake", [False], indirect=True, ids=["in-process"])
def test_a_reply_cut_in_a_character_goes_on_as_if_nothing_had_been(fake: Fake, qtbot: QtBot) -> None:
    fake.will_say(BYTES)
    fake.limit(HALF)
    reply = ask(fake.bench, qtbot)
    assert reply.text == "naïve "
    fake.limit(0)
    fake.will_say(BYTES[HALF - 2 :])
    fake.bench.controller.continue_reply(reply.id)
    qtbot.waitUntil(lambda: not fake.bench.controller.busy)
    assert last(fake.bench).error is None
    assert last(fake.bench).text == TEXT
    assert "\ufffd" not in "".join(fake.shown)


@pytest.mark.parametrize("end", [b"\xf0\x9f\x98", b"\xff", b"\xe4\xbd"])
def test_what_never_becomes_a_character_is_marked_when_the_reply_has_ended(
    fake: Fake, qtbot: QtBot, end: bytes
) -> None:
    fake.will_say(b"well " + end)
    reply = ask(fake.bench, qtbot)
    assert reply.state is State.DONE
    assert reply.text.startswith("well \ufffd")
    assert set(reply.text.removeprefix("well ")) == {"\ufffd"}


# ------------------------------------------------------------------ repetition


@pytest.mark.parametrize("token", ["G", "@", " the same"])
def test_a_reply_that_repeats_itself_may_be_stopped(open_bench: Bench, qtbot: QtBot, token: str) -> None:
    bench, notice = open_bench, open_bench.chat.repeat_notice
    bench.script.reply = "Well. " + token * 500
    bench.script.gate_at = len(bench.script.reply) // 6 - 1
    assert bench.controller.send("Go on")
    qtbot.waitUntil(notice.isVisible)
    assert (token * 3).strip() in notice.text
    assert "on the CPU" in notice.text
    qtbot.mouseClick(notice.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert last(bench).text.startswith("Well. " + token * 60)
    assert "stopped by you" in bench.row_widget("footer").accessibleName()
    assert not notice.isVisible()


def test_a_device_that_computes_wrongly_is_named(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.device = "NPU"
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.reload()
    bench.script.reply, bench.script.gate_at = "G" * 600, 99
    assert bench.controller.send("Go on")
    qtbot.waitUntil(bench.chat.repeat_notice.isVisible)
    assert "on the NPU" in bench.chat.repeat_notice.text
    assert "on the CPU" in bench.chat.repeat_notice.text


def test_a_reply_may_repeat_itself_where_that_is_wanted(open_bench: Bench, qtbot: QtBot) -> None:
    bench, notice = open_bench, open_bench.chat.repeat_notice
    bench.script.reply, bench.script.gate_at = "ha " * 500, 100
    assert bench.controller.send("Laugh")
    qtbot.waitUntil(notice.isVisible)
    qtbot.mouseClick(notice.keep_going, Qt.MouseButton.LeftButton)
    assert not notice.isVisible()
    appeared: list[str] = []
    bench.controller.repetition_changed.connect(lambda: appeared.append(bench.controller.repeated))
    bench.script.gate.set()
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert appeared == []
    assert last(bench).text == "ha " * 500


# --------------------------------------------------------------------- silence


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silence_notice, "LONG_S", 0.5)


@pytest.mark.usefixtures("impatient")
def test_a_reply_that_hangs_is_told_of_and_may_be_stopped(open_bench: Bench, qtbot: QtBot) -> None:
    bench, notice = open_bench, open_bench.chat.silence_notice
    bench.script.reply, bench.script.gate_at = "word " * 100, 4
    assert bench.controller.send("Go on")
    qtbot.waitUntil(notice.isVisible)
    assert "Nothing has come from the engine for" in notice.text
    qtbot.mouseClick(notice.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert not notice.isVisible()
    assert last(bench).text == bench.script.reply[: 4 * PIECE]
    assert "stopped by you" in bench.row_widget("footer").accessibleName()


@pytest.mark.usefixtures("impatient")
def test_the_hint_goes_when_the_engine_goes_on(open_bench: Bench, qtbot: QtBot) -> None:
    bench, notice = open_bench, open_bench.chat.silence_notice
    bench.script.reply, bench.script.gate_at, bench.script.pause_s = "word " * 600, 4, 0.02
    assert bench.controller.send("Go on")
    qtbot.waitUntil(notice.isVisible)
    bench.script.gate.set()
    qtbot.waitUntil(lambda: not notice.isVisible())
    assert bench.controller.busy
    bench.controller.stop()
    qtbot.waitUntil(lambda: not bench.controller.busy)


def test_a_hanging_reply_has_no_speed(open_bench: Bench, qtbot: QtBot) -> None:
    bench, controller = open_bench, open_bench.controller
    bench.script.reply, bench.script.gate_at, bench.script.pause_s = "word " * 100, 4, 0.01
    assert controller.send("Go on")
    qtbot.waitUntil(lambda: controller.n_written == 4)
    controller._heard_at = time.monotonic()
    assert controller.live_speed() is not None
    controller._heard_at -= 2.1
    assert controller.live_speed() is None
    bench.script.gate.set()
    qtbot.waitUntil(lambda: not controller.busy)


# -------------------------------------------------------------------- thinking


def test_a_reply_that_is_stopped_while_the_model_thinks_says_that_there_is_no_answer(
    open_bench: Bench, qtbot: QtBot
) -> None:
    bench = open_bench
    bench.script.reply, bench.script.gate_at = "<think>\nLet me see, abc</think>def", 3
    assert bench.controller.send("Go on")
    qtbot.waitUntil(lambda: "thinking" in bench.rows)
    assert "prose" not in bench.rows
    bench.controller.stop()
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert bench.rows == ["user", "thinking", "footer"]
    assert "no answer after the thinking" in bench.row_widget("footer").accessibleName()


# --------------------------------------------------------------- calls of tools

CALL = '{"name": "weather", "arguments": {"city": "Köln"}}'


def test_json_in_an_answer_is_no_call(open_bench: Bench, qtbot: QtBot) -> None:
    open_bench.script.reply = f"Like this:\n\n```json\n{CALL}\n```\n"
    ask(open_bench, qtbot)
    assert open_bench.rows == ["user", "prose", "code", "footer"]


def test_a_call_that_is_cut_off_is_shown_as_written_with_a_note(open_bench: Bench, qtbot: QtBot) -> None:
    open_bench.script.reply = f"I look.\n<tool_call>\n{CALL[:30]}"
    reply = ask(open_bench, qtbot)
    assert open_bench.rows == ["user", "prose", "tool", "footer"]
    card = open_bench.row_widget("tool")
    assert card._arguments.toPlainText() == CALL[:30]
    assert "not readable as a call, shown as written" in card.accessibleName()
    assert reply.text == open_bench.script.reply


def test_a_whole_call_is_a_card_and_nothing_is_run(open_bench: Bench, qtbot: QtBot) -> None:
    open_bench.script.reply = f"<tool_call>\n{CALL}\n</tool_call>"
    ask(open_bench, qtbot)
    assert open_bench.rows == ["user", "tool", "footer"]
    assert open_bench.row_widget("tool").accessibleName() == (
        "Tool call: weather. not run: no tools are set up"
    )
    assert len(open_bench.script.requests) == 1
