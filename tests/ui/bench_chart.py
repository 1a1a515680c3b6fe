"""What drawing the Devices chart costs: run `python tests/ui/bench_chart.py`, by hand.

Half an hour of samples of six curves and twelve cores and sixty replies, all of it noise, which is the
hardest to draw. The pane draws when something has moved by a pixel, at most twice a second; the goal is
2 % of a core also where it draws twice a second throughout.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import os
import random
import time
from array import array
from bisect import bisect_right

from PySide6.QtWidgets import QApplication

from geniex_desktop.engine.types import Phase
from geniex_desktop.telemetry.phases import Span
from geniex_desktop.telemetry.ring import History
from geniex_desktop.telemetry.signals import Sample, Signal
from geniex_desktop.ui import theme
from geniex_desktop.ui.devices.chart import Chart
from geniex_desktop.ui.devices.source import columns_of

S = 1_000_000_000
CURVES = {"npu": "%", "gpu": "%", "cpu": "%", "engine": "%", "memory": "B", "temperature": "°C"}
CORES = 12
SAMPLES = 3600
REPLIES = 60
UPDATES = 60


class Noise:
    """A machine that has been busy for half an hour and goes on."""

    live = True

    def __init__(self) -> None:
        names = {**CURVES, **{f"cpu.core{core}": "%" for core in range(CORES)}}
        self._signals = {name: Signal(name, unit, "", 100.0) for name, unit in names.items()}
        self._samples: list[Sample] = []
        self._spans: list[Span] = []
        self._tokens = array("q")
        for _ in range(SAMPLES):
            self.step()
        for reply in range(REPLIES):
            begin = reply * 30 * S
            self._spans.append(Span(Phase.PREFILL, begin, begin + 3 * S, reply + 1))
            self._spans.append(Span(Phase.DECODE, begin + 3 * S, begin + 25 * S, reply + 1))
            self._tokens.extend(begin + 3 * S + index * S // 40 for index in range(880))

    def step(self) -> None:
        values = {name: random.uniform(0, 100) for name in self._signals}
        self._samples.append(Sample((len(self._samples) + 1) * S // 2, values))

    def begin_ns(self) -> int:
        return 0

    def now_ns(self) -> int:
        return self._samples[-1].time_ns

    def signals(self) -> dict[str, Signal]:
        return self._signals

    def since(self, time_ns: int) -> list[Sample]:
        return self._samples[max(0, time_ns // (S // 2)) :]

    def history(self, time_ns: int) -> History:
        return columns_of(self.since(time_ns))

    def spans(self, since_ns: int) -> list[Span]:
        return [span for span in self._spans if (span.end_ns or 0) > since_ns]

    def tokens(self, since_ns: int) -> array[int]:
        return self._tokens[bisect_right(self._tokens, since_ns) :]


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication([])
    theme.apply(app, "dark")
    for window_s in (60, 300, 600, 1800):
        source = Noise()
        chart = Chart(source, window_s)
        for name in CURVES:
            chart.set_shown(name, True)
        chart.resize(1150, 400)
        chart.show()
        app.processEvents()
        began = time.thread_time()
        for _ in range(UPDATES):
            source.step()
            chart.refresh()
            app.processEvents()
        cost = (time.thread_time() - began) / UPDATES
        per_second = min(2.0, chart.width() / window_s)
        share = 100 * cost * per_second
        print(
            f"{window_s:5} s in view: {1000 * cost:5.2f} ms an update, "
            f"{share:4.2f} % of a core, {200 * cost:4.2f} % at 2 Hz"
        )


if __name__ == "__main__":
    main()
