"""The window is killed at the worst moments; the next start has every word."""

from __future__ import annotations

import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from whole_app import started_app

from geniex_desktop.chats.database import NAME
from geniex_desktop.ui.chat import history

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")

ANSWER = """
def drive(desktop):
    desktop.session.loaded.connect(lambda: desktop.controller.send("the chat before"))
    desktop.controller.finished.connect(lambda *_: desktop.window.close())
"""
DIE_WHEN_ASKED = """
def drive(desktop):
    desktop.engine.generate = lambda request: os.kill(os.getpid(), 9)
    def ask():
        desktop.controller.new_chat()
        desktop.controller.send("my long and precious question")
    desktop.session.loaded.connect(ask)
"""
TYPE = """
def drive(desktop):
    desktop.session.loaded.connect(lambda: desktop.window.chat.composer.set_text("half a thought"))
"""
STREAM = """
def drive(desktop):
    desktop.session.loaded.connect(lambda: desktop.controller.send("Go on"))
"""
TELL = """
def drive(desktop):
    tries = iter(range(2500))
    def tell():
        controller = desktop.controller
        found = controller.conversation.path() or controller.draft
        if not found and next(tries, None) is not None:
            QTimer.singleShot(20, tell)
            return
        for message in controller.conversation.path():
            say(message.role.value, message.text)
        say("draft:", controller.draft)
        say("chats:", len(desktop.history.chats))
        desktop.window.close()
    tell()
"""


@pytest.fixture
def model(tmp_path: Path, fake_runtime: None) -> str:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    return str(path)


def run(home: Path, drive: str, *arguments: str) -> tuple[int, list[str]]:
    with started_app(home, drive, *arguments, GENIEX_FAKE_BEHAVIOUR="script:Hello") as app:
        out, _ = app.communicate()
    return app.returncode, out.splitlines()


def stored(home: Path, sql: str) -> list[tuple[str, ...]]:
    found = list(home.rglob(NAME))
    if not found:
        return []
    with closing(sqlite3.connect(f"file:{found[0]}?mode=ro", uri=True)) as connection:
        try:
            return connection.execute(sql).fetchall()
        except sqlite3.OperationalError:  # it is just being made
            return []


def kill_once_stored(home: Path, model: str, drive: str, sql: str) -> list[tuple[str, ...]]:
    """Kills the app when its store answers with something; answers that."""
    with started_app(home, drive, "--model", model, GENIEX_FAKE_BEHAVIOUR="slow-decode:5:100000") as app:
        while not (found := stored(home, sql)):
            assert app.poll() is None
            time.sleep(0.02)
        app.kill()
        app.communicate()
    return found


def test_a_question_is_on_the_disk_before_the_engine_hears_of_it(tmp_path: Path, model: str) -> None:
    assert run(tmp_path, ANSWER, "--model", model)[0] == 0
    assert run(tmp_path, DIE_WHEN_ASKED, "--model", model)[0] == -signal.SIGKILL
    code, lines = run(tmp_path, TELL)
    assert code == 0
    assert lines[0] == "user my long and precious question"
    assert lines[-1] == "chats: 2"


def test_what_is_being_typed_is_on_the_disk_within_two_seconds(tmp_path: Path, model: str) -> None:
    kill_once_stored(tmp_path, model, TYPE, "SELECT text FROM draft WHERE text LIKE '%thought'")
    assert run(tmp_path, TELL)[1][-2] == "draft: half a thought"
    assert history._KEEP_MS <= 2000


def test_what_had_arrived_of_an_answer_is_there(tmp_path: Path, model: str) -> None:
    kept = kill_once_stored(tmp_path, model, STREAM, "SELECT text FROM piece")
    code, lines = run(tmp_path, TELL)
    assert code == 0
    assert lines[0] == "user Go on"
    assert lines[1].startswith("assistant " + "".join(text for (text,) in kept))
