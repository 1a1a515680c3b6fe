"""The bench's state and intents: what was measured, what runs, what is compared; no widgets."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QImage

from ... import paths
from ...bench.comparison import Compared, compare
from ...bench.exports import as_json, as_markdown, write_export
from ...bench.matrix import FIRST_THERE, ModelChoice, Workload, plan
from ...bench.measuring import Outcome, measure
from ...bench.program import find_program
from ...bench.records import BenchRun, CellResult, RunStore
from ...bench.runner import Progress, Runner
from ...bench.scoring import TextOutcome, score
from ...bench.store import before
from ...bench.text_exports import text_as_json, text_as_markdown
from ...bench.text_records import FailedScore, TextRun, TextStore
from ...errors import AppError
from .. import words
from ..jobs import Jobs, Newest, as_app_error
from ..sentences import localized_error
from .kept import KeptRuns

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
        self.speeds = KeptRuns(RunStore(folder), jobs, self.changed.emit, self._complain)
        self.texts = KeptRuns(TextStore(folder), jobs, self.changed.emit, self._complain)
        self._against = LAST
        self.error: AppError | None = None
        self.progress: Progress | None = None
        self.share = 0.0
        self.status = ("", False)
        """What was said last, for a pane that is made only now."""
        self.running = False
        self.scoring = False
        """Whether it is a text that is being scored."""
        self._jobs = jobs
        self._shelf = shelf
        self._shelf_looks = Newest(jobs)
        self._added: list[ModelChoice] = []
        self._make_runner = make_runner
        self._runner: Runner | None = None
        self._stopped = threading.Event()
        self._began = 0.0
        self._stepped.connect(self._take_step)
        self._measured.connect(self._take_speeds)
        self._scored.connect(self._take_text)
        self.said.connect(self._remember_status)

    @Slot(str, bool)
    def _remember_status(self, text: str, bad: bool) -> None:
        self.status = (text, bad)

    def start(self) -> None:
        """Reads the earlier runs, on a worker."""
        self.speeds.read()
        self.texts.read()

    def refresh_models(self) -> None:
        """Asks what models there are."""
        self._shelf_looks.submit(self._shelf, self._take_models)

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
        store = self.speeds.store

        def work(runner: Runner) -> Outcome:
            return measure(cells, runner, store, self._stepped.emit, self._measured.emit)

        if self._begin(work, self._measuring_ended):
            self.scoring = False
            self.changed.emit()

    def score(self, devices: Sequence[str]) -> None:
        """Scores the text with the chosen models."""
        pairs = [(model, device) for model in self.chosen_models() for device in devices]
        text, store = self.wishes.text, self.texts.store

        def work(runner: Runner) -> TextOutcome:
            step, scored = self._stepped.emit, self._scored.emit
            return score(pairs, text, TOP_TOKENS, runner, store, step, scored)

        if self._begin(work, self._scoring_ended):
            self.scoring = True
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
    def _take_speeds(self, run: BenchRun) -> None:
        self.speeds.take(run)

    @Slot(object)
    def _take_text(self, run: TextRun) -> None:
        self.texts.take(run)

    def _measuring_ended(self, outcome: object) -> None:
        assert isinstance(outcome, Outcome)
        if self._stopped.is_set():
            text = self.tr("Stopped: %1 of %2 measurements are kept.")
            text = text.replace("%1", str(len(outcome.run.results)))
            self.said.emit(text.replace("%2", str(outcome.run.planned)), False)
        self._end(outcome.error)

    def _scoring_ended(self, outcome: object) -> None:
        assert isinstance(outcome, TextOutcome)
        if self._stopped.is_set():
            self.said.emit(self.tr("Stopped."), False)
        self._end(outcome.error)

    def _broke_off(self, error: AppError) -> None:
        self._end(error)

    def _end(self, error: AppError | None) -> None:
        self.running = False
        self._runner = None
        self.progress = None
        self.error = error
        self.changed.emit()

    # ------------------------------------------------------------- earlier runs

    @Slot(object)
    def show_failure(self, failed: CellResult | FailedScore) -> None:
        """All that is known of a failed measurement, as an error."""
        text = f"{failed.model} could not be measured."
        hint = "Measure it again, or choose another device."
        self._show_error(AppError(text, cause=failed.failure, hint=hint, detail=failed.detail))

    def compare_with(self, against: str) -> None:
        """LAST, NONE or the id of a run."""
        self._against = against
        self.changed.emit()

    @property
    def against(self) -> str:
        """What the shown run is compared with: LAST where the chosen one is itself, or was deleted."""
        others = {run.id for run in self.speeds.runs if run is not self.speeds.shown}
        return self._against if self._against in {NONE, *others} else LAST

    def compared(self) -> list[Compared]:
        """The speeds shown, each beside what it is compared with."""
        shown, runs = self.speeds.shown, self.speeds.runs
        if shown is None:
            return []
        against = self.against
        earlier = before(shown, runs) if against == LAST else [run for run in runs if run.id == against]
        return compare(shown, earlier)

    def markdown(self) -> str:
        """What the pane shows, as a table; "" when it shows nothing."""
        if self.wishes.scoring:
            return text_as_markdown(self.texts.shown) if self.texts.shown is not None else ""
        shown = self.speeds.shown
        return as_markdown(shown, self.compared()) if shown is not None else ""

    def _json(self) -> str:
        if self.wishes.scoring:
            return text_as_json(self.texts.shown) if self.texts.shown is not None else ""
        shown = self.speeds.shown
        return as_json(shown, self.compared()) if shown is not None else ""

    def export(self, path: Path) -> None:
        """Writes what the pane shows: Markdown for .md, else JSON."""
        markdown, json_text = self.markdown(), self._json()
        if not markdown:
            return
        path = path if path.suffix else path.with_suffix(".json")

        def write() -> None:
            try:
                write_export(path, markdown, json_text)
            except OSError as error:
                raise as_app_error(error) from error

        saved = self.tr("Saved: %1").replace("%1", str(path))
        self._jobs.submit(write, lambda _none: self.said.emit(saved, False), self._complain)

    def save_picture(self, image: QImage, path: Path) -> None:
        """Writes a PNG: encoding takes a moment, so on a worker."""
        saved, lost = (
            self.tr("Saved: %1").replace("%1", str(path)),
            self.tr("The picture could not be saved."),
        )
        self._jobs.submit(
            lambda: image.save(str(path)), lambda done: self.said.emit(saved if done else lost, not done)
        )

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
