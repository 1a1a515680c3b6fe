"""dev.py: what it finds missing, what it does again, what it starts."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

QUESTION = "What is the capital of France?"
SCRIPT = Path(__file__).resolve().parents[1] / "dev.py"


@pytest.fixture
def dev() -> ModuleType:
    spec = importlib.util.spec_from_file_location("dev", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_build_requirements_are_those_of_the_project(dev: ModuleType) -> None:
    names = {requirement.split(">")[0] for requirement in dev.build_requirements()}
    assert names == {"scikit-build-core", "cmake", "ninja", "pip", "patch-ng"}


def test_development_adds_the_test_accelerators(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev.sys, "platform", "linux")
    (setting,) = dev.accelerator_settings(development=True)
    assert setting.endswith(f"GENIEX_TEST_BACKEND={dev.ACCELERATORS}")
    assert dev.accelerator_settings(development=False) == []
    monkeypatch.setattr(dev.sys, "platform", "win32")
    assert dev.accelerator_settings(development=True) == []


def test_missing_libraries_are_named_by_their_packages(
    dev: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "loads", lambda library: "xcb" not in library)
    monkeypatch.setattr(dev.shutil, "which", lambda name: None)
    monkeypatch.setattr(dev.sys, "platform", "linux")
    missing = dev.missing_packages()
    assert "libxcb-cursor0" in missing
    assert "g++" in missing
    assert "libegl1" not in missing


def test_without_root_the_line_to_type_is_told(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "missing_packages", lambda: ["libegl1", "g++"])
    monkeypatch.setattr(dev, "missing_extras", list)
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(dev.Failed, match=r"sudo apt-get install -y .*libegl1 g\+\+"):
        dev.prepare_machine()


def test_as_root_they_are_installed(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(dev, "missing_packages", lambda: ["libegl1"])
    monkeypatch.setattr(dev, "missing_extras", lambda: ["fonts-dejavu-core"])
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(dev, "execute", lambda command, **environment: ran.append(list(command)))
    dev.prepare_machine()
    assert [command[1] for command in ran] == ["update", "install"]
    assert {"libegl1", "fonts-dejavu-core"} <= set(ran[1])


def test_fonts_alone_stop_nothing(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dev, "missing_packages", list)
    monkeypatch.setattr(dev, "missing_extras", lambda: ["fonts-dejavu-core"])
    told: list[str] = []
    monkeypatch.setattr(dev, "say", told.append)
    for user in (0, 1000):
        monkeypatch.setattr(dev.os, "geteuid", lambda user=user: user, raising=False)
        monkeypatch.setattr(dev, "execute", failing(dev))
        dev.prepare_machine()
    assert sum(text.startswith("note: ") for text in told) == 2
    assert "fonts-dejavu-core" in told[-1]


def failing(dev: ModuleType) -> object:
    def execute(command: object, **environment: str) -> None:
        raise dev.Failed("no network")

    return execute


def test_changes_of_sources_and_environment_are_noticed(
    dev: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "ROOT", tmp_path)
    for folder in ("native", "plugins", "app"):
        (tmp_path / folder).mkdir()
    source = tmp_path / "native" / "a.cpp"
    source.write_text("int a;", encoding="utf-8")
    seen = {dev.digest(dev.native_sources())}
    source.write_text("int b;", encoding="utf-8")
    seen.add(dev.digest(dev.native_sources()))
    source.rename(tmp_path / "plugins" / "a.cpp")
    seen.add(dev.digest(dev.native_sources()))
    monkeypatch.setenv("CXX", "another")
    seen.add(dev.digest(dev.native_sources()))
    assert len(seen) == 4
    before = dev.digest_names(tmp_path / "app")
    (tmp_path / "app" / "new.py").touch()
    assert dev.digest_names(tmp_path / "app") != before


@pytest.mark.parametrize(
    ("display", "arguments", "expected"),
    [
        (True, [], ["--starter"]),
        (True, ["--model", "m.gguf"], ["--model", "m.gguf"]),
        (False, ["--device", "cpu"], ["ask", QUESTION, "--greedy", "--device", "cpu"]),
    ],
)
def test_run_opens_the_window_or_answers_in_the_terminal(
    dev: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    display: bool,
    arguments: list[str],
    expected: list[str],
) -> None:
    def become(command: list[object]) -> None:
        started.append([str(word) for word in command])
        sys.exit(0)

    started: list[list[str]] = []
    monkeypatch.setattr(dev, "set_up", lambda development: None)
    monkeypatch.setattr(dev, "has_display", lambda: display)
    monkeypatch.setattr(dev, "become", become)
    with pytest.raises(SystemExit):
        dev.run_app(arguments)
    assert started == [[str(dev.PYTHON), "-m", "geniex_desktop", *expected]]


def test_the_progress_is_the_last_one_in_the_log(dev: ModuleType, tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_bytes(b"[1/247] x\n[12/247] Building y")
    assert dev.compile_progress(log) == "compiled 12/247"
    log.write_bytes(b"")
    assert dev.compile_progress(log) == "still at it"


@pytest.mark.parametrize(("arguments", "code"), [(["help"], 0), ([], 2), (["dance"], 2)])
def test_usage(arguments: list[str], code: int) -> None:
    result = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)
    assert result.returncode == code
    assert "dev.py run" in result.stdout
