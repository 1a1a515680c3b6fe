"""Random use of the whole app: no exception, no warning, no stall, no growing memory.

`GENIEX_RANDOM_MINUTES` and `GENIEX_RANDOM_SEED` change how long the long runs take and what they choose;
`GENIEX_RANDOM_STALL_MS` is for a machine that others use at the same time: stalls are measured by the
clock, and what they do counts too. What is told of one has the CPU time beside, and the code that ran.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from holdings import Holdings
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from random_files import make_files
from random_user import Faults, RandomUser, use_at_random
from scripted import Script, maker
from stall_watch import StallWatch
from window_bench import MODEL, STAND_IN, FakeStarter, wait

from geniex_desktop import paths
from geniex_desktop.bench.runner import Runner
from geniex_desktop.engine.types import Capabilities
from geniex_desktop.settings import CARRIER, Settings
from geniex_desktop.telemetry.phases import Timeline
from geniex_desktop.ui import app as desktop_app
from geniex_desktop.ui.app import Desktop
from geniex_desktop.ui.devices import monitor

TINY = Path(__file__).parents[1] / "data" / "vlm" / "tiny-llm.gguf"
CI_SECONDS = 15.0
MINUTES = float(os.environ.get("GENIEX_RANDOM_MINUTES", "30"))
SEED = int(os.environ.get("GENIEX_RANDOM_SEED", "1"))
STALL_S = float(os.environ.get("GENIEX_RANDOM_STALL_MS", "100")) / 1000
CI_STALL_S = 1.0
"""Machines of the CI are shared: only what freezes the window for anybody counts there."""
NOWHERE = "http://127.0.0.1:9"
MOST_OBJECTS, MOST_WIDGETS, MOST_BYTES = 4000, 40, 15_000_000
"""By how much the holdings may differ from one third of a run to the next: noise, not growth."""

Start = Callable[[Path], Desktop]


@pytest.fixture(autouse=True)
def watchdog() -> None:
    """`Faults` looks after stalls here, with limits of its own, and names the steps before one."""


@pytest.fixture
def opened_links(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    links: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: links.append(url.toString()))
    return links


@pytest.fixture
def start(
    app: QApplication,
    script: Script,
    tmp_path: Path,
    opened_links: list[str],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Start]:
    """Starts the whole app with a model open, away from any network."""
    for variable in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(variable, NOWHERE)
        monkeypatch.setenv(variable.lower(), NOWHERE)
    monkeypatch.setattr(desktop_app, "StarterModel", lambda sources: FakeStarter(tmp_path))
    # What is kept of the past is soon as much as it may be, and from then on no more.
    monkeypatch.setattr(monitor, "Timeline", lambda: Timeline(keep_ns=60 * 10**9))
    monkeypatch.setattr(monitor, "KEPT", 100)
    running: list[Desktop] = []

    def begin(model: Path) -> Desktop:
        desktop = Desktop(app, Settings(paths.settings_file()))
        running.append(desktop)
        desktop.benchmarks._make_runner = lambda: Runner(STAND_IN, tmp_path)
        desktop.start(model)
        qtbot.waitUntil(lambda: desktop.session.model is not None)
        return desktop

    yield begin
    for desktop in running:
        desktop.starter.gate.set()
        desktop.close()
        assert desktop.clean
        desktop.window.hide()
        desktop._language.apply("en")
        desktop.window.deleteLater()
    wait(50)


def use(
    desktop: Desktop, script: Script | None, seed: int, seconds: float, folder: Path, faults: Faults
) -> Holdings:
    files = folder / "files"
    files.mkdir()
    make_files(files)
    holdings = Holdings()
    user = RandomUser(desktop, script, seed, files, faults.watch)
    try:
        steps = use_at_random(user, faults, seconds, holdings)
        user.tidy_up()
        faults.look("the end")
    finally:
        faults.stop()
        desktop.window.removeEventFilter(user._keep_open)
    assert faults.found == [], f"seed {seed}, {steps} steps:\n" + "\n".join(faults.found)
    assert steps > seconds
    return holdings


@pytest.fixture
def faults(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> Iterator[Faults]:
    with qtbot.captureExceptions() as exceptions:
        result = Faults(StallWatch(STALL_S, time.perf_counter), exceptions, caplog)
        yield result
        result.stop()


def test_a_few_seconds_of_random_use(
    start: Start, script: Script, tmp_path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop_app, "make_engine", lambda _isolated, _runtime: maker(script))
    script.capabilities = Capabilities(images=True)
    faults.watch.judge(CI_STALL_S, time.thread_time)
    use(start(MODEL), script, SEED, CI_SECONDS, tmp_path, faults)


@pytest.mark.full
@pytest.mark.timeout(60 * MINUTES + 300)
def test_half_an_hour_of_random_use(
    start: Start, script: Script, tmp_path: Path, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desktop_app, "make_engine", lambda _isolated, _runtime: maker(script))
    script.capabilities = Capabilities(images=True)
    check(use(start(MODEL), script, SEED, 60 * MINUTES, tmp_path, faults))


@pytest.mark.full
@pytest.mark.timeout(60 * MINUTES + 300)
def test_random_use_of_a_real_model(start: Start, tmp_path: Path, faults: Faults) -> None:
    Settings(paths.settings_file()).set(CARRIER, "in_process")
    check(use(start(TINY), None, SEED, 60 * MINUTES / 3, tmp_path, faults))


def check(holdings: Holdings) -> None:
    """What is held on a tidied desk has not grown."""
    assert len(holdings.objects) >= 12
    assert holdings.growth(holdings.objects) < MOST_OBJECTS, f"{holdings.objects}: {holdings.grown()}"
    assert holdings.growth(holdings.widgets) < MOST_WIDGETS, holdings.widgets
    assert holdings.growth(holdings.rss) < MOST_BYTES, holdings.rss
