"""The model library: what is in the store, in which state, and everything that can be done to it.

`ModelStore.list()` shows every entry, ready or not. All functions block and raise AppError: not for the GUI
thread. Objects may be used from any thread; several processes may share a store.
"""

from __future__ import annotations

import contextlib
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from ..durable import sync
from ..engine.modelstore import ModelPaths, NativeDownload, NativeStore
from ..errors import AppError, Blame
from .artifact import Artifact, Cancelled, DownloadCancelled, Progress
from .disk import disk_errors, require_space
from .origin import FileRecord, Origin

_ORIGIN = ".origin.json"
_POLL_SECONDS = 0.1


class State(Enum):
    """What can be done with an entry."""

    READY = "ready"
    """Whole, and its bytes are the promised ones."""
    UNVERIFIED = "unverified"
    """Whole, but nobody has checked its bytes: `verify` does."""
    INCOMPLETE = "incomplete"
    """A download that can be continued."""
    BROKEN = "broken"
    """Files are missing, cut or changed: fetch it again, or remove it."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file of a model; sizes in bytes.

    Attributes:
        role: "model", "part", "projector", "tokenizer" or "extra".
        quant: Of a model and its parts, else "".
        done: Bytes that are there; `size` for a whole file.
        record: What is known of its bytes; None when nothing is.
    """

    name: str
    role: str
    quant: str
    size: int
    done: int
    path: Path
    record: FileRecord | None = None

    @property
    def verified(self) -> int:
        """Unix time of the last check that found the promised bytes, 0 without one."""
        fits = self.record is not None and self.record.size == self.size and not self.record.damaged
        return self.record.verified if self.record is not None and fits else 0


@dataclass(frozen=True, slots=True)
class StoredModel:
    """One entry of the store.

    Attributes:
        name: "org/repo".
        problem: Why it is broken, for people; "" otherwise.
        model_type: "llm" or "vlm".
        files: What is installed.
        pending: What an unfinished download will have; empty when there is none.
        origin: Where it came from; empty for what was put there by other programs.
    """

    name: str
    folder: Path
    state: State
    problem: str
    plugin_id: str
    model_name: str
    model_type: str
    files: tuple[StoredFile, ...]
    pending: tuple[StoredFile, ...]
    origin: Origin

    @property
    def quants(self) -> tuple[str, ...]:
        """Installed precisions."""
        return tuple(file.quant for file in self.files if file.role == "model")

    @property
    def size(self) -> int:
        """Bytes of what is installed, or will be."""
        return sum(file.size for file in self.files or self.pending)

    @property
    def done(self) -> int:
        """Bytes of it that are there."""
        return sum(file.done for file in self.files or self.pending)


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of looking at every byte of a model: names of files."""

    good: tuple[str, ...]
    damaged: tuple[str, ...]
    recorded: tuple[str, ...]
    """Files that nobody had promised anything about; their hashes are known from now on."""


class ModelStore:
    """The models in one data folder, which other programs with the same layout may share."""

    def __init__(self, data_folder: Path) -> None:
        self.folder = data_folder
        self._native = NativeStore(data_folder)

    # ------------------------------------------------------------------ looking

    def list(self) -> list[StoredModel]:
        """Every entry, sorted by name; also unfinished and broken ones."""
        return [_entry(model) for model in self._native.overview()]

    def get(self, name: str) -> StoredModel:
        """One entry by "org/repo". Raises AppError when there is none."""
        for model in self.list():
            if model.name == name:
                return model
        raise AppError(
            f"'{name}' is not in the model store.",
            hint="Choose one of those that are listed.",
            blame=Blame.USER,
        )

    def paths(self, name: str, quant: str = "") -> ModelPaths:
        """Where a whole model lies; `quant` "" takes the best that is installed."""
        return self._native.paths(f"{name}:{quant}" if quant else name)

    def plan(self, name: str, listing: dict[str, Any]) -> dict[str, Any]:
        """What of a repository is a model: see geniex_store_plan()."""
        plan: dict[str, Any] = self._native.plan(name, listing)
        return plan

    # ------------------------------------------------------------------ changing

    def remove(self, name: str, quant: str = "") -> None:
        """Deletes a model, or one precision of it; files that lie elsewhere stay."""
        self._native.remove(f"{name}:{quant}" if quant else name)

    def discard(self, name: str) -> None:
        """Deletes what an unfinished download left."""
        if not self._native.discard(name):
            raise AppError(
                f"'{name}' is being downloaded.", hint="Stop that download first.", blame=Blame.USER
            )

    def set_type(self, name: str, model_type: str) -> None:
        """ "llm" or "vlm"."""
        self._native.set_type(name, model_type)

    def import_copy(
        self, path: Path, name: str, progress: Progress, cancelled: Cancelled, quant: str = ""
    ) -> StoredModel:
        """Copies a .gguf file, a folder or a .zip archive; what was copied is looked at again."""

        def report(files: list[tuple[str, int, int]]) -> bool:
            progress(sum(done for _, done, _ in files), sum(total for _, _, total in files))
            return not cancelled()

        self._native.import_copy(name, path, report, quant)
        self.verify(name, lambda _done, _total: None, cancelled)
        return self.get(name)

    def import_in_place(self, path: Path, name: str, quant: str = "") -> StoredModel:
        """Makes a .gguf file or a folder a model where it lies; it must stay there."""
        self._native.refer(name, path, quant)
        self.verify(name, lambda _done, _total: None, lambda: False)
        return self.get(name)

    def verify(self, name: str, progress: Progress, cancelled: Cancelled) -> Verification:
        """Reads every byte of a model and compares it with what was promised; remembers the outcome."""
        model = self.get(name)
        good: list[str] = []
        damaged: list[str] = []
        recorded: list[str] = []
        records = dict(model.origin.files)
        total, before = sum(file.size for file in model.files), 0
        for file in model.files:
            record = file.record
            if not file.path.is_file():
                damaged.append(file.name)
            elif record is None or record.size != file.size:
                records[file.name] = _first_record(file, cancelled)
                recorded.append(file.name)
            else:
                artifact = artifact_of(file.name, record)
                is_good = artifact.verify(file.path, cancelled, _shifted(progress, before, total))
                verified = int(time.time()) if is_good else 0
                records[file.name] = replace(record, verified=verified, damaged=not is_good)
                (good if is_good else damaged).append(file.name)
            before += file.size
            progress(before, total)
        with disk_errors(model.folder):
            replace(model.origin, files=records).save(model.folder / _ORIGIN)
        return Verification(tuple(good), tuple(damaged), tuple(recorded))

    def move_to(self, data_folder: Path, progress: Progress, cancelled: Cancelled) -> ModelStore:
        """Copies every model to another folder, then deletes it here; returns the store there.

        A copy that is stopped or fails leaves this store as it was.
        """
        source, target = self.folder / "models", data_folder / "models"
        models = self.list()
        files = [path for model in models for path in sorted(model.folder.rglob("*")) if _is_own_file(path)]
        total, done = sum(path.stat().st_size for path in files), 0
        with disk_errors(data_folder):
            target.mkdir(parents=True, exist_ok=True)
            if any(target.iterdir()):
                raise AppError(
                    f"There are models in {data_folder} already.",
                    hint="Choose an empty folder.",
                    blame=Blame.USER,
                )
            require_space(data_folder, total)
            try:
                for path in files:
                    copy = target / path.relative_to(source)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    done = _copy(path, copy, done, total, progress, cancelled)
            except BaseException:
                shutil.rmtree(target, ignore_errors=True)
                raise
        for model in models:
            self.remove(model.name)
        return ModelStore(data_folder)

    # ------------------------------------------------------------------ downloading

    @contextlib.contextmanager
    def downloading(
        self, name: str, listing: dict[str, Any], quant: str, model_type: str, cancelled: Cancelled
    ) -> Iterator[NativeDownload]:
        """Holds a model for a download; waits while somebody else does. Raises DownloadCancelled."""
        while True:
            if cancelled():
                raise DownloadCancelled
            download = self._native.begin(name, listing, quant, model_type)
            if download is not None:
                break
            time.sleep(_POLL_SECONDS)
        with download:
            yield download


def artifact_of(name: str, record: FileRecord) -> Artifact:
    """The promise that a record keeps."""
    algorithm, _, value = record.identity.partition(":")
    return Artifact(name, record.size, **{algorithm.replace("-", "_"): value})


def _first_record(file: StoredFile, cancelled: Cancelled) -> FileRecord:
    """Of a file that came without a promise: from now on its bytes may not change."""
    import hashlib

    digest = hashlib.sha256()
    with disk_errors(file.path.parent), file.path.open("rb") as stream:
        while block := stream.read(1 << 20):
            if cancelled():
                raise DownloadCancelled
            digest.update(block)
    return FileRecord(f"sha256:{digest.hexdigest()}", file.size, int(time.time()))


def _shifted(progress: Progress, before: int, total: int) -> Progress:
    """One file's progress as that of all files."""
    return lambda done, _size: progress(before + done, total)


def _is_own_file(path: Path) -> bool:
    """A lock is of the folder it lies in, and a link is not the store's."""
    return path.is_file() and not path.is_symlink() and path.name != ".lock"


def _copy(path: Path, copy: Path, done: int, total: int, progress: Progress, cancelled: Cancelled) -> int:
    with path.open("rb") as source, copy.open("wb") as target:
        while block := source.read(1 << 20):
            if cancelled():
                raise DownloadCancelled
            target.write(block)
            done += len(block)
            progress(done, total)
        target.flush()
        sync(target.fileno())
    shutil.copystat(path, copy)
    return done


def _entry(model: dict[str, Any]) -> StoredModel:
    folder = Path(model["folder"])
    origin = Origin.load(folder / _ORIGIN)
    files = _files(model["files"], origin)
    state, problem = State(model["state"]), model["problem"]
    damaged = [file.name for file in files if file.record is not None and file.record.damaged]
    if state is State.READY and damaged:
        state, problem = State.BROKEN, f"the bytes of {', '.join(damaged)} are not the promised ones"
    elif state is State.READY and not all(file.verified for file in files):
        state = State.UNVERIFIED
    return StoredModel(
        name=model["name"],
        folder=folder,
        state=state,
        problem=problem,
        plugin_id=model["plugin_id"],
        model_name=model["model_name"],
        model_type=model["type"],
        files=files,
        pending=_files(model["pending"], origin),
        origin=origin,
    )


def _files(entries: list[dict[str, Any]], origin: Origin) -> tuple[StoredFile, ...]:
    return tuple(
        StoredFile(
            entry["name"],
            entry["role"],
            entry["quant"],
            entry["size"],
            entry["done"],
            Path(entry["path"]),
            origin.files.get(entry["name"]),
        )
        for entry in entries
    )
