"""A recording played: text at the pace of its tokens, curves up to the same moment, marked as a replay."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.engine.types import Phase
from geniex_desktop.telemetry.phases import Span
from geniex_desktop.telemetry.recording import Recording
from geniex_desktop.telemetry.signals import Sample, Signal
from geniex_desktop.ui.devices.source import LiveSource, PlayingSource

S = 1_000_000_000


def recording() -> Recording:
    """One reply: asked at 1 s, ten tokens from 2 s to 3 s; samples twice a second for 5 s."""
    made = Recording("demo.telemetry.jsonl", {}, {"cpu": Signal("cpu", "%", "", 100.0)}, complete=True)
    made.samples = [Sample(n * S // 2, {"cpu": float(n)}) for n in range(1, 11)]
    made.spans = [Span(Phase.PREFILL, 1 * S, 2 * S, 1), Span(Phase.DECODE, 2 * S, 3 * S, 1)]
    made.tokens = array("q", [2 * S + n * S // 10 for n in range(10)])
    made.texts = [("user", "What is played?"), ("assistant", "0123456789" * 2)]
    made.replies = [
        {"ttft_s": 1.0, "decode_speed": 10.0, "generated_tokens": 10, "device": "NPU", "media_s": "x"}
    ]
    return made


class Clock:
    def __init__(self) -> None:
        self.now = 100 * S

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    result = Clock()
    monkeypatch.setattr(PlayingSource.__init__, "__defaults__", (result,))
    return result


def at(bench: Bench, clock: Clock, seconds: float) -> None:
    clock.now = 100 * S + int(seconds * S)
    bench.replay.step()


def text(bench: Bench) -> str:
    return bench.controller.conversation.path()[-1].text


def test_text_and_curves_pass_together(open_bench: Bench, qtbot: QtBot, clock: Clock) -> None:
    bench = open_bench
    bench.replay.play(recording())
    source = bench.recordings.source
    assert isinstance(source, PlayingSource)
    at(bench, clock, 0.6)
    assert bench.controller.conversation.path() == []
    assert [sample.time_ns for sample in source.since(0)] == [S // 2]
    at(bench, clock, 1.5)
    assert bench.rows == ["user", "phase"]
    assert source.spans(0) == [Span(Phase.PREFILL, S, None, 1)]
    at(bench, clock, 2.45)
    assert text(bench) == "0123456789"
    assert len(source.tokens(0)) == 5
    at(bench, clock, 3.1)
    assert text(bench) == "0123456789" * 2
    footer = bench.row_widget("footer").accessibleName()
    assert footer == "1.0 s to first token, decode 10.0 tok/s, 10 tokens, finished, NPU"
    at(bench, clock, 99)
    assert source.now_ns() == 5 * S
    assert not bench.replay._timer.isActive()


def test_a_replay_is_marked_for_as_long_as_it_is_shown(open_bench: Bench, qtbot: QtBot, clock: Clock) -> None:
    bench = open_bench
    bench.replay.play(recording())
    at(bench, clock, 99)
    assert bench.replay.name == "demo.telemetry.jsonl"
    assert not bench.recordings.live
    bench.window.build()
    assert bench.script.requests == []
    bench.replay.stop()
    assert bench.replay.name == ""
    assert isinstance(bench.recordings.source, LiveSource)
    assert bench.rows == []


def test_another_chat_ends_the_replay(open_bench: Bench, qtbot: QtBot, clock: Clock) -> None:
    bench = open_bench
    bench.replay.play(recording())
    bench.controller.new_chat()
    assert bench.replay.name == ""
    assert isinstance(bench.recordings.source, LiveSource)


def test_a_replay_is_not_kept_among_the_chats(open_bench: Bench, qtbot: QtBot, clock: Clock) -> None:
    bench = open_bench
    bench.replay.play(recording())
    at(bench, clock, 99)
    bench.replay.stop()
    assert list(bench.history.chats) == []


def test_a_file_that_is_no_recording_says_so(open_bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "x.txt"
    path.write_text("nothing")
    with qtbot.waitSignal(open_bench.replay.failed) as failed:
        open_bench.replay.open(path)
    assert "cannot be opened as a recording" in failed.args[0].text
