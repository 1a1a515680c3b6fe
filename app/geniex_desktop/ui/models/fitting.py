"""How the models that can be chosen would fit, looked at on a worker and kept; no widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ...models.fit import Fit, Place
from ...models.fits import FitCache
from ...models.library import Library
from ..jobs import Jobs


class Fitting(QObject):
    """Answers at once with what is known; `look` makes it known for the memory that is free now."""

    changed = Signal()

    def __init__(self, jobs: Jobs, locate: Callable[[], Place], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._locate = locate
        self._cache = FitCache()
        self._library: Library | None = None
        self._fits: dict[Path, Fit | None] = {}
        self._wanted: dict[Path, Path | None] = {}
        self._looking = False

    def use(self, library: Library) -> None:
        """The library has been opened."""
        self._library = library
        self.look(self._wanted)

    def fit(self, path: Path) -> Fit | None:
        """As of the last look; None for what was not looked at, or cannot be judged."""
        return self._fits.get(path)

    def look(self, models: Mapping[Path, Path | None]) -> None:
        """Judges model files with their projectors, or without."""
        library = self._library
        self._wanted = dict(models)
        if library is None or self._looking or not models:
            return
        self._looking = True
        wanted = self._wanted

        def judge() -> dict[Path, Fit | None]:
            place, kept = self._locate(), library.measurements
            return {path: self._cache.judge(path, eye, place, kept) for path, eye in wanted.items()}

        def done(fits: dict[Path, Fit | None]) -> None:
            self._looking = False
            self._fits.update(fits)
            self.changed.emit()
            if self._wanted is not wanted:
                self.look(self._wanted)

        self._jobs.submit(judge, done)
