"""The whole app in a process of its own: it starts, chats, and ends without leaving anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys, time
sys.path.insert(0, {tests!r})
from pathlib import Path
from PySide6.QtCore import QTimer
from scripted import Script, maker
import geniex_desktop.ui.app as app

script = Script()
app.make_engine = lambda isolated, runtime: maker(script)
start = app.Desktop.start

def started(desktop, model):
    start(desktop, model)
    controller = desktop.controller
    def answered():
        if not controller.busy:
            message = controller.conversation.path()[-1]
            print("answer:", message.text, "| isolated:", desktop._settings.get(app.CARRIER), flush=True)
            desktop.window.close()
    controller.busy_changed.connect(answered)
    desktop.session.loaded.connect(lambda: controller.send("Hi"))

app.Desktop.start = started
code = app.run_gui(["--model", "/m/Tiny.gguf", "--device", "cpu"])
print("exit:", code, "device:", script.loads[0].device)
"""


def test_the_app_starts_answers_and_ends(tmp_path: Path) -> None:
    environment = dict(os.environ, GENIEX_HOME=str(tmp_path), QT_QPA_PLATFORM="offscreen")
    code = SCRIPT.format(tests=str(Path(__file__).parent))
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.splitlines() == [
        "answer: Hello **there**. | isolated: isolated",
        "exit: 0 device: cpu",
    ]
    assert done.returncode == 0
    assert done.stderr == ""
    assert (tmp_path / "config" / "settings.json").is_file()
