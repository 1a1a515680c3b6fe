"""The command line, in this process and with an engine of our own: parsing, output, exit codes."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from geniex_desktop import __version__, cli, paths
from geniex_desktop import log as logs
from geniex_desktop.commands import ask as ask_module
from geniex_desktop.commands import window
from geniex_desktop.engine.protocol import EventSink
from geniex_desktop.engine.types import (
    CANCELLED,
    ContextUse,
    GenerateRequest,
    LoadedModel,
    LoadSpec,
    ProfileData,
    Reply,
    RuntimeInfo,
    Sampler,
    TextEvent,
)
from geniex_desktop.errors import AppError, Blame
from geniex_desktop.models.starter import StarterModel
from geniex_desktop.settings import GREEDY, RUNTIME, SYSTEM_PROMPT, TEMPERATURE, Setting, Settings
from geniex_desktop.ui.settings.declared import generation_options


class ScriptedEngine:
    """Replies with its pieces; keeps what it was asked."""

    def __init__(self, pieces: tuple[str, ...] = ("Paris", " it is"), fail: AppError | None = None) -> None:
        self.pieces = pieces
        self.fail = fail
        self.spec: LoadSpec | None = None
        self.request: GenerateRequest | None = None
        self.closed = False
        self.cancelled = False
        self.wait_for_cancel = False

    def runtime(self) -> RuntimeInfo:
        return RuntimeInfo("1", "scripted", True, ())

    def load(self, spec: LoadSpec, sink: EventSink) -> LoadedModel:
        self.spec = spec
        return LoadedModel(spec, "Tiny", "Q4_1", "CPU", "chosen", 0.5, 256, None, {"layers": []})

    def unload(self) -> None:
        pass

    def generate(self, request: GenerateRequest, sink: EventSink) -> Reply:
        self.request = request
        for piece in self.pieces:
            sink(TextEvent(piece, (1,)))
        if self.fail is not None:
            raise self.fail
        while self.wait_for_cancel and not self.cancelled:
            time.sleep(0.01)
        stop = "user" if self.cancelled else "eos"
        profile = ProfileData(0.1, 0.0, 0.1, 0.2, 7, 3, 70.0, 15.0, 0, 0, stop)
        return Reply("".join(self.pieces), profile, (1, 2, 3), ContextUse(2048, 10, 2048))

    def count_tokens(self, text: str) -> int | None:
        return len(text)

    def preview(self, request: GenerateRequest) -> None:
        return None

    def cancel(self) -> None:
        self.cancelled = True

    def abort(self) -> None:
        self.cancel()

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> ScriptedEngine:
    """The engine that every `ask` in this process gets; any existing file passes for a model."""
    scripted = ScriptedEngine()
    monkeypatch.setattr(ask_module, "make_engine", lambda isolated, runtime: lambda: scripted)
    monkeypatch.setattr(ask_module, "require_loadable", lambda path: None)
    # The test runner has its own.
    monkeypatch.setattr(logs, "watch_crashes", lambda role: "")
    return scripted


@pytest.fixture
def ask(engine: ScriptedEngine, tmp_path: Path) -> Callable[..., int]:
    model = tmp_path / "tiny.gguf"
    model.write_bytes(b"GGUF")
    return lambda *arguments: cli.main(["ask", "--model", str(model), *arguments])


pytestmark = pytest.mark.usefixtures("qapp")
"""Whichever test comes first makes the process's one application object; the window's tests need theirs."""

Ask = Callable[..., int]


def test_the_answer_goes_to_stdout_and_the_profile_to_stderr(
    ask: Ask, engine: ScriptedEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask("What is the capital of France?", "--greedy") == 0
    out, err = capsys.readouterr()
    assert out == "Paris it is\n"
    assert "7 tokens at 70.0/s" in err
    assert "3 tokens at 15.0/s" in err
    assert "Tiny Q4_1 on CPU" in err
    assert engine.closed
    assert engine.request is not None
    assert engine.request.sampler.top_k == 1
    assert [message.role for message in engine.request.messages] == ["system", "user"]


def test_the_options_reach_the_engine(ask: Ask, engine: ScriptedEngine) -> None:
    options = ["--device", "npu", "--system", "Be brief.", "--max-tokens", "9"]
    assert ask("Hi", *options, "--temperature", "0.5", "--top-p", "0.9", "--seed", "4") == 0
    assert engine.spec is not None
    assert engine.spec.device == "npu"
    assert engine.request is not None
    assert [(message.role, message.content) for message in engine.request.messages] == [
        ("system", "Be brief."),
        ("user", "Hi"),
    ]
    sampler = engine.request.sampler
    assert (engine.request.max_tokens, sampler.temperature, sampler.top_p, sampler.seed) == (9, 0.5, 0.9, 4)


@pytest.mark.parametrize(
    ("settings", "options", "wanted"),
    [
        ({}, [], Sampler(temperature=0.2)),
        ({}, ["--seed", "4"], Sampler(temperature=0.2, seed=4)),
        ({}, ["--greedy"], Sampler.greedy()),
        ({TEMPERATURE: 90}, ["--top-p", "0.5"], Sampler(temperature=0.9, top_p=0.5)),
        ({TEMPERATURE: 90}, ["--temperature", "0.4"], Sampler(temperature=0.4)),
        ({GREEDY: True}, [], Sampler.greedy()),
        ({GREEDY: True, TEMPERATURE: 90}, ["--top-p", "0.5"], Sampler(temperature=0.9, top_p=0.5)),
    ],
)
def test_what_is_left_out_is_as_in_the_window(
    ask: Ask, engine: ScriptedEngine, settings: dict[Setting, Any], options: list[str], wanted: Sampler
) -> None:
    stored = Settings(paths.settings_file())
    for setting, value in settings.items():
        stored.set(setting, value)
    assert ask("Hi", *options) == 0
    assert engine.request is not None
    assert engine.request.sampler == wanted
    window = generation_options(stored).sampler
    assert options or window == wanted


def test_options_before_the_command_count_too(engine: ScriptedEngine, tmp_path: Path) -> None:
    model = tmp_path / "tiny.gguf"
    assert cli.main(["--model", str(model), "--device", "cpu", "ask", "Hi"]) == 0
    assert engine.spec is not None
    assert (engine.spec.model_path, engine.spec.device) == (model, "cpu")


def test_json_is_one_object(ask: Ask, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("Hi", "--json") == 0
    out, err = capsys.readouterr()
    answer = json.loads(out)
    assert out.count("\n") == 1
    assert answer["answer"] == "Paris it is"
    assert answer["profile"]["stop_reason"] == "eos"
    assert answer["model"]["name"] == "Tiny"
    assert answer["device"] == {"name": "CPU", "reason": "chosen"}
    assert answer["placement"] == {"layers": []}
    assert err == ""


def test_the_question_can_come_from_standard_input(
    ask: Ask, engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Input:
        class buffer:  # noqa: N801
            @staticmethod
            def read() -> bytes:
                return b"one\ntwo \xff\xe4\xbd\xa0\n"

    monkeypatch.setattr(sys, "stdin", Input)
    assert ask("-") == 0
    assert engine.request is not None
    assert engine.request.messages[-1].content == "one\ntwo \ufffd你"


def test_bytes_that_are_no_text_are_replaced(ask: Ask, engine: ScriptedEngine) -> None:
    assert ask("caf\udce9") == 0
    assert engine.request is not None
    assert engine.request.messages[-1].content == "caf\ufffd"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (AppError("No.", cause="Why.", hint="Do.", blame=Blame.USER), 1),
        (AppError("No.", cause="Why.", hint="Do.", blame=Blame.ENGINE), 2),
    ],
)
def test_a_failure_is_one_error_with_cause_and_remedy(
    ask: Ask, engine: ScriptedEngine, capsys: pytest.CaptureFixture[str], error: AppError, code: int
) -> None:
    engine.pieces, engine.fail = ("half",), error
    assert ask("Hi") == code
    out, err = capsys.readouterr()
    assert out == "half\n"
    assert err == "error: No.\n  cause:  Why.\n  remedy: Do.\n"
    assert engine.closed


def test_a_bug_is_no_traceback(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(path: Path) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(ask_module, "require_loadable", broken)
    assert ask("Hi") == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "ZeroDivisionError: oops" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask"],
        ["ask", "Hi", "--bogus"],
        ["ask", "Hi", "--max-tokens", "-1"],
        ["ask", "Hi", "--max-tokens", "99999999999"],
        ["ask", "Hi", "--max-tokens", "x"],
        ["ask", "Hi", "--temperature", "nan"],
        ["ask", "Hi", "--temperature", "0"],
        ["ask", "Hi", "--top-p", "1.5"],
        ["ask", "Hi", "--seed", "1.5"],
        ["ask", "Hi", "--greedy", "--seed", "1"],
        ["ask", "Hi", "--isolated", "--in-process"],
        ["ask", "Hi", "--log-level", "loud"],
        ["ask", "  "],
        ["nonsense"],
        ["--model"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_the_users_error(
    engine: ScriptedEngine, arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert "remedy: " in err
    assert "_whole" not in err
    assert engine.request is None


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_an_answer_that_goes_round_in_circles_is_stopped_and_shown(
    ask: Ask, engine: ScriptedEngine, capsys: pytest.CaptureFixture[str], form: tuple[str, ...]
) -> None:
    engine.pieces = ("Well. ", *["round and "] * 60)
    engine.wait_for_cancel = True
    assert ask("Hi", *form) == 2
    out, err = capsys.readouterr()
    answer = json.loads(out)["answer"] if form else out.removesuffix("\n")
    assert answer == "".join(engine.pieces)
    assert "error: The answer repeated itself on the CPU and was stopped." in err
    assert "round and" in err
    assert "--allow-repetition" in err
    assert "--device cpu" not in err


def test_nothing_but_white_space_is_a_circle_too(
    ask: Ask, engine: ScriptedEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    engine.pieces = ("\n",) * 600
    engine.wait_for_cancel = True
    assert ask("Hi") == 2
    assert "white space" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("pieces", "options"),
    [(("round and ",) * 60, ("--allow-repetition",)), (("-" * 100, "\n", "a ruler"), ())],
    ids=["allowed", "ruler"],
)
def test_what_may_repeat_itself_is_not_stopped(
    ask: Ask, engine: ScriptedEngine, pieces: tuple[str, ...], options: tuple[str, ...]
) -> None:
    engine.pieces = pieces
    assert ask("Hi", *options) == 0
    assert not engine.cancelled


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_stops_the_reply_and_keeps_what_there_is(
    ask: Ask,
    engine: ScriptedEngine,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: signal.Signals,
) -> None:
    before = signal.getsignal(name)
    engine.wait_for_cancel = True
    shown = ask_module.write_answer

    def press_after_the_last_piece(text: str) -> None:
        shown(text)
        if text == engine.pieces[-1]:
            signal.raise_signal(name)

    monkeypatch.setattr(ask_module, "write_answer", press_after_the_last_piece)
    assert ask("Hi") == 130
    out, err = capsys.readouterr()
    assert out == "Paris it is\n"
    assert "stopped: user" in err
    assert engine.closed
    assert signal.getsignal(name) is before


def test_an_interrupt_while_loading_is_no_error(
    ask: Ask, engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load(spec: LoadSpec, sink: EventSink) -> LoadedModel:
        signal.raise_signal(signal.SIGINT)
        while not engine.cancelled:
            time.sleep(0.01)
        raise AppError("Cancelled.", code=CANCELLED, blame=Blame.USER)

    monkeypatch.setattr(engine, "load", load)
    assert ask("Hi") == 130
    assert capsys.readouterr() == ("", "")


def test_a_closed_pipe_is_no_error(
    ask: Ask, engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody_reads(text: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(ask_module, "write_answer", nobody_reads)
    monkeypatch.setattr("geniex_desktop.commands.terminal.silence_stdout", lambda: None)
    assert ask("Hi") == 141
    assert capsys.readouterr().err == ""
    assert engine.closed


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], [("system", SYSTEM_PROMPT.default), ("user", "Hi")]),
        (["--system", "Be brief."], [("system", "Be brief."), ("user", "Hi")]),
        (["--system", ""], [("user", "Hi")]),
    ],
)
def test_without_a_model_the_starter_is_taken_and_told_what_the_settings_say(
    engine: ScriptedEngine,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    told: list[tuple[str, str]],
) -> None:
    monkeypatch.setattr(ask_module, "starter_file", StarterModel.path)
    assert cli.main(["ask", "Hi", *arguments]) == 0
    assert engine.spec is not None
    assert engine.spec.model_path == StarterModel().path()
    assert engine.request is not None
    assert [(message.role, message.content) for message in engine.request.messages] == told


@pytest.mark.parametrize("runtime", ["", "/opt/geniex"])
@pytest.mark.parametrize(
    ("arguments", "isolated"), [([], True), (["--isolated"], True), (["--in-process"], False)]
)
def test_the_carrier_is_the_settings_or_as_asked(
    ask: Ask,
    engine: ScriptedEngine,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    isolated: bool,
    runtime: str,
) -> None:
    chosen: list[tuple[bool, str]] = []
    Settings(paths.settings_file()).set(RUNTIME, runtime)

    def make_engine(isolated: bool, runtime: str) -> Callable[[], ScriptedEngine]:
        chosen.append((isolated, runtime))
        return lambda: engine

    monkeypatch.setattr(ask_module, "make_engine", make_engine)
    assert ask("Hi", *arguments) == 0
    assert chosen == [(isolated, runtime)]


def test_the_window_gets_the_options(engine: ScriptedEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(window, "open_window", lambda *arguments: calls.append(arguments) or 0)
    assert cli.main(["--model", "m.gguf", "--device", "cpu"]) == 0
    assert cli.main(["--starter"]) == 0
    assert cli.main([]) == 0
    assert cli.main(["--demo"]) == 0
    assert cli.main(["--demo", "1080", "--replay", "r.jsonl"]) == 0
    assert calls == [
        (Path("m.gguf"), "cpu", False, None, None),
        (None, None, True, None, None),
        (None, None, False, None, None),
        (None, None, False, "720", None),
        (None, None, False, "1080", Path("r.jsonl")),
    ]


def test_the_engine_host_is_reached_by_its_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[list[str]] = []
    monkeypatch.setattr("geniex_desktop.engine.host.main", lambda arguments: given.append(arguments) or 7)
    assert cli.main(["--engine-host", "123"]) == 7
    assert given == [["--engine-host", "123"]]


@pytest.mark.parametrize(("arguments", "word"), [(["--version"], __version__), (["--help"], "ask")])
def test_version_and_help(arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(arguments)
    assert ended.value.code == 0
    assert word in capsys.readouterr().out
