"""What the strip under the window costs: run `python tests/ui/bench_strip.py`, by hand.

All four meters with noise, which moves every pixel, while a reply runs. The goal is 1 % of a core at 2 Hz.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import os
import random
import tempfile
import time
from pathlib import Path

from PySide6.QtWidgets import QApplication
from scripted import Script
from window_bench import Bench

from geniex_desktop.telemetry.qt import Telemetry
from geniex_desktop.telemetry.signals import Signal
from geniex_desktop.ui import theme
from geniex_desktop.ui.strip import Strip

UPDATES = 200


class Noise(Telemetry):
    """A machine with an NPU and a GPU whose meters jump."""

    def signal(self, signal_id: str) -> Signal | None:
        known = signal_id in ("npu", "gpu", "cpu", "memory")
        return Signal(signal_id, "B" if signal_id == "memory" else "%", "", 100.0) if known else None

    def latest(self, signal_id: str) -> float | None:
        return random.uniform(0, 100)

    def series(self, signal_id: str, count: int) -> list[float | None]:
        return [random.uniform(0, 100) for _ in range(count)]


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication([])
    theme.apply(app, "dark")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Script(), Path(folder))
        telemetry = Noise()
        strip = Strip(telemetry, bench.controller, bench.download)
        strip.resize(1280, theme.STRIP_HEIGHT)
        strip.show()
        app.processEvents()
        began = time.thread_time()
        for _ in range(UPDATES):
            telemetry.sampled.emit()
            app.processEvents()
        cost = (time.thread_time() - began) / UPDATES
        print(f"strip: {1000 * cost:.2f} ms an update, {200 * cost:.2f} % of a core at 2 Hz")
        bench.close()


if __name__ == "__main__":
    main()
