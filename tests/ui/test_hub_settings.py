"""The settings of hubs: a mirror and a chipset, both found out by themselves, and at work at once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script, maker
from scripted_hub import ScriptedHub
from window_bench import Bench

from geniex_desktop.models.chipset import KNOWN
from geniex_desktop.settings import CHIPSET, HUB_MIRROR, Settings
from geniex_desktop.ui import app as app_module
from geniex_desktop.ui import main_window
from geniex_desktop.ui.app import Desktop
from geniex_desktop.ui.settings.automatic_field import AutomaticField
from geniex_desktop.ui.settings.pane import SettingsPane

MIRROR = "https://mirror.example.org"


@pytest.fixture
def settings_pane(bench: Bench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> SettingsPane:
    monkeypatch.setattr(main_window, "detect_chipset", lambda: KNOWN[0])
    monkeypatch.setenv("HF_ENDPOINT", "https://from.environment.example")
    bench.window.show_settings()
    pane = bench.window.settings
    qtbot.waitUntil(lambda: not pane.chipset.told.isHidden())
    return pane


def write(field: AutomaticField, text: str, qtbot: QtBot) -> None:
    """As a person does who ends with the Enter key."""
    field.line.selectAll()
    qtbot.keyClicks(field.line, text)
    qtbot.keyClick(field.line, Qt.Key.Key_Return)


def test_what_was_found_stands_below(settings_pane: SettingsPane) -> None:
    assert KNOWN[0] in settings_pane.chipset.told.text()
    assert settings_pane.mirror.told.text().endswith("https://from.environment.example")
    assert settings_pane.mirror.line.placeholderText() == "Automatic"
    settings_pane.show_chipset("")
    assert "No chipset" in settings_pane.chipset.told.text()


def test_an_address_is_saved_when_it_is_whole(
    settings_pane: SettingsPane, bench: Bench, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(bench.window.setting_saved):
        write(settings_pane.mirror, f" {MIRROR}/ ", qtbot)
    assert bench.settings.get(HUB_MIRROR) == settings_pane.mirror.line.text() == MIRROR


def test_what_is_no_address_is_told_and_not_saved(
    settings_pane: SettingsPane, bench: Bench, qtbot: QtBot
) -> None:
    write(settings_pane.mirror, "http://mirror.example.org", qtbot)
    assert "no address" in settings_pane.mirror.told.text()
    assert settings_pane.mirror.told.property("tone") == "bad"
    assert bench.settings.get(HUB_MIRROR) == ""
    qtbot.keyClicks(settings_pane.mirror.line, "x")
    assert settings_pane.mirror.told.property("tone") == "muted"


def test_a_chipset_is_chosen_from_the_menu_and_given_back(
    settings_pane: SettingsPane, bench: Bench, qtbot: QtBot
) -> None:
    automatic, *names = settings_pane.chipset.menu.actions()
    assert [entry.text() for entry in names] == list(KNOWN)
    with qtbot.waitSignal(bench.window.setting_saved):
        names[1].trigger()
    assert bench.settings.get(CHIPSET) == settings_pane.chipset.line.text() == KNOWN[1]
    with qtbot.waitSignal(bench.window.setting_saved):
        automatic.trigger()
    assert bench.settings.get(CHIPSET) == settings_pane.chipset.line.text() == ""


@pytest.fixture
def desktop(app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desktop]:
    """The whole app over a scripted engine and a scripted hub."""
    hub = ScriptedHub()
    monkeypatch.setenv("GENIEX_HOME", str(tmp_path))
    monkeypatch.setattr(app_module, "make_engine", lambda _isolated, _runtime: maker(Script()))
    monkeypatch.setattr(app_module, "make_hubs", lambda _settings: {hub.key: hub})
    made = Desktop(app, Settings(tmp_path / "settings.json"))
    made.window.show()
    yield made
    made.close()
    assert made.clean
    made.window.deleteLater()


def test_results_of_the_old_address_are_asked_for_again(desktop: Desktop, qtbot: QtBot) -> None:
    finder = desktop.models.finder
    desktop.models.start()
    qtbot.waitUntil(lambda: desktop.models.library is not None)
    finder.search("tiny-GGUF")
    qtbot.waitUntil(lambda: finder.searched)
    finder.open("huggingface", "org/tiny-GGUF")
    qtbot.waitUntil(lambda: finder.offer is not None and finder.offer.repository is not None)
    before = finder.offer.repository
    with qtbot.waitSignal(desktop.window.setting_saved):
        desktop.window.save_setting(HUB_MIRROR, MIRROR)
    qtbot.waitUntil(lambda: not finder.searching and finder.offer.repository is not None)
    assert finder.offer.repository is not before
    with qtbot.waitSignal(desktop.window.setting_saved):
        desktop.window.save_setting(CHIPSET, KNOWN[0])
    assert not finder.searching, "a chipset is nothing to this hub"
