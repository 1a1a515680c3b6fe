"""How often the machine is sampled, and what the pane says of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot
from scripted import Script
from test_devices_pane import DEVICES, open_pane
from window_bench import Bench

from geniex_desktop.telemetry.signals import State, Status
from geniex_desktop.ui.devices import pacing
from geniex_desktop.ui.devices.pacing import SamplingPace
from geniex_desktop.ui.devices.sources_line import SourcesLine


class Noted(QObject):
    """A telemetry that notes what it is told."""

    sampled = Signal()
    status_changed = Signal()
    interval_s = 0.5

    def __init__(self, cost: float | None = None, statuses: Sequence[Status] = ()) -> None:
        super().__init__()
        self.told: list[object] = []
        self.cost = cost
        self.found = statuses

    def set_interval(self, interval_s: float) -> None:
        self.told.append(interval_s)

    def attend(self, on: bool) -> None:
        self.told.append(on)

    def cost_percent(self) -> float | None:
        return self.cost

    def statuses(self) -> Sequence[Status]:
        return self.found


@pytest.mark.parametrize(
    ("machine", "while_busy_s"), [("x86_64", pacing.REPLY_S), ("AMD64", pacing.REPLY_S), ("aarch64", 0.5)]
)
def test_the_rate_follows_what_can_be_seen(
    open_bench: Bench, script: Script, qtbot: QtBot, machine: str, while_busy_s: float
) -> None:
    telemetry, window = Noted(), open_bench.window
    seen = [True]
    pace = SamplingPace(
        telemetry,  # type: ignore[arg-type]
        open_bench.controller,
        open_bench.recordings,
        lambda: seen[0],
        lambda: window.devices.ticking,
        machine=machine,
    )
    window.page_shown.connect(pace.update)
    assert telemetry.told == [pacing.BESIDE_S, False]
    window.show_page(DEVICES)
    assert telemetry.told[2:] == [pacing.WATCHED_S, True]
    window.show_page(0)
    assert telemetry.told[4:] == [pacing.BESIDE_S, False]
    seen[0] = False
    telemetry.sampled.emit()
    assert telemetry.told[6:] == [pacing.UNSEEN_S, False]
    script.pause_s = 0.01
    open_bench.controller.send("Hello")
    assert telemetry.told[8:] == [while_busy_s, True]
    qtbot.waitUntil(lambda: not open_bench.controller.busy)
    assert telemetry.told[10:] == [pacing.UNSEEN_S, False]
    telemetry.sampled.emit()
    assert len(telemetry.told) == 12


def test_a_recording_is_made_at_the_full_rate(open_bench: Bench) -> None:
    telemetry = Noted()
    pace = SamplingPace(
        telemetry,  # type: ignore[arg-type]
        open_bench.controller,
        open_bench.recordings,
        lambda: False,
        lambda: False,
    )
    open_bench.recordings.start()
    assert pace.interval_s == pacing.WATCHED_S
    open_bench.recordings.stop()
    assert pace.interval_s == pacing.UNSEEN_S


def test_a_rate_that_was_chosen_holds_while_somebody_looks(open_bench: Bench) -> None:
    chosen, seen = [10], [False]
    pace = SamplingPace(
        Noted(),  # type: ignore[arg-type]
        open_bench.controller,
        open_bench.recordings,
        lambda: True,
        lambda: seen[0],
        chosen_hz=lambda: chosen[0],
    )
    assert pace.interval_s == pacing.BESIDE_S
    seen[0] = True
    pace.update()
    assert pace.interval_s == 0.1
    chosen[0] = 1
    pace.update()
    assert pace.interval_s == 1.0
    chosen[0] = 0
    pace.update()
    assert pace.interval_s == pacing.WATCHED_S


WELL = Status("psutil", State.OK, interval_s=0.5, read_s=0.0004)
GONE = Status("NVIDIA", State.ABSENT, "No NVIDIA driver.")


def test_the_line_tells_the_cost_of_measuring(app: object, qtbot: QtBot) -> None:
    telemetry = Noted(0.24, (GONE, WELL))
    line = SourcesLine(telemetry)  # type: ignore[arg-type]
    qtbot.addWidget(line)
    assert line.accessibleName() == "Measuring takes 0.2 % of one core, 2 times a second."
    assert line.toolTip().splitlines() == ["psutil: every 0.5 s, 0.4 ms", "NVIDIA: No NVIDIA driver."]
    assert line.property("tone") == "muted"


@pytest.mark.parametrize("state", [State.HANGING, State.FAILING, State.SLOW])
def test_the_line_tells_what_is_wrong(app: object, qtbot: QtBot, state: State) -> None:
    telemetry = Noted(0.24, (WELL,))
    line = SourcesLine(telemetry)  # type: ignore[arg-type]
    qtbot.addWidget(line)
    telemetry.found = (WELL, Status("Ascend", state, "Ascend has not answered for 4 s."))
    telemetry.status_changed.emit()
    assert line.accessibleName() == "Ascend has not answered for 4 s."
    assert line.property("tone") == "warn"
    telemetry.found = (WELL,)
    telemetry.status_changed.emit()
    assert line.property("tone") == "muted"


def test_the_pane_shows_the_cost(open_bench: Bench, qtbot: QtBot) -> None:
    open_pane(open_bench, qtbot)
    line = open_bench.window.devices.sources
    qtbot.waitUntil(lambda: "% of one core" in line.accessibleName())
    assert line.isVisible()
    assert "psutil" in line.toolTip()
