"""Everything that is known about models on this machine, opened together."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .downloads import DownloadQueue
from .habits import Habits
from .measurements import Measurements
from .sources import Hub
from .store import ModelStore, State, StoredModel
from .trial import TrialRecord


@dataclass(frozen=True, slots=True)
class Library:
    """The store and what goes with it. All of it blocks but the queue's snapshots."""

    store: ModelStore
    hubs: dict[str, Hub]
    queue: DownloadQueue
    measurements: Measurements
    trials: TrialRecord
    habits: Habits


def open_library(folder: Path, state_folder: Path, hubs: dict[str, Hub]) -> Library:
    """Opens the store in `folder`; what is remembered beside it lies in `state_folder`.

    Starts the download queue, which `DownloadQueue.close` ends. Blocks; raises AppError.
    """
    store = ModelStore(folder)
    return Library(
        store=store,
        hubs=hubs,
        queue=DownloadQueue(store, hubs, state_folder / "downloads.json"),
        measurements=Measurements(state_folder / "measurements.json"),
        trials=TrialRecord(state_folder / "trials.json"),
        habits=Habits(state_folder / "model-habits.json"),
    )


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
