"""Asks pip, in a process of its own: only it knows which index this machine uses, and how to get in."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, urlsplit

from ..artifact import Cancelled, DownloadCancelled, SourceFailed

_POLL_SECONDS = 0.1
_TERMINATE_SECONDS = 5.0
_USAGE_ERROR = 2
_CODE_NOT_SUPPORTED = -100013

_TELLS_WITHOUT_FETCHING = (23, 3)
"""The first pip whose dry run leaves the wheel where it is."""


@dataclass(frozen=True, slots=True)
class WheelAddress:
    """Where an index has a wheel; its hash, in lower-case hex, is "" where the index promises none."""

    url: str
    version: str
    sha256: str

    @property
    def file_name(self) -> str:
        return PurePosixPath(unquote(urlsplit(self.url).path)).name


def pip_is_there() -> bool:
    """False in a frozen app, which has no pip and no interpreter to run it."""
    return not getattr(sys, "frozen", False) and importlib.util.find_spec("pip") is not None


def locate(requirement: str, folder: Path, cancelled: Cancelled) -> WheelAddress | None:
    """Where the wheel of a requirement lies, without fetching it; None where this pip cannot tell.

    Raises:
        SourceFailed: pip does not find it; its words are in the detail.
        DownloadCancelled: likewise.
    """
    if not pip_is_there() or _pip_version() < _TELLS_WITHOUT_FETCHING:
        return None
    report = folder / "pip-report.json"
    options = ["--dry-run", "--ignore-installed", "--report", str(report)]
    # Where the index has no metadata of its own, pip reads that out of the wheel by ranges.
    options += ["--use-feature", "fast-deps"]
    code, words = _run("install", options, requirement, folder, lambda: None, cancelled)
    if code == _USAGE_ERROR:
        return None
    if code != 0:
        raise _failed(requirement, words)
    try:
        found = json.loads(report.read_bytes())["install"][0]
        source = found["download_info"]
        hashes = source["archive_info"].get("hashes") or {}
        return WheelAddress(
            str(source["url"]), str(found["metadata"]["version"]), str(hashes.get("sha256", "")).lower()
        )
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None


def pip_fetch(requirement: str, folder: Path, progress: Callable[[int], None], cancelled: Cancelled) -> Path:
    """Lets pip fetch one wheel, from its beginning.

    Args:
        requirement: A line of a requirements file; its hash, if it has one, is demanded.
        progress: Told the bytes that have come.

    Raises:
        SourceFailed: pip cannot; its words are in the detail.
        DownloadCancelled: likewise.
    """
    if not pip_is_there():
        raise SourceFailed(
            "This installation of the app has no pip.",
            hint="Choose another source.",
            code=_CODE_NOT_SUPPORTED,
        )
    options = ["--dest", str(folder)]
    if "--hash=" in requirement:
        options.append("--require-hashes")
    code, words = _run(
        "download", options, requirement, folder, lambda: progress(_largest_file(folder)), cancelled
    )
    wheels = sorted(folder.glob("*.whl"))
    if code != 0 or len(wheels) != 1:
        raise _failed(requirement, words)
    return wheels[0]


def _run(
    action: str,
    options: Sequence[str],
    requirement: str,
    folder: Path,
    tick: Callable[[], None],
    cancelled: Cancelled,
) -> tuple[int, str]:
    """Runs pip for one requirement; answers its exit code and what it complained of."""
    pin = folder / "pin.txt"
    pin.write_text(f"{requirement}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", action, "--no-input", "--disable-pip-version-check", "--quiet"]
    # pip's own cache would keep a second copy for ever.
    command += ["--no-cache-dir", "--no-deps", "--only-binary", ":all:", *options, "--requirement", str(pin)]
    # pip writes files below TMPDIR while they arrive: their growth is the progress.
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
                tick()
                time.sleep(_POLL_SECONDS)
        finally:
            _end(process)
    return process.returncode, errors.read_text(encoding="utf-8", errors="replace")[-4000:]


def _failed(requirement: str, words: str) -> SourceFailed:
    return SourceFailed(
        f"pip could not download {requirement.partition(' ')[0].replace('==', ' ')}.",
        hint="Check the network and pip's index settings.",
        detail=words,
    )


def _pip_version() -> tuple[int, ...]:
    """Of the pip that would run; (0,) where it does not say."""
    try:
        found = re.match(r"(\d+)\.(\d+)", importlib.metadata.version("pip"))
    except importlib.metadata.PackageNotFoundError:
        return (0,)
    return (int(found[1]), int(found[2])) if found else (0,)


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
