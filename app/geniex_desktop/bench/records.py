"""Results as they are kept: one file per run of the bench, whole after every cell."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ..durable import write_atomically
from .matrix import Workload
from .spread import Metric, Spread

log = logging.getLogger(__name__)

VERSION = 1
"""Of the files' layout; raised only when an old program would misread a new file."""


@dataclass(frozen=True, slots=True)
class CellResult:
    """One measured cell.

    Attributes:
        model: Its name; `model_path` is where it lay, `model_bytes` its size or 0.
        asked_device: What was chosen; `device` is what geniex-bench took, "" when it came to none.
        samples: A value per measured run, by metric name; empty when it failed.
        failure: Why there are no figures, for people; "" when there are.
    """

    model: str
    model_path: str
    asked_device: str
    workload: Workload
    model_bytes: int = 0
    device: str = ""
    device_id: str = ""
    plugin: str = ""
    plugin_version: str = ""
    engine_version: str = ""
    prompt_tokens: int = 0
    generated_tokens: int = 0
    samples: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    failure: str = ""
    detail: str = ""
    """Log of a failure, for a report."""

    @property
    def setup(self) -> tuple[object, ...]:
        """What must be equal for two results to be compared."""
        work = self.workload
        device = self.device or self.asked_device
        sizes = (work.n_prompt, work.n_gen, work.n_ctx, work.n_threads)
        return (self.model, self.model_bytes, device, *sizes)

    def values(self, metric: Metric) -> tuple[float, ...]:
        return self.samples.get(metric.value, ())

    def spread(self, metric: Metric) -> Spread | None:
        return Spread.of(self.values(metric))


@dataclass(frozen=True, slots=True)
class BenchRun:
    """One run of the bench.

    Attributes:
        id: Its name on the disk: when it began, UTC.
        time: The same in seconds since 1970.
        planned: Cells that it was to measure; fewer results when it was stopped.
        system: Operating system and processor, for people.
    """

    id: str
    time: float
    planned: int
    app_version: str
    system: str
    results: tuple[CellResult, ...] = ()

    def with_result(self, result: CellResult) -> BenchRun:
        return replace(self, results=(*self.results, result))


def as_content(run: BenchRun) -> dict[str, Any]:
    """The run as JSON values."""
    return {"version": VERSION, **asdict(run)}


def from_content(content: Mapping[str, Any]) -> BenchRun:
    """A run out of JSON values; members that a later version added are left out.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    if content["version"] > VERSION:
        raise ValueError("written by a newer version")
    results = tuple(map(_result, content["results"]))
    texts = {name: _text(content[name]) for name in ("id", "app_version", "system")}
    return BenchRun(time=float(content["time"]), planned=int(content["planned"]), results=results, **texts)


def _result(content: Mapping[str, Any]) -> CellResult:
    work = content["workload"]
    workload = Workload(**{name: _count(work[name]) for name in Workload.__slots__})
    texts = {
        name: _text(content[name])
        for name in (
            *("model", "model_path", "asked_device", "device", "device_id", "plugin"),
            *("plugin_version", "engine_version", "failure", "detail"),
        )
    }
    counts = {name: _count(content[name]) for name in ("model_bytes", "prompt_tokens", "generated_tokens")}
    samples = {_text(name): tuple(map(_figure, values)) for name, values in content["samples"].items()}
    return CellResult(workload=workload, samples=samples, **texts, **counts)  # type: ignore[arg-type]


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise TypeError("no count")
    return value


def _figure(value: object) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise TypeError("no figure")
    return float(value)


class RunStore:
    """The folder of runs. Methods block: not for the GUI thread."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def new_id(self, now: float) -> str:
        """A name that no other run has."""
        stamp = datetime.fromtimestamp(now, timezone.utc).strftime("%Y%m%d-%H%M%S")
        name, number = stamp, 2
        while self._path(name).exists():
            name, number = f"{stamp}-{number}", number + 1
        return name

    def save(self, run: BenchRun) -> None:
        """Writes a run in place of its earlier self.

        Raises:
            OSError: no space, no permission; what was there before is still whole.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = json.dumps(as_content(run), ensure_ascii=False, allow_nan=False, indent=1)
        write_atomically(self._path(run.id), content.encode())

    def read(self) -> list[BenchRun]:
        """All runs, oldest first. A damaged file stays where it is and is left out.

        Raises:
            OSError: the folder cannot be read.
        """
        if not self.folder.is_dir():
            return []
        runs = [run for path in self.folder.glob("*.json") if (run := _read(path)) is not None]
        return sorted(runs, key=lambda run: (run.time, run.id))

    def remove(self, run_id: str) -> None:
        """Takes a run off the disk. Raises OSError."""
        self._path(run_id).unlink(missing_ok=True)

    def _path(self, run_id: str) -> Path:
        return self.folder / f"{run_id}.json"


def _read(path: Path) -> BenchRun | None:
    try:
        run = from_content(json.loads(path.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        log.warning("bench result %s cannot be read: %s", path.name, error)
        return None
    return replace(run, id=path.stem)
