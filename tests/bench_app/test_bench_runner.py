"""The child process of the bench: progress, cancel, death, and files that are not what they should be."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.bench.matrix import Cell, ModelChoice, Workload, matrix_text, plan
from geniex_desktop.bench.measuring import measure
from geniex_desktop.bench.process import Stage, Step, parse_line
from geniex_desktop.bench.records import BenchRun, CellResult, RunStore
from geniex_desktop.bench.runner import Progress, Runner
from geniex_desktop.bench.spread import Metric
from geniex_desktop.bench.text_score import TEXT_LIMIT, score_text
from geniex_desktop.errors import AppError, Blame

Cells = Callable[..., tuple[Cell, ...]]


def results_of(runner: Runner, cells: tuple[Cell, ...]) -> list[CellResult]:
    results: list[CellResult] = []
    runner.run(cells, lambda _progress: None, results.append)
    return results


@pytest.mark.parametrize(
    ("line", "step"),
    [
        ("[load] cell-1", Step(Stage.LOAD, "cell-1", 0, 0)),
        ("[run ] cell-1 2/5", Step(Stage.RUN, "cell-1", 2, 5)),
        ("[warm] cell-1 1/1", Step(Stage.WARM_UP, "cell-1", 1, 1)),
        ("[ok  ] cell-1 plugin=llama_cpp device=cpu", Step(Stage.DONE, "cell-1", 0, 0)),
        ("[fail] cell-1 plugin=llama_cpp why", Step(Stage.FAILED, "cell-1", 0, 0)),
        ("[info ] anything", None),
        ("[run ]", None),
        ("", None),
    ],
)
def test_lines_of_progress(line: str, step: Step | None) -> None:
    assert parse_line(line) == step


def test_a_plan_is_every_combination(tmp_path: Path) -> None:
    models = [ModelChoice.of_file(tmp_path / f"{name}.gguf") for name in "ab"]
    works = [Workload(n_prompt=8), Workload(n_prompt=16)]
    cells = plan(models, ["auto", "cpu"], works)
    assert len(cells) == len({cell.id for cell in cells}) == 8
    text = matrix_text(cells[:2])
    assert text == f"cell-1\t\t\t{tmp_path}/a.gguf\ncell-2\t\tcpu\t{tmp_path}/a.gguf\n"


@pytest.mark.parametrize("name", ["a\tb.gguf", "a\nb.gguf"])
def test_a_name_that_would_break_the_matrix_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(AppError) as caught:
        plan([ModelChoice.of_file(tmp_path / name)], ["cpu"], [Workload()])
    assert caught.value.blame is Blame.USER


def test_nothing_to_measure_is_said() -> None:
    with pytest.raises(AppError, match="nothing to measure"):
        plan([], ["cpu"], [Workload()])


def test_figures_and_progress_arrive(runner: Runner, cells: Cells) -> None:
    seen: list[Progress] = []
    results: list[CellResult] = []
    runner.run(cells("good-50", devices=("cpu", "auto"), n_prompt=64), seen.append, results.append)
    assert [result.device for result in results] == ["cpu", "cpu"]
    assert [result.asked_device for result in results] == ["cpu", "auto"]
    assert results[0].values(Metric.DECODE) == (50.0, 51.0, 52.0)
    assert results[0].values(Metric.TTFT) == (20.0, 20.001, 20.002)
    assert (results[0].prompt_tokens, results[0].model_bytes, results[0].engine_version) == (64, 1234, "9.9")
    shares = [progress.share for progress in seen]
    assert shares == sorted(shares)
    assert shares[0] == 0
    assert shares[-1] == pytest.approx(5 / 6)
    assert {progress.stage for progress in seen} == {Stage.LOAD, Stage.WARM_UP, Stage.RUN}


@pytest.mark.parametrize(
    ("behaviour", "failure"),
    [
        ("segv", "The engine crashed. ggml: assert failed: something is wrong"),
        ("kill", "The engine was killed, perhaps because memory ran out."),
        ("fails", "no such model (-7)"),
        ("mute", "The result of this measurement is damaged or missing."),
        ("cut", "The result of this measurement is damaged or missing."),
        ("old", "The result of this measurement is damaged or missing."),
    ],
)
def test_a_bad_cell_costs_itself_alone(runner: Runner, cells: Cells, behaviour: str, failure: str) -> None:
    results = results_of(runner, cells("good", behaviour, "good-7"))
    assert [result.model for result in results] == ["good", behaviour, "good-7"]
    assert [result.failure for result in results] == ["", failure, ""]
    assert results[1].samples == {}
    assert results[2].values(Metric.DECODE) == (7.0, 8.0, 9.0)


def test_a_death_between_two_cells_costs_none(runner: Runner, cells: Cells) -> None:
    results = results_of(runner, cells("between", "good"))
    assert [(result.model, result.failure) for result in results] == [("between", ""), ("good", "")]


def test_values_of_the_wrong_kind_are_left_out(runner: Runner, cells: Cells) -> None:
    (result,) = results_of(runner, cells("odd"))
    assert (result.samples, result.model_bytes, result.prompt_tokens) == ({}, 0, 0)


def test_noise_is_bounded_and_ignored(runner: Runner, cells: Cells) -> None:
    (result,) = results_of(runner, cells("noise"))
    assert result.failure == ""


@pytest.mark.parametrize(("behaviour", "blame"), [("usage", Blame.USER), ("start", Blame.ENGINE)])
def test_a_program_that_comes_to_no_cell_is_an_error(
    runner: Runner, cells: Cells, behaviour: str, blame: Blame
) -> None:
    with pytest.raises(AppError) as caught:
        results_of(runner, cells(behaviour, "good"))
    assert caught.value.cause == f"{behaviour} went wrong"
    assert caught.value.blame is blame


def test_a_program_that_is_not_there_is_an_error(tmp_path: Path, cells: Cells) -> None:
    runner = Runner([str(tmp_path / "none")], tmp_path)
    with pytest.raises(AppError, match="cannot be started"):
        results_of(runner, cells("good"))


def test_a_scratch_folder_that_takes_nothing_is_an_error(tmp_path: Path, cells: Cells) -> None:
    with pytest.raises(AppError, match="could not write its files"):
        results_of(Runner(["unused"], tmp_path / "missing"), cells("good"))


def test_cancel_really_ends_the_process(runner: Runner, cells: Cells, tmp_path: Path) -> None:
    pids: list[int] = []
    begun = threading.Event()

    def watch(progress: Progress) -> None:
        if progress.stage is Stage.RUN and progress.cell.model.name == "waits":
            assert runner._process is not None
            pids.append(runner._process.pid)
            begun.set()

    results: list[CellResult] = []
    work = threading.Thread(
        target=lambda: runner.run(cells("good", "waits", "good-2"), watch, results.append)
    )
    work.start()
    assert begun.wait(30)
    runner.cancel()
    work.join(30)
    assert not work.is_alive()
    assert [result.model for result in results] == ["good"]
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
    assert list((tmp_path / "scratch").iterdir()) == []


def test_a_cancelled_runner_starts_nothing(runner: Runner, cells: Cells) -> None:
    runner.cancel()
    assert results_of(runner, cells("good")) == []
    assert score_text(runner, cells("good")[0].model, "cpu", "text", 2, lambda _share: None) is None


def test_a_failing_receiver_leaves_no_process(runner: Runner, cells: Cells) -> None:
    pids: list[int] = []

    def fail(_progress: Progress) -> None:
        assert runner._process is not None
        pids.append(runner._process.pid)
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        runner.run(cells("waits"), fail, lambda _result: None)
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)


def test_each_result_is_kept_at_once(runner: Runner, cells: Cells, tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs")
    on_disk: list[int] = []

    def look(run: BenchRun) -> None:
        on_disk.append(len(store.read()[0].results))
        assert len(run.results) == on_disk[-1]

    outcome = measure(cells("good", "segv", "good-5"), runner, store, lambda _p: None, look)
    assert on_disk == [1, 2, 3]
    assert outcome.error is None
    assert store.read() == [outcome.run]


def test_a_full_disk_loses_no_figures(
    runner: Runner, cells: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: object
) -> None:
    def full(_store: RunStore, _run: BenchRun) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(RunStore, "save", full)
    outcome = measure(cells("good", "good-5"), runner, RunStore(tmp_path), lambda _p: None, lambda _r: None)
    assert [result.failure for result in outcome.run.results] == ["", ""]
    assert outcome.error is not None
    assert outcome.error.cause == "No space left on device"


def test_a_text_is_scored(runner: Runner, cells: Cells) -> None:
    model = cells("good")[0].model
    shares: list[float] = []
    score = score_text(runner, model, "auto", "Où est Paris?\0", 2, shares.append)
    assert score is not None
    assert (score.device, score.perplexity, score.tokens, score.seconds) == ("npu", 8.0, 12, 1.5)
    assert score.bits_per_token == pytest.approx(3.0)
    assert score.bits_per_byte == pytest.approx(3.0 * 12 / 14)
    assert score.error == pytest.approx(0.8)
    assert [(token.text, token.probability) for token in score.next] == [(" Paris", 0.9), ("\n", 0.05)]
    assert shares == [0.0, 0.25]


@pytest.mark.parametrize(
    ("behaviour", "content", "said"),
    [
        ("good", "x", "fewer than two tokens"),
        ("odd", "a text", "no figures"),
        ("segv", "a text", "crashed"),
        ("good", "  \n", "no text"),
        ("good", "x" * (TEXT_LIMIT + 1), "too long"),
    ],
)
def test_a_text_that_cannot_be_scored_says_why(
    runner: Runner, cells: Cells, behaviour: str, content: str, said: str
) -> None:
    with pytest.raises(AppError) as caught:
        score_text(runner, cells(behaviour)[0].model, "cpu", content, 2, lambda _share: None)
    assert said in f"{caught.value.text} {caught.value.cause}"
