"""`bench`: measures models, lists and compares what was measured, and scores a text."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from .. import paths
from ..bench.comparison import compare
from ..bench.exports import as_json, as_markdown
from ..bench.matrix import ModelChoice, Workload, plan
from ..bench.measuring import measure
from ..bench.process import Stage
from ..bench.program import find_program
from ..bench.records import BenchRun, RunStore
from ..bench.runner import Progress, Runner
from ..bench.scoring import score
from ..bench.store import before
from ..bench.text_exports import text_as_json
from ..bench.text_records import TextRun, TextStore
from ..bench.text_score import TextScore
from ..errors import AppError, Blame
from ..models.inspection import require_loadable
from ..models.starter import StarterModel
from .starter import starter_file
from .terminal import note, write_answer

EXIT_INTERRUPTED = 130
LAST = "last"
NONE = "none"


@dataclass(frozen=True, slots=True)
class BenchOptions:
    """What was asked for on the command line.

    Attributes:
        models: () = the starter model.
        against: The id of an earlier run, LAST for the newest of each setup, or NONE.
        show: Show this run (LAST for the newest) instead of measuring.
        text: Score this file instead of measuring; "-" is standard input.
    """

    models: tuple[Path, ...] = ()
    devices: tuple[str, ...] = ("auto",)
    n_prompt: tuple[int, ...] = (512,)
    n_gen: tuple[int, ...] = (128,)
    threads: tuple[int, ...] = (0,)
    repetitions: int = 5
    warmup: int = 1
    ctx_size: int = 0
    against: str = LAST
    list_runs: bool = False
    show: str | None = None
    text: Path | None = None
    top_n: int = 10
    as_object: bool = False

    def workloads(self) -> list[Workload]:
        """Every combination of the sizes and threads."""
        return [
            Workload(n_prompt, n_gen, self.repetitions, self.warmup, self.ctx_size, n_threads)
            for n_threads, n_prompt, n_gen in product(self.threads, self.n_prompt, self.n_gen)
        ]


def bench(options: BenchOptions, program: Sequence[str] | None = None) -> int:
    """Results go to stdout, progress to stderr; returns the exit code: 2 when a measurement failed.

    Args:
        program: The command of geniex-bench; None = the one beside the library.

    Raises:
        AppError: a model or run is not there, or geniex-bench is missing or gives up.
    """
    store, texts = RunStore(paths.data_dir() / "bench"), TextStore(paths.data_dir() / "bench")
    if options.list_runs:
        return _list(store.read(), texts.read(), options.as_object)
    if options.show is not None:
        scored = next((run for run in texts.read() if run.id == options.show), None)
        if scored is not None:
            _write_text(scored, options.as_object)
            return 0
        runs = store.read()
        return _show(options, runs, _find(runs, options.show))
    models = [_choice(path) for path in options.models] or [_choice(starter_file(StarterModel()))]
    runner = Runner(program or [str(find_program())], paths.cache_dir())
    if options.text is not None:
        return _score(options, runner, texts, models)
    return _measure(options, runner, store, models)


def _choice(path: Path) -> ModelChoice:
    require_loadable(path)
    return ModelChoice.of_file(path)


def _measure(options: BenchOptions, runner: Runner, store: RunStore, models: Sequence[ModelChoice]) -> int:
    # Before the hours of measuring, not after.
    earlier = [] if options.against == NONE else store.read()
    if options.against not in (NONE, LAST):
        earlier = [_find(earlier, options.against)]
    cells = plan(models, options.devices, options.workloads())
    outcome = measure(cells, runner, store, _tell, lambda _run: None)
    _write(outcome.run, earlier, options.as_object)
    if outcome.error is not None:
        raise outcome.error
    return Blame.ENGINE.value if any(result.failure for result in outcome.run.results) else 0


def _tell(progress: Progress) -> None:
    steps = {
        Stage.LOAD: "loading",
        Stage.WARM_UP: "warming up",
        Stage.RUN: f"run {progress.run} of {progress.runs}",
    }
    place = f"{progress.done + 1} of {progress.cells}: {progress.cell.model.name} on {progress.cell.device}"
    note(f"{place}, {steps[progress.stage]}")


def _write(run: BenchRun, earlier: Sequence[BenchRun], as_object: bool) -> None:
    if run.results:
        compared = compare(run, earlier)
        write_answer(f"{as_json(run, compared)}\n" if as_object else as_markdown(run, compared))


def _show(options: BenchOptions, runs: Sequence[BenchRun], run: BenchRun) -> int:
    if options.against in (NONE, LAST):
        earlier = before(run, runs) if options.against == LAST else []
    else:
        earlier = [_find(runs, options.against)]
    _write(run, earlier, options.as_object)
    return 0


def _list(runs: Sequence[BenchRun], texts: Sequence[TextRun], as_object: bool) -> int:
    rows = [*map(_speed_row, runs), *map(_text_row, texts)]
    if as_object:
        write_answer(json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
    for row in rows if not as_object else ():
        text = f"  {row['text']!r}" if "text" in row else ""
        write_answer(f"{row['id']}  {row['results']} of {row['planned']}  {', '.join(row['models'])}{text}\n")
    if not rows:
        note("Nothing has been measured yet.")
    return 0


def _speed_row(run: BenchRun) -> dict[str, Any]:
    models = sorted({result.model for result in run.results})
    return {"id": run.id, "results": len(run.results), "planned": run.planned, "models": models}


def _text_row(run: TextRun) -> dict[str, Any]:
    models = sorted({found.model for found in run.scores} | {failed.model for failed in run.failures})
    beginning = run.text.beginning
    return {"id": run.id, "results": run.done, "planned": run.planned, "models": models, "text": beginning}


def _find(runs: Sequence[BenchRun], run_id: str) -> BenchRun:
    if run_id == LAST and runs:
        return runs[-1]
    for run in runs:
        if run.id == run_id:
            return run
    raise AppError(
        f"There is no run {run_id}." if run_id != LAST else "Nothing has been measured yet.",
        hint="See bench --list.",
        blame=Blame.USER,
    )


def _score(options: BenchOptions, runner: Runner, store: TextStore, models: Sequence[ModelChoice]) -> int:
    pairs = list(product(models, options.devices))
    content = _read(options.text or Path("-"))

    def tell(run: TextRun) -> None:
        if run.done < run.planned:
            _tell_scoring(pairs, run.done)

    _tell_scoring(pairs, 0)
    outcome = score(pairs, content, options.top_n, runner, store, lambda _share: None, tell)
    _write_text(outcome.run, options.as_object)
    if outcome.error is not None:
        raise outcome.error
    return Blame.ENGINE.value if outcome.run.failures else 0


def _tell_scoring(pairs: Sequence[tuple[ModelChoice, str]], index: int) -> None:
    model, device = pairs[index]
    note(f"{index + 1} of {len(pairs)}: scoring with {model.name} on {device}")


def _write_text(run: TextRun, as_object: bool) -> None:
    if as_object:
        write_answer(f"{text_as_json(run)}\n")
        return
    parts = [_score_text(score) for score in run.scores]
    parts += [f"{failed.model} on {failed.device} failed: {failed.failure}" for failed in run.failures]
    write_answer("\n".join(parts) + "\n")


def _score_text(score: TextScore) -> str:
    figures = f"perplexity {score.perplexity:.3f} ± {score.error:.3f}"
    about = f"{score.tokens} tokens, {score.bits_per_byte:.3f} bits per byte"
    tokens = [f"  {100 * token.probability:6.2f} %  {token.text!r}" for token in score.next]
    return "\n".join([f"{score.model} on {score.device}: {figures} ({about})", *tokens])


def _read(path: Path) -> str:
    try:
        data = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        raise AppError(
            f"{path} cannot be read.", cause=error.strerror or str(error), blame=Blame.USER
        ) from error
    return data.decode("utf-8", "replace")
