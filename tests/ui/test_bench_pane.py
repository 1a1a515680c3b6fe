"""The Bench pane over a stand-in of geniex-bench: choose, measure, stop, compare, export, delete."""

from __future__ import annotations

import json
import math
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.bench.matrix import FIRST_THERE, ModelChoice, Workload
from geniex_desktop.bench.records import BenchRun, CellResult, RunStore
from geniex_desktop.bench.runner import Runner
from geniex_desktop.bench.spread import Metric
from geniex_desktop.bench.text_score import TextScore
from geniex_desktop.engine.types import DeviceInfo
from geniex_desktop.errors import AppError
from geniex_desktop.ui.bench.benchmarks import LAST, NONE
from geniex_desktop.ui.bench.chooser import counts
from geniex_desktop.ui.bench.pane import BenchPane
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
    qtbot.waitUntil(lambda: not bench.benchmarks.running, timeout=20_000)


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
    (run,) = RunStore(bench.benchmarks._store.folder).read()
    assert run == bench.benchmarks.shown
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


def test_stop_ends_it_and_keeps_what_there_is(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    for box in offer(bench, qtbot, "good", "waits")[1:]:
        box.click()
    pane.chooser.go.click()
    qtbot.waitUntil(
        lambda: (
            bench.benchmarks.progress is not None
            and bench.benchmarks.progress.cell.model.name == "waits"
            and bench.benchmarks.progress.run > 0
        ),
        timeout=20_000,
    )
    assert "combination 2 of 2" in pane.progress.state.text()
    pane.progress.stop.click()
    wait_for_the_end(bench, qtbot)
    assert pane.status.text() == "Stopped: 1 of 2 measurements are kept."
    assert bench.benchmarks.error is None
    assert pane.results.run_choice.currentText().endswith(" · good · 1 of 2")
    assert [result.model for result in bench.benchmarks.runs[0].results] == ["good"]


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
    assert pane.error.height() >= pane.error.height_for(pane.error.width())
    bench.benchmarks._make_runner = lambda: Runner(["unused"], bench.benchmarks._store.folder)
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
    assert bench.benchmarks.runs == []


def test_earlier_runs_are_read_shown_and_compared(
    bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path
) -> None:
    keep(tmp_path, 1, result_of(10), app_version="0")
    keep(tmp_path, 2, result_of(20), result_of(1, model="other", failure="no memory"))
    newest = keep(tmp_path, 3, result_of(30))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: len(bench.benchmarks.runs) == 3)
    card = pane.results
    assert card.isVisible()
    assert bench.benchmarks.shown == newest
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
    card.run_choice.setCurrentIndex(card.run_choice.findData("run-2"))
    card.run_choice.activated.emit(card.run_choice.currentIndex())
    assert "other, CPU: no memory" in card.bars.accessibleName()
    card.as_table.click()
    assert card.table.isVisible()
    assert card.table.item(0, 1).text() == "20.4 tok/s (5), 100 % better"
    assert card.table.item(1, 1).text() == "–"


def test_a_deleted_run_can_come_back(bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path) -> None:
    first, second = keep(tmp_path, 1, result_of(10)), keep(tmp_path, 2, result_of(20))
    store = RunStore(tmp_path / "bench")
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: len(bench.benchmarks.runs) == 2)
    assert not pane.undo.isVisible()
    (delete,) = [a for a in pane.results.menu().actions() if a.text() == "Delete this run"]
    delete.trigger()
    assert bench.benchmarks.shown == first
    qtbot.waitUntil(lambda: store.read() == [first])
    pane.undo.click()
    assert bench.benchmarks.shown == second
    qtbot.waitUntil(lambda: store.read() == [first, second])
    assert not pane.undo.isVisible()


def test_export_and_copy(bench: Bench, pane: BenchPane, qtbot: QtBot, tmp_path: Path) -> None:
    keep(tmp_path, 1, result_of(10))
    bench.benchmarks.start()
    qtbot.waitUntil(lambda: bench.benchmarks.shown is not None)
    for name in ("bench.md", "bench"):
        with qtbot.waitSignal(bench.benchmarks.said):
            pane.results._file_chosen(str(tmp_path / name))
    pane.results._copy()
    table = (tmp_path / "bench.md").read_text(encoding="utf-8")
    assert "| tiny | cpu | pp512+tg128 |" in table
    assert QGuiApplication.clipboard().text() == table
    assert json.loads((tmp_path / "bench.json").read_bytes())["id"] == "run-1"
    with qtbot.waitSignal(bench.benchmarks.said) as said:
        pane.results._file_chosen(str(tmp_path / "missing" / "bench.md"))
    assert said.args[1]
    assert pane.status.isVisible()


def test_a_text_is_scored_and_a_crash_told(bench: Bench, pane: BenchPane, qtbot: QtBot) -> None:
    for box in offer(bench, qtbot, "good", "segv")[1:]:
        box.click()
    pane._modes.button(1).click()
    assert pane.chooser.problem.text() == "Paste a text to score."
    pane.chooser.text.setPlainText("The capital of France is")
    assert pane.chooser.go.text() == "Score the text"
    pane.chooser.go.click()
    wait_for_the_end(bench, qtbot)
    assert [score.model for score in bench.benchmarks.scores] == ["good"]
    assert pane.scores.isVisible()
    shown = [text.text() for text in pane.scores.findChildren(QLabel)]
    assert "Perplexity 8.00 ± 0.80" in shown
    assert "2.875 bits per byte · 23 tokens in 1.5 s" in shown
    (tokens,) = pane.scores.findChildren(TokenBars)
    assert tokens.accessibleName() == "␣Paris 90.0 %; ↵ 5.0 %"
    assert pane.error.accessibleName() == "The engine crashed."


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
    qtbot.waitUntil(lambda: bench.benchmarks.progress is not None, timeout=20_000)
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
    bench.benchmarks.scores = [short, long]
    bench.benchmarks.changed.emit()
    heads = [text.text() for text in pane.scores.findChildren(QLabel) if text.text().endswith("· CPU")]
    assert heads == ["long · CPU", "short · CPU"]
