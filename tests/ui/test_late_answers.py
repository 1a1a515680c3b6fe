"""Answers of background work that arrive in the worst order: what was asked for last is what stands."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from backwards import backwards
from chat_steps import ask, open_chat, settle
from models_steps import fetch, show_stored
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from scripted import Script, maker
from window_bench import MODEL, Bench

from geniex_desktop.bench.matrix import ModelChoice
from geniex_desktop.bench.records import BenchRun
from geniex_desktop.models.fit import Place, Target
from geniex_desktop.models.habits import ModelOptions
from geniex_desktop.models.library import open_library
from geniex_desktop.models.load_mark import LoadMark
from geniex_desktop.models.projectors import ProjectorDoubt
from geniex_desktop.settings import RUNTIME
from geniex_desktop.telemetry.recording import Recording
from geniex_desktop.telemetry.replies import ReplyRecord
from geniex_desktop.ui import main_window, replay
from geniex_desktop.ui.chat import senses
from geniex_desktop.ui.devices import recordings
from geniex_desktop.ui.devices.source import ReplaySource
from geniex_desktop.ui.jobs import Jobs
from geniex_desktop.ui.models import finder, model_page
from geniex_desktop.ui.models.models import Models
from geniex_desktop.ui.models.pane import ModelsPane


def told(jobs: Jobs, qtbot: QtBot) -> None:
    """Waits until the window knows the outcome of all that is done by now, and of what that began."""
    for _ in range(2):
        seen: list[bool] = []
        jobs.submit(lambda: True, seen.append)
        qtbot.waitUntil(lambda seen=seen: bool(seen))  # type: ignore[misc]


# ------------------------------------------------------------------------ models


def test_a_look_at_the_old_store_does_not_hide_the_new_one(
    pane: ModelsPane, models: Models, bench: Bench, tmp_path: Path, qtbot: QtBot
) -> None:
    """As when the models have been moved: the last look at where they were is under way then."""
    fetch(pane, models, qtbot)
    elsewhere = open_library(tmp_path / "elsewhere", tmp_path / "state", bench.hubs)
    told(bench.jobs, qtbot)
    with backwards(bench.jobs):
        models.shelf.refresh()
        models.shelf.use(elsewhere)
    told(bench.jobs, qtbot)
    assert models.shelf.folder == elsewhere.store.folder
    assert models.shelf.models == []
    elsewhere.queue.close()


def test_of_two_looks_at_a_model_the_later_is_shown(
    pane: ModelsPane, models: Models, bench: Bench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    told(bench.jobs, qtbot)
    read, answers = model_page.read_details, iter(["of the later", "of the earlier"])
    monkeypatch.setattr(
        model_page, "read_details", lambda *given: replace(read(*given), template=next(answers))
    )
    with backwards(bench.jobs):
        pane.model._read_again()
        pane.model._read_again()
    told(bench.jobs, qtbot)
    assert next(answers, "") == "", "both have been asked"
    assert pane.model.template.toPlainText() == "of the later"


def test_the_options_chosen_last_are_kept(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    show_stored(pane, models, qtbot)
    path = pane.model.path()
    with backwards(bench.jobs):
        pane.model._keep_options(ModelOptions(n_ctx=1024))
        pane.model._keep_options(ModelOptions(n_ctx=2048))
    told(bench.jobs, qtbot)
    assert models.library.habits.options(path).n_ctx == 2048
    assert pane.model.options.context.value() == 2048


def test_suggestions_are_for_the_devices_known_last(
    pane: ModelsPane, models: Models, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    told(models.network, qtbot)
    looks = iter([Place(Target.GPU, 2), Place(Target.CPU, 1)])
    monkeypatch.setattr(models.finder, "_locate", lambda: next(looks))
    with backwards(models.network):
        models.finder.look_around()
        models.finder.look_around()
    told(models.network, qtbot)
    assert models.finder.place == Place(Target.GPU, 2)


def test_the_token_entered_last_is_kept(
    pane: ModelsPane, models: Models, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(finder, "set_token", lambda _hub, token: kept.append(token) is None)
    with backwards(models.network):
        models.finder.keep_token("huggingface", "mistyped", lambda _outlives: None)
        models.finder.keep_token("huggingface", "right", lambda _outlives: None)
    told(models.network, qtbot)
    assert kept == ["mistyped", "right"]


def test_a_failed_judgement_is_not_the_last(
    pane: ModelsPane,
    models: Models,
    bench: Bench,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
) -> None:
    fetch(pane, models, qtbot)
    told(bench.jobs, qtbot)

    def fail() -> Place:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(models.fitting, "_locate", fail)
        models.look_how_they_fit(models.files())
        told(bench.jobs, qtbot)
    models.fitting._judged.clear()
    models.look_how_they_fit(models.files())
    qtbot.waitUntil(lambda: models.fitting.judged(models.files()[0]) is not None)
    assert models.fitting.place is not None


def test_a_load_given_up_while_it_was_looked_at_leaves_no_mark(
    bench: Bench, tmp_path: Path, qtbot: QtBot
) -> None:
    network, file = bench.models.network, tmp_path / "loading.json"
    bench.models.opening._mark = LoadMark(file)
    with backwards(network):
        bench.session.open(MODEL)
    assert file.exists(), "done, but not told yet"
    bench.session.cancel_load()
    told(network, qtbot)
    assert not file.exists()
    assert not bench.session.loading


# -------------------------------------------------------------------------- chat


def test_projectors_are_those_of_the_open_model(
    open_bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    bench, other = open_bench, Path("/models/other.gguf")

    def doubt(model: Path) -> ProjectorDoubt:
        return ProjectorDoubt("Which?", "Two.", "Choose.", [model.with_suffix(".mmproj")], True)

    monkeypatch.setattr(senses, "models_with_senses", lambda _installed: {})
    monkeypatch.setattr(senses, "_doubt", doubt)
    model = bench.session.model
    with backwards(bench.jobs):
        bench.senses._look_for_offers()
        bench.session.model = replace(model, spec=replace(model.spec, model_path=other))
        bench.senses._look_for_offers()
    told(bench.jobs, qtbot)
    assert bench.senses.projectors == [other.with_suffix(".mmproj")]


def test_what_is_copied_last_is_on_the_clipboard(open_bench: Bench, qtbot: QtBot) -> None:
    pane, jobs = open_bench.chat, open_bench.jobs
    with backwards(jobs):
        pane._copy_selected(lambda: "all of a long chat")
        pane._copy_selected(lambda: "a word")
    told(jobs, qtbot)
    assert QGuiApplication.clipboard().text() == "a word"
    with backwards(jobs):
        pane._copy_selected(lambda: "all of a long chat")
    pane._services.copy("a code block")
    told(jobs, qtbot)
    assert QGuiApplication.clipboard().text() == "a code block"


def test_a_deleted_chat_stays_out_of_sight(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "first")
    key, history, gate = started.history.current, started.history, threading.Event()
    lists: list[list[str]] = []
    history.changed.connect(lambda: lists.append([chat.key for chat in history.chats]))
    history._thread().read(lambda _store: gate.wait(60))
    history.refresh()  # asks for a list that still has it
    history.delete(key)
    gate.set()
    settle(started, qtbot)
    assert len(lists) > 1
    assert not any(key in shown for shown in lists)


def test_a_chat_opened_at_once_is_not_replaced_by_the_last_one(started: Bench, qtbot: QtBot) -> None:
    ask(started, qtbot, "first")
    last = started.history.current
    started.controller.new_chat()
    ask(started, qtbot, "second")
    open_chat(started, qtbot, "first")
    opened = started.history.current
    assert opened == last
    other = next(chat.key for chat in started.history.chats if chat.key != opened)
    started.history._open_last((other, ()))
    settle(started, qtbot)
    assert started.history.current == opened
    assert started.history._opening == ""


# ----------------------------------------------------------------------- devices


def record(depth: int) -> ReplyRecord:
    return ReplyRecord(1.0, "m", "Q4_0", "CPU", 0.2, 1.5, 0.0, 0.2, 2.0, 10, 40, 50.0, 20.0, depth)


def test_replies_are_kept_in_their_order(bench: Bench, qtbot: QtBot) -> None:
    with backwards(bench.jobs):
        for depth in (1, 2, 3):
            bench.monitor._keep(record(depth))
    told(bench.jobs, qtbot)
    assert [kept.depth for kept in bench.monitor._log.read()] == [1, 2, 3]


def test_the_power_is_that_of_the_newest_request(bench: Bench, qtbot: QtBot) -> None:
    monitor = bench.monitor
    with backwards(bench.jobs):
        for request, source in ((901, "battery"), (902, "mains")):
            monitor._read_power = lambda source=source: {"power": source}  # type: ignore[misc]
            monitor._arrived(request, None)
    told(bench.jobs, qtbot)
    assert monitor._power == {"power": "mains"}


def named(path: Path) -> Recording:
    return Recording(path.name, {}, {}, [], complete=True)


@pytest.fixture
def named_recordings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "read_recording", named)
    monkeypatch.setattr(replay, "read_recording", named)


@pytest.mark.usefixtures("named_recordings")
def test_the_recording_opened_last_is_shown(bench: Bench, qtbot: QtBot) -> None:
    shown, jobs = bench.recordings, bench.jobs

    def names() -> list[str]:
        return [each.recording.name for each in (shown.source, shown.other) if isinstance(each, ReplaySource)]

    with backwards(jobs):
        shown.open(Path("a"))
        shown.open(Path("b"))
    told(jobs, qtbot)
    assert names() == ["b"]
    with backwards(jobs):
        shown.open_other(Path("c"))
        shown.open_other(Path("d"))
    told(jobs, qtbot)
    assert names() == ["b", "d"]
    with backwards(jobs):
        shown.open_other(Path("e"))
        shown.open(Path("f"))
    told(jobs, qtbot)
    assert names() == ["f"]
    with backwards(jobs):
        shown.open(Path("g"))
    shown.back_to_live()
    told(jobs, qtbot)
    assert shown.live


@pytest.mark.usefixtures("named_recordings")
def test_the_recording_to_be_played_last_is_played(open_bench: Bench, qtbot: QtBot) -> None:
    with backwards(open_bench.jobs):
        open_bench.replay.open(Path("a"))
        open_bench.replay.open(Path("b"))
    told(open_bench.jobs, qtbot)
    assert open_bench.replay.name == "b"


def test_a_failure_of_the_recording_before_does_not_end_the_present_one(bench: Bench) -> None:
    bench.recordings.start()
    bench.recordings._recording_failed(OSError(28, "No space left on device"))
    assert bench.recordings.recording


# ------------------------------------------------------------ bench and settings


def test_the_newest_list_of_models_is_offered(bench: Bench, qtbot: QtBot) -> None:
    benchmarks = bench.benchmarks
    with backwards(bench.jobs):
        for name in ("old", "new"):
            models = [ModelChoice(Path(f"/models/{name}.gguf"), name)]
            benchmarks._shelf = lambda models=models: models  # type: ignore[misc]
            benchmarks.refresh_models()
    told(bench.jobs, qtbot)
    assert [model.name for model in benchmarks.models] == ["new"]


def test_a_run_deleted_while_the_earlier_ones_are_read_stays_away(bench: Bench, qtbot: QtBot) -> None:
    kept = bench.benchmarks.speeds
    run = BenchRun("run-1", 1.0, 0, "1", "Linux", ())
    kept.store.save(run)
    kept.take(run)
    with backwards(bench.jobs):
        kept.read()
    kept.delete_shown()
    told(bench.jobs, qtbot)
    assert kept.runs == []
    assert kept.store.read() == []


def test_the_runtime_chosen_last_is_kept(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(main_window, "installed_library", lambda path: path)
    bench.window.show_page(1)
    with backwards(bench.jobs):
        bench.window._use_runtime(str(tmp_path))
        bench.window.save_setting(RUNTIME, RUNTIME.default)
    told(bench.jobs, qtbot)
    assert bench.settings.get(RUNTIME) == RUNTIME.default


def test_answers_of_the_engine_before_are_none_of_the_present_one(
    open_bench: Bench, script: Script, qtbot: QtBot
) -> None:
    session, engine = open_bench.session, open_bench.engine
    with qtbot.waitSignal(engine.runtime_ready):
        session.ask_runtime()
    model, runtime = session.model, session.runtime
    session.change_engine(maker(script), "")
    engine.runtime_ready.emit(1, runtime)
    engine.loaded.emit(1, model)
    assert session.runtime is None
    assert session.model is None
    qtbot.waitUntil(lambda: session.model is not None)
    assert session.runtime is not None
