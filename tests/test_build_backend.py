"""The build backend's half that is ours: which llama.cpp source the build gets, and how it gets there."""

from __future__ import annotations

import hashlib
import io
import sys
import tarfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

BACKEND = Path(__file__).resolve().parents[1] / "native" / "build_backend"
NO_PATCHES = Path("no-patches")


@pytest.fixture(autouse=True)
def backend_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(BACKEND))
    monkeypatch.delenv("CMAKE_ARGS", raising=False)
    monkeypatch.delenv("GENIEX_LLAMA_CPP_DIR", raising=False)
    yield
    for name in ("geniex_build", "llama_source"):
        sys.modules.pop(name, None)


def make_sdist(path: Path, files: dict[str, bytes], top: str = "carrier-1.0") -> str:
    """An archive with the given files and some that must not come out; returns its sha256."""
    with tarfile.open(path, "w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(f"{top}/{name}")
            member.size, member.mtime = len(content), 1_600_000_000
            archive.addfile(member, io.BytesIO(content))
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE):
            member = tarfile.TarInfo(f"{top}/vendor/engine/src/kind-{kind.decode()}")
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member)
        escape = tarfile.TarInfo(f"{top}/vendor/engine/src/../../../../../escaped")
        archive.addfile(escape)
    return hashlib.sha256(path.read_bytes()).hexdigest()


FILES = {
    "vendor/engine/CMakeLists.txt": b"project()",
    "vendor/engine/src/a.cpp": b"int a;",
    "vendor/engine/srcs/no.cpp": b"not kept",
    "vendor/engine/models/big.bin": b"not kept",
    "src/other.cpp": b"not kept",
}


@pytest.fixture
def pin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., object]:
    """A pin whose archive lies in a folder instead of an index; `pin.downloads` counts."""
    import llama_source

    def make(files: dict[str, bytes] = FILES, sha256: str = "") -> object:
        archive = tmp_path / "carrier-1.0.tar.gz"
        real = make_sdist(archive, files)
        made = llama_source.SourcePin(
            "carrier", "1.0", sha256 or real, "abc123", "vendor/engine", ("CMakeLists.txt", "src")
        )

        def download(pin: object, folder: Path) -> Path:
            downloads.append(1)
            target = folder / archive.name
            target.write_bytes(archive.read_bytes())
            return target

        monkeypatch.setattr(llama_source, "_download", download)
        return made

    downloads: list[int] = []
    make.downloads = downloads  # type: ignore[attr-defined]
    return make


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_only_what_is_needed_comes_out_and_only_once(pin: Callable[..., object], tmp_path: Path) -> None:
    from llama_source import ensure_source

    made, root = pin(), tmp_path / "cache"
    folder = ensure_source(made, root, NO_PATCHES)  # type: ignore[arg-type]
    assert tree(folder) == {"CMakeLists.txt": b"project()", "src/a.cpp": b"int a;"}
    assert (folder / "src/a.cpp").stat().st_mtime == 1_600_000_000
    assert ensure_source(made, root, NO_PATCHES) == folder  # type: ignore[arg-type]
    assert len(pin.downloads) == 1  # type: ignore[attr-defined]
    left = {path.name for path in root.iterdir()}
    assert left == {folder.name, f"{folder.name}.lock"}
    assert not list(tmp_path.rglob("escaped"))


def test_an_archive_without_the_needed_parts_leaves_nothing(
    pin: Callable[..., object], tmp_path: Path
) -> None:
    from llama_source import SourceError, ensure_source

    made, root = pin({"vendor/engine/CMakeLists.txt": b""}), tmp_path / "cache"
    with pytest.raises(SourceError, match=r"has no src"):
        ensure_source(made, root, NO_PATCHES)  # type: ignore[arg-type]
    assert [path.suffix for path in root.iterdir()] == [".lock"]


def test_another_pin_or_another_pruning_is_another_folder(tmp_path: Path) -> None:
    from llama_source import PIN, source_folder

    folder = source_folder(PIN, tmp_path)
    assert PIN.commit in folder.name
    assert source_folder(PIN._replace(sha256="0" * 64), tmp_path) != folder
    assert source_folder(PIN._replace(keep=("src",)), tmp_path) != folder


PATCH = """Why it is needed.

--- a/src/a.cpp
+++ b/src/a.cpp
@@ -1 +1 @@
-int a;
+int b;
"""


@pytest.fixture
def patches(tmp_path: Path) -> Path:
    folder = tmp_path / "patches"
    folder.mkdir()
    (folder / "rename.patch").write_text(PATCH, encoding="utf-8")
    return folder


def test_patches_are_applied_and_another_patch_is_another_folder(
    pin: Callable[..., object], tmp_path: Path, patches: Path
) -> None:
    from llama_source import ensure_source

    made, root = pin({**FILES, "vendor/engine/src/a.cpp": b"int a;\n"}), tmp_path / "cache"
    plain = ensure_source(made, root, NO_PATCHES)  # type: ignore[arg-type]
    patched = ensure_source(made, root, patches)  # type: ignore[arg-type]
    assert (plain / "src/a.cpp").read_text() == "int a;\n"
    assert (patched / "src/a.cpp").read_text() == "int b;\n"
    (patches / "rename.patch").write_text(PATCH.replace("int b", "int c"), encoding="utf-8")
    assert (ensure_source(made, root, patches) / "src/a.cpp").read_text() == "int c;\n"  # type: ignore[arg-type]


def test_a_patch_that_does_not_fit_leaves_nothing(
    pin: Callable[..., object], tmp_path: Path, patches: Path
) -> None:
    from llama_source import SourceError, ensure_source

    made, root = pin({**FILES, "vendor/engine/src/a.cpp": b"int other;\n"}), tmp_path / "cache"
    with pytest.raises(SourceError, match=r"rename\.patch does not fit"):
        ensure_source(made, root, patches)  # type: ignore[arg-type]
    assert [path.suffix for path in root.iterdir()] == [".lock"]


def test_builds_at_once_fetch_once(pin: Callable[..., object], tmp_path: Path) -> None:
    from llama_source import ensure_source

    made, root = pin(), tmp_path / "cache"
    with ThreadPoolExecutor(4) as builds:
        folders = set(builds.map(lambda _: ensure_source(made, root, NO_PATCHES), range(4)))  # type: ignore[arg-type]
    assert len(folders) == 1
    assert len(pin.downloads) == 1  # type: ignore[attr-defined]


def test_pip_refuses_an_archive_of_another_hash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real pip, offline: a folder is its index."""
    import llama_source

    index = tmp_path / "index"
    index.mkdir()
    make_sdist(index / "carrier-1.0.tar.gz", FILES)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    wrong = llama_source.SourcePin("carrier", "1.0", "0" * 64, "abc", "vendor/engine", ("src",))
    with pytest.raises(llama_source.SourceError, match="HASH") as caught:
        llama_source.ensure_source(wrong, tmp_path / "cache")
    assert "GENIEX_LLAMA_CPP_DIR" in str(caught.value)


@pytest.fixture
def fetched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The backend with a fetch that only counts."""
    import geniex_build

    calls: list[str] = []

    def ensure_source() -> Path:
        calls.append("fetch")
        return Path("/cache/llama.cpp")

    monkeypatch.setattr(geniex_build, "ensure_source", ensure_source)
    return calls


def test_the_build_gets_the_folder_and_the_commit(fetched: list[str]) -> None:
    from geniex_build import PIN, with_llama_source

    settings = with_llama_source({"build.verbose": "true"})
    assert settings == {
        "build.verbose": "true",
        "cmake.define.GENIEX_LLAMA_CPP_DIR": str(Path("/cache/llama.cpp")),
        "cmake.define.GENIEX_LLAMA_CPP_COMMIT": PIN.commit,
    }
    assert fetched == ["fetch"]


@pytest.mark.parametrize(
    ("settings", "cmake_args", "environment"),
    [
        ({"cmake.define.GENIEX_LLAMA_CPP_DIR": "/mine"}, "", ""),
        ({"skbuild.cmake.define.GENIEX_LLAMA_CPP_DIR": "/mine"}, "", ""),
        ({}, "-DX=1 -DGENIEX_LLAMA_CPP_DIR:PATH=/mine", ""),
        ({}, "", "/mine"),
        ({"cmake.define.GENIEX_PLUGIN_LLAMA_CPP": "off"}, "", ""),
        ({}, "-DGENIEX_PLUGIN_LLAMA_CPP=OFF", ""),
    ],
)
def test_a_named_folder_or_no_plugin_fetches_nothing(
    fetched: list[str],
    monkeypatch: pytest.MonkeyPatch,
    settings: dict[str, str],
    cmake_args: str,
    environment: str,
) -> None:
    from geniex_build import with_llama_source

    monkeypatch.setenv("CMAKE_ARGS", cmake_args)
    if environment:
        monkeypatch.setenv("GENIEX_LLAMA_CPP_DIR", environment)
        settings = {**settings, "cmake.define.GENIEX_LLAMA_CPP_DIR": environment}
        assert with_llama_source({}) == settings
    else:
        assert with_llama_source(settings) == settings
    assert fetched == []


def test_inner_pip_does_not_hear_of_the_running_build(monkeypatch: pytest.MonkeyPatch) -> None:
    import llama_source

    monkeypatch.setenv("_PYPROJECT_HOOKS_BACKEND_PATH", "native/build_backend")
    monkeypatch.setenv("PIP_TIMEOUT", "5")
    seen = llama_source._outside_of_this_build()
    assert not [name for name in seen if name.startswith("_PYPROJECT_HOOKS_")]
    assert seen["PIP_TIMEOUT"] == "5"
