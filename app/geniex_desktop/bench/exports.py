"""A run as JSON and as Markdown, with what changed where it is compared."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..durable import write_atomically
from .comparison import Compared
from .records import BenchRun, CellResult, as_content
from .spread import Change, Judgement, Metric

_COLUMNS = (
    (Metric.TTFT, "First token (ms)"),
    (Metric.PREFILL, "Prefill (tok/s)"),
    (Metric.DECODE, "Decode (tok/s)"),
)
_NONE = "–"


def as_json(run: BenchRun, compared: Sequence[Compared] = ()) -> str:
    """One JSON object: the run, five figures per metric and, where compared, the changes."""
    content = as_content(run)
    for index, result in enumerate(run.results):
        content["results"][index]["summary"] = {
            metric.value: _summary(result, metric) for metric in Metric if result.values(metric)
        }
    for index, row in enumerate(compared):
        content["results"][index]["changes"] = {
            metric.value: {"share": moved.share, "p": moved.p_value, "judgement": moved.judgement.value}
            for metric, moved in row.changes.items()
        }
        content["results"][index]["differs"] = list(row.differs)
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1)


def as_markdown(run: BenchRun, compared: Sequence[Compared] = ()) -> str:
    """A table with mean ± standard deviation, and the change of the medians where compared."""
    heads = ["Model", "Device", "Test", *(title for _, title in _COLUMNS)]
    rows = compared or [Compared(result, None, {}) for result in run.results]
    lines = table(heads, len(_COLUMNS), [_cells(row) for row in rows])
    about = f"GenieX Desktop {run.app_version}, {run.system}, run {run.id}"
    return "\n".join(
        [*lines, "", f"{about}. Mean ± standard deviation; changes are those of the medians.", ""]
    )


def write_export(path: Path, markdown: str, json_text: str) -> None:
    """Writes the Markdown for a name that ends so, else the JSON. Raises OSError."""
    wanted = path.suffix.lower() in (".md", ".markdown")
    write_atomically(path, (markdown if wanted else json_text).encode())


def test_name(result: CellResult) -> str:
    """The workload as benchmarks name it: pp512+tg128 prefills 512 tokens and generates 128."""
    work = result.workload
    parts = [f"pp{work.n_prompt}+tg{work.n_gen}"]
    parts += [f"threads {work.n_threads}"] if work.n_threads else []
    parts += [f"context {work.n_ctx}"] if work.n_ctx else []
    return ", ".join(parts)


def change_text(moved: Change | None) -> str:
    """A change in plain words; "" where there is none to tell."""
    if moved is None or moved.judgement is Judgement.TOO_FEW:
        return ""
    if moved.judgement is Judgement.WITHIN_SPREAD:
        return "within the spread"
    return f"{100 * moved.share:+.1f} %"


def _summary(result: CellResult, metric: Metric) -> dict[str, float]:
    spread = result.spread(metric)
    assert spread is not None
    return {
        "median": spread.median,
        "min": spread.minimum,
        "max": spread.maximum,
        "mean": spread.mean,
        "stdev": spread.stdev,
    }


def _cells(row: Compared) -> list[str]:
    result = row.result
    device = result.device or result.asked_device
    cells = [result.model, device, test_name(result)]
    if result.failure:
        return [*cells, f"failed: {result.failure}", _NONE, _NONE]
    for metric, _ in _COLUMNS:
        spread = result.spread(metric)
        moved = change_text(row.changes.get(metric))
        figures = f"{spread.mean:.2f} ± {spread.stdev:.2f}" if spread is not None else _NONE
        cells.append(f"{figures} ({moved})" if moved else figures)
    return cells


def table(heads: Sequence[str], figures: int, rows: Iterable[Sequence[str]]) -> list[str]:
    """Lines of a Markdown table whose last columns, `figures` of them, are set to the right."""
    rules = ["---"] * (len(heads) - figures) + ["---:"] * figures
    return [_row(heads), _row(rules), *map(_row, rows)]


def _row(cells: Sequence[str]) -> str:
    escaped = (cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"
