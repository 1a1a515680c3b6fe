"""The whole app with the fake plugin in a process of its own, driven by a few lines of Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import functools, os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
import geniex_desktop.ui.app as app

app.LoadSpec = functools.partial(app.LoadSpec, plugin_id="fake")
start = app.Desktop.start

def started(desktop, model):
    desktop.models.opening.make_engine = None  # the fake's models need no trial
    start(desktop, model)
    drive(desktop)

app.Desktop.start = started

def say(*words):
    print(*words, flush=True)

{drive}

sys.exit(app.run_gui({arguments!r}))
"""


def start_app(home: Path, drive: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """`drive` defines `drive(desktop)`, which may `say` lines to stdout. Expects `fake_runtime`."""
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(drive=drive, arguments=list(arguments))],
        env=dict(os.environ, GENIEX_HOME=str(home), QT_QPA_PLATFORM="offscreen", **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
