"""The starter model in the engine process: its phases and the machine's curves on one clock."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script
from test_devices_pane import open_pane
from window_bench import Bench

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import Edge, Phase, PhaseEvent, Reply, TextEvent
from geniex_desktop.ui import theme
from geniex_desktop.ui.chat.controller import GenerationOptions
from geniex_desktop.ui.devices.chart import Chart

SMOLLM2 = "GENIEX_TEST_SMOLLM2"
"""Environment variable: the starter model's file; `python3 dev.py test` fetches it and sets this."""
NEAR_S = 0.005


@pytest.fixture
def real_bench(
    app: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Bench]:
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    model = Path(os.environ.get(SMOLLM2, ""))
    if not model.is_file():
        pytest.fail(f"{SMOLLM2} must name the starter model; `python3 dev.py test` does so")
    bench = Bench(Script(), tmp_path, make_engine(isolated=True))
    bench.controller.options = GenerationOptions(max_tokens=60)
    qtbot.addWidget(bench.window)
    bench.window.resize(1280, 800)
    bench.window.show()
    with qtbot.waitSignal(bench.session.loaded, timeout=60_000):
        bench.session.open(model)
    yield bench
    bench.close()


class Heard:
    """The engine's own events of a reply, as they came over the pipe."""

    def __init__(self, bench: Bench) -> None:
        self.edges: dict[tuple[Phase, Edge], int] = {}
        self.tokens: list[int] = []
        self.replies: list[Reply] = []
        bench.session.pump.arrived.connect(self._arrived)
        bench.controller.finished.connect(lambda _id, reply: self.replies.append(reply))

    def _arrived(self, _request: int, event: object) -> None:
        if isinstance(event, PhaseEvent) and event.edge is not Edge.PROGRESS:
            self.edges[event.phase, event.edge] = event.time_ns
        elif isinstance(event, TextEvent):
            self.tokens.extend(event.times_ns)


def drawn_edges(chart: Chart) -> list[float]:
    """The seconds at which the lane of phases changes its colour, by its pixels."""
    image = chart.phases.grab().toImage()
    band = QColor(theme.colours().lane).rgb()
    ratio = image.devicePixelRatio()
    row = [image.pixel(x, 1) == band for x in range(image.width())]
    changes = [x for x in range(1, len(row)) if row[x] != row[x - 1]]
    first, second = chart.phases.x_of(chart.view.low), chart.phases.x_of(chart.view.low + 1)
    return [chart.view.low + (x / ratio - first) / (second - first) for x in changes]


def test_a_real_reply_on_the_machines_clock(real_bench: Bench, qtbot: QtBot) -> None:
    chart = open_pane(real_bench, qtbot)
    heard = Heard(real_bench)
    real_bench.controller.send("Write a short story about a lighthouse keeper and a storm at sea.")
    qtbot.waitUntil(lambda: bool(heard.replies), timeout=120_000)
    real_bench.window.devices.refresh()
    (reply,) = heard.replies

    edges = {key: chart.view.second(time_ns) for key, time_ns in heard.edges.items()}
    assert set(edges) == {(p, e) for p in (Phase.PREFILL, Phase.DECODE) for e in (Edge.BEGIN, Edge.END)}
    for edge in edges.values():
        chart.zoom_to(edge - 0.5, edge + 0.5)
        assert min(abs(drawn - edge) for drawn in drawn_edges(chart)) < NEAR_S

    begin, end = edges[Phase.DECODE, Edge.BEGIN], edges[Phase.DECODE, Edge.END]
    assert end - begin == pytest.approx(reply.profile.decode_time, abs=2 * NEAR_S)
    tokens = [chart.view.second(time_ns) for time_ns in heard.tokens]
    assert len(tokens) == reply.profile.generated_tokens
    assert begin - NEAR_S <= tokens[0] <= tokens[-1] <= end + NEAR_S

    chart.zoom_to(begin - 0.5, end + 0.5)
    times, load = chart.plot.points("cpu")
    decoding = load[(times > begin) & (times < end)]
    busy_cores = np.nanmean(decoding) / 100 * (os.cpu_count() or 1)
    assert busy_cores > 0.5
