"""The adapter for the window: signals cross threads, and nothing waits."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QThread
from pytestqt.qtbot import QtBot

from geniex_desktop.telemetry import qt
from geniex_desktop.telemetry.access import Access
from geniex_desktop.telemetry.signals import (
    Absence,
    Device,
    DeviceKind,
    ProviderSpec,
    Signal,
    SourceAbsent,
    State,
)

NPU = Device("npu", DeviceKind.NPU, "Made NPU")


class MadeNpu:
    def signals(self) -> tuple[Signal, ...]:
        return (Signal("npu", "%", "test", 100.0, device=NPU),)

    def read(self) -> dict[str, float | None]:
        return {"npu": 42.0}


def no_gpu() -> MadeNpu:
    raise SourceAbsent("No GPU.", "Buy one.")


@pytest.fixture
def telemetry(monkeypatch: pytest.MonkeyPatch) -> Iterator[qt.Telemetry]:
    accesses: list[Access] = []

    def providers(access: Access) -> list[ProviderSpec]:
        accesses.append(access)
        return [ProviderSpec("made", MadeNpu, ("npu",)), ProviderSpec("none", no_gpu, ("gpu",))]

    monkeypatch.setattr(qt, "default_providers", providers)
    made = qt.Telemetry(interval_s=0.01, engine_pid=lambda: 4711)
    assert accesses[0].engine_pid() == 4711
    yield made
    made.stop()


def test_samples_arrive_in_the_windows_thread(telemetry: qt.Telemetry, qtbot: QtBot) -> None:
    seen: list[QThread] = []
    telemetry.sampled.connect(lambda: seen.append(QThread.currentThread()))
    with qtbot.waitSignals([telemetry.sampled, telemetry.status_changed]):
        telemetry.start()
    qtbot.waitUntil(lambda: telemetry.latest("npu") == 42.0)
    assert set(telemetry.series("npu", 3)) == {42.0}
    assert telemetry.devices() == (NPU,)
    assert [signal.id for signal in telemetry.signals()] == ["npu"]
    signal = telemetry.signal("npu")
    assert signal is not None
    assert signal.device == NPU
    history = telemetry.history(["npu"])
    assert list(history.columns["npu"]) == [42.0] * len(history.times_ns)


def test_what_is_absent_says_why(telemetry: qt.Telemetry, qtbot: QtBot) -> None:
    with qtbot.waitSignal(telemetry.sampled):
        telemetry.start()
    assert telemetry.signal("gpu") is None
    assert telemetry.absence("gpu.memory") == Absence("No GPU.", "Buy one.")
    assert telemetry.absence("npu") is None
    assert [status.state for status in telemetry.statuses()] == [State.OK, State.ABSENT]


def test_stopping_ends_every_thread(telemetry: qt.Telemetry, qtbot: QtBot) -> None:
    with qtbot.waitSignal(telemetry.sampled):
        telemetry.start()
    telemetry.set_interval(0.005)
    qtbot.waitUntil(lambda: telemetry.cost_percent() is not None)
    telemetry.stop()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("telemetry")]
