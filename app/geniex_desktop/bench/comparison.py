"""A run against earlier ones: like with like, and what changed between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .records import BenchRun, CellResult
from .spread import Change, Metric, change


class Circumstances(NamedTuple):
    """What figures may depend on beside the model and the device: versions, and the system as text."""

    app: str
    engine: str
    plugin: str
    system: str

    def differences(self, other: Circumstances) -> tuple[str, ...]:
        """Names of those that differ."""
        pairs = zip(self._fields, self, other, strict=True)
        return tuple(name for name, now, then in pairs if now != then)


@dataclass(frozen=True, slots=True)
class Compared:
    """A result beside an earlier one of the same setup.

    Attributes:
        earlier: None where nothing earlier has figures.
        changes: By metric, for those that both have.
        differs: Names of circumstances that differ: "app", "engine", "plugin", "system".
    """

    result: CellResult
    earlier: CellResult | None
    changes: dict[Metric, Change]
    differs: tuple[str, ...] = ()


def compare(run: BenchRun, earlier: Sequence[BenchRun]) -> list[Compared]:
    """Each result of a run beside the newest of its setup in the earlier runs, which are oldest first."""
    return [_compare(run, result, earlier) for result in run.results]


def _compare(run: BenchRun, result: CellResult, earlier: Sequence[BenchRun]) -> Compared:
    for other in reversed(earlier):
        for found in other.results:
            if found.setup == result.setup and found.samples:
                return _beside(run, result, other, found)
    return Compared(result, None, {})


def _beside(run: BenchRun, result: CellResult, other: BenchRun, found: CellResult) -> Compared:
    changes = {}
    for metric in Metric:
        moved = change(metric, found.values(metric), result.values(metric))
        if moved is not None:
            changes[metric] = moved
    now = Circumstances(run.app_version, result.engine_version, result.plugin_version, run.system)
    then = Circumstances(other.app_version, found.engine_version, found.plugin_version, other.system)
    return Compared(result, found, changes, now.differences(then))
