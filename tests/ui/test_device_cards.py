"""What the cards say of machines that this one is not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from geniex_desktop.engine.types import DeviceInfo, PluginInfo, RuntimeInfo
from geniex_desktop.telemetry.machine import Machine
from geniex_desktop.telemetry.signals import Absence, Signal
from geniex_desktop.ui.devices.cards import CardRow, DeviceCard
from geniex_desktop.ui.devices.looks import looks, rows, temperature_id
from geniex_desktop.ui.devices.state import CardTexts

MACHINE = Machine("Snapdragon X Elite", 12, 16 * 2**30, 0)
FAULT = Absence("The current sensor is at fault.", "Ask the maker.")
UNITS = {
    "power": "W",
    "npu.power": "W",
    "memory": "B",
    "npu.temperature": "°C",
    "temperature.skin": "°C",
    "temperature.skin-front": "°C",
}


def signals(*names: str) -> dict[str, Signal]:
    return {name: Signal(name, UNITS.get(name, "%"), f"meaning of {name}", 100.0) for name in names}


class Meters:
    """A telemetry with these values; None is a gap with a reason."""

    def __init__(self, **values: float | None) -> None:
        self.values = {name.replace("__", "."): value for name, value in values.items()}

    def signals(self) -> tuple[Signal, ...]:
        return tuple(signals(*self.values).values())

    def signal(self, name: str) -> Signal | None:
        return signals(*self.values).get(name)

    def latest(self, name: str) -> float | None:
        return self.values.get(name)

    def absence(self, name: str) -> Absence | None:
        return FAULT if self.values.get(name) is None else None


def card(meters: Meters, signal_id: str, *devices: DeviceInfo) -> Any:
    runtime = RuntimeInfo("1", "lib", True, (PluginInfo("llama_cpp", "1", devices),))
    session = SimpleNamespace(runtime=runtime, model=None)
    return CardTexts(meters, session).text(signal_id, MACHINE)  # type: ignore[arg-type]


HTP = DeviceInfo("HTP0", "Hexagon")


def test_an_npu_that_works() -> None:
    text = card(Meters(npu=71.0), "npu", HTP)
    assert (text.name, text.value, text.state) == ("NPU · Hexagon", "71 %", "HTP0 · working")
    assert text.hint == "meaning of npu"


def test_our_own_use_stands_in_for_the_device() -> None:
    text = card(Meters(npu__own=2.0), "npu", HTP)
    assert (text.value, text.state) == ("2 %", "HTP0 · idle")


@pytest.mark.parametrize(
    ("meters", "state"),
    [
        (Meters(power=14.2), "measured now"),
        (Meters(power=14.2, power__battery=81.0), "battery at 81 %"),
        (Meters(**{"power": 14.2, "power__battery": 81.0, "power__battery-draw": 14.0}), "on battery, 81 %"),
    ],
)
def test_power_tells_of_the_battery(meters: Meters, state: str) -> None:
    text = card(meters, "power")
    assert (text.name, text.value, text.state) == ("System power", "14.2 W", state)


def test_a_meter_without_a_value_says_why() -> None:
    text = card(Meters(npu__power=None), "power")
    assert (text.name, text.value) == ("NPU power", "–")
    assert text.hint == "The current sensor is at fault.\nAsk the maker."


def test_no_gpu_at_all() -> None:
    text = card(Meters(cpu=10.0), "gpu", HTP)
    assert (text.value, text.state) == ("–", "none found here")
    assert "current sensor" in text.hint


def test_the_temperature_that_tells_most() -> None:
    assert temperature_id(signals("cpu", "temperature.skin", "npu.temperature")) == "npu.temperature"
    assert temperature_id(signals("temperature.skin")) == "temperature.skin"
    assert temperature_id(signals("cpu")) == ""


def test_every_signal_but_single_cores_has_a_row() -> None:
    found = signals("cpu.core0", "npu", "npu.hmx", "temperature.skin-front", "npu1")
    assert rows(found) == [
        ("npu", "NPU"),
        ("temperature.skin-front", "Temperature"),
        ("npu.hmx", "NPU · hmx"),
        ("npu1", "NPU1"),
    ]


@pytest.mark.parametrize(
    ("width", "lengths"),
    [(1180, [5]), (780, [3, 2]), (600, [3, 2]), (400, [2, 2, 1])],
)
def test_every_row_of_cards_is_filled(app: object, qtbot: QtBot, width: int, lengths: list[int]) -> None:
    cards = [DeviceCard("#123456") for _ in range(5)]
    whole = CardRow(cards)
    qtbot.addWidget(whole)
    whole.resize(1180, 100)
    whole.show()
    whole.resize(width, 400)
    whole.layout().activate()
    by_row: dict[int, list[DeviceCard]] = {}
    for card in cards:
        by_row.setdefault(card.y(), []).append(card)
    assert [len(row) for row in by_row.values()] == lengths
    for row in by_row.values():
        assert row[0].x() == 0
        assert row[-1].x() + row[-1].width() == pytest.approx(whole.width(), abs=3)


def test_curves_of_a_machine_that_tells_only_our_use(app: object) -> None:
    found = looks(signals("npu.own", "cpu", "engine", "temperature.skin"))
    assert [look.signal_id for look in found] == ["npu.own", "cpu", "engine", "temperature.skin"]
    assert [look.shown for look in found] == [True, True, False, False]
