"""Another libgeniex than our own: from the settings page to the engine's process, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from geniex_desktop.settings import CARRIER, RUNTIME, Settings
from geniex_desktop.ui.app import Desktop

WAIT_MS = 60_000
"""Only so that a hanging test ends."""


@pytest.fixture(params=["isolated", "in_process"])
def desktop(
    request: pytest.FixtureRequest,
    app: QApplication,
    native_build: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Desktop]:
    """The app on our own library with the fake plugin, whose name the foreign library's plugin has too."""
    monkeypatch.setenv("GENIEX_LIB_PATH", str(native_build / "lib"))
    monkeypatch.setenv("GENIEX_PLUGIN_PATH", str(native_build / "fake"))
    settings = Settings(tmp_path / "settings.json")
    settings.set(CARRIER, request.param)
    made = Desktop(app, settings)
    made.models.opening.make_engine = None  # the fake plugin's models are none that could be tried
    made.session.base = replace(made.session.base, plugin_id="fake", n_ctx=512)
    made.window.show()
    made.session.ask_runtime()
    yield made
    made.close()
    assert made.clean
    made.window.deleteLater()


@pytest.fixture
def installation(foreign_library: Path, tmp_path: Path) -> Path:
    """A folder as an installed runtime has it."""
    folder = tmp_path / "runtime"
    (folder / "lib").mkdir(parents=True)
    (folder / "lib" / "libgeniex.so").symlink_to(foreign_library)
    return folder


def test_a_second_start_brings_the_window_forward(desktop: Desktop, tmp_path: Path, qtbot: QtBot) -> None:
    model = tmp_path / "echo.gguf"
    model.write_bytes(b"GGUF")
    desktop.window.showMinimized()
    desktop.come_forward()
    assert not desktop.window.isMinimized()
    assert desktop.session.wanted is None
    with qtbot.waitSignal(desktop.session.loaded, timeout=60_000):
        desktop.come_forward(str(model))
    before = desktop.session.model
    desktop.come_forward(str(model))
    assert desktop.session.model is before
    assert not desktop.session.loading, "what is open already is not loaded again"


def choose(desktop: Desktop, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Picks a file or folder in the dialog of the settings page."""
    field = desktop.window.settings.runtime
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit(str(path)))
    actions = field.choose.entries.actions()
    actions[0 if path.is_dir() else 1].trigger()


def until_runtime(desktop: Desktop, qtbot: QtBot, accept: Callable[[str], bool]) -> None:
    def ready() -> bool:
        runtime = desktop.session.runtime
        return runtime is not None and accept(runtime.version)

    qtbot.waitUntil(ready, timeout=WAIT_MS)


def answer(desktop: Desktop, qtbot: QtBot, question: str) -> str:
    controller = desktop.controller
    controller.send(question)
    qtbot.waitUntil(lambda: not controller.busy, timeout=WAIT_MS)
    return controller.conversation.path()[-1].text


def is_foreign(version: str) -> bool:
    return version == "foreign 1.0"


def is_own(version: str) -> bool:
    return not is_foreign(version)


def test_an_installed_runtime_takes_over_and_gives_back(
    desktop: Desktop, installation: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = tmp_path / "echo"
    model.write_bytes(b"GGUF")
    until_runtime(desktop, qtbot, is_own)
    with qtbot.waitSignal(desktop.session.loaded, timeout=WAIT_MS):
        desktop.session.open(model)
    assert desktop.session.context is not None, "our own library counts the context"
    field = desktop.window.settings.runtime
    assert field.own.isHidden()

    with qtbot.waitSignal(desktop.session.loaded, timeout=WAIT_MS):  # the open model, on the new runtime
        choose(desktop, installation, monkeypatch)
    library = installation / "lib" / "libgeniex.so"
    assert Settings(tmp_path / "settings.json").get(RUNTIME) == str(library)
    assert desktop.session.runtime is not None
    assert desktop.session.runtime.library == str(library)
    assert desktop.engine.child_pid is not None, "a foreign library is in the window's process"
    assert desktop.session.context is None
    assert "user: hello" in answer(desktop, qtbot, "hello")
    assert "foreign 1.0" in field.status.text()
    assert not field.own.isHidden()

    with qtbot.waitSignal(desktop.session.loaded, timeout=WAIT_MS):
        field.own.click()
    assert desktop.session.runtime is not None
    assert is_own(desktop.session.runtime.version)
    assert desktop.session.context is not None
    assert Settings(tmp_path / "settings.json").get(RUNTIME) == ""
    assert field.own.isHidden()


def test_a_folder_without_a_library_changes_nothing(
    desktop: Desktop, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    until_runtime(desktop, qtbot, is_own)
    field = desktop.window.settings.runtime
    choose(desktop, tmp_path, monkeypatch)
    qtbot.waitUntil(lambda: "There is no GenieX library" in field.status.text(), timeout=WAIT_MS)
    assert Settings(tmp_path / "settings.json").get(RUNTIME) == ""
    assert desktop.session.runtime is not None


@pytest.mark.parametrize(
    ("source", "told"),
    [("no C at all", "cannot be loaded"), ("int answer(void) { return 42; }", "no GenieX library")],
)
def test_a_library_that_is_none_of_ours_is_a_card_with_a_way_back(
    desktop: Desktop,
    tmp_path: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    compile_c: Callable[..., None],
    source: str,
    told: str,
) -> None:
    until_runtime(desktop, qtbot, is_own)
    library = tmp_path / "other.so"
    library.write_text(source)
    if "int" in source:
        code = tmp_path / "other.c"
        code.write_text(source)
        compile_c(code, library, "-shared", "-fPIC")
    choose(desktop, library, monkeypatch)
    qtbot.waitUntil(lambda: desktop.controller.notice is not None, timeout=WAIT_MS)
    assert desktop.controller.notice is not None
    assert told in desktop.controller.notice.text
    status = desktop.window.settings.runtime.status
    qtbot.waitUntil(lambda: told in status.text(), timeout=WAIT_MS)

    desktop.window.show_page(0)

    def ways_back() -> list[QPushButton]:
        buttons = desktop.window.chat.findChildren(QPushButton)
        return [one for one in buttons if one.text() == "Use the app's own runtime" and one.isVisible()]

    qtbot.waitUntil(lambda: len(ways_back()) == 1, timeout=WAIT_MS)
    (back,) = ways_back()
    back.click()
    until_runtime(desktop, qtbot, is_own)
    assert desktop.controller.notice is None
    assert Settings(tmp_path / "settings.json").get(RUNTIME) == ""


def test_a_saved_runtime_is_used_from_the_start(
    app: QApplication, installation: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    settings = Settings(tmp_path / "settings.json")
    settings.set(CARRIER, "in_process")
    settings.set(RUNTIME, str(installation))
    desktop = Desktop(app, settings)
    desktop.session.ask_runtime()
    until_runtime(desktop, qtbot, is_foreign)
    assert desktop.engine.child_pid is not None
    desktop.close()
    assert desktop.clean
    desktop.window.deleteLater()
