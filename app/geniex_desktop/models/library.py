"""Everything that is known about models on this machine, opened together."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..errors import AppError, Blame
from .artifact import Cancelled, Progress
from .downloads import DownloadQueue, DownloadState
from .habits import Habits
from .measurements import Measurements
from .sources import Hub
from .store import ModelStore, State, StoredModel
from .trial import TrialRecord

_QUEUE = "downloads.json"


@dataclass(frozen=True, slots=True)
class Library:
    """The store and what goes with it. All of it blocks but the queue's snapshots.

    Attributes:
        state_folder: Where what is remembered beside the store lies.
    """

    store: ModelStore
    hubs: dict[str, Hub]
    queue: DownloadQueue
    measurements: Measurements
    trials: TrialRecord
    habits: Habits
    state_folder: Path


def open_library(folder: Path, state_folder: Path, hubs: dict[str, Hub]) -> Library:
    """Opens the store in `folder`; what is remembered beside it lies in `state_folder`.

    Starts the download queue, which `DownloadQueue.close` ends. Blocks; raises AppError.
    """
    store = ModelStore(folder)
    return Library(
        store=store,
        hubs=hubs,
        queue=DownloadQueue(store, hubs, state_folder / _QUEUE),
        measurements=Measurements(state_folder / "measurements.json"),
        trials=TrialRecord(state_folder / "trials.json"),
        habits=Habits(state_folder / "model-habits.json"),
        state_folder=state_folder,
    )


def move_library(library: Library, folder: Path, progress: Progress, cancelled: Cancelled) -> Library:
    """Moves the store to another folder; the library there takes the place of this one. Blocks.

    Raises AppError: downloads are open, or whatever `ModelStore.move_to` raises; then all is as before.
    """
    if any(one.state is not DownloadState.DONE for one in library.queue.snapshots()):
        raise AppError(
            "The models cannot be moved while downloads are open.",
            hint="Let the downloads end, or cancel them; then move the models.",
            blame=Blame.USER,
        )
    store = library.store.move_to(folder, progress, cancelled)
    library.queue.close()
    queue = DownloadQueue(store, library.hubs, library.state_folder / _QUEUE)
    return replace(library, store=store, queue=queue)


def model_files(models: Iterable[StoredModel]) -> list[Path]:
    """The files that can be opened: of each usable model and precision the first part."""
    usable = (State.READY, State.UNVERIFIED)
    return [
        file.path
        for model in models
        if model.state in usable and model.plugin_id == "llama_cpp"
        for file in model.files
        if file.role == "model"
    ]


def projector_in(models: Iterable[StoredModel], path: Path) -> Path | None:
    """The projector that the store keeps with a model file; None for a file that it does not know."""
    for model in models:
        if any(file.role == "model" and file.path == path for file in model.files):
            return next((file.path for file in model.files if file.role == "projector"), None)
    return None


def adopt(store: ModelStore, path: Path, name: str) -> None:
    """Makes a whole file that lies elsewhere a model of the store, unless it is one already.

    Raises AppError.
    """
    for model in store.list():
        if model.name == name or any(_is_same(file.path, path) for file in model.files):
            return
    store.import_in_place(path, name)


def _is_same(first: Path, second: Path) -> bool:
    with contextlib.suppress(OSError):
        return first.samefile(second)
    return False
