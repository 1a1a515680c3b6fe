"""What is measured: models × devices × workloads, as geniex-bench's matrix files and options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from ..engine.naming import name_and_precision
from ..errors import AppError, Blame

FIRST_THERE = "auto"
"""Device: the first of NPU, GPU and CPU that is there, which geniex-bench finds out itself."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be measured.

    Attributes:
        name: As people know it, and as results are compared by.
        note: What else tells it apart, such as its size; "" for nothing.
    """

    path: Path
    name: str
    note: str = ""

    @classmethod
    def of_file(cls, path: Path) -> ModelChoice:
        """A file that nothing more is known about, named after itself."""
        name, precision = name_and_precision(path)
        return cls(path, f"{name} {precision}".strip())


@dataclass(frozen=True, slots=True)
class Workload:
    """What each measurement does.

    Attributes:
        n_prompt: Random token ids to prefill.
        n_gen: Tokens to generate after them.
        repetitions: Measured runs; `warmup` more come before them.
        n_ctx: Context length in tokens; 0 = what prompt and reply need.
        n_threads: 0 = the engine's choice.
    """

    n_prompt: int = 512
    n_gen: int = 128
    repetitions: int = 5
    warmup: int = 1
    n_ctx: int = 0
    n_threads: int = 0

    def arguments(self) -> list[str]:
        """The options of geniex-bench."""
        return [
            *("--n-prompt", str(self.n_prompt), "--n-gen", str(self.n_gen)),
            *("--repetitions", str(self.repetitions), "--warmup", str(self.warmup)),
            *("--ctx-size", str(self.n_ctx), "--threads", str(self.n_threads)),
        ]


@dataclass(frozen=True, slots=True)
class Cell:
    """One measurement.

    Attributes:
        id: Unique in its matrix; a file name without special characters.
        device: An alias that geniex-bench knows, a device list, or FIRST_THERE.
    """

    id: str
    model: ModelChoice
    device: str
    workload: Workload


def plan(
    models: Iterable[ModelChoice], devices: Sequence[str], workloads: Sequence[Workload]
) -> tuple[Cell, ...]:
    """Every combination; a model's cells follow each other, so that its file stays in the page cache.

    Raises:
        AppError: there is nothing to measure, or a path cannot stand in a matrix file.
    """
    combinations = [
        (model, device, workload) for workload in workloads for model in models for device in devices
    ]
    cells = tuple(
        Cell(f"cell-{number}", model, device, workload)
        for number, (model, device, workload) in enumerate(combinations, 1)
    )
    if not cells:
        raise AppError(
            "There is nothing to measure.", hint="Choose a model, a device and a workload.", blame=Blame.USER
        )
    for cell in cells:
        _require_plain(str(cell.model.path.absolute()))
        _require_plain(cell.device)
    return cells


def by_workload(cells: Sequence[Cell]) -> Iterator[tuple[Workload, list[Cell]]]:
    """The cells that one run of geniex-bench can measure, in their order."""
    for workload, group in groupby(cells, key=lambda cell: cell.workload):
        yield workload, list(group)


def matrix_text(cells: Iterable[Cell]) -> str:
    """A matrix file: cell id, plugin, device and model, with tabs between; empty = geniex-bench's choice."""
    lines = []
    for cell in cells:
        device = "" if cell.device == FIRST_THERE else cell.device
        lines.append("\t".join((cell.id, "", device, str(cell.model.path.absolute()))))
    return "\n".join(lines) + "\n"


def _require_plain(text: str) -> None:
    if any(character in text for character in "\t\n\r\0"):
        raise AppError(
            "This name cannot be measured: it holds a tab or a line end.",
            hint="Rename the file.",
            detail=repr(text),
            blame=Blame.USER,
        )
