"""The frame: first page, chip and its menu, strip, settings, and what may be shown in labels."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPlainTextEdit
from pytestqt.qtbot import QtBot
from window_bench import MODEL, Bench

from geniex_desktop import settings
from geniex_desktop.engine.types import DeviceInfo
from geniex_desktop.errors import AppError
from geniex_desktop.telemetry.machine import Machine
from geniex_desktop.telemetry.sampler import Sampler
from geniex_desktop.telemetry.signals import Signal
from geniex_desktop.ui import geometry, theme, words
from geniex_desktop.ui.settings.declared import (
    GEOMETRY,
    GREEDY,
    SYSTEM_PROMPT,
    TEMPERATURE,
    generation_options,
)
from geniex_desktop.ui.settings.pane import Number, Switch
from geniex_desktop.ui.strip import Strip
from geniex_desktop.ui.widgets.basics import Choice


def first_page_is_shown(bench: Bench) -> bool:
    page = bench.window.first_run
    return page is not None and page.isVisible()


def test_a_fresh_machine_is_offered_the_starter_and_then_chats(bench: Bench, qtbot: QtBot) -> None:
    page = bench.window.first_run
    assert first_page_is_shown(bench)
    bench.window.set_machine(Machine("Test CPU", 4, 8 * 2**30, 212_000_000_000))
    assert page._machine_line.text() == "Test CPU · 8 GB memory · 212 GB free"
    qtbot.mouseClick(page._get, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bench.download.share == 0.41)
    qtbot.waitUntil(lambda: "410 B of 1 kB" in page._progress_text.text())
    with qtbot.waitSignal(bench.session.loaded):
        bench.starter.gate.set()
    assert not first_page_is_shown(bench)
    assert bench.script.loads[0].model_path == bench.starter.path()


def test_a_download_can_be_cancelled(bench: Bench, qtbot: QtBot) -> None:
    page = bench.window.first_run
    bench.starter.failure = AppError("stopped", code=-100006)
    bench.download.start()
    with qtbot.assertNotEmitted(bench.download.failed, wait=50):
        qtbot.mouseClick(page._cancel, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not bench.download.running)
    assert page._get.isVisible()


def test_a_failed_download_is_a_card_that_tries_again(bench: Bench, qtbot: QtBot) -> None:
    page = bench.window.first_run
    bench.starter.failure = AppError("No network.", cause="It is unplugged.")
    bench.starter.gate.set()
    with qtbot.waitSignal(bench.download.failed):
        bench.download.start()
    assert page._error.isVisible()
    assert page._error.card._title.text() == "No network."


def test_accelerators_are_named_only_if_the_runtime_lists_them(bench: Bench, qtbot: QtBot) -> None:
    bench.script.devices = (DeviceInfo("CPU", "c"), DeviceInfo("HTP0", "Hexagon NPU"))
    with qtbot.waitSignal(bench.engine.runtime_ready):
        bench.session.ask_runtime()
    bench.window.set_machine(Machine("Test CPU", 4, 8 * 2**30, 0))
    assert bench.window.first_run._machine_line.text() == "Test CPU · Hexagon NPU · 8 GB memory"


def test_the_chip_names_model_precision_and_device(open_bench: Bench) -> None:
    assert open_bench.window.top_bar.chip._text._whole == "Tiny-1M-Instruct · Q4_1 · CPU"
    assert open_bench.window.top_bar._context.text() == "0 of 2,048"


def test_the_chips_menu_gives_reasons_for_devices_that_are_not_there(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    with qtbot.waitSignal(bench.engine.runtime_ready):
        bench.session.ask_runtime()
    menu = bench.window.top_bar.menu()
    entries = {action.text(): action for action in menu.actions()}
    assert not entries["NPU (pinned) — none found here"].isEnabled()
    assert entries["CPU"].isEnabled()
    with qtbot.waitSignal(bench.session.loaded):
        entries["CPU"].trigger()
    assert bench.script.loads[-1].device == "cpu"
    menu.deleteLater()


def test_unloading_goes_back_to_no_model(open_bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(open_bench.engine.unloaded):
        open_bench.session.unload()
    assert open_bench.session.model is None
    assert first_page_is_shown(open_bench)


def test_an_opened_model_is_remembered(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    qtbot.waitUntil(lambda: bench.settings.get(settings.MODEL) == str(MODEL))
    assert bench.window.top_bar._recent == [MODEL]


def test_the_strip_shows_signals_that_have_a_source(bench: Bench, qtbot: QtBot) -> None:
    bench.telemetry.start()
    found = bench.window.findChild(Strip)
    assert found._cpu.isHidden()
    qtbot.waitUntil(lambda: found._cpu.isVisible() and found._memory._value.text().endswith(" GB"))
    assert found._phase.text() == "idle"


class MadeDevices:
    """An NPU, and a GPU of which only our own use can be read."""

    def signals(self) -> tuple[Signal, ...]:
        return tuple(Signal(signal_id, "%", "test", 100.0) for signal_id in ("npu", "gpu.own"))

    def read(self) -> dict[str, float | None]:
        return {"npu": 71.0, "gpu.own": None}


def test_the_strip_shows_the_npu_and_the_gpu_where_they_can_be_read(
    bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampler = Sampler([MadeDevices], bench.telemetry.sampled.emit, 0.02)
    monkeypatch.setattr(bench.telemetry, "_sampler", sampler)
    bench.telemetry.start()
    found = bench.window.findChild(Strip)
    qtbot.waitUntil(lambda: found._npu.isVisible() and found._npu._value.text() == "71 %")
    assert found._gpu.isVisible()
    assert found._gpu._value.text() == words.ABSENT
    assert found._cpu.isHidden()


def test_settings_are_saved_and_take_effect(bench: Bench, qtbot: QtBot) -> None:
    bench.window.show_page(1)
    pane = bench.window.settings
    switch = pane.findChild(Switch)
    with qtbot.waitSignal(bench.window.setting_saved):
        qtbot.mouseClick(switch, Qt.MouseButton.LeftButton)
    assert bench.settings.get(GREEDY) is True
    assert generation_options(bench.settings).sampler.top_k == 1
    with qtbot.waitSignal(bench.window.setting_saved):
        pane.findChild(QPlainTextEdit).setPlainText("Be brief.")
    assert bench.settings.get(SYSTEM_PROMPT) == "Be brief."
    temperature = pane.findChild(Number)
    assert temperature.text() == "0.20"
    with qtbot.waitSignal(bench.window.setting_saved):
        temperature.setValue(30)
    assert bench.settings.get(TEMPERATURE) == 30


def test_a_number_reads_what_a_person_types(bench: Bench, qtbot: QtBot) -> None:
    number = Number(TEMPERATURE)
    qtbot.addWidget(number)
    assert number.valueFromText("0.35") == 35
    assert number.validate("0.3", 0)[0] == number.validate("1", 0)[0]
    assert number.validate("x", 0)[0] != number.validate("1", 0)[0]


def test_the_theme_setting_offers_its_choices(bench: Bench) -> None:
    bench.window.show_page(1)
    box = bench.window.settings.findChild(Choice)
    assert [box.itemText(n) for n in range(box.count())] == ["As the system", "Light", "Dark"]


def test_no_label_guesses_whether_its_text_is_html(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.script.failure = AppError(
        "<img src=x> broke", cause="<b>why</b>", hint="<i>do</i>", detail="<u>log</u>"
    )
    bench.controller.send("<h1>hi</h1>")
    qtbot.waitUntil(lambda: "error" in bench.rows)
    labels = [w for w in QApplication.allWidgets() if isinstance(w, QLabel)]
    guessing = [w.text() for w in labels if w.textFormat() == Qt.TextFormat.AutoText and w.text()]
    assert guessing == []
    assert bench.row_widget("error")._card._title.text() == "<img src=x> broke"


def test_a_model_file_with_a_hostile_name_is_only_text(bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(Path("/m/<img src=x>\u202egguf.exe"))
    shown = bench.window.top_bar.chip._text._whole
    assert "\u202e" not in shown
    assert "[RLO]" in shown
    assert "<" not in bench.window.top_bar.chip.toolTip()


def test_every_icon_button_has_a_name_and_a_tool_tip(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    bench.controller.send("hi")
    qtbot.waitUntil(lambda: not bench.controller.busy)
    # A line edit's own icons are part of it.
    found = bench.window.findChildren(QAbstractButton)
    buttons = [b for b in found if not isinstance(b.parent(), QLineEdit)]
    silent = [b for b in buttons if not b.text() and not b.accessibleName()]
    assert silent == []
    assert len(buttons) > 8


def test_the_window_fits_small_screens(bench: Bench) -> None:
    bench.window.resize(800, 600)
    assert bench.window.size().width() == 800
    assert bench.window.size().height() == 600
    assert theme.colours() is theme.LIGHT


def test_the_place_of_the_window_survives(bench: Bench) -> None:
    bench.window.resize(700, 500)
    bench.settings.set(GEOMETRY, geometry.text_of(bench.window))
    bench.window.resize(660, 490)
    geometry.restore(bench.window, bench.settings.get(GEOMETRY))
    assert (bench.window.width(), bench.window.height()) == (700, 500)


def test_a_long_entry_of_a_choice_ends_in_dots(app: object, qtbot: QtBot) -> None:
    choice = Choice()
    qtbot.addWidget(choice)
    choice.addItem("30 Nov, 22:49 · The capital of France is a city")
    choice.resize(900, 36)
    assert choice.shown_text() == choice.currentText()
    choice.resize(240, 36)
    assert choice.shown_text().endswith("…")
    assert choice.shown_text()[:-1] in choice.currentText()
    assert not choice.grab().isNull()
