"""How the models that can be chosen would fit, looked at on a worker and kept; no widgets."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ...errors import AppError
from ...models.appraisal import Precision
from ...models.fit import Place
from ...models.fits import FitCache
from ...models.header_cache import HeaderCache
from ...models.library import Library
from ..jobs import Jobs

log = logging.getLogger(__name__)


class Fitting(QObject):
    """Answers at once with what is known; `look` makes it known for the memory that is free now."""

    changed = Signal()

    def __init__(
        self, jobs: Jobs, headers: HeaderCache, locate: Callable[[], Place], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._locate = locate
        self._cache = FitCache(headers)
        self._library: Library | None = None
        self._judged: dict[Path, Precision | None] = {}
        self._waiting: dict[Path, Path | None] = {}
        self._looking = False
        self.place: Place | None = None
        """As it was at the last look."""

    def use(self, library: Library) -> None:
        """The library has been opened."""
        self._library = library
        self.look({})

    def judged(self, path: Path) -> Precision | None:
        """As of the last look; None for what was not looked at, or cannot be loaded."""
        return self._judged.get(path)

    def look(self, models: Mapping[Path, Path | None]) -> None:
        """Judges model files with their projectors, or without."""
        library = self._library
        self._waiting.update(models)
        if library is None or self._looking or not self._waiting:
            return
        self._looking = True
        wanted, self._waiting = self._waiting, {}

        def judge() -> tuple[Place, dict[Path, Precision | None]]:
            place, kept = self._locate(), library.measurements
            return place, {path: self._cache.judge(path, eye, place, kept) for path, eye in wanted.items()}

        def done(answer: tuple[Place, dict[Path, Precision | None]]) -> None:
            self.place = answer[0]
            self._judged.update(answer[1])
            self.changed.emit()
            go_on()

        def fail(error: AppError) -> None:
            log.warning("it is not known how models fit: %s %s", error.text, error.cause)
            go_on()

        def go_on() -> None:
            self._looking = False
            self.look({})

        self._jobs.submit(judge, done, fail)
