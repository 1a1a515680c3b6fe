"""Brings a model from a hub into the store: plan, room, bytes, hashes, and only then ready."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..engine.modelstore import NativeDownload
from ..errors import AppError
from .artifact import Cancelled, SourceFailed
from .disk import disk_errors, occupied, require_space
from .origin import FileRecord, Origin
from .part import Part
from .sources import Hub, Place, RemoteFile, Repository
from .store import ModelStore, State, StoredModel

log = logging.getLogger(__name__)

_CODE_INVALID = -100203


@dataclass(frozen=True, slots=True)
class PullRequest:
    """What to bring; `reference` and `revision` are in the hub's own words.

    Attributes:
        quant: The precision; "" for all that the repository has.
        name: "org/repo" for the store; "" = the hub's choice.
        revision: "" = the newest one.
        model_type: "llm", "vlm", or "auto".
    """

    hub: str
    reference: str
    quant: str = ""
    name: str = ""
    revision: str = ""
    model_type: str = "auto"


@dataclass(frozen=True, slots=True)
class FileProgress:
    """How far one file is, in bytes."""

    name: str
    done: int
    total: int


PullProgress = Callable[[tuple[FileProgress, ...]], None]
"""Told often, on the pulling thread, with every file that is or was to be fetched."""


def pull(
    store: ModelStore, hub: Hub, request: PullRequest, progress: PullProgress, cancelled: Cancelled
) -> StoredModel:
    """Returns the ready model. Blocks; what has arrived is kept whatever happens, and continued next time.

    Raises:
        DownloadCancelled: by the user.
        SourceFailed: the hub does not deliver, or not what it promised.
        AppError: no room, or the store refuses it.
    """
    repository = hub.repository(request.reference, request.revision, cancelled)
    return pull_repository(store, repository, request, progress, cancelled)


def pull_repository(
    store: ModelStore,
    repository: Repository,
    request: PullRequest,
    progress: PullProgress,
    cancelled: Cancelled,
) -> StoredModel:
    """`pull` of what a hub has already told."""
    name = request.name or repository.name
    listing: dict[str, Any] = repository.listing()
    left_nothing = False
    try:
        with store.downloading(name, listing, request.quant, request.model_type, cancelled) as download:
            work = _Pull(download, repository, request, progress, cancelled)
            try:
                work.run()
            except BaseException:
                left_nothing = work.withdraw()
                raise
    except AppError:
        if left_nothing:
            # An entry without a byte would only be in the way, unless somebody else is at work on it.
            with contextlib.suppress(AppError):
                store.discard(name)
        raise
    return store.get(name)


class _Pull:
    """One download into the store, which holds the model's lock."""

    def __init__(
        self,
        download: NativeDownload,
        repository: Repository,
        request: PullRequest,
        progress: PullProgress,
        cancelled: Cancelled,
    ) -> None:
        self._download = download
        self._repository = repository
        self._progress = progress
        self._cancelled = cancelled
        plan = download.files()
        self._files: list[dict[str, Any]] = plan["files"]
        self._folder, self._scratch = Path(plan["folder"]), Path(plan["scratch"])
        self._notes = self._scratch / "notes"
        self._origin_path = Path(plan["origin"])
        self._old_origin = Origin.load(self._origin_path)
        self._records = dict(self._old_origin.files)
        self._origin = Origin(repository.hub, repository.reference, repository.revision, request.quant)
        self._kept: set[str] = set()
        self._done = {file["name"]: 0 for file in self._files}

    def run(self) -> None:
        for file in self._files:
            self._require_promise(self._repository.files[file["name"]])
        missing = [file for file in self._files if not self._is_here(file)]
        needed = sum(file["size"] - min(file["size"], occupied(Path(file["target"]))) for file in missing)
        require_space(self._folder, needed)
        # Kept from the start, so that an unfinished download knows where it came from.
        self._save_origin()
        for file in missing:
            self._bring(file)
        self._save_origin()
        self._download.commit()

    def withdraw(self) -> bool:
        """After a failure: whether not a byte has come; then what is known of the model is as before."""
        parts = [Path(file["target"]) for file in self._files if file["name"] not in self._kept]
        if any(path.exists() for path in (*parts, self._scratch / "rejected")):
            return False
        if any(self._notes.glob("*")):  # what is still packed
            return False
        if self._old_origin.files:
            with contextlib.suppress(OSError):
                self._old_origin.save(self._origin_path)
        return True

    def _save_origin(self) -> None:
        with disk_errors(self._folder):
            replace(self._origin, files=self._records).save(self._origin_path)

    def _require_promise(self, remote: RemoteFile) -> None:
        if not remote.artifact.identity:
            raise SourceFailed(
                f"The hub has no hash for {remote.artifact.file_name}.",
                cause="So nobody could tell whether the right bytes came.",
                hint="Choose another source.",
                code=_CODE_INVALID,
            )

    def _is_here(self, file: dict[str, Any]) -> bool:
        """Whether the installed file is the wanted one already: by its record, or by its bytes."""
        artifact, final = self._repository.files[file["name"]].artifact, Path(file["final"])
        marks = final.with_name(final.name + ".progress")
        with contextlib.suppress(OSError):
            if marks.exists() or final.stat().st_size != file["size"]:
                return False
            record = self._records.get(file["name"])
            known = record is not None and record.verified and record.identity == artifact.identity
            if not known and not artifact.verify(final, self._cancelled):
                return False
            self._download.keep(file["name"])
            self._kept.add(file["name"])
            self._remember(file["name"])
            self._report(file, file["size"])
            return True
        return False

    def _remember(self, name: str) -> None:
        artifact = self._repository.files[name].artifact
        self._records[name] = FileRecord(artifact.identity, artifact.size, int(time.time()))

    def _report(self, file: dict[str, Any], done: int) -> None:
        self._done[file["name"]] = done
        told = (FileProgress(each["name"], self._done[each["name"]], each["size"]) for each in self._files)
        self._progress(tuple(told))

    def _bring(self, file: dict[str, Any]) -> None:
        """Fetches one file and checks its bytes on the disk; once more if what was there spoils it."""
        remote = self._repository.files[file["name"]]
        # Names may be longer than a file name can be with anything added.
        note = self._notes / f"{hashlib.sha256(file['name'].encode()).hexdigest()[:32]}.json"
        place = Place(Path(file["target"]), file["chunk_size"], note)
        part = Part(place.path, file["size"], place.chunk_size, place.note)
        resumed = place.path.exists()
        for is_last in (False, True) if resumed else (True,):
            self._fetch(remote, place, file)
            if remote.artifact.verify(place.path, self._cancelled):
                self._remember(file["name"])
                return
            if not is_last:
                part.discard()
        self._quarantine(part, file["name"])

    def _fetch(self, remote: RemoteFile, place: Place, file: dict[str, Any]) -> None:
        with disk_errors(self._folder):
            place.path.parent.mkdir(parents=True, exist_ok=True)
        remote.deliver(remote.artifact, place, lambda done, _total: self._report(file, done), self._cancelled)

    def _quarantine(self, part: Part, name: str) -> None:
        """Keeps wrong bytes for a look, where nothing takes them for a model."""
        rejected = self._scratch / "rejected" / Path(name).name
        with disk_errors(self._folder):
            rejected.parent.mkdir(parents=True, exist_ok=True)
            part.path.replace(rejected)
            part.discard()
        raise SourceFailed(
            f"{name} differs from what the hub promised.",
            cause="Its hash differs; the file was damaged or exchanged on the way.",
            hint="Try again; if it stays so, choose another source.",
            detail=f"kept for a look: {rejected}",
            code=_CODE_INVALID,
        )


def repair(
    store: ModelStore, hubs: dict[str, Hub], name: str, progress: PullProgress, cancelled: Cancelled
) -> StoredModel:
    """Fetches again what is missing or wrong in a model, or finishes it, from where it came.

    Raises:
        AppError: nobody knows where it came from; and whatever `pull` raises.
    """
    model = store.get(name)
    for request in repair_requests(hubs, model):
        model = pull(store, hubs[request.hub], request, progress, cancelled)
    return model


def repair_requests(hubs: dict[str, Hub], model: StoredModel) -> list[PullRequest]:
    """The downloads that mend or finish a model. Raises AppError when its origin is not known."""
    origin = model.origin
    quants = {origin.quant} if model.pending or not model.quants else set()
    if model.state is State.BROKEN:
        quants |= set(model.quants)
    if origin.hub not in hubs:
        raise AppError(
            f"It is not known where '{model.name}' came from.",
            hint="Remove it, and download it again from a hub.",
        )
    return [
        PullRequest(origin.hub, origin.reference, quant, model.name, origin.revision, model.model_type)
        for quant in sorted(quants)
    ]
