"""A window over a scripted engine, and what every test here must leave behind: no thread, no Qt warning."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from chat_steps import start
from models_steps import hub, models, pane  # noqa: F401 - fixtures
from PySide6.QtCore import QLocale, QtMsgType
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script
from watchdog import STALL_S, Watchdog, allowed, keep_garbage_apart
from window_bench import MODEL, Bench

from geniex_desktop.ui import app as app_module
from geniex_desktop.ui import theme
from geniex_desktop.ui.chat import history, kv_keeper

_BAD = (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg)
_OFFSCREEN = "This plugin does not support"


@pytest.fixture(autouse=True)
def _no_qt_warnings(qtlog: object) -> Iterator[None]:
    """Fails on any warning of Qt's that is not the offscreen platform's own."""
    yield
    records = qtlog.records  # type: ignore[attr-defined]
    bad = [r.message for r in records if r.type in _BAD and not r.message.startswith(_OFFSCREEN)]
    assert bad == []


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    """Fails when a test leaves a thread of its own running."""
    before = _threads()
    yield
    deadline = time.monotonic() + 60
    while _threads() - before and time.monotonic() < deadline:
        time.sleep(0.01)
    assert _threads() - before == set()


def _threads() -> set[threading.Thread]:
    """Without stand-ins for Qt's threads, which stay when those have ended; `Bench` joins the engine's."""
    return {thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)}


@pytest.fixture(autouse=True)
def _no_hurry_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person waits seconds for the disk and the engine, a test as long as it takes."""
    monkeypatch.setattr(history, "_CLOSE_S", 60.0)
    monkeypatch.setattr(kv_keeper, "_CLOSE_S", 60.0)
    monkeypatch.setattr(app_module, "_SHUTDOWN_SECONDS", 60.0)


@pytest.fixture(autouse=True)
def watchdog(qapp: QApplication) -> Iterator[Watchdog]:
    """Fails when the event loop stood still."""
    keep_garbage_apart()
    with pytest.MonkeyPatch.context() as patch:
        result = Watchdog(patch)
        yield result
    result.stop()
    if result.longest >= STALL_S:
        assert result.longest < allowed(), f"the event loop stood still for {1000 * result.longest:.0f} ms"


@pytest.fixture
def app(qapp: QApplication) -> QApplication:
    """The application, dressed in the light scheme, in English."""
    QLocale.setDefault(QLocale("en_US"))
    theme.apply(qapp, "light")
    return qapp


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
def bench(
    app: QApplication, script: Script, tmp_path: Path, qtbot: QtBot, watchdog: Watchdog
) -> Iterator[Bench]:
    """A shown window with an engine that has not been asked anything yet."""
    result = Bench(script, tmp_path)
    qtbot.addWidget(result.window)
    result.window.resize(1000, 700)
    result.window.show()
    QApplication.processEvents()
    # Nobody waits for a window that is drawn for the first time.
    watchdog.restart()
    yield result
    result.close()


@pytest.fixture
def open_bench(bench: Bench, qtbot: QtBot) -> Bench:
    """A window whose model is loaded."""
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(MODEL)
    return bench


@pytest.fixture
def started(open_bench: Bench, qtbot: QtBot) -> Bench:
    """A window with a model and an empty store."""
    start(open_bench, qtbot)
    return open_bench


@pytest.fixture
def reopened(app: object, tmp_path: Path, qtbot: QtBot) -> Iterator[list[Bench]]:
    """Windows over the same folder, made one after another by `again`."""
    windows: list[Bench] = []
    yield windows
    for bench in windows:
        bench.close()
