"""Scored texts: what is kept of them, and what they are compared with."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from geniex_desktop.bench.matrix import Cell
from geniex_desktop.bench.runner import Runner
from geniex_desktop.bench.scoring import score
from geniex_desktop.bench.text_exports import text_as_json, text_as_markdown
from geniex_desktop.bench.text_records import FailedScore, ScoredText, TextRun, TextStore, earlier_score
from geniex_desktop.bench.text_score import NextToken, TextScore
from geniex_desktop.errors import AppError

Cells = Callable[..., tuple[Cell, ...]]

TEXT = "Perplexity of what a person wrote. " * 100
SCORE = TextScore(
    *("tiny", "cpu", 8.0, 0.8, math.log(8), 12, 14, 256, 1.5),
    next=(NextToken(7, " Paris", 14.5, 0.9),),
    model_bytes=10,
    engine_version="1",
)


def run_of(time: float, *scores: TextScore, text: str = TEXT, **changes: object) -> TextRun:
    run = TextRun(f"text-{time:g}", time, len(scores), "1", "Linux", ScoredText.of(text), scores)
    return replace(run, **changes)  # type: ignore[arg-type]


def test_runs_read_back_equal(tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    runs = [run_of(2, SCORE, failures=(FailedScore("big", "npu", "näh", "log"),)), run_of(10)]
    for run in reversed(runs):
        store.save(run)
    assert store.read() == runs
    store.remove(runs[0].id)
    assert store.read() == runs[1:]


def test_only_the_beginning_of_a_text_is_kept(tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    store.save(run_of(1, SCORE))
    kept = (store.folder / "text-1.json").read_text(encoding="utf-8")
    assert kept.count("of what a person") == 1
    about = ScoredText.of("  Two\n lines \0 ")
    assert (about.beginning, about.size) == ("Two lines", 14)
    assert ScoredText.of("a\0b").digest == ScoredText.of("ab").digest != ScoredText.of("ba").digest


@pytest.mark.parametrize(
    ("whole", "spoiled"),
    [
        ('"version": 1', '"version": 2'),
        ('"perplexity": 8.0', '"perplexity": NaN'),
        ('"tokens": 12', '"tokens": -1'),
        ('"digest": "', '"digest": 1, "x": "'),
        ('"probability": 0.9', '"probability": null'),
        ('"failures": []', '"failures": [{}]'),
    ],
)
def test_a_damaged_file_is_left_out_and_kept(
    tmp_path: Path, whole: str, spoiled: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = TextStore(tmp_path)
    for run in (run_of(1, SCORE), run_of(2, SCORE)):
        store.save(run)
    path = store.folder / "text-1.json"
    content = path.read_text(encoding="utf-8")
    assert whole in content
    path.write_text(content.replace(whole, spoiled), encoding="utf-8")
    assert [run.id for run in store.read()] == ["text-2"]
    assert path.exists()
    assert "text-1.json" in caplog.text


def test_the_same_text_is_compared_with_the_newest_score_of_its_kind() -> None:
    elsewhere = [replace(SCORE, device="npu"), replace(SCORE, model_bytes=11), replace(SCORE, model="other")]
    runs = [
        run_of(1, replace(SCORE, perplexity=7.0)),
        run_of(2, replace(SCORE, perplexity=7.5, engine_version="0"), app_version="0"),
        run_of(3, *elsewhere),
        run_of(4, SCORE, text="Another text"),
        run_of(5, SCORE),
        run_of(6, SCORE),
    ]
    found = earlier_score(runs[4], SCORE, runs)
    assert found is not None
    assert (found.run.id, found.score.perplexity, found.differs) == ("text-2", 7.5, ("app", "engine"))
    assert earlier_score(runs[0], SCORE, runs) is None
    assert earlier_score(runs[3], SCORE, runs) is None


def test_exports_hold_the_figures_best_first() -> None:
    better = replace(SCORE, model="a|b", mean_nll=1.0)
    run = run_of(1, SCORE, better, failures=(FailedScore("big", "npu", "broke\nhere"),))
    lines = text_as_markdown(run).splitlines()
    assert lines[2].startswith("| a\\|b | cpu | 8.000 ± 0.800 |")
    assert lines[3] == "| tiny | cpu | 8.000 ± 0.800 | 2.571 | 12 |"
    assert lines[4] == "| big | npu | failed: broke here | – | – |"
    content = json.loads(text_as_json(run))
    assert content["scores"][0]["bits_per_byte"] == SCORE.bits_per_byte
    assert content["failures"][0]["failure"] == "broke\nhere"


def test_each_score_is_kept_at_once_and_a_crash_costs_itself_alone(
    runner: Runner, cells: Cells, tmp_path: Path
) -> None:
    store = TextStore(tmp_path / "bench")
    on_disk: list[int] = []
    shares: list[float] = []

    def look(run: TextRun) -> None:
        on_disk.append(store.read()[0].done)
        assert run.done == on_disk[-1]

    pairs = [(cell.model, "cpu") for cell in cells("good", "segv", "good")]
    outcome = score(pairs, "Où est Paris?", 2, runner, store, shares.append, look)
    assert on_disk == [1, 2, 3]
    assert store.read() == [outcome.run]
    assert [found.model for found in outcome.run.scores] == ["good", "good"]
    assert outcome.run.failures[0].failure.startswith("The engine crashed.")
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx((2 + 0.25) / 3)


def test_a_full_disk_loses_no_scores(
    runner: Runner, cells: Cells, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_store: TextStore, _run: TextRun) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TextStore, "save", full)
    pairs = [(cells("good")[0].model, "cpu")]
    outcome = score(pairs, "Paris", 2, runner, TextStore(tmp_path), lambda _s: None, lambda _r: None)
    assert len(outcome.run.scores) == 1
    assert outcome.error is not None
    assert outcome.error.cause == "No space left on device"


def test_nothing_to_score_is_refused_before_the_first_model(runner: Runner, tmp_path: Path) -> None:
    store = TextStore(tmp_path)
    with pytest.raises(AppError, match="no text to score"):
        score([], " \n", 2, runner, store, lambda _share: None, lambda _run: None)
    assert store.read() == []
