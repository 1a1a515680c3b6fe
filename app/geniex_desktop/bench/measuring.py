"""One run of the bench from its plan to the disk."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .. import __version__
from ..errors import AppError
from .matrix import Cell
from .records import BenchRun, CellResult
from .runner import Progress, Runner
from .store import Store


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run came to.

    Attributes:
        run: With the results that there are; fewer than planned when it was cancelled or broke off.
        error: Why it broke off, or why it is not kept; None when all went well or it was cancelled.
    """

    run: BenchRun
    error: AppError | None = None


def measure(
    cells: Sequence[Cell],
    runner: Runner,
    store: Store[BenchRun],
    on_progress: Callable[[Progress], None],
    on_change: Callable[[BenchRun], None],
) -> Outcome:
    """Measures all cells; the run is on the disk after each. Blocks, and calls back on the same thread.

    Results that the disk does not take are still told, with the reason in the outcome.
    """
    now = time.time()
    run = BenchRun(store.new_id(now), now, len(cells), __version__, this_system())
    trouble: AppError | None = None

    def take(result: CellResult) -> None:
        nonlocal run, trouble
        run = run.with_result(result)
        trouble = store.keep(run)
        on_change(run)

    try:
        runner.run(cells, on_progress, take)
    except AppError as error:
        return Outcome(run, error)
    return Outcome(run, trouble)


def this_system() -> str:
    """Operating system and processor, for people."""
    return f"{platform.system()} {platform.machine()}".strip()
