"""How the models of this machine fit: in the menu of the model chip and on a model's page."""

from __future__ import annotations

from pathlib import Path

import pytest
from models_steps import fetch, show_stored, states
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.engine.gguf import GgufReport, inspect_gguf
from geniex_desktop.models import header_cache
from geniex_desktop.models.downloads import DownloadState
from geniex_desktop.models.fit import Place, Target
from geniex_desktop.ui import words
from geniex_desktop.ui.models import looks
from geniex_desktop.ui.models.models import Models
from geniex_desktop.ui.models.pane import ModelsPane


def entry_of(bench: Bench, name: str) -> str:
    """What the menu of the model chip says of a model."""
    entries = [action.text() for action in bench.window.top_bar.menu().actions()]
    return next(text for text in entries if text.startswith(name))


def test_the_chips_menu_says_how_models_fit(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[Path] = []

    def counting(path: Path) -> GgufReport:
        read.append(path)
        return inspect_gguf(path)

    monkeypatch.setattr(header_cache, "inspect_gguf", counting)
    fetch(pane, models, qtbot)
    qtbot.waitUntil(lambda: entry_of(bench, "tiny-Q4_0") == "tiny-Q4_0 · fits")
    menu = bench.window.top_bar.menu()
    peak = models.fitting.judged(models.files()[0]).fit.peak_bytes
    for free, word in ((peak, "tight"), (peak - 1, "too big")):
        monkeypatch.setattr(models.fitting, "_locate", lambda free=free: Place(Target.CPU, free))
        models.look_how_they_fit(models.files())
        text = f"tiny-Q4_0 · {word}"
        qtbot.waitUntil(lambda text=text: text in [action.text() for action in menu.actions()])
    assert read == models.files(), "each header is read once"
    file = models.files()[0]
    file.write_bytes(file.read_bytes()[:100])
    qtbot.waitUntil(lambda: entry_of(bench, "tiny-Q4_0") == "tiny-Q4_0")


def test_the_open_model_is_not_judged_by_what_it_has_left_over(
    pane: ModelsPane, models: Models, bench: Bench, qtbot: QtBot
) -> None:
    fetch(pane, models, qtbot)
    qtbot.waitUntil(lambda: models.fitting.judged(models.files()[0]) is not None)
    with qtbot.waitSignal(bench.session.loaded):
        models.open(models.files()[0])
    assert entry_of(bench, "tiny-Q4_0") == "tiny-Q4_0"


def test_a_models_page_judges_all_its_precisions(pane: ModelsPane, models: Models, qtbot: QtBot) -> None:
    fetch(pane, models, qtbot)
    pane.repository.table.chosen.emit("Q8_0")
    pane.repository.get.click()
    qtbot.waitUntil(lambda: states(models) == [DownloadState.DONE] * 2)
    show_stored(pane, models, qtbot)
    table = pane.model.table
    qtbot.waitUntil(lambda: len(table.rows) == 2 and all("tok/s" in row.line.verdict for row in table.rows))
    assert {row.line.memory for row in table.rows} != {words.ABSENT}
    row = table.rows[1]
    row.resize(600, 38)
    assert row.shown_verdict(row.line) == row.line.verdict
    row.resize(260, 38)
    assert row.shown_verdict(row.line) == row.line.brief
    assert len(row.line.brief) < len(row.line.verdict)


def test_two_sizes_of_memory_name_their_unit_once() -> None:
    place = Place(Target.CPU, 10 << 30)
    assert looks.guess_text("Big-70B-GGUF", place) == ("Too big: about 40 of 10 GB", "bad")
    assert looks.guess_text("Small-1B-GGUF", Place(Target.CPU, 500 << 20))[0].endswith("GB of 500 MB")
