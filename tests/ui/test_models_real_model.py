"""The starter model through the pane: referred to, tried out, opened, asked, and measured."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import Bench

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.models.fingerprint import fingerprint
from geniex_desktop.ui.chat.controller import GenerationOptions
from geniex_desktop.ui.models.finder import LOCAL

SMOLLM2 = "GENIEX_TEST_SMOLLM2"
"""Environment variable: the starter model's file; `python3 dev.py test` fetches it and sets this."""


@pytest.fixture
def real_bench(
    app: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Bench]:
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    bench = Bench(Script(), tmp_path, make_engine(isolated=True))
    bench.models.opening.make_engine = make_engine(isolated=True)
    bench.controller.options = GenerationOptions(max_tokens=40)
    qtbot.addWidget(bench.window)
    bench.window.resize(1280, 800)
    bench.window.show()
    yield bench
    bench.close()


def test_a_model_of_this_machine_is_tried_opened_and_measured(real_bench: Bench, qtbot: QtBot) -> None:
    path = Path(os.environ.get(SMOLLM2, ""))
    assert path.is_file(), f"{SMOLLM2} must name the starter model; `python3 dev.py test` does so"
    bench, models = real_bench, real_bench.models
    with qtbot.waitSignal(bench.engine.runtime_ready, timeout=60_000):
        bench.session.ask_runtime()
    bench.window.show_models()
    pane = bench.window.models
    qtbot.waitUntil(lambda: models.shelf.looked)
    pane.importing.take_in_place(path)
    qtbot.waitUntil(lambda: bool(models.shelf.models) and not models.shelf.work)
    pane.hubs.buttons[LOCAL].click()
    qtbot.waitUntil(lambda: pane.model._details is not None)
    with qtbot.waitSignal(bench.session.loaded, timeout=60_000):
        pane.model.open.click()
    bench.controller.send("Tell me about the sea.")
    library = models.library
    assert library is not None
    print_of = fingerprint(path)
    qtbot.waitUntil(lambda: bool(library.measurements.of_model(print_of)), timeout=60_000)
    (run,) = library.measurements.of_model(print_of)
    assert run.measured_speed > 0
    assert run.predicted_speed > 0
    assert 0.5 * run.predicted_peak < run.measured_peak < 2 * run.predicted_peak
    assert [kept.works for kept in library.trials._verdicts.values()] == [True]
    assert library.habits.used(path) > 0
    bench.window.show_models()
    qtbot.waitUntil(lambda: bool(pane.model.figures.cells))
    assert pane.model.figures.none.isHidden()
