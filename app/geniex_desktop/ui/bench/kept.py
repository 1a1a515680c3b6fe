"""The kept runs of one kind: which there are, which one is shown, and which were deleted; no widgets."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from ...bench.store import Kept, Store, in_order
from ...errors import AppError
from ..jobs import Jobs

R = TypeVar("R", bound=Kept)


class KeptRuns(Generic[R]):
    """Lives in the GUI thread; the disk is left to workers."""

    def __init__(
        self,
        store: Store[R],
        jobs: Jobs,
        changed: Callable[[], None],
        failed: Callable[[AppError], None],
    ) -> None:
        self.store = store
        self.runs: list[R] = []
        """Oldest first."""
        self.shown: R | None = None
        self._jobs = jobs
        self._changed = changed
        self._failed = failed
        self._deleted: list[R] = []
        self._disk = threading.Lock()

    def read(self) -> None:
        """Reads the earlier runs, on a worker."""
        self._jobs.submit(self.store.read, self._take_all, self._failed)

    def take(self, run: R) -> None:
        """Shows a run, in place of its earlier self."""
        self.runs = [*(known for known in self.runs if known.id != run.id), run]
        self.shown = run
        self._changed()

    def show(self, run_id: str) -> None:
        """Shows another run."""
        self.shown = next((run for run in self.runs if run.id == run_id), self.shown)
        self._changed()

    def delete_shown(self) -> None:
        """Takes the shown run off the disk; `undo` brings it back, and those that were deleted before it."""
        run = self.shown
        if run is None:
            return
        self._deleted.append(run)
        self.runs = [known for known in self.runs if known.id != run.id]
        self.shown = self.runs[-1] if self.runs else None
        self._settle(run)

    @property
    def last_deleted(self) -> R | None:
        """What `undo` would bring back."""
        return self._deleted[-1] if self._deleted else None

    def undo(self) -> None:
        """Brings back the run that was deleted last."""
        if not self._deleted:
            return
        run = self._deleted.pop()
        self.runs = in_order([*self.runs, run])
        self.shown = run
        self._settle(run)

    def _settle(self, run: R) -> None:
        """Makes the disk say what the list says by then, so that the order of two jobs does not matter."""

        def work() -> None:
            with self._disk:
                if run in self._deleted:
                    self.store.remove(run.id)
                else:
                    self.store.save(run)

        self._jobs.submit(work, None, self._failed)
        self._changed()

    def _take_all(self, runs: list[R]) -> None:
        known = {run.id for run in [*self.runs, *self._deleted]}
        self.runs = in_order([*(run for run in runs if run.id not in known), *self.runs])
        if self.shown is None and self.runs:
            self.shown = self.runs[-1]
        self._changed()
