"""The Bench pane over a stand-in of geniex-bench: choose, measure, stop, compare, export, delete."""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot
from window_bench import MODEL, Bench

from geniex_desktop.bench.matrix import FIRST_THERE, ModelChoice, Workload
from geniex_desktop.bench.records import BenchRun, CellResult, RunStore
from geniex_desktop.bench.runner import Runner
from geniex_desktop.bench.spread import Metric
from geniex_desktop.bench.text_records import ScoredText, TextRun, TextStore
from geniex_desktop.bench.text_score import NextToken, TextScore
from geniex_desktop.engine.types import DeviceInfo
from geniex_desktop.errors import AppError
from geniex_desktop.ui import theme
from geniex_desktop.ui.bench.benchmarks import LAST, NONE, Benchmarks
from geniex_desktop.ui.bench.chooser import counts
from geniex_desktop.ui.bench.looks import run_name
from geniex_desktop.ui.bench.pane import BenchPane
from geniex_desktop.ui.bench.run_bar import RunBar
from geniex_desktop.ui.bench.scores_card import TokenBars
from geniex_desktop.ui.bench.shelf import known_models
from geniex_desktop.ui.bench.tick_box import TickBox


def result_of(decode: float, *, model: str = "tiny", device: str = "cpu", failure: str = "") -> CellResult:
    speeds = tuple(decode * (1 + step / 100) for step in range(5))
    return CellResult(
        model,
        f"/models/{model}.gguf",
        device,
        Workload(),
        device=device,
        samples={}
        if failure
        else {"decode_tps": speeds, "prefill_tps": speeds, "ttft_ms": tuple(1000 / s for s in speeds)},
        failure=failure,
    )


def keep(tmp_path: Path, time: float, *results: CellResult, app_version: str = "1") -> BenchRun:
    run = BenchRun(f"run-{time:g}", time, len(results), app_version, "Linux", results)
    RunStore(tmp_path / "bench").save(run)
    return run


@pytest.fixture
def pane(bench: Bench, qtbot: QtBot) -> BenchPane:
    """Shown, with the engine's devices known: a CPU."""
    bench.session.ask_runtime()
    qtbot.waitUntil(lambda: bench.session.runtime is not None)
    bench.window.show_page(3)
    return bench.window.bench


def offer(bench: Bench, qtbot: QtBot, *names: str) -> list[TickBox]:
    """Puts models on the shelf; their boxes, of which the first is ticked."""
    bench.shelf = [ModelChoice(Path(f"/models/{name}.gguf"), name) for name in names]
    bench.benchmarks.refresh_models()
    chooser = bench.window.bench.chooser
    qtbot.waitUntil(lambda: [box.text() for box in chooser.model_boxes.values()] == list(names))
    return list(chooser.model_boxes.values())


def wait_for_the_end(bench: Bench, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not bench.benchmarks.running)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("512", (512,)),
        ("128, 512,128", (128, 512)),
        ("1 2；3，4", None),
        ("", None),
        ("0", None),
        ("-1", None),
        ("12.5", None),
        ("99999999", None),
        ("1,2,3,4,5,6,7", None),
        ("²", None),
    ],
)
def test_numbers_as_they_are_typed(text: str, expected: tuple[int, ...] | None) -> None:
    assert counts(text) == expected


def test_no_number_may_mean_automatic() -> None:
    assert counts(" ", empty=(0,)) == (0,)


def test_the_empty_pane_teaches(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    assert pane.empty.isVisible()
    assert "Choose models and devices" in pane.empty.text.text()
    assert pane.chooser.problem.text() == "Add a model file to begin."
    assert not pane.chooser.go.isEnabled()
    pane._modes.button(1).click()
    assert "perplexity" in pane.empty.text.text()
    assert pane.chooser.text.isVisible()
    assert not pane.chooser.sizes.isVisible()


def test_ctrl_4_opens_it(bench: Bench, qtbot: QtBot) -> None:
    bench.window.activateWindow()
    qtbot.keyClick(bench.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(bench.window.bench.isVisible)


def test_combinations_are_counted_and_measured(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    boxes = offer(bench, qtbot, "good-50", "good-80")
    assert [box.isChecked() for box in boxes] == [True, False]
    boxes[1].click()
    pane.chooser.fields["n_prompt"].setText("64, 128")
    pane.chooser.fields["n_ctx"].setText("1024")
    pane.chooser.fields["repetitions"].setText("3")
    assert pane.chooser.go.text() == "Measure 4 combinations"
    shares: list[float] = []
    bench.benchmarks.progressed.connect(lambda: shares.append(bench.benchmarks.share))
    pane.chooser.go.click()
    assert bench.benchmarks.running
    assert pane.progress.isVisible()
    assert not pane.chooser.go.isEnabled()
    wait_for_the_end(bench, qtbot)
    assert not pane.progress.isVisible()
    assert shares == sorted(shares)
    assert pane.results.isVisible()
    (run,) = RunStore(bench.benchmarks.speeds.store.folder).read()
    assert run == bench.benchmarks.speeds.shown
    assert [result.workload.n_prompt for result in run.results] == [64, 64, 128, 128]
    names = pane.results.bars.accessibleName()
    assert "good-50, CPU, 64 in, 128 out · context 1,024: 51.0 tok/s" in names
    assert "good-80, CPU, 128 in, 128 out · context 1,024: 81.0 tok/s" in names


def test_auto_is_what_it_is_in_a_chat_and_each_device_counts_once(
    bench: Bench, pane: BenchPane, qtbot: QtBot
) -> None:
    offer(bench, qtbot, "good")
    assert list(pane.chooser.device_boxes) == [FIRST_THERE, "cpu"]
    assert "NPU" in pane.chooser.absent.text()
    pane.chooser.device_boxes["cpu"].click()
    assert pane.chooser.devices() == ["cpu"]
    bench.script.devices = (DeviceInfo("HTP0", "Hexagon"), DeviceInfo("CPU", "a CPU"))
    bench.session.ask_runtime()
    qtbot.waitUntil(lambda: "npu" in pane.chooser.device_boxes)
    assert pane.chooser.devices() == ["hybrid", "cpu"]
    pane.chooser.device_boxes["npu"].click()
    assert pane.chooser.devices() == ["hybrid", "npu", "cpu"]


def test_wrong_settings_are_named(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    (box,) = offer(bench, qtbot, "good")
    pane.chooser.fields["threads"].setText("two")
    assert "whole numbers" in pane.chooser.problem.text()
    assert not pane.chooser.go.isEnabled()
    pane.chooser.fields["threads"].setText("")
    assert pane.chooser.go.isEnabled()
    box.click()
    assert pane.chooser.problem.text() == "Choose a model."


def test_a_reply_that_would_spoil_the_figures_is_told(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    assert not pane.disturbed.isVisible()
    bench.session.open(MODEL)
    qtbot.waitUntil(lambda: bench.session.model is not None)
    bench.script.gate_at = 1
    bench.controller.send("Hello")
    qtbot.waitUntil(pane.disturbed.isVisible)
    pane._modes.button(1).click()
    assert not pane.disturbed.isVisible()
    pane._modes.button(0).click()
    assert pane.disturbed.isVisible()
    bench.script.gate.set()
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert not pane.disturbed.isVisible()


def test_stop_ends_it_and_keeps_what_there_is(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    for box in offer(bench, qtbot, "good", "waits")[1:]:
        box.click()
    pane.chooser.go.click()
    qtbot.waitUntil(
        lambda: (
            bench.benchmarks.progress is not None
            and bench.benchmarks.progress.cell.model.name == "waits"
            and bench.benchmarks.progress.run > 0
        )
    )
    assert "combination 2 of 2" in pane.progress.state.text()
    pane.progress.stop.click()
    wait_for_the_end(bench, qtbot)
    assert pane.status.text() == "Stopped: 1 of 2 measurements are kept."
    assert bench.benchmarks.error is None
    assert pane.results.which.choice.currentText().endswith(" · good · 1 of 2")
    assert [result.model for result in bench.benchmarks.speeds.runs[0].results] == ["good"]


def test_a_crash_is_a_row_and_the_rest_goes_on(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    for box in offer(bench, qtbot, "segv", "good")[1:]:
        box.click()
    pane.chooser.go.click()
    wait_for_the_end(bench, qtbot)
    names = pane.results.bars.accessibleName()
    assert "segv, Auto: The engine crashed." in names or "segv, CPU: The engine crashed." in names
    assert "good, CPU" in names
    assert "The engine crashed." in pane.results.bars.tip(40)
    qtbot.mouseClick(pane.results.bars, Qt.MouseButton.LeftButton, pos=QPoint(200, 40))
    assert pane.error.isVisible()
    assert pane.error.accessibleName() == "segv could not be measured."
    assert "assert failed: something is wrong" in pane.error.report()


def test_a_missing_program_is_a_card(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    def missing() -> Runner:
        raise AppError("The measuring program geniex-bench is missing.", hint="Install it.")

    bench.benchmarks._make_runner = missing
    offer(bench, qtbot, "good")
    pane.chooser.go.click()
    wait_for_the_end(bench, qtbot)
    assert pane.error.isVisible()
    assert pane.error.accessibleName() == "The measuring program geniex-bench is missing."
    # The layout gives it its height at a later turn of the event loop.
    qtbot.waitUntil(lambda: pane.error.height() >= pane.error.height_for(pane.error.width()))
    bench.benchmarks._make_runner = lambda: Runner(["unused"], bench.benchmarks.speeds.store.folder)
    pane.chooser.go.click()
    assert not pane.error.isVisible()
    wait_for_the_end(bench, qtbot)


def test_a_full_disk_is_a_card_beside_the_figures(
    bench: Bench, pane: BenchPane, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_store: RunStore, _run: BenchRun) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RunStore, "save", full)
    offer(bench, qtbot, "good")
    pane.chooser.go.click()
    wait_for_the_end(bench, qtbot)
    assert pane.error.accessibleName() == "The results could not be saved."
    assert "good, CPU" in pane.results.bars.accessibleName()


def test_stop_before_the_process_is_there(
    bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path
) -> None:
    gate, reached = threading.Event(), threading.Event()

    def slow() -> Runner:
        reached.set()
        assert gate.wait(30)
        return Runner([str(tmp_path / "never started")], tmp_path)

    bench.benchmarks._make_runner = slow
    offer(bench, qtbot, "good")
    pane.chooser.go.click()
    qtbot.waitUntil(reached.is_set)
    bench.benchmarks.stop()
    gate.set()
    wait_for_the_end(bench, qtbot)
    assert bench.benchmarks.error is None
    assert bench.benchmarks.speeds.runs == []


def test_earlier_runs_are_read_shown_and_compared(
    bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path
) -> None:
    keep(tmp_path, 1, result_of(10), app_version="0")
    keep(tmp_path, 2, result_of(20), result_of(1, model="other", failure="no memory"))
    newest = keep(tmp_path, 3, result_of(30))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: len(bench.benchmarks.speeds.runs) == 3)
    card = pane.results
    assert card.isVisible()
    assert bench.benchmarks.speeds.shown == newest
    assert "30.6 tok/s 50 % better" in card.bars.accessibleName()
    assert "Changed since then" not in card.note.text()
    card.against_choice.setCurrentIndex(card.against_choice.findData("run-1"))
    card.against_choice.activated.emit(card.against_choice.currentIndex())
    assert "200 % better" in card.bars.accessibleName()
    assert "Changed since then: version of the app." in card.note.text()
    bench.benchmarks.compare_with(NONE)
    assert "better" not in card.bars.accessibleName()
    bench.benchmarks.compare_with(LAST)
    card._metric_buttons.button(2).click()
    assert card.shown_metric is Metric.TTFT
    assert "0.03 s 33 % better" in card.bars.accessibleName()
    assert "5 runs: median 0.03 s" in card.bars.tip(40)
    assert "p = 0.008" in card.bars.tip(40)
    card.which.choice.setCurrentIndex(card.which.choice.findData("run-2"))
    card.which.choice.activated.emit(card.which.choice.currentIndex())
    assert "other, CPU: no memory" in card.bars.accessibleName()
    card.as_table.click()
    assert card.table.isVisible()
    assert card.table.item(0, 1).text() == "20.4 tok/s (5), 100 % better"
    assert card.table.item(1, 1).text() == "–"


def delete_shown(which: RunBar) -> None:
    (delete,) = [a for a in which.menu().actions() if a.text() == "Delete this run"]
    delete.trigger()


def test_deleted_runs_come_back_last_first(
    bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path
) -> None:
    first, second = keep(tmp_path, 1, result_of(10)), keep(tmp_path, 2, result_of(20))
    store = RunStore(tmp_path / "bench")
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: len(bench.benchmarks.speeds.runs) == 2)
    assert not pane.undo.isVisible()
    delete_shown(pane.results.which)
    assert bench.benchmarks.speeds.shown == first
    qtbot.waitUntil(lambda: store.read() == [first])
    delete_shown(pane.results.which)
    assert pane.empty.isVisible()
    qtbot.waitUntil(lambda: store.read() == [])
    assert pane.undo.toolTip() == run_name(first)
    pane.undo.click()
    assert bench.benchmarks.speeds.shown == first
    assert pane.undo.toolTip() == run_name(second)
    pane.undo.click()
    assert bench.benchmarks.speeds.shown == second
    qtbot.waitUntil(lambda: store.read() == [first, second])
    assert not pane.undo.isVisible()


def test_the_disk_says_what_the_list_says_however_late(
    bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow removal that is undone meanwhile does not take the file away after all."""
    run = keep(tmp_path, 1, result_of(10))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: bench.benchmarks.speeds.shown == run)
    late: list[Callable[[], object]] = []
    monkeypatch.setattr(bench.jobs, "submit", lambda work, *_callbacks: late.append(work))
    bench.benchmarks.speeds.delete_shown()
    bench.benchmarks.speeds.undo()
    for work in reversed(late):
        work()
    assert RunStore(tmp_path / "bench").read() == [run]


def test_what_was_compared_with_may_be_deleted(
    bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path
) -> None:
    for time, speed in ((1, 10), (2, 20), (3, 30)):
        keep(tmp_path, time, result_of(speed))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: len(bench.benchmarks.speeds.runs) == 3)
    bench.benchmarks.compare_with("run-1")
    bench.benchmarks.speeds.show("run-1")
    assert bench.benchmarks.against == LAST
    delete_shown(pane.results.which)
    assert pane.results.against_choice.currentText() == "the last time"
    assert "50 % better" in pane.results.bars.accessibleName()


def test_export_and_copy(bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path) -> None:
    keep(tmp_path, 1, result_of(10))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: bench.benchmarks.speeds.shown is not None)
    for name in ("bench.md", "bench"):
        with qtbot.waitSignal(bench.benchmarks.said):
            pane.results.which.export(str(tmp_path / name))
    pane.results.which.copy()
    table = (tmp_path / "bench.md").read_text(encoding="utf-8")
    assert "| tiny | cpu | pp512+tg128 |" in table
    assert QGuiApplication.clipboard().text() == table
    assert json.loads((tmp_path / "bench.json").read_bytes())["id"] == "run-1"
    for export in (pane.results.which.export, pane.results.which.save_picture):
        with qtbot.waitSignal(bench.benchmarks.said) as said:
            export(str(tmp_path / "missing" / "bench.md"))
        assert said.args[1]
    assert pane.status.isVisible()


def scored(benchmarks: Benchmarks) -> list[str]:
    run = benchmarks.texts.shown
    return [] if run is None else [score.model for score in run.scores]


def texts_of(pane: BenchPane) -> list[str]:
    return [text.text() for text in pane.scores.findChildren(QLabel) if text.isVisible()]


def test_bars_and_scores_as_a_picture(bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path) -> None:
    keep(tmp_path, 1, *(result_of(10, model=f"model {number}") for number in range(30)))
    score = TextScore("good", "cpu", 9.0, 1.0, 2.2, 23, 24, 256, 1.0, (NextToken(7, " Paris", 1.0, 0.9),))
    TextStore(tmp_path / "bench").save(TextRun("text-1", 1, 1, "1", "Linux", ScoredText.of("A"), (score,)))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: bench.benchmarks.speeds.shown is not None)
    qtbot.waitUntil(lambda: bench.benchmarks.texts.shown is not None)
    for mode, card, colour in (
        (0, pane.results, theme.colours().cpu),
        (1, pane.scores, theme.colours().accent),
    ):
        pane._modes.button(mode).click()
        qtbot.waitUntil(card.isVisible)
        with qtbot.waitSignal(bench.benchmarks.said) as said:
            card.which.save_picture(str(tmp_path / "bars"))
        assert not said.args[1]
        picture = QImage(str(tmp_path / "bars.png"))
        assert picture.width() > 300
        found = {picture.pixelColor(x, y).name() for x in range(0, 500, 2) for y in range(60, 240, 2)}
        assert QColor(colour).name() in found
        assert picture.height() >= card.picture().height()
    pane._modes.button(0).click()
    assert pane.results.picture().height() > pane.results.height()


def test_a_text_is_scored_and_a_crash_told(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    for box in offer(bench, qtbot, "segv", "good")[1:]:
        box.click()
    pane._modes.button(1).click()
    assert pane.chooser.problem.text() == "Paste a text to score."
    pane.chooser.text.setPlainText("The capital of France is")
    assert pane.chooser.go.text() == "Score the text"
    pane.chooser.go.click()
    wait_for_the_end(bench, qtbot)
    assert scored(bench.benchmarks) == ["good"]
    assert pane.scores.isVisible()
    qtbot.waitUntil(lambda: "Perplexity 8.00 ± 0.80" in texts_of(pane))
    shown = texts_of(pane)
    assert "2.875 bits per byte · 23 tokens in 1.5 s" in shown
    (tokens,) = pane.scores.findChildren(TokenBars)
    assert tokens.accessibleName() == "␣Paris 90.0 %; ↵ 5.0 %"
    assert any(text.startswith("The engine crashed.") for text in shown)
    assert not pane.error.isVisible()
    (details,) = [made for made in pane.scores.findChildren(QPushButton) if made.text() == "Details"]
    details.click()
    assert pane.error.accessibleName() == "segv could not be measured."


def test_scored_texts_are_kept_compared_exported_and_deleted(
    bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path
) -> None:
    text = "The capital of France is"
    old = TextScore("good", "cpu", 9.0, 1.0, math.log(9), 23, len(text), 256, 1.0, (), engine_version="0.1")
    about = ScoredText.of(text)
    others = ScoredText.of("Quite another text")
    store = TextStore(tmp_path / "bench")
    store.save(TextRun("text-1", 1, 1, "1", "Linux", about, (old,)))
    store.save(TextRun("text-2", 2, 1, "1", "Linux", others, (replace(old, perplexity=4.0),)))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: len(bench.benchmarks.texts.runs) == 2)
    pane._modes.button(1).click()
    assert pane.scores.which.choice.currentText().endswith(" · Quite another text")
    offer(bench, qtbot, "good")
    pane.chooser.text.setPlainText(text)
    pane.chooser.go.click()
    wait_for_the_end(bench, qtbot)
    kept = store.read()
    assert [run.id for run in kept[:2]] == ["text-1", "text-2"]
    assert kept[2] == bench.benchmarks.texts.shown
    qtbot.waitUntil(lambda: any(": 9.00 ± 1.00." in line for line in texts_of(pane)))
    (earlier,) = [line for line in texts_of(pane) if line.startswith("Earlier, on ")]
    assert "Changed since then: version of the app, version of the engine" in earlier
    for name in ("bench.md", "bench.json"):
        with qtbot.waitSignal(bench.benchmarks.said):
            pane.scores.which.export(str(tmp_path / name))
    assert "| good | cpu | 8.000 ± 0.800 | 2.875 | 23 |" in (tmp_path / "bench.md").read_text("utf-8")
    assert json.loads((tmp_path / "bench.json").read_bytes())["scores"][0]["bits_per_byte"] == 2.875
    delete_shown(pane.scores.which)
    qtbot.waitUntil(lambda: len(store.read()) == 2)
    assert pane.undo.isVisible()
    pane._modes.button(0).click()
    assert not pane.undo.isVisible()
    pane._modes.button(1).click()
    pane.undo.click()
    qtbot.waitUntil(lambda: store.read() == kept)


def test_a_stopped_scoring_keeps_what_there_is(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    for box in offer(bench, qtbot, "good", "waits")[1:]:
        box.click()
    pane._modes.button(1).click()
    pane.chooser.text.setPlainText("The capital of France is")
    pane.chooser.go.click()
    qtbot.waitUntil(lambda: scored(bench.benchmarks) == ["good"])
    pane.progress.stop.click()
    wait_for_the_end(bench, qtbot)
    assert pane.status.text() == "Stopped."
    assert pane.scores.which.choice.currentText().endswith(" · The capital of France is · 1 of 2")


def test_a_rebuilt_window_keeps_what_was_chosen(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    offer(bench, qtbot, "good", "other")[1].click()
    pane.chooser.device_boxes["cpu"].click()
    pane.chooser.fields["n_gen"].setText("32")
    bench.window.build()
    chooser = bench.window.bench.chooser
    qtbot.waitUntil(lambda: all(box.isChecked() for box in chooser.model_boxes.values()))
    assert [box.isChecked() for box in chooser.device_boxes.values()] == [True, True]
    assert chooser.fields["n_gen"].text() == "32"


def test_an_added_file_is_offered_and_chosen(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    offer(bench, qtbot, "good")
    pane.chooser._file_chosen("/elsewhere/Mine-1B.Q8_0.gguf")
    qtbot.waitUntil(lambda: len(pane.chooser.model_boxes) == 2)
    first = next(iter(pane.chooser.model_boxes.values()))
    assert (first.text(), first.isChecked()) == ("Mine-1B Q8_0", True)


def test_closing_the_app_ends_a_measurement(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    offer(bench, qtbot, "waits")
    pane.chooser.go.click()
    qtbot.waitUntil(lambda: bench.benchmarks.progress is not None)
    runner = bench.benchmarks._runner
    assert runner is not None
    bench.benchmarks.stop()
    wait_for_the_end(bench, qtbot)
    assert runner._process is None


def test_nothing_is_shown_off_the_rows(bench: Bench, pane: BenchPane) -> None:
    assert pane.results.bars.tip(QPointF(0, 5).y()) == ""


def test_the_shelf_holds_what_is_there(tmp_path: Path) -> None:
    here, starter = tmp_path / "Here-1B.Q8_0.gguf", tmp_path / "Starter.gguf"
    for path, size in ((here, 2_000_000), (starter, 5_000)):
        path.write_bytes(bytes(size))

    class Present:
        def is_present(self) -> bool:
            return True

        def path(self) -> Path:
            return starter

    stored = tmp_path / "Stored.F16.gguf"
    stored.write_bytes(bytes(3000))
    recent = [tmp_path / "gone.gguf", here, starter]
    models = known_models(recent, [here, stored], Present())  # type: ignore[arg-type]
    assert [(model.name, model.note) for model in models] == [
        ("Here-1B Q8_0", "2 MB"),
        ("Starter", "5 kB"),
        ("Stored F16", "3 kB"),
    ]


def test_scores_stand_best_first_by_byte(bench: Bench, pane: BenchPane) -> None:
    """A model with few long tokens has a high perplexity and may still know the text better."""
    long = TextScore("long", "cpu", 50.0, 1.0, math.log(50), 10, 100, 256, 1.0, ())
    short = TextScore("short", "cpu", 8.0, 1.0, math.log(8), 40, 100, 256, 1.0, ())
    run = TextRun("text-1", 1, 2, "1", "Linux", ScoredText.of("x" * 100), (short, long))
    bench.benchmarks.texts.take(run)
    heads = [text.text() for text in pane.scores.findChildren(QLabel) if text.text().endswith("· CPU")]
    assert heads == ["long · CPU", "short · CPU"]
