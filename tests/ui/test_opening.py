"""A model that is opened before the runtime or the library has answered waits for both, and is tried."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from scripted import Script, ScriptedEngine
from scripted_hub import TINY
from window_bench import Bench, wait

from geniex_desktop.engine.types import CANCELLED
from geniex_desktop.errors import AppError
from geniex_desktop.models.habits import ModelOptions

BAD = AppError("The architecture is not known.", cause="It says 'xyz'.")


@pytest.fixture
def trial(bench: Bench) -> Script:
    """What the engine does in which unknown models are tried."""
    result = Script()
    bench.models.opening.make_engine = lambda: ScriptedEngine(result)
    return result


@pytest.fixture
def unknown(tmp_path: Path) -> Path:
    file = tmp_path / "unknown.gguf"
    file.write_bytes(TINY.read_bytes())
    return file


def test_without_an_answer_of_the_runtime_it_is_asked(
    bench: Bench, trial: Script, unknown: Path, qtbot: QtBot
) -> None:
    trial.load_failure = BAD
    bench.models.start()
    with qtbot.waitSignal(bench.session.load_failed):
        bench.session.open(unknown)
        assert bench.session.loading
        assert bench.session.runtime is None
    assert bench.session.error.cause == "It says 'xyz'."
    assert (len(trial.loads), bench.script.loads) == (1, [])


def test_a_runtime_on_its_way_is_not_asked_again(
    bench: Bench, trial: Script, unknown: Path, qtbot: QtBot
) -> None:
    answers: list[int] = []
    bench.engine.runtime_ready.connect(lambda request, _runtime: answers.append(request))
    bench.models.start()
    bench.session.ask_runtime()
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(unknown)
    assert len(trial.loads) == len(bench.script.loads) == len(answers) == 1


def test_the_library_is_waited_for_while_the_window_goes_on(
    bench: Bench,
    trial: Script,
    unknown: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    gate, make = threading.Event(), bench._open_library

    def slow() -> object:
        gate.wait(30)
        opened = make()
        opened[0].habits.set_options(unknown, ModelOptions(n_ctx=1024))
        return opened

    monkeypatch.setattr(bench.models, "_open_library", slow)
    bench.models.start()
    with qtbot.waitSignal(bench.engine.runtime_ready):
        bench.session.ask_runtime()
    bench.session.open(unknown)
    wait(100)
    assert (trial.loads, bench.script.loads) == ([], [])
    assert "Looking at the model" in bench.window.top_bar.chip._text._whole
    with qtbot.waitSignal(bench.session.loaded):
        gate.set()
    assert len(trial.loads) == 1
    assert bench.script.loads[0].n_ctx == 1024, "the model's own options"


def test_without_a_library_a_model_is_tried_all_the_same(
    bench: Bench, trial: Script, unknown: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def refuse() -> None:
        raise AppError("The store cannot be opened.")

    monkeypatch.setattr(bench.models, "_open_library", refuse)
    trial.load_failure = BAD
    bench.models.start()
    for _ in range(2):
        with qtbot.waitSignal(bench.session.load_failed):
            bench.session.open(unknown)
    assert (len(trial.loads), bench.script.loads) == (1, [])


def test_a_runtime_that_fails_ends_the_wait_and_is_asked_again_later(
    bench: Bench, trial: Script, unknown: Path, qtbot: QtBot
) -> None:
    bench.script.runtime_failure = AppError("The native library could not be loaded.")
    bench.models.start()
    with qtbot.waitSignal(bench.session.load_failed):
        bench.session.open(unknown)
    assert bench.session.error is bench.script.runtime_failure
    assert not bench.session.loading
    bench.script.runtime_failure = None
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.reload()
    assert len(trial.loads) == 1


def test_what_waits_can_be_stopped(bench: Bench, trial: Script, unknown: Path, qtbot: QtBot) -> None:
    bench.models.opening.await_library()
    bench.session.open(unknown)
    with qtbot.waitSignal(bench.session.load_failed) as failed:
        bench.session.cancel_load()
    assert failed.args[0].code == CANCELLED
    bench.models.start()
    qtbot.waitUntil(lambda: bench.models.library is not None and bench.session.runtime is not None)
    wait(50)
    assert (trial.loads, bench.script.loads) == ([], [])
    assert not bench.session.loading


def test_another_model_takes_the_place_of_one_that_waits(
    bench: Bench, trial: Script, unknown: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    other = tmp_path / "other.gguf"
    other.write_bytes(TINY.read_bytes() + b"x")
    bench.models.opening.await_library()
    bench.session.open(unknown)
    bench.session.open(other)
    with qtbot.waitSignal(bench.session.loaded):
        bench.models.start()
    assert [spec.model_path for spec in trial.loads] == [other]
    assert [spec.model_path for spec in bench.script.loads] == [other]
