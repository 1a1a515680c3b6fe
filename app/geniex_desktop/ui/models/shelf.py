"""The models on this machine as the window sees them, and what can be done to them; no widgets."""

from __future__ import annotations

import contextlib
import shutil
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from ...errors import AppError
from ...models.artifact import CODE_CANCELLED
from ...models.embeddings import EmbeddingModels
from ...models.fingerprint import fingerprint
from ...models.header_cache import HeaderCache
from ...models.library import Library, move_library
from ...models.store import ModelStore, StoredModel, Verification
from ..jobs import Jobs, Newest

UNDO_MS = 10_000
_REFRESH_MS = 200


@dataclass(slots=True)
class Work:
    """Something long that is being done to a model, or to all of them.

    Attributes:
        text: What, for people.
        progress: Bytes done and in all.
    """

    text: str
    progress: tuple[int, int] = (0, 0)
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def share(self) -> float | None:
        done, total = self.progress
        return done / total if total else None

    def note(self, done: int, total: int) -> None:
        """Called on the worker; a tuple is replaced whole."""
        self.progress = (done, total)


@dataclass(frozen=True, slots=True)
class _Look:
    models: tuple[StoredModel, ...]
    used: dict[str, int]
    speeds: dict[Path, float]
    free: int
    embeddings: frozenset[str]
    """Names of the models that cannot chat."""


class Shelf(QObject):
    """Follows the store; every change is made on a worker, and deletions only after their time to undo."""

    changed = Signal()
    failed = Signal(object)
    """AppError."""
    said = Signal(str)
    about_to_remove = Signal(object)
    """The model's folder; what lies in it must not stay open."""
    removed = Signal(str)
    """A whole model (by its name) has been deleted."""
    moved = Signal(object)
    """The Library at its new place."""

    def __init__(self, jobs: Jobs, headers: HeaderCache, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.looked = False
        """Whether the store has been read at all."""
        self.free = 0
        """Bytes on the store's disk."""
        self.work: dict[str, Work] = {}
        """By the model's name."""
        self._jobs = jobs
        self._looks = Newest(jobs)
        self._embeddings = EmbeddingModels(headers)
        self._library: Library | None = None
        self._store: ModelStore | None = None
        self._look = _Look((), {}, {}, 0, frozenset())
        self._removed: tuple[str, str] | None = None
        self._undo = QTimer(self)
        self._undo.setSingleShot(True)
        self._undo.setInterval(UNDO_MS)
        self._undo.timeout.connect(self._remove_now)
        self._clock = QTimer(self)
        self._clock.setInterval(_REFRESH_MS)
        self._clock.timeout.connect(self.changed)

    def use(self, library: Library) -> None:
        """The store has been opened."""
        self._library, self._store = library, library.store
        self.refresh()

    @property
    def models(self) -> list[StoredModel]:
        """Without what has just been deleted."""
        gone = self._removed
        return [model for model in self._look.models if gone is None or gone != (model.name, "")]

    @property
    def folder(self) -> Path | None:
        return self._store.folder if self._store is not None else None

    def find(self, name: str) -> StoredModel | None:
        return next((model for model in self.models if model.name == name), None)

    def quants(self, model: StoredModel) -> list[str]:
        """Its precisions, without one that has just been deleted."""
        return [quant for quant in model.quants if self._removed != (model.name, quant)]

    def used(self, model: StoredModel) -> int:
        """Unix time of the last load of any of its files; 0 = never."""
        return max((self._look.used.get(str(file.path), 0) for file in model.files), default=0)

    def is_embedding(self, model: StoredModel) -> bool:
        """It makes vectors of texts, for other programs, and cannot chat."""
        return model.name in self._look.embeddings

    @property
    def chat_models(self) -> list[StoredModel]:
        """Those of `models` that can chat."""
        return [model for model in self.models if not self.is_embedding(model)]

    def speed(self, path: Path) -> float:
        """Tokens a second of the last reply by this file; 0 when none was measured."""
        return self._look.speeds.get(path, 0.0)

    def refresh(self) -> None:
        """Reads the store anew."""
        library, store = self._library, self._store
        if library is None or store is None:
            return

        def look() -> _Look:
            models = tuple(store.list())
            files = [file.path for model in models for file in model.files if file.role == "model"]
            store.folder.mkdir(parents=True, exist_ok=True)
            free = shutil.disk_usage(store.folder).free
            used = {str(path): library.habits.used(path) for path in files}
            speeds = _speeds(library, [path for path in files if used[str(path)]])
            return _Look(models, used, speeds, free, self._embeddings.among(models))

        self._looks.submit(look, self._take, self.failed.emit)

    def _take(self, look: _Look) -> None:
        self._look, self.free, self.looked = look, look.free, True
        self.changed.emit()

    # ---------------------------------------------------------------- deleting

    @property
    def can_undo(self) -> bool:
        return self._removed is not None

    @property
    def removed_name(self) -> str:
        """What can be brought back; "" for nothing."""
        return ":".join(filter(None, self._removed)) if self._removed is not None else ""

    def remove(self, name: str, quant: str = "") -> None:
        """Takes a model, or one precision of it, away; it is deleted when `undo` is over."""
        self._remove_now()
        model = self.find(name)
        only_one = model is not None and list(model.quants) == [quant]
        self._removed = (name, "" if only_one else quant)
        self._undo.start()
        self.changed.emit()

    def undo(self) -> None:
        """Brings back what was taken away last."""
        self._removed = None
        self._undo.stop()
        self.changed.emit()

    @Slot()
    def _remove_now(self) -> None:
        removed, store = self._removed, self._store
        self._undo.stop()
        if removed is None or store is None:
            return
        name, quant = removed
        model = next((model for model in self._look.models if model.name == name), None)
        if model is not None:
            self.about_to_remove.emit(model.folder)
        unfinished = model is not None and not model.files

        def delete() -> None:
            if unfinished:
                store.discard(name)
            else:
                store.remove(name, quant)

        def done(_none: object) -> None:
            self._forget(removed)
            if not quant:
                self.removed.emit(name)

        def fail(error: AppError) -> None:
            self._forget(removed)
            self.failed.emit(error)

        self._jobs.submit(delete, done, fail)

    def _forget(self, removed: tuple[str, str]) -> None:
        if self._removed == removed:
            self._removed = None
        self.refresh()

    # ---------------------------------------------------------------- the rest

    def verify(self, name: str) -> None:
        """Reads every byte and compares it with what was promised."""
        text = QCoreApplication.translate("Models", "Checking every byte")
        self._long(
            name, text, lambda store, work: store.verify(name, work.note, work.stop.is_set), self._told
        )

    def _told(self, outcome: Verification) -> None:
        translate = QCoreApplication.translate
        if outcome.damaged:
            text = translate("Models", "Damaged: %1").replace("%1", ", ".join(outcome.damaged))
        else:
            text = translate("Models", "Every byte is as promised.")
        self.said.emit(text)

    def import_copy(self, path: Path, name: str) -> None:
        """Copies a .gguf file, a folder or a .zip archive into the store."""
        text = QCoreApplication.translate("Models", "Copying")
        self._long(name, text, lambda store, work: store.import_copy(path, name, work.note, work.stop.is_set))

    def import_in_place(self, path: Path, name: str) -> None:
        """Makes a .gguf file or a folder a model where it lies."""
        text = QCoreApplication.translate("Models", "Reading")
        self._long(name, text, lambda store, _work: store.import_in_place(path, name))

    def move(self, folder: Path) -> None:
        """Moves all models to another folder."""
        text = QCoreApplication.translate("Models", "Moving the models")
        library = self._library
        if library is not None:
            self.about_to_remove.emit(library.store.folder)
            self._long(
                "",
                text,
                lambda _store, work: move_library(library, folder, work.note, work.stop.is_set),
                self.moved.emit,
            )

    def stop(self, name: str) -> None:
        """Ends what is being done to a model."""
        if name in self.work:
            self.work[name].stop.set()

    def _long(
        self,
        name: str,
        text: str,
        act: Callable[[ModelStore, Work], object],
        then: Callable[..., None] | None = None,
    ) -> None:
        store = self._store
        if store is None or name in self.work:
            return
        work = self.work[name] = Work(text)
        self._clock.start()

        def done(result: object) -> None:
            self._end(name)
            if then is not None:
                then(result)

        def fail(error: AppError) -> None:
            self._end(name)
            if error.code != CODE_CANCELLED:
                self.failed.emit(error)

        self._jobs.submit(lambda: act(store, work), done, fail)
        self.changed.emit()

    def _end(self, name: str) -> None:
        del self.work[name]
        if not self.work:
            self._clock.stop()
        self.refresh()

    def close(self) -> None:
        """Stops what runs. What was to be deleted is deleted: nobody can undo it any more."""
        for work in self.work.values():
            work.stop.set()
        self._remove_now()


def _speeds(library: Library, files: list[Path]) -> dict[Path, float]:
    """What was measured last of each file. Reads the files' ends."""
    speeds = {}
    for path in files:
        with contextlib.suppress(OSError):  # moved or deleted meanwhile
            runs = library.measurements.of_model(fingerprint(path))
            if runs and runs[-1].measured_speed > 0:
                speeds[path] = runs[-1].measured_speed
    return speeds
