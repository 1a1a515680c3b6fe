"""A second start shows the window of the first; nobody else can."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtNetwork import QLocalSocket
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.ui.single_window import SingleWindow

WAIT_MS = 60_000
SECOND_START = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from geniex_desktop.ui.single_window import SingleWindow
app = QCoreApplication([])
model = Path(sys.argv[2]) if len(sys.argv) > 2 else None
sys.exit(0 if SingleWindow(Path(sys.argv[1])).hand_over(model) else 3)
"""
TAKEN_OVER, OWN_WINDOW = 0, 3


def second_start(folder: Path, *model: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", SECOND_START, str(folder), *model])


@pytest.fixture
def first(app: QApplication, tmp_path: Path):
    window = SingleWindow(tmp_path)
    assert not window.hand_over(None)
    yield window
    window.close()


def test_a_second_start_hands_over(first: SingleWindow, tmp_path: Path, qtbot: QtBot) -> None:
    for model in ((), (str(tmp_path / "modèle 1.gguf"),)):
        with qtbot.waitSignal(first.raised, timeout=WAIT_MS) as signal:
            process = second_start(tmp_path, *model)
        assert signal.args == ["".join(model)]
        assert process.wait(60) == TAKEN_OVER


def test_another_profile_has_its_own_window(first: SingleWindow, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert second_start(other).wait(60) == OWN_WINDOW


def test_after_the_end_and_after_a_crash_the_next_start_is_the_first(
    first: SingleWindow, tmp_path: Path
) -> None:
    first.close()
    assert second_start(tmp_path).wait(60) == OWN_WINDOW
    if sys.platform != "win32":
        (tmp_path / "window.socket").unlink(missing_ok=True)
        (tmp_path / "window.socket").write_bytes(b"")  # where a socket was, nobody listens
    third = SingleWindow(tmp_path)
    assert not third.hand_over(None)
    third.close()


def test_the_socket_is_its_users_alone(first: SingleWindow, tmp_path: Path) -> None:
    socket = tmp_path / "window.socket"
    if sys.platform == "win32":
        assert not socket.exists(), "a pipe has no file"
    else:
        mode = socket.stat().st_mode
        assert (stat.S_ISSOCK(mode), stat.S_IMODE(mode) & 0o077) == (True, 0)


def test_endless_nonsense_is_cut_off(first: SingleWindow, qtbot: QtBot) -> None:
    heard: list[str] = []
    first.raised.connect(heard.append)
    socket = QLocalSocket()
    socket.connectToServer(first._name)
    assert socket.waitForConnected(WAIT_MS)
    socket.write(b"x" * 100_000)
    qtbot.waitUntil(lambda: socket.state() == QLocalSocket.LocalSocketState.UnconnectedState, timeout=WAIT_MS)
    assert heard == []


def test_a_path_too_long_for_a_socket_costs_only_the_handing_over(app: QApplication, tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    assert not SingleWindow(deep).hand_over(None)


def test_the_list_is_read_again_when_the_window_comes_forward(bench: Bench, qtbot: QtBot) -> None:
    bench.history.look_again()
    assert bench.history._store is None, "nothing is read before the start"
    bench.history.start()
    qtbot.waitUntil(lambda: not bench.history._reading)
    reads: list[bool] = []
    bench.history.changed.connect(lambda: reads.append(True))
    bench.window.activateWindow()
    other = Bench(bench.script, Path(bench.history._folder).parent)
    try:
        qtbot.addWidget(other.window)
        other.window.show()
        other.window.activateWindow()
        qtbot.waitUntil(lambda: not bench.window.isActiveWindow())
        reads.clear()
        bench.window.activateWindow()
        qtbot.waitUntil(lambda: bool(reads))
    finally:
        other.close()
