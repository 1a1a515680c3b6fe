"""However the app ends, nothing of it stays in memory."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import psutil
import pytest
from whole_app import started_app

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the children end by prctl")

GENERATE = """
def drive(desktop):
    controller = desktop.controller
    def grown(message_id):
        if controller.conversation[message_id].text:
            controller.reply_changed.disconnect(grown)
            say(desktop.engine.child_pid)
            {then}
    controller.reply_changed.connect(grown)
    desktop.session.loaded.connect(lambda: controller.send("Go on"))
"""
ENDS = {
    "closed": "QTimer.singleShot(0, desktop.window.close)",
    "killed": "",
    "crashed": "QTimer.singleShot(0, lambda: os.kill(os.getpid(), 11))",
}


def end_while_writing(folder: Path, end: str) -> None:
    model = folder / "model.gguf"
    model.write_bytes(b"GGUF")
    drive = GENERATE.replace("{then}", ENDS[end] or "pass")
    # Faster than it can be read, and for ever.
    with started_app(
        folder, drive, "--model", str(model), GENIEX_FAKE_BEHAVIOUR="slow-decode:1:1000000"
    ) as app:
        assert app.stdout is not None
        child = int(app.stdout.readline())
        if end == "killed":
            app.kill()
        app.communicate()
    codes = {"closed": 0, "killed": -signal.SIGKILL, "crashed": -signal.SIGSEGV}
    assert app.returncode == codes[end]
    left = [process for process in psutil.process_iter() if process.pid == child]
    psutil.wait_procs(left, timeout=30)
    # Where the first process of a container does not collect orphans, a zombie is left.
    assert [one for one in left if one.is_running() and one.status() != psutil.STATUS_ZOMBIE] == []


@pytest.mark.parametrize("end", ENDS)
def test_nothing_outlives_an_app_that_ends_while_it_writes(
    tmp_path: Path, fake_runtime: None, end: str
) -> None:
    end_while_writing(tmp_path, end)


@pytest.mark.full
@pytest.mark.parametrize("end", ENDS)
def test_nor_does_it_in_twenty_tries(tmp_path: Path, fake_runtime: None, end: str) -> None:
    for number in range(20):
        (tmp_path / str(number)).mkdir()
        end_while_writing(tmp_path / str(number), end)
