"""A picture of the Devices pane on a simulated OrangePi AIPro: `python board_picture.py light picture.png`.

By hand, for the documents. The Ascend provider is the real one, over the stand-in for the driver's library;
the engine is scripted. The picture says that it is simulated.
"""

from __future__ import annotations

import ctypes
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QLocale, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scripted import PIECE, Script
from window_bench import Bench

from geniex_desktop.engine.types import DeviceInfo, ProfileData
from geniex_desktop.telemetry import qt
from geniex_desktop.telemetry.access import Access
from geniex_desktop.telemetry.ascend import provider as ascend
from geniex_desktop.telemetry.machine import Machine
from geniex_desktop.telemetry.signals import ProviderSpec, Signal
from geniex_desktop.ui import theme

STANDIN = Path(__file__).parents[1] / "telemetry" / "standins" / "dcmi.c"
CORES = 4
GIB = 2.0**30
DEVICES = 2
PLACEMENT = {
    "devices": [
        {"id": "CANN0", "name": "Ascend 310B4", "kind": "accelerator", "layers": 24},
        {"id": "CPU", "name": "Cortex", "kind": "cpu", "layers": 1},
    ],
    "buffers": [
        {"device": "CANN0", "buffer": "CANN0", "use": "model", "bytes": 988_000_000},
        {"device": "CPU", "buffer": "CPU", "use": "model", "bytes": 73_000_000},
        {"device": "CANN0", "buffer": "CANN0", "use": "kv", "bytes": 25_165_824},
        {"device": "CANN0", "buffer": "CANN0", "use": "compute", "bytes": 61_000_000},
    ],
    "kv": {"type_k": "f16", "type_v": "f16", "bytes": 25_165_824, "n_ctx": 2048},
    "graph": {"splits": 2, "nodes": 780},
    "fallback_ops": [{"op": "GET_ROWS", "count": 2}],
}


class Board:
    """The board's state: what the stand-in reports, and the CPU beside it."""

    def __init__(self, folder: Path) -> None:
        library = folder / "libdcmi.so"
        subprocess.run(["cc", "-shared", "-fPIC", STANDIN, "-o", library], check=True)
        self.dcmi = ctypes.CDLL(str(library))
        self.load = 1.0
        self._set(power=0, health=2, temperature=52)

    def work(self, percent: float) -> None:
        """The load to report from now on."""
        self.load = max(0.0, random.gauss(percent, 0.02 * percent))
        self._set(aicore=round(self.load), temperature=round(52 + self.load / 10))

    def _set(self, **values: int) -> None:
        for name, value in values.items():
            ctypes.c_int.in_dll(self.dcmi, f"standin_{name}").value = value

    def signals(self) -> tuple[Signal, ...]:
        cores = (Signal(f"cpu.core{core}", "%", "core", 100.0) for core in range(CORES))
        return (Signal("cpu", "%", "CPU", 100.0), Signal("memory", "B", "memory", 7.5 * GIB), *cores)

    def read(self) -> Mapping[str, float]:
        busy = self.load > 10
        loads = [
            random.uniform(85, 99) if busy and core == 2 else random.uniform(0, 9) for core in range(CORES)
        ]
        cores = {f"cpu.core{core}": load for core, load in enumerate(loads)}
        return {"cpu": sum(loads) / CORES, "memory": 3.4 * GIB, **cores}


def script() -> Script:
    reply = "The board has four CPU cores and one NPU. " * 12
    tokens = -(-len(reply) // PIECE)
    decode_s = tokens * 0.069
    figures = (1.76, 0.0, 1.75, decode_s, 512, tokens, 292.0, tokens / decode_s, 0, 0, "eos")
    return Script(
        reply=reply,
        profile=ProfileData(*figures),
        device="NPU",
        devices=(DeviceInfo("CANN0", "Ascend 310B4"), DeviceInfo("CPU", "Cortex")),
        placement=PLACEMENT,
        pause_s=0.052,
        prefill_pause_s=0.35,
    )


def main() -> None:
    scheme, picture = sys.argv[1:3]
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication([])
    QLocale.setDefault(QLocale("en_US"))
    theme.apply(app, scheme)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        board = Board(folder)
        access = Access(load_library=lambda _name: board.dcmi)
        qt.default_providers = lambda _access: [
            ProviderSpec("Ascend", lambda: ascend.make(access)),
            ProviderSpec("board", lambda: board),
        ]
        show(Bench(script(), folder), board, Path(picture))


def show(bench: Bench, board: Board, picture: Path) -> None:
    """Three replies, then the picture in the middle of a fourth."""
    work = QTimer()
    work.timeout.connect(lambda: board.work(_percent(bench)))
    work.start(100)
    bench.telemetry.set_interval(0.25)
    bench.start_telemetry()
    bench.session.ask_runtime()
    bench.session.open(Path("/models/Qwen2.5-0.5B-Instruct.gguf"))
    window = bench.window
    window.resize(1280, 870)
    window.set_machine(Machine("Simulated OrangePi AIPro", CORES, round(7.5 * GIB), 0))
    window.show()
    window.show_page(DEVICES)
    window.devices._windows.button(0).click()
    window.devices._say("A simulation: the board, its load and the replies are made up.", True)
    QTest.qWait(4000)
    for _ in range(3):
        bench.controller.send("What is on this board?")
        while bench.controller.busy:
            QTest.qWait(50)
        QTest.qWait(2000)
    bench.controller.send("What is on this board?")
    QTest.qWait(6000)
    chart = window.devices.chart
    chart.set_cursor(chart.view.now - 12)
    QTest.qWait(300)
    assert window.grab().save(str(picture))
    bench.controller.stop()
    bench.close()


def _percent(bench: Bench) -> float:
    phase = bench.controller.phase
    if not bench.controller.busy or phase is None:
        return 1.0
    return 63.0 if phase.phase.name == "DECODE" else 90.0


if __name__ == "__main__":
    main()
