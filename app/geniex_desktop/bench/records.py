"""Measured speeds as they are kept: one file per run of the bench, whole after every cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from . import strict
from .matrix import Workload
from .spread import Metric, Spread
from .store import Store

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
    texts = {name: strict.text(content[name]) for name in ("id", "app_version", "system")}
    return BenchRun(time=float(content["time"]), planned=int(content["planned"]), results=results, **texts)


def _result(content: Mapping[str, Any]) -> CellResult:
    work = content["workload"]
    workload = Workload(**{name: strict.count(work[name]) for name in Workload.__slots__})
    texts = {
        name: strict.text(content[name])
        for name in (
            *("model", "model_path", "asked_device", "device", "device_id", "plugin"),
            *("plugin_version", "engine_version", "failure", "detail"),
        )
    }
    counts = {
        name: strict.count(content[name]) for name in ("model_bytes", "prompt_tokens", "generated_tokens")
    }
    samples = {
        strict.text(name): tuple(map(strict.figure, values)) for name, values in content["samples"].items()
    }
    return CellResult(workload=workload, samples=samples, **texts, **counts)  # type: ignore[arg-type]


class RunStore(Store[BenchRun]):
    """The folder of runs that measured speed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, as_content, from_content)
