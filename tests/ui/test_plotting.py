"""The modules that draw curves come bit by bit, and no other thread makes Qt types."""

from __future__ import annotations

import subprocess
import sys

WATCHED = """
import importlib.abc, sys, threading
from PySide6.QtWidgets import QApplication
from PySide6.QtCore import QObject, QTimer

strays = []

class Watch(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        top = name.partition(".")[0]
        elsewhere = threading.current_thread() is not threading.main_thread()
        if elsewhere and top in ("PySide6", "shiboken6", "geniex_desktop"):
            strays.append(name)
        return None

sys.meta_path.insert(0, Watch())
app = QApplication([])
from geniex_desktop.ui.devices.plotting import Plotting
from geniex_desktop.ui.jobs import Jobs

owner = QObject()
jobs = Jobs(owner)
plotting = Plotting(jobs, owner)
CHART = ["geniex_desktop.ui.devices." + name for name in ("lanes", "plot", "chart")]
turns = []
beat = QTimer(interval=0)
beat.timeout.connect(lambda: turns.append(sum(name in sys.modules for name in CHART)))
beat.start()
brought = []
plotting.ready.connect(lambda module: (brought.append(module.__name__), app.quit()))
assert "numpy" not in sys.modules
QTimer.singleShot(0, plotting.start)
QTimer.singleShot(60_000, app.quit)
app.exec()
jobs.close()
print(brought, strays, max(now - before for before, now in zip(turns, turns[1:])))
"""


def test_only_the_window_s_own_thread_imports_what_has_to_do_with_qt() -> None:
    command = [sys.executable, "-c", WATCHED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "['geniex_desktop.ui.devices.chart'] [] 1"
