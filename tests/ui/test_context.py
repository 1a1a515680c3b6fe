"""The context meter: what would be sent, what would not fit, and the ways out."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import MODEL, Bench

from geniex_desktop.engine.types import Capabilities, ProfileData

SMALL = 64
IMAGES = Path(__file__).parents[1] / "data" / "vlm"
REPLY_TOKENS = 3
"""Of the scripted reply, whose two words count as three tokens with the message's beginning."""


@pytest.fixture
def small(bench: Bench, qtbot: QtBot) -> Bench:
    """A window whose model has a context of 64 tokens, with three turns of 13 tokens each."""
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(MODEL)
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.choose_context(SMALL)
    bench.script.reply = "five words are the answer"
    for number in range(3):
        bench.controller.send(f"question {number} of six words altogether")
        qtbot.waitUntil(lambda: not bench.controller.busy)
    return bench


def type_draft(bench: Bench, qtbot: QtBot, words: int) -> None:
    bench.chat.composer.field.setPlainText("word " * words)
    qtbot.waitUntil(lambda: bench.chat.composer._count.text() == f"{words} tokens")


def test_the_draft_is_counted_while_one_types_on_the_engines_own_thread(
    open_bench: Bench, qtbot: QtBot
) -> None:
    bench = open_bench
    type_draft(bench, qtbot, 12)
    qtbot.waitUntil(lambda: bench.window.top_bar._context.text() == "13 of 2,048")
    assert bench.chat.meter.text.startswith("<|user|>word word")
    assert threading.get_ident() not in bench.script.threads
    bench.chat.composer.field.clear()
    assert bench.chat.composer._count.text() == ""


def test_what_is_sent_is_what_was_previewed(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    type_draft(bench, qtbot, 3)
    asked = bench.chat.meter._asked
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert asked is not None
    assert bench.script.requests[-1].sampler == asked.sampler
    assert [m.content.split() for m in bench.script.requests[-1].messages] == [["word"] * 3]


def test_nothing_is_measured_while_a_reply_runs(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.gate_at = 1
    bench.controller.send("Hi")
    qtbot.waitUntil(lambda: "prose" in bench.rows)
    bench.chat.composer.field.setPlainText("meanwhile")
    qtbot.wait(350)
    assert bench.chat.meter._preview_id is None
    bench.script.gate.set()
    qtbot.waitUntil(lambda: bench.chat.composer._count.text() == "1 token")


def test_what_would_be_cut_is_shown_before_and_cut_only_when_wanted(small: Bench, qtbot: QtBot) -> None:
    bench = small
    assert not bench.chat._context.isVisible()
    type_draft(bench, qtbot, 28)
    notice = bench.chat._context
    qtbot.waitUntil(notice.isVisible)
    assert notice._text.text() == "The next message does not fit with all before it: 68 of 64 tokens."
    assert notice._trim.text() == "Leave out the oldest: 2 messages"
    assert bench.rows.index("cut") == bench.rows.index("user", 1) - 1
    cut = bench.row_widget("cut")
    assert cut is None or cut._text.text() == "Above this line: would be left out"
    qtbot.mouseClick(notice._trim, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Not sent" in notice._text.text())
    assert notice._text.text() == "Not sent, for it does not fit: 2 messages at the beginning of this chat."
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(bench.script.requests) == 4 and not bench.controller.busy)
    assert bench.script.requests[-1].messages[0].content.startswith("question 1")
    assert len(bench.controller.conversation.path()) == 8
    assert "cut" in bench.rows


def test_a_reply_that_fills_the_context_says_so_and_the_ways_out_are_offered(
    small: Bench, qtbot: QtBot
) -> None:
    bench = small
    bench.script.reply = "word " * 26
    bench.script.profile = ProfileData(0.2, 0.0, 0.1, 1.0, 39, 26, 390.0, 26.0, 0, 0, "context_length")
    bench.controller.send("and now a long one")
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert "the context is full" in bench.row_widget("footer").accessibleName()
    notice = bench.chat._context
    qtbot.waitUntil(notice.isVisible)
    assert [b.isVisible() for b in (notice._trim, notice._summarise, notice._larger)] == [True] * 3


def test_what_was_left_out_can_be_sent_again(small: Bench, qtbot: QtBot) -> None:
    bench = small
    bench.controller.leave_out(1)
    qtbot.waitUntil(bench.chat._context.isVisible)
    assert "cut" in bench.rows
    qtbot.mouseClick(bench.chat._context._restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not bench.chat._context.isVisible())
    assert "cut" not in bench.rows
    assert bench.controller.left_out == 0


def test_a_larger_context_is_one_click_away_and_ends_at_what_the_model_knows(
    small: Bench, qtbot: QtBot
) -> None:
    bench = small
    type_draft(bench, qtbot, 200)
    qtbot.waitUntil(bench.chat._context.isVisible)
    assert bench.chat._context._larger.text() == "Larger context: 128"
    with qtbot.waitSignal(bench.session.loaded), qtbot.waitSignal(bench.session.context_chosen) as chosen:
        qtbot.mouseClick(bench.chat._context._larger, Qt.MouseButton.LeftButton)
    assert chosen.args == [128]
    assert bench.script.loads[-1].n_ctx == 128
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.choose_context(8192)
    assert bench.session.larger_context() is None


def test_a_summary_begins_a_new_chat_and_the_person_sends_it(small: Bench, qtbot: QtBot) -> None:
    bench = small
    type_draft(bench, qtbot, 28)
    qtbot.waitUntil(bench.chat._context.isVisible)
    bench.script.reply = "<think>hm</think>We spoke of questions."
    qtbot.mouseClick(bench.chat._context._summarise, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "We spoke of questions." in bench.chat.composer.text)
    assert "hm" not in bench.chat.composer.text
    assert bench.rows == []
    assert bench.script.requests[-1].messages[0].content.startswith("question 1")
    assert bench.script.requests[-1].max_tokens > 0


def test_a_summary_can_be_stopped(small: Bench, qtbot: QtBot) -> None:
    bench = small
    type_draft(bench, qtbot, 28)
    qtbot.waitUntil(bench.chat._context.isVisible)
    bench.script.gate_at = 0
    qtbot.mouseClick(bench.chat._context._summarise, Qt.MouseButton.LeftButton)
    assert bench.chat._context._text.text() == "Summarising this chat for a new one…"
    qtbot.mouseClick(bench.chat._context._stop, Qt.MouseButton.LeftButton)
    assert not bench.chat._context._stop.isVisible()
    assert len(bench.controller.conversation.path()) == 6


def test_a_runtime_that_cannot_render_still_counts_the_draft(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.previews = False
    type_draft(bench, qtbot, 7)
    qtbot.waitUntil(lambda: bench.window.top_bar._context.text() == "7 of 2,048")
    assert bench.chat.meter.text == ""


def test_a_monstrous_draft_is_guessed_and_never_given_to_the_tokenizer(
    open_bench: Bench, qtbot: QtBot
) -> None:
    bench = open_bench
    bench.chat.composer.field.setPlainText("x " * 300_000)
    qtbot.waitUntil(lambda: bench.chat.meter.n_prompt == 150_000)
    qtbot.waitUntil(bench.chat._context.isVisible)
    assert "This message alone does not fit" in bench.chat._context._text.text()
    assert not bench.chat._context._trim.isVisible()


def load_seeing(bench: Bench, qtbot: QtBot) -> Bench:
    """Opens a model with a projector."""
    bench.script.capabilities = Capabilities(images=True)
    bench.session.base = replace(bench.session.base, mmproj_path=Path("/models/mmproj.gguf"))
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(MODEL)
    return bench


@pytest.fixture
def seeing(bench: Bench, qtbot: QtBot) -> Bench:
    return load_seeing(bench, qtbot)


def attach(bench: Bench, qtbot: QtBot, name: str) -> None:
    bench.tray.add_files([IMAGES / name])
    qtbot.waitUntil(lambda: not bench.tray.busy)


def test_an_image_is_estimated_until_the_reply_tells_what_it_took(seeing: Bench, qtbot: QtBot) -> None:
    bench, meter, shown = seeing, seeing.chat.meter, seeing.window.top_bar._context
    attach(bench, qtbot, "red.png")
    qtbot.waitUntil(lambda: shown.text() == "about 257 of 2,048")
    bench.chat.composer.set_text("two words")
    qtbot.waitUntil(lambda: shown.text() == "about 259 of 2,048")
    bench.script.n_used = 3 + 40 + 3  # the text, the image and the reply
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: meter.n_prompt == 3 + 40 + REPLY_TOKENS and not meter.estimated)
    assert shown.text() == "46 of 2,048"
    # One that is not sent yet is taken for what the model's earlier ones took.
    attach(bench, qtbot, "quarters.png")
    qtbot.waitUntil(lambda: shown.text() == "about 87 of 2,048")
    assert "once it has read them" in shown.toolTip()


def test_what_images_took_is_remembered_for_their_model(
    seeing: Bench, qtbot: QtBot, tmp_path: Path, script: Script
) -> None:
    attach(seeing, qtbot, "red.png")
    seeing.script.n_used = 3 + 40 + 3
    with qtbot.waitSignal(seeing.controller.media_tokens.learned):
        seeing.controller.send("two words")
    assert seeing.history.close()
    later = Bench(script, tmp_path)
    qtbot.addWidget(later.window)
    load_seeing(later, qtbot)
    attach(later, qtbot, "red.png")
    qtbot.waitUntil(lambda: later.chat.meter.n_prompt == 41 and not later.chat.meter.estimated)
    later.close()


def test_the_meter_moves_while_a_reply_is_written(open_bench: Bench, qtbot: QtBot) -> None:
    bench, meter = open_bench, open_bench.chat.meter
    type_draft(bench, qtbot, 9)
    bench.script.gate_at = 2
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bench.window.top_bar._context.text() == "12 of 2,048")
    assert (meter.n_prompt, meter.n_filled) == (10, 12)
    assert meter._live.interval() >= 500
    assert meter._preview_id is None
    bench.script.gate.set()
    qtbot.waitUntil(lambda: meter.n_prompt == 10 + REPLY_TOKENS)
    assert not meter._live.isActive()


def test_a_reply_that_was_not_measured_before_is_guessed_while_it_is_written(
    open_bench: Bench, qtbot: QtBot
) -> None:
    bench, meter = open_bench, open_bench.chat.meter
    type_draft(bench, qtbot, 9)  # of 45 characters, measured as ten tokens
    bench.script.gate_at = 2
    bench.controller.send("x" * 90)
    qtbot.waitUntil(lambda: meter.n_filled == 20 + 2)
    bench.script.gate.set()
    qtbot.waitUntil(lambda: not bench.controller.busy)


def test_an_edit_is_measured_in_the_place_of_what_it_edits(small: Bench, qtbot: QtBot) -> None:
    bench = small
    bench.controller.edit(bench.controller.conversation.path()[2].id)
    bench.chat.composer.set_text("only this")
    qtbot.waitUntil(lambda: bench.chat.meter.n_prompt == 13 + 3)
