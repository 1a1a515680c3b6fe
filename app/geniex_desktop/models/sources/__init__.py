"""Where model files come from. A new kind of place is one module with a `Hub` and a line in `hubs.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from ..artifact import Artifact, Cancelled, Progress
from ..part import CHUNK_SIZE
from ..zip_directory import ReadRange


class Source(Protocol):
    """One place that can deliver a file which is known beforehand."""

    @property
    def name(self) -> str:
        """For people, as in "downloading from <name>"."""

    def available(self) -> bool:
        """Whether it is worth asking on this installation; does not touch the network."""

    def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
        """Leaves all the file's bytes in `part`, unverified; what is there already may be continued.

        Raises:
            SourceFailed: not from here, not now.
            DownloadCancelled: `part` is kept if it can be continued.
            AppError: this machine's fault (a full disk); another source would not help.
        """


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file of a model is written while it arrives."""

    path: Path
    chunk_size: int = CHUNK_SIZE
    note: Path | None = None


Deliver = Callable[[Artifact, Place, Progress, Cancelled], None]
"""Brings one file's bytes to a place, unverified. Raises as `Source.fetch` does."""


Reach = Callable[[Cancelled], ReadRange]
"""What reads ranges of a file where it lies, for its header. Raises SourceFailed, as the reading does."""


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """A file of a repository, and how to get it.

    Attributes:
        reach: For a look at it before it is fetched; None where that cannot be.
    """

    artifact: Artifact
    deliver: Deliver
    reach: Reach | None = None


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A repository that a hub found; what the hub does not say is None or empty."""

    hub: str
    reference: str
    title: str
    downloads: int | None = None
    likes: int | None = None
    updated: str = ""
    """Date, ISO 8601."""
    licence: str = ""
    gated: bool = False
    """Whether its licence has to be accepted on the hub first."""
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Repository:
    """What a hub has under a reference, at one fixed revision.

    Attributes:
        name: "org/repo" for the store.
        files: By name, with the folders of the repository.
        texts: Content of geniex.json, metadata.json and config.json, where they are there.
        page: Web address for people; "" when there is none.
    """

    hub: str
    reference: str
    name: str
    revision: str
    files: Mapping[str, RemoteFile]
    texts: Mapping[str, str] = field(default_factory=dict)
    licence: str = ""
    gated: bool = False
    description: str = ""
    page: str = ""

    def listing(self) -> dict[str, object]:
        """The form in which the native store plans it."""
        files = [{"name": name, "size": file.artifact.size} for name, file in self.files.items()]
        return {"files": files, "texts": dict(self.texts)}


class Hub(Protocol):
    """One place with many models. All functions block and raise SourceFailed."""

    @property
    def key(self) -> str:
        """For files and the command line."""

    @property
    def title(self) -> str:
        """For people."""

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:
        """The most used ones first; "" browses. Only what this app could run, as far as the hub tells."""

    def repository(self, reference: str, revision: str = "", cancelled: Cancelled = ...) -> Repository:
        """What is there under a reference; revision "" is the newest one."""
