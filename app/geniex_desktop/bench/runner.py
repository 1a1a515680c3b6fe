"""Runs a matrix through geniex-bench: a cell that kills the process costs itself, not the others."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..engine.death import death_error
from ..errors import AppError, Blame
from .matrix import Cell, Workload, by_workload, matrix_text
from .process import EXIT_DONE, EXIT_RUN_FAILED, EXIT_USAGE, BenchProcess, Stage, Step
from .records import CellResult
from .results import BadResult, failed_cell, read_cell


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a matrix is.

    Attributes:
        done: Cells that have a result, of `cells`.
        run: The measured run that has begun, of `runs`; 0 outside of runs.
    """

    done: int
    cells: int
    cell: Cell
    stage: Stage
    run: int = 0
    runs: int = 0

    @property
    def share(self) -> float:
        """0 to 1; loading and warming up count as nothing."""
        within = (self.run - 1) / self.runs if self.stage is Stage.RUN and self.runs else 0.0
        return (self.done + within) / self.cells


class Runner:
    """One matrix or text at a time; `cancel` from any thread ends it for good."""

    def __init__(self, program: Sequence[str], scratch: Path) -> None:
        """
        Args:
            program: The command of geniex-bench.
            scratch: An existing folder for temporary files.
        """
        self._program = list(program)
        self._scratch = scratch
        self._lock = threading.Lock()
        self._process: BenchProcess | None = None
        self._cancelled = threading.Event()

    @property
    def cancelled(self) -> bool:
        """Whether it was told to stop."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Kills the process: it holds nothing that is worth a farewell."""
        with self._lock:
            self._cancelled.set()
            if self._process is not None:
                self._process.kill()

    def run(
        self,
        cells: Sequence[Cell],
        on_progress: Callable[[Progress], None],
        on_result: Callable[[CellResult], None],
    ) -> None:
        """Measures all cells, or as many as there were before `cancel`. Blocks.

        Raises:
            AppError: geniex-bench does not start, or the scratch folder cannot be written.
        """
        done = 0
        for workload, group in by_workload(cells):
            pending = list(group)
            while pending and not self._cancelled.is_set():
                attempt = _Attempt(pending, done, len(cells), on_progress, on_result)
                self._measure(workload, attempt)
                done += len(pending) - len(attempt.open)
                pending = list(attempt.open.values())

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """A folder that is gone afterwards. Raises AppError for a disk that takes nothing."""
        try:
            with tempfile.TemporaryDirectory(
                prefix="bench-", dir=self._scratch, ignore_cleanup_errors=True
            ) as folder:
                yield Path(folder)
        except OSError as error:
            raise AppError(
                "The measurement could not write its files.",
                cause=error.strerror or str(error),
                hint="Free some space on the disk and try again.",
                detail=f"{self._scratch}: {error!r}",
            ) from error

    def start(
        self, arguments: Sequence[str], folder: Path, take: Callable[[Step], None]
    ) -> tuple[int, str] | None:
        """Runs geniex-bench to its end; its return code and log, or None when it was cancelled."""
        with self._lock:
            if self._cancelled.is_set():
                return None
            process = self._process = BenchProcess([*self._program, "--progress", *arguments], folder)
        try:
            for step in process.steps():
                take(step)
        except BaseException:
            process.kill()
            raise
        finally:
            code = process.wait()
            with self._lock:
                self._process = None
        return None if self._cancelled.is_set() else (code, process.log_tail())

    def _measure(self, workload: Workload, attempt: _Attempt) -> None:
        """One process over the open cells of an attempt; at least one of them gets its result."""
        with self.scratch() as folder:
            attempt.folder = folder
            matrix = folder / "matrix.tsv"
            matrix.write_text(matrix_text(attempt.open.values()), encoding="utf-8")
            arguments = ["--matrix-file", str(matrix), "--output-json-dir", str(folder)]
            ended = self.start([*arguments, *workload.arguments()], folder, attempt.take)
        if ended is not None:
            attempt.end(*ended)


class _Attempt:
    """One process: which of its cells are open, and what becomes of them."""

    def __init__(
        self,
        cells: Sequence[Cell],
        done: int,
        total: int,
        on_progress: Callable[[Progress], None],
        on_result: Callable[[CellResult], None],
    ) -> None:
        self.folder = Path()
        self.open = {cell.id: cell for cell in cells}
        self._began: Cell | None = None
        self._done = done
        self._total = total
        self._on_progress = on_progress
        self._on_result = on_result

    def take(self, step: Step) -> None:
        """A line of the process; one about a cell that is not open is nonsense and ignored."""
        cell = self.open.get(step.cell)
        if cell is None:
            return
        if step.stage in (Stage.DONE, Stage.FAILED):
            self._close(cell, self._read(cell))
            return
        self._began = cell
        self._on_progress(Progress(self._done, self._total, cell, step.stage, step.at, step.total))

    def end(self, code: int, log: str) -> None:
        """The process has ended. Raises AppError when it came to no cell at all."""
        if not self.open:
            return
        error = end_error(code, log)
        if self._began is None:
            raise error
        # One that died between two cells has at least left the result of the first.
        if self._began.id in self.open:
            reason = f"{error.text} {error.cause}".strip()
            self._close(self._began, failed_cell(self._began, reason, error.detail))

    def _read(self, cell: Cell) -> CellResult:
        try:
            return read_cell(cell, self.folder / f"{cell.id}.json")
        except BadResult as error:
            return failed_cell(cell, "The result of this measurement is damaged or missing.", str(error))

    def _close(self, cell: Cell, result: CellResult) -> None:
        del self.open[cell.id]
        self._done += 1
        self._on_result(result)


def end_error(code: int, log: str) -> AppError:
    """Why geniex-bench ended without the result that it owes."""
    if code not in (EXIT_DONE, EXIT_RUN_FAILED, EXIT_USAGE):
        return death_error(code, log)
    last = log.rpartition("\n")[2].removeprefix("geniex-bench: ")
    return AppError(
        "The measuring program gave up.",
        cause=last,
        hint="Choose other settings." if code == EXIT_USAGE else "See the log under the details.",
        detail=f"geniex-bench: exit code {code}\n\n{log}".strip(),
        blame=Blame.USER if code == EXIT_USAGE else Blame.ENGINE,
    )
