"""Mathematics of the comparison, the store and the exports."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace
from pathlib import Path

import pytest

from geniex_desktop.bench.comparison import compare
from geniex_desktop.bench.exports import as_json, as_markdown, write_export
from geniex_desktop.bench.matrix import Workload
from geniex_desktop.bench.records import BenchRun, CellResult, RunStore
from geniex_desktop.bench.spread import Judgement, Metric, Spread, change, least_p, rank_sum_p
from geniex_desktop.bench.store import before

SLOW = (10.0, 10.2, 10.1, 9.9, 10.05)
FAST = (12.0, 12.2, 12.1, 11.9, 12.05)


def result_of(decode: tuple[float, ...] = SLOW, **changes: object) -> CellResult:
    result = CellResult(
        "tiny",
        "/models/tiny.gguf",
        "cpu",
        Workload(),
        model_bytes=10,
        device="cpu",
        engine_version="1",
        samples={"decode_tps": decode, "ttft_ms": tuple(1000 / speed for speed in decode)} if decode else {},
    )
    return replace(result, **changes)  # type: ignore[arg-type]


def run_of(time: float, *results: CellResult, app_version: str = "1") -> BenchRun:
    return BenchRun(f"run-{time:g}", time, len(results), app_version, "Linux", results)


def test_spread_in_five_figures() -> None:
    spread = Spread.of((1.0, 2.0, 6.0))
    assert spread is not None
    assert (spread.count, spread.median, spread.minimum, spread.maximum, spread.mean) == (3, 2, 1, 6, 3)
    assert spread.stdev == pytest.approx(7**0.5)
    assert Spread.of(()) is None
    single = Spread.of((4.0,))
    assert single is not None
    assert single.stdev == 0


def test_the_rank_sum_is_exact() -> None:
    """Against counting every way to deal the ranks to two samples."""
    first, second = (1.0, 4.0, 5.0, 9.0), (2.0, 3.0, 6.0, 7.0, 8.0)

    def wins(chosen: tuple[float, ...], rest: list[float]) -> int:
        return sum(a > b for a in chosen for b in rest)

    values = sorted(first + second)
    all_wins = [
        wins(chosen, [v for v in values if v not in chosen]) for chosen in itertools.combinations(values, 4)
    ]
    observed = wins(first, list(second))
    extreme = min(observed, 20 - observed)
    expected = min(1.0, 2 * sum(count <= extreme for count in all_wins) / len(all_wins))
    assert rank_sum_p(first, second) == pytest.approx(expected)


def test_samples_apart_have_the_least_p() -> None:
    assert rank_sum_p(SLOW, FAST) == pytest.approx(2 / 252)
    assert least_p(5, 5) == pytest.approx(2 / 252)
    assert rank_sum_p(SLOW, SLOW) == 1.0


def test_the_normal_approximation_meets_the_exact_values() -> None:
    first = [float(value) for value in range(0, 40, 2)]
    second = [float(value) + 5 for value in range(1, 41, 2)]
    exact = rank_sum_p(first, second)
    approximate = rank_sum_p([*first, 19.5], second)
    assert exact == pytest.approx(approximate, abs=0.04)


@pytest.mark.parametrize(
    ("metric", "earlier", "later", "judgement"),
    [
        (Metric.DECODE, SLOW, FAST, Judgement.BETTER),
        (Metric.DECODE, FAST, SLOW, Judgement.WORSE),
        (Metric.TTFT, SLOW, FAST, Judgement.WORSE),
        (Metric.TTFT, FAST, SLOW, Judgement.BETTER),
        (Metric.DECODE, SLOW, SLOW, Judgement.WITHIN_SPREAD),
        (Metric.DECODE, (9.0, 11.0, 10.0, 12.0), (9.5, 11.5, 10.5, 12.5), Judgement.WITHIN_SPREAD),
        (Metric.DECODE, SLOW[:3], FAST[:3], Judgement.TOO_FEW),
        (Metric.DECODE, (5.0,), (50.0,), Judgement.TOO_FEW),
    ],
)
def test_what_a_difference_means(
    metric: Metric, earlier: tuple[float, ...], later: tuple[float, ...], judgement: Judgement
) -> None:
    moved = change(metric, earlier, later)
    assert moved is not None
    assert moved.judgement is judgement


def test_nothing_is_compared_with_nothing() -> None:
    assert change(Metric.DECODE, (), FAST) is None
    assert change(Metric.DECODE, SLOW, ()) is None
    assert change(Metric.DECODE, (0.0,), FAST) is None


def test_like_is_compared_with_the_newest_like() -> None:
    failed = result_of((), failure="no")
    other_threads = result_of(workload=Workload(n_threads=2))
    runs = [
        run_of(1, result_of((5.0,) * 5)),
        run_of(2, result_of(SLOW, engine_version="0"), app_version="0"),
        run_of(3, failed, other_threads, result_of(device="gpu"), result_of(model_bytes=11)),
        run_of(4, result_of(FAST)),
    ]
    (row,) = compare(runs[3], before(runs[3], runs))
    assert row.earlier == runs[1].results[0]
    assert row.changes[Metric.DECODE].share == pytest.approx(0.2, abs=0.01)
    assert row.changes[Metric.DECODE].judgement is Judgement.BETTER
    assert row.differs == ("app", "engine")
    (first,) = compare(runs[0], before(runs[0], runs))
    assert (first.earlier, first.changes) == (None, {})


def test_runs_read_back_equal(tmp_path: Path) -> None:
    store = RunStore(tmp_path / "runs")
    assert store.read() == []
    runs = [run_of(2, result_of(), result_of((), failure="näh\n", detail="log")), run_of(10)]
    for run in reversed(runs):
        store.save(run)
    assert store.read() == runs
    store.remove(runs[0].id)
    assert store.read() == runs[1:]


def test_a_name_is_used_once(tmp_path: Path) -> None:
    store = RunStore(tmp_path)
    first = store.new_id(1e9)
    assert first == "20010909-014640"
    store.save(replace(run_of(1e9), id=first))
    assert store.new_id(1e9) == f"{first}-2"


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"version": 1', '"version": 99'),
        lambda text: text.replace('"time": 1', '"time": "x"'),
        lambda text: text.replace("10.2", "true"),
        lambda text: text.replace("10.2", "1e999"),
        lambda text: text.replace('"n_prompt": 512', '"n_prompt": -1'),
        lambda text: "[" * 100_000,
        lambda text: "[]",
    ],
)
def test_a_damaged_file_is_left_out_and_kept(tmp_path: Path, spoil, caplog: pytest.LogCaptureFixture) -> None:
    store = RunStore(tmp_path)
    store.save(run_of(1, result_of()))
    store.save(run_of(2, result_of()))
    path = tmp_path / "run-1.json"
    whole = path.read_text(encoding="utf-8")
    assert spoil(whole) != whole
    path.write_text(spoil(whole), encoding="utf-8")
    assert [run.id for run in store.read()] == ["run-2"]
    assert path.exists()
    assert "run-1.json" in caplog.text


def test_exports_hold_figures_and_changes(tmp_path: Path) -> None:
    old = run_of(1, result_of(SLOW))
    run = run_of(2, result_of(FAST, model="a|b"), result_of((), failure="broke\nhere", device="gpu"))
    run = replace(run, results=(replace(run.results[0], model="tiny"), run.results[1]))
    compared = compare(run, [old])
    table = as_markdown(run, compared)
    assert "12.05 ± 0.11 (+19.9 %)" in table
    assert "| failed: broke here |" in table
    assert "a\\|b" in as_markdown(replace(run, results=(replace(run.results[0], model="a|b"),)))
    threads = replace(run.results[0], workload=Workload(n_threads=2, n_ctx=4096))
    assert "| pp512+tg128, threads 2, context 4096 |" in as_markdown(run_of(3, threads))
    content = json.loads(as_json(run, compared))
    assert content["results"][0]["summary"]["decode_tps"]["median"] == 12.05
    assert content["results"][0]["changes"]["decode_tps"]["judgement"] == "better"
    assert content["results"][1]["summary"] == {}
    for name in ("bench.md", "bench.json"):
        write_export(tmp_path / name, table, as_json(run, compared))
    assert (tmp_path / "bench.md").read_text(encoding="utf-8") == table
    assert json.loads((tmp_path / "bench.json").read_bytes()) == content
