"""One run of the bench from its plan to the disk."""

from __future__ import annotations

import logging
import platform
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .. import __version__
from ..errors import AppError
from .matrix import Cell
from .records import BenchRun, CellResult, RunStore
from .runner import Progress, Runner

log = logging.getLogger(__name__)


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
    store: RunStore,
    on_progress: Callable[[Progress], None],
    on_change: Callable[[BenchRun], None],
) -> Outcome:
    """Measures all cells; the run is on the disk after each. Blocks, and calls back on the same thread.

    Results that the disk does not take are still told, with the reason in the outcome.
    """
    now = time.time()
    run = BenchRun(store.new_id(now), now, len(cells), __version__, _system())
    trouble: AppError | None = None

    def take(result: CellResult) -> None:
        nonlocal run, trouble
        run = run.with_result(result)
        try:
            store.save(run)
            trouble = None
        except OSError as error:
            trouble = not_kept(error)
        on_change(run)

    try:
        runner.run(cells, on_progress, take)
    except AppError as error:
        return Outcome(run, error)
    return Outcome(run, trouble)


def not_kept(error: OSError) -> AppError:
    """For results that are shown but could not be saved."""
    log.warning("bench results could not be saved: %s", error)
    return AppError(
        "The results could not be saved.",
        cause=error.strerror or str(error),
        hint="Free some space on the disk; export the results to keep them.",
        detail=repr(error),
    )


def _system() -> str:
    return f"{platform.system()} {platform.machine()}".strip()
