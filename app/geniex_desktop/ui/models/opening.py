"""Between a file and a loaded model: its own options, its projector, and a trial of what nobody knows yet."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from ...engine.death import EngineDied
from ...engine.protocol import Engine
from ...engine.types import CANCELLED, LoadSpec, RuntimeInfo
from ...errors import AppError, Blame
from ...models.inspection import require_chat_model
from ...models.library import Library, projector_in
from ...models.load_mark import LoadMark
from ...models.projectors import find_projector
from ...models.store import State
from ...models.trial import TrialRecord, Verdict, trial_key, try_model
from ..jobs import Jobs
from ..model_session import ModelSession

log = logging.getLogger(__name__)

MakeEngine = Callable[[], Engine]
"""An isolated engine for a trial; the worker that asks for it closes it."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """A load that waits for what its trial needs."""

    spec: LoadSpec
    done: Callable[[LoadSpec], None]
    failed: Callable[[AppError], None]
    stop: threading.Event


class Opening(QObject):
    """Prepares every load of the session, on a worker, once the runtime and the library are there.

    Both come by themselves at a start; the event loop goes on meanwhile.
    """

    def __init__(
        self,
        session: ModelSession,
        jobs: Jobs,
        make_engine: MakeEngine | None,
        trusted: Path | None = None,
        mark: LoadMark | None = None,
        parent: QObject | None = None,
    ) -> None:
        """Without `make_engine` nothing is tried out; `trusted` is a file that need not be.

        `mark` stands while the engine loads a model.
        """
        super().__init__(parent)
        self._session = session
        self._jobs = jobs
        self.make_engine = make_engine
        self._trusted = trusted
        self._mark = mark
        self._library: Library | None = None
        self._library_comes = False
        self._record = TrialRecord(None)
        """Of a library that could not be opened."""
        self._wish: _Wish | None = None
        self._trial: Engine | None = None
        self._lock = threading.Lock()
        session.prepare = self.prepare
        self._marked = 0
        """The mark of what the engine has been given."""
        session.loaded.connect(self._clear_mark)
        session.load_failed.connect(self._load_failed)
        session.changed.connect(self._go_on)
        session.runtime_failed.connect(self._runtime_failed)

    def await_library(self) -> None:
        """It is being opened: loads wait for `use` or `go_without`."""
        self._library_comes = True

    def use(self, library: Library) -> None:
        """The library has been opened."""
        self._library = library
        self._library_comes = False
        self._go_on()

    def go_without(self) -> None:
        """The library cannot be opened."""
        self._library_comes = False
        self._go_on()

    def prepare(
        self, spec: LoadSpec, done: Callable[[LoadSpec], None], failed: Callable[[AppError], None]
    ) -> Callable[[], None]:
        """Completes a load; one of the callbacks comes in the GUI thread. Answers what stops it."""
        wish = self._wish = _Wish(spec, done, failed, threading.Event())

        def cancel() -> None:
            wish.stop.set()
            if self._wish is wish:
                self._wish = None
            with self._lock:
                if self._trial is not None:
                    self._trial.abort()

        self._go_on()
        if self._wish is wish and self.make_engine is not None:
            self._session.await_runtime()
        return cancel

    @Slot()
    def _go_on(self) -> None:
        """Starts with the load that waits, if nothing is missing any more."""
        wish, runtime, library = self._wish, self._session.runtime, self._library
        if wish is None or self._library_comes or (runtime is None and self.make_engine is not None):
            return
        self._wish = None

        def work() -> tuple[LoadSpec, int]:
            ready = complete(wish.spec, library)
            if ready.model_path.is_file():
                require_chat_model(ready.model_path)
            if runtime is not None and not wish.stop.is_set():
                self._require_trial(ready, runtime, library, wish.stop)
            if wish.stop.is_set():
                raise AppError("Stopped.", code=CANCELLED)
            mark = self._mark.set(ready.model_path, ready.device) if self._mark is not None else 0
            return ready, mark

        self._jobs.submit(work, partial(self._ready, wish), wish.failed)

    def _ready(self, wish: _Wish, found: tuple[LoadSpec, int]) -> None:
        spec, number = found
        if wish.stop.is_set():
            self._clear(number)  # nothing is loaded after all
        else:
            self._marked = number
            wish.done(spec)

    @Slot(object)
    def _runtime_failed(self, error: AppError) -> None:
        """There is nothing to try a model with, and nothing to load it."""
        wish, self._wish = self._wish, None
        if wish is not None:
            wish.failed(error)

    @Slot(object)
    def _load_failed(self, error: AppError) -> None:
        """A load that killed the engine stays marked: the next start does not repeat it by itself."""
        if not isinstance(error, EngineDied):
            self._clear_mark()

    @Slot()
    def _clear_mark(self) -> None:
        self._clear(self._marked)

    def _clear(self, number: int) -> None:
        mark = self._mark
        if mark is not None:
            self._jobs.submit(lambda: mark.clear(number))

    def _require_trial(
        self, spec: LoadSpec, runtime: RuntimeInfo, library: Library | None, stop: threading.Event
    ) -> None:
        """Raises AppError for a model that did not answer when it was tried, now or before."""
        path = spec.model_path
        if self.make_engine is None or path == self._trusted or not path.is_file():
            return
        if library is not None and _is_known(path, library):
            return
        record = library.trials if library is not None else self._record
        key = trial_key(path, runtime, spec.device, spec.mmproj_path)
        verdict = record.find(key) or self._try(spec, record, stop)
        if not verdict.works and not stop.is_set():
            raise AppError(verdict.text, cause=verdict.cause, hint=verdict.hint, blame=Blame.USER)

    def _try(self, spec: LoadSpec, record: TrialRecord, stop: threading.Event) -> Verdict:
        assert self.make_engine is not None
        engine = self.make_engine()
        with self._lock:
            self._trial = engine
        try:
            if stop.is_set():
                raise AppError("Stopped.", code=CANCELLED)
            return try_model(spec.model_path, engine, record, spec.device, projector=spec.mmproj_path)
        finally:
            with self._lock:
                self._trial = None
            engine.close()


def complete(spec: LoadSpec, library: Library | None) -> LoadSpec:
    """A load with the model's own options and its projector. Looks at the disk."""
    if library is not None:
        spec = library.habits.options(spec.model_path).applied(spec)
    if spec.mmproj_path is not None or not spec.model_path.is_file():
        return spec
    return replace(spec, mmproj_path=_projector(spec.model_path, library))


def note_use(library: Library, model: Path) -> None:
    """Remembers that a model was opened now."""
    try:
        library.habits.note_use(model, int(time.time()))
    except OSError as error:
        log.warning("the use of %s is not kept: %s", model.name, error)


def _projector(model: Path, library: Library | None) -> Path | None:
    """What the store says, else what lies beside it; a doubtful choice is none, for text works without."""
    try:
        known = projector_in(library.store.list(), model) if library is not None else None
        return known or find_projector(model)
    except AppError as error:
        log.warning("%s %s", error.text, error.cause)
        return None


def _is_known(model: Path, library: Library) -> bool:
    """From a hub, whole and verified: its bytes are what many others use."""
    return any(
        entry.origin.hub and entry.state is State.READY and any(file.path == model for file in entry.files)
        for entry in library.store.list()
    )
