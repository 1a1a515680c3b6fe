"""A model that kills the engine, or the app with it, is not opened by itself again."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from whole_app import started_app

from geniex_desktop.settings import CARRIER, MODEL, Settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")

TELL = """
def drive(desktop):
    session, controller = desktop.session, desktop.controller
    session.opening.connect(lambda spec: say("opens", spec.model_path.name))
    told = []
    def look():
        if session.loading or told and told[-1] == (session.model is not None):
            return
        if session.model is not None or controller.notice is not None:
            told.append(session.model is not None)
            notice = controller.notice
            say("open" if session.model is not None else "notice: " + notice.text)
            say("at hand:", session.wanted.model_path.name if session.wanted else "nothing")
            QTimer.singleShot(0, desktop.window.close)
    controller.branched.connect(look)
    session.loaded.connect(look)
"""
OPEN_ALL_THE_SAME = TELL.replace(
    "QTimer.singleShot(0, desktop.window.close)",
    """if session.model is None:
                QTimer.singleShot(0, session.reload)
            else:
                QTimer.singleShot(0, desktop.window.close)""",
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Of an app whose last model is there."""
    model = tmp_path / "models" / "tiny.gguf"
    model.parent.mkdir()
    model.write_bytes(b"GGUF")
    (tmp_path / "config").mkdir()
    result = Settings(tmp_path / "config" / "settings.json")
    result.set(MODEL, str(model))
    return result


def run(home: Path, drive: str, behaviour: str) -> tuple[int, list[str]]:
    with started_app(home, drive, GENIEX_FAKE_BEHAVIOUR=behaviour) as app:
        out, _ = app.communicate()
    return app.returncode, out.splitlines()


@pytest.mark.parametrize("carrier", ["in_process", "isolated"])
def test_the_second_start_says_why_it_does_not_open_the_model(
    tmp_path: Path, settings: Settings, fake_runtime: None, carrier: str
) -> None:
    settings.set(CARRIER, carrier)
    code, lines = run(tmp_path, TELL, "abort-load")
    assert lines[0] == "opens tiny.gguf"
    if carrier == "in_process":
        assert (code, len(lines)) == (-signal.SIGABRT, 1)
    else:
        assert code == 0
        assert "refused" in lines[1]
    kept = ["notice: tiny.gguf was not opened at the start.", "at hand: tiny.gguf"]
    assert run(tmp_path, TELL, "abort-load") == (0, kept)
    assert run(tmp_path, TELL, "abort-load") == (0, kept), "nor does the third"
    # Once the fault is mended, one click opens it, and the next start does so by itself.
    code, lines = run(tmp_path, OPEN_ALL_THE_SAME, "echo")
    assert (code, lines[-2:]) == (0, ["open", "at hand: tiny.gguf"])
    code, lines = run(tmp_path, TELL, "echo")
    assert (code, lines) == (0, ["opens tiny.gguf", "open", "at hand: tiny.gguf"])
