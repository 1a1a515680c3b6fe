"""Fixtures that every test folder shares: the native build under test and a home of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from patient import PatientBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

NATIVE_BUILD = "GENIEX_TEST_NATIVE"
INCLUDE = Path(__file__).parents[1] / "native" / "include"


@pytest.fixture(scope="session")
def native_build() -> Path:
    """A build with GENIEX_TESTS=ON: `lib/` holds libgeniex, `fake/` the fake plugin in its folder."""
    value = os.environ.get(NATIVE_BUILD, "")
    if not value or not Path(value, "lib").is_dir():
        pytest.fail(
            f"{NATIVE_BUILD} must name a native build with lib/ and fake/; `python3 dev.py test` does so"
        )
    return Path(value)


@pytest.fixture
def fake_runtime(native_build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our libgeniex with the fake plugin; what that does is said at the head of its source."""
    monkeypatch.setenv("GENIEX_LIB_PATH", str(native_build / "lib"))
    monkeypatch.setenv("GENIEX_PLUGIN_PATH", str(native_build / "fake"))
    monkeypatch.delenv("GENIEX_FAKE_BEHAVIOUR", raising=False)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """Waits as long as a busy machine needs."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def app_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the app under test keeps its files: never the developer's own settings, models or logs."""
    folder = tmp_path_factory.mktemp("app-home")
    monkeypatch.setenv("GENIEX_HOME", str(folder))
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder for everything that the app stores."""
    folder = tmp_path / "home"
    folder.mkdir()
    for variable in ("HOME", "USERPROFILE", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(variable, str(folder))
    for variable in ("CACHE", "CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{variable}_HOME", str(folder / variable.lower()))
    monkeypatch.setenv("GENIEX_DATADIR", str(folder / "geniex"))
    return folder


@pytest.fixture(scope="session")
def foreign_library(compile_c: Callable[..., None], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A libgeniex without our extensions."""
    library = tmp_path_factory.mktemp("foreign") / "libgeniex.so"
    source = Path(__file__).parent / "engine" / "foreign_library.c"
    compile_c(source, library, "-D_GNU_SOURCE", "-Wall", "-Werror", "-shared", "-fPIC")
    return library


@pytest.fixture
def embedding_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tiny file of an architecture that makes vectors of texts and writes none."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "data" / "gguf"))
    from gguf_files import Kind, language_model

    model = language_model().set("general.architecture", Kind.STRING, "bert")
    model.metadata = [(key.replace("llama.", "bert."), value) for key, value in model.metadata]
    path = tmp_path / "all-mini-embed-F32.gguf"
    path.write_bytes(model.encode())
    return path


@pytest.fixture(scope="session")
def include() -> Path:
    """The folder of our C headers."""
    return INCLUDE


@pytest.fixture(scope="session")
def compile_c() -> Callable[..., None]:
    """Compiles a C11 source that includes our headers."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    assert compiler is not None, "these tests need a C compiler"

    def compile_one(source: Path, output: Path, *flags: str) -> None:
        subprocess.run([compiler, "-std=c11", *flags, f"-I{INCLUDE}", "-o", output, source], check=True)

    return compile_one
