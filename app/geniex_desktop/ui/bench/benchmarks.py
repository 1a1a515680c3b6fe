"""The bench's state and intents: what was measured, what runs, what is compared; no widgets."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ... import paths
from ...bench.comparison import Compared, before, compare
from ...bench.exports import write_export
from ...bench.matrix import FIRST_THERE, ModelChoice, Workload, plan
from ...bench.measuring import Outcome, measure
from ...bench.program import find_program
from ...bench.records import BenchRun, CellResult, RunStore
from ...bench.runner import Progress, Runner
from ...bench.text_score import TextScore, score_text
from ...errors import AppError
from .. import words
from ..jobs import Jobs, as_app_error
from ..sentences import localized_error

Shelf = Callable[[], Sequence[ModelChoice]]
"""The models that can be chosen, best first. Asked on a worker: it may look at the disk."""

LAST = "last"
NONE = "none"
TOP_TOKENS = 8


def this_installation() -> Runner:
    """Raises AppError when geniex-bench is missing. Looks at the disk."""
    return Runner([str(find_program())], paths.cache_dir())


@dataclass(slots=True)
class Wishes:
    """What is chosen in the pane; outlives its widgets.

    Attributes:
        n_prompt: Lists of numbers as they were typed, and so for the others.
    """

    models: set[Path] = field(default_factory=set)
    devices: set[str] = field(default_factory=lambda: {FIRST_THERE})
    n_prompt: str = "512"
    n_gen: str = "128"
    repetitions: str = "5"
    n_ctx: str = ""
    threads: str = ""
    text: str = ""
    scoring: bool = False


class Benchmarks(QObject):
    """Lives as long as the app. One run at a time, on a worker."""

    changed = Signal()
    """There are other runs, scores, models or errors, or a run has begun or ended."""
    progressed = Signal()
    said = Signal(str, bool)
    """A line for the status, and whether it is bad news."""
    _stepped = Signal(object)
    _measured = Signal(object)
    _scored = Signal(object)

    def __init__(
        self,
        jobs: Jobs,
        folder: Path,
        shelf: Shelf,
        make_runner: Callable[[], Runner] = this_installation,
        parent: QObject | None = None,
    ) -> None:
        """`folder` keeps the runs; it is made when the first is kept."""
        super().__init__(parent)
        self.wishes = Wishes()
        self.models: list[ModelChoice] = []
        self.runs: list[BenchRun] = []
        """Oldest first."""
        self.shown: BenchRun | None = None
        self.against = LAST
        """LAST, NONE, or the id of the run to compare with."""
        self.scores: list[TextScore] = []
        self.error: AppError | None = None
        self.progress: Progress | None = None
        self.share = 0.0
        self.status = ("", False)
        """What was said last, for a pane that is made only now."""
        self.running = False
        self.scoring = False
        """Whether it is a text that is being scored."""
        self._jobs = jobs
        self._store = RunStore(folder)
        self._shelf = shelf
        self._added: list[ModelChoice] = []
        self._make_runner = make_runner
        self._runner: Runner | None = None
        self._stopped = threading.Event()
        self._began = 0.0
        self._removed: BenchRun | None = None
        self._stepped.connect(self._take_step)
        self._measured.connect(self._take_run)
        self._scored.connect(self._take_score)
        self.said.connect(self._remember_status)

    @Slot(str, bool)
    def _remember_status(self, text: str, bad: bool) -> None:
        self.status = (text, bad)

    def start(self) -> None:
        """Reads the earlier runs, on a worker."""
        self._jobs.submit(self._store.read, self._take_runs, self._complain)

    def refresh_models(self) -> None:
        """Asks what models there are."""
        self._jobs.submit(self._shelf, self._take_models)

    def add_model(self, path: Path) -> None:
        """Offers a file, and chooses it."""
        choice = ModelChoice.of_file(path)
        self._added = [choice, *(known for known in self._added if known.path != path)]
        self.wishes.models.add(path)
        self.refresh_models()

    def chosen_models(self) -> list[ModelChoice]:
        return [model for model in self.models if model.path in self.wishes.models]

    def seconds(self) -> float:
        """Since the present run began."""
        return time.monotonic() - self._began if self.running else 0.0

    # ---------------------------------------------------------------- measuring

    def measure(self, devices: Sequence[str], workloads: Sequence[Workload]) -> None:
        """Measures the chosen models; what it comes to is shown as it arrives."""
        try:
            cells = plan(self.chosen_models(), devices, workloads)
        except AppError as error:
            self._show_error(error)
            return
        store = self._store

        def work(runner: Runner) -> Outcome:
            return measure(cells, runner, store, self._stepped.emit, self._measured.emit)

        if self._begin(work, self._measuring_ended):
            self.scoring = False
            self.changed.emit()

    def score(self, devices: Sequence[str]) -> None:
        """Scores the text with the chosen models."""
        pairs = [(model, device) for model in self.chosen_models() for device in devices]
        text = self.wishes.text

        def work(runner: Runner) -> bool:
            for done, (model, device) in enumerate(pairs):
                share = _part(self._stepped.emit, done, len(pairs))
                found = score_text(runner, model, device, text, TOP_TOKENS, share)
                if found is None:
                    return False
                self._scored.emit(found)
            return True

        if self._begin(work, self._scoring_ended):
            self.scoring = True
            self.scores = []
            self.changed.emit()

    def stop(self) -> None:
        """Ends the run; the results that there are stay."""
        self._stopped.set()
        runner = self._runner
        if runner is not None:
            runner.cancel()

    def _begin(self, work: Callable[[Runner], object], ended: Callable[[object], None]) -> bool:
        if self.running:
            return False
        self.running = True
        self.error = self.progress = None
        self.share = 0.0
        self._began = time.monotonic()
        self._stopped.clear()
        self.said.emit("", False)

        def run() -> object:
            # Whichever of this and `stop` comes second sees what the other has done.
            self._runner = runner = self._make_runner()
            if self._stopped.is_set():
                runner.cancel()
            return work(runner)

        self._jobs.submit(run, ended, self._broke_off)
        return True

    @Slot(object)
    def _take_step(self, step: Progress | float) -> None:
        if isinstance(step, Progress):
            self.progress, self.share = step, step.share
        else:
            self.share = step
        self.progressed.emit()

    @Slot(object)
    def _take_run(self, run: BenchRun) -> None:
        self.runs = [*(known for known in self.runs if known.id != run.id), run]
        self.shown = run
        self.changed.emit()

    @Slot(object)
    def _take_score(self, score: TextScore) -> None:
        self.scores = [*self.scores, score]
        self.changed.emit()

    def _measuring_ended(self, outcome: object) -> None:
        assert isinstance(outcome, Outcome)
        if self._stopped.is_set():
            text = self.tr("Stopped: %1 of %2 measurements are kept.")
            text = text.replace("%1", str(len(outcome.run.results)))
            self.said.emit(text.replace("%2", str(outcome.run.planned)), False)
        self._end(outcome.error)

    def _scoring_ended(self, whole: object) -> None:
        if not whole:
            self.said.emit(self.tr("Stopped."), False)
        self._end(None)

    def _broke_off(self, error: AppError) -> None:
        self._end(error)

    def _end(self, error: AppError | None) -> None:
        self.running = False
        self._runner = None
        self.progress = None
        self.error = error
        self.changed.emit()

    # ------------------------------------------------------------- earlier runs

    def show_run(self, run_id: str) -> None:
        """Shows another run."""
        self.shown = next((run for run in self.runs if run.id == run_id), self.shown)
        self.changed.emit()

    @Slot(object)
    def show_failure(self, result: CellResult) -> None:
        """All that is known of a failed measurement, as an error."""
        text = f"{result.model} could not be measured."
        hint = "Measure it again, or choose another device."
        self._show_error(AppError(text, cause=result.failure, hint=hint, detail=result.detail))

    def compare_with(self, against: str) -> None:
        """LAST, NONE or the id of a run."""
        self.against = against
        self.changed.emit()

    def compared(self) -> list[Compared]:
        """The results shown, each beside what it is compared with."""
        if self.shown is None:
            return []
        if self.against == LAST:
            earlier = before(self.shown, self.runs)
        else:
            earlier = [run for run in self.runs if run.id == self.against]
        return compare(self.shown, earlier)

    def remove_shown(self) -> None:
        """Takes the shown run off the disk; `undo_remove` brings it back."""
        run = self.shown
        if run is None or self.running:
            return
        self._removed = run
        self.runs = [known for known in self.runs if known.id != run.id]
        self.shown = self.runs[-1] if self.runs else None
        if self.against == run.id:
            self.against = LAST
        self._jobs.submit(lambda: self._store.remove(run.id), None, self._complain)
        self.changed.emit()

    @property
    def can_undo(self) -> bool:
        return self._removed is not None

    def undo_remove(self) -> None:
        """Brings back the run that was removed last."""
        run, self._removed = self._removed, None
        if run is None:
            return
        self.runs = sorted([*self.runs, run], key=lambda known: (known.time, known.id))
        self.shown = run
        self._jobs.submit(lambda: self._store.save(run), None, self._complain)
        self.changed.emit()

    def export(self, path: Path) -> None:
        """Writes the shown run: Markdown for .md, else JSON."""
        run, compared = self.shown, self.compared()
        if run is None:
            return
        path = path if path.suffix else path.with_suffix(".json")

        def write() -> None:
            try:
                write_export(path, run, compared)
            except OSError as error:
                raise as_app_error(error) from error

        saved = self.tr("Saved: %1").replace("%1", str(path))
        self._jobs.submit(write, lambda _none: self.said.emit(saved, False), self._complain)

    def _take_runs(self, runs: list[BenchRun]) -> None:
        known = {run.id for run in self.runs}
        self.runs = sorted(
            [*(run for run in runs if run.id not in known), *self.runs], key=lambda run: (run.time, run.id)
        )
        if self.shown is None and self.runs:
            self.shown = self.runs[-1]
        self.changed.emit()

    def _take_models(self, models: Sequence[ModelChoice]) -> None:
        added = {choice.path for choice in self._added}
        self.models = [*self._added, *(model for model in models if model.path not in added)]
        if not self.chosen_models() and self.models:
            self.wishes.models.add(self.models[0].path)
        self.changed.emit()

    def _complain(self, error: AppError) -> None:
        shown = localized_error(error)
        self.said.emit(words.sentences(shown.text, shown.cause), True)

    def _show_error(self, error: AppError) -> None:
        self.error = error
        self.changed.emit()


def _part(emit: Callable[[float], None], done: int, total: int) -> Callable[[float], None]:
    """Tells a share of one part as one of the whole."""
    return lambda share: emit((done + share) / total)
