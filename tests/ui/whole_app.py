"""The whole app with the fake plugin in a process of its own, driven by a few lines of Python."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LONGEST_S = 60.0
"""Only so that a hanging app ends."""
SCRIPT = """
import functools, os, sys
from pathlib import Path
from PySide6.QtCore import QTimer
import geniex_desktop.ui.app as app
import geniex_desktop.ui.chat.history as history

# A person waits a second for the disk, a test as long as it takes.
history._CLOSE_S, history._LONGEST_WAIT_MS = 60.0, 60_000
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


@contextmanager
def started_app(
    home: Path, drive: str, *arguments: str, **environment: str
) -> Iterator[subprocess.Popen[str]]:
    """`drive` defines `drive(desktop)`, which may `say` lines to stdout. Expects `fake_runtime`.

    Nothing of the app is left behind, also where a test gives up.
    """
    with subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(drive=drive, arguments=list(arguments))],
        env=dict(os.environ, GENIEX_HOME=str(home), QT_QPA_PLATFORM="offscreen", **environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as app:
        hang = threading.Timer(_LONGEST_S, app.kill)
        hang.start()
        try:
            yield app
        finally:
            hang.cancel()
            app.kill()
