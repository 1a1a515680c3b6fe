"""Everything behind the Models pane, put together; lives as long as the app."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, Signal, Slot

from ...engine.types import RuntimeInfo, Sampler
from ...errors import AppError
from ...models.catalogue import Entry
from ...models.fit import Place
from ...models.header_cache import HeaderCache
from ...models.library import Library, model_files, projector_in
from ...models.load_mark import LoadMark
from ..chat.controller import ChatController
from ..jobs import Jobs
from .fetching import Fetching
from .finder import Finder
from .fitting import Fitting
from .observing import Observing
from .opening import MakeEngine, Opening
from .placing import place_now
from .shelf import Shelf

log = logging.getLogger(__name__)

OpenLibrary = Callable[[], tuple[Library, tuple[Entry, ...]]]
"""Opens what the pane is about, with the catalogue of first models. Asked on a worker."""


class Models(QObject):
    """The parts of the pane's state. Questions to hubs have workers of their own: they may take long."""

    changed = Signal()
    """Which models can be opened."""
    failed = Signal(object)
    """AppError that belongs to no part."""

    def __init__(
        self,
        controller: ChatController,
        jobs: Jobs,
        open_library: OpenLibrary,
        make_engine: MakeEngine | None = None,
        engine_pid: Callable[[], int | None] = lambda: None,
        trusted: Path | None = None,
        mark: LoadMark | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`make_engine` makes the engine that unknown models are tried in; without it nothing is tried.

        `trusted` is a model file whose bytes are the app's own choice; `mark` tells the next start what
        this one has not survived.
        """
        super().__init__(parent)
        self.session = controller.session
        controller.adapt_sampler = self._adapt_sampler
        self.jobs = jobs
        self.network = Jobs(self)
        self.library: Library | None = None
        self._open_library = open_library
        self._started = False
        self._catalogue: tuple[Entry, ...] = ()
        headers = HeaderCache()
        self.shelf = Shelf(jobs, headers, self)
        self.fetching = Fetching(jobs, self)
        self.finder = Finder(self.network, self._place, self)
        self.fitting = Fitting(jobs, headers, self._place, self)
        self.opening = Opening(self.session, self.network, make_engine, trusted, mark, self)
        self.observing = Observing(controller, jobs, engine_pid, self)
        self.trouble: AppError | None = None
        """The last failure that belongs to no search and no repository, until it is dealt with."""
        for failing in (self.failed, self.shelf.failed, self.fetching.failed):
            failing.connect(self._remember_trouble)
        self.shelf.changed.connect(self.changed)
        self.shelf.about_to_remove.connect(self._let_go)
        self.shelf.moved.connect(self._use)
        self.fetching.finished.connect(self.shelf.refresh)
        self.observing.kept.connect(self.shelf.refresh)
        self.session.engine.runtime_ready.connect(self._runtime_ready)

    @Slot(object)
    def _remember_trouble(self, error: AppError) -> None:
        self.trouble = error

    def start(self) -> None:
        """Opens the library on a worker; harmless when that has begun."""
        if not self._started:
            self._started = True
            self.opening.await_library()
            self.jobs.submit(self._open_library, self._opened, self._not_opened)

    def _opened(self, opened: tuple[Library, tuple[Entry, ...]]) -> None:
        library, self._catalogue = opened
        self._use(library)

    @Slot(object)
    def _use(self, library: Library) -> None:
        """The library has been opened, or moved."""
        self.library = library
        self.opening.use(library)
        self.observing.use(library)
        self.fitting.use(library)
        self.shelf.use(library)
        self.fetching.use(library.queue)
        self.finder.use(library, self._catalogue, QLocale().name())
        self.changed.emit()

    def _not_opened(self, error: AppError) -> None:
        self._started = False
        self.opening.go_without()
        log.warning("the model library cannot be opened: %s %s", error.text, error.cause)
        self.failed.emit(error)

    def files(self) -> list[Path]:
        """Of the models that can be opened for a chat, by name."""
        return model_files(self.shelf.chat_models)

    def look_how_they_fit(self, paths: Sequence[Path]) -> None:
        """Has files judged for the memory that is free now; `fitting` tells."""
        self.fitting.look({path: projector_in(self.shelf.models, path) for path in paths})

    def open(self, path: Path) -> None:
        """Loads a model file for the chat."""
        self.session.open(path)

    def options_changed(self, path: Path) -> None:
        """The options of a model are other ones: the open model is loaded anew with them."""
        model = self.session.model
        if model is not None and model.spec.model_path == path:
            self.session.reload()

    def _adapt_sampler(self, usual: Sampler) -> Sampler:
        model, library = self.session.model, self.library
        if model is None or library is None:
            return usual
        return library.habits.options(model.spec.model_path).sampler(usual)

    def _place(self) -> Place:
        runtime: RuntimeInfo | None = self.session.runtime
        devices = [device for plugin in runtime.plugins for device in plugin.devices] if runtime else []
        return place_now(self.session.device, devices)

    @Slot(int, object)
    def _runtime_ready(self, _request: int, _runtime: object) -> None:
        if self.library is not None:
            self.finder.look_around()

    @Slot(object)
    def _let_go(self, folder: Path) -> None:
        model = self.session.model
        if model is not None and folder in model.spec.model_path.parents:
            self.session.unload()

    def close(self, timeout_s: float = 2.5) -> bool:
        """Ends downloads, which go on at the next start; False when something does not end in time."""
        self.shelf.close()
        self.network.close()
        return self.fetching.close(timeout_s)
