"""The Models pane over a scripted hub and a real store, and what a person does there, step by step."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot
from scripted_hub import ScriptedHub
from window_bench import Bench

from geniex_desktop.models.downloads import DownloadState
from geniex_desktop.ui.models.finder import LOCAL
from geniex_desktop.ui.models.models import Models
from geniex_desktop.ui.models.pane import ModelsPane

REPOSITORY = "org/tiny-GGUF"
KEY = f"huggingface:{REPOSITORY}"


@pytest.fixture
def hub() -> Iterator[ScriptedHub]:
    made = ScriptedHub()
    yield made
    made.gate.set()


@pytest.fixture
def pane(bench: Bench, hub: ScriptedHub, qtbot: QtBot) -> ModelsPane:
    """The pane with its library open, in front of a machine that has been looked at."""
    other = ScriptedHub("modelscope", "ModelScope")
    bench.hubs = {"huggingface": hub, "modelscope": other}
    with qtbot.waitSignal(bench.engine.runtime_ready):
        bench.session.ask_runtime()
    bench.window.show_models()
    qtbot.waitUntil(lambda: bench.models.shelf.looked and bench.models.finder.place is not None)
    return bench.window.models


@pytest.fixture
def models(pane: ModelsPane, bench: Bench) -> Models:
    return bench.models


def search(pane: ModelsPane, models: Models, words: str, qtbot: QtBot) -> None:
    pane.search.setText(words)
    pane.search.returnPressed.emit()
    qtbot.waitUntil(lambda: models.finder.searched)


def choose(pane: ModelsPane, models: Models, qtbot: QtBot, key: str = KEY) -> None:
    """As a click on a card does."""
    pane.list.chosen.emit(key)
    qtbot.waitUntil(lambda: models.finder.offer is not None and models.finder.offer.report is not None)


def states(models: Models) -> list[DownloadState]:
    return [one.state for one in models.fetching.downloads]


def fetch(pane: ModelsPane, models: Models, qtbot: QtBot, quant: str = "Q4_0") -> None:
    """Gets a precision and waits until it is a model."""
    choose(pane, models, qtbot)
    pane.repository.table.chosen.emit(quant)
    pane.repository.get.click()
    qtbot.waitUntil(lambda: DownloadState.DONE in states(models))
    qtbot.waitUntil(lambda: models.shelf.find(REPOSITORY) is not None)


def show_stored(pane: ModelsPane, models: Models, qtbot: QtBot, name: str = REPOSITORY) -> None:
    pane.hubs.buttons[LOCAL].click()
    pane.list.chosen.emit(name)
    qtbot.waitUntil(lambda: pane.model._details is not None)
