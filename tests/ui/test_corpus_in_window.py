"""Broken and hostile model files in the window: each ends in an answer or a message, and the window lives."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import Bench

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import Sampler

GENERATOR = Path(__file__).parents[1] / "data" / "gguf" / "make_corpus.py"
LIMIT_MS = 60_000
"""Only so that a hanging test ends."""
SAMPLE = ("a00_control", "a03_html", "a04_lfs_pointer", "b14_missing_tensor", "e04_recurse", "m17_mm_missing")

NAMED = {"a03_html": "web page", "a04_lfs_pointer": "Git LFS"}
"""What the message calls the file, where it is no model at all."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    subprocess.run([sys.executable, "-B", str(GENERATOR), str(folder)], check=True)
    return folder


@pytest.fixture
def real(app: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A window with the real engine in its process."""
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    result = Bench(Script(), tmp_path / "app", make_engine(isolated=True))
    result.controller.options = replace(
        result.controller.options, sampler=Sampler.greedy(), max_tokens=4, system_prompt=""
    )
    qtbot.addWidget(result.window)
    result.window.show()
    yield result
    result.close()


def alone(file: Path, folder: Path) -> Path:
    """The file without the others; a vision part beside the sound model that it is for."""
    folder.mkdir()
    copy = Path(shutil.copy(file, folder))
    if not file.name.startswith("m"):
        return copy
    return Path(shutil.copy(file.with_name("a00_control.gguf"), folder))


def open_and_ask(bench: Bench, model: Path, qtbot: QtBot, name: str) -> None:
    session = bench.session
    session.open(model)
    qtbot.waitUntil(lambda: not session.loading, timeout=LIMIT_MS)
    if session.model is None or session.model.spec.model_path != model:
        assert session.error is not None, name
        assert session.error.text, name
        assert session.error.cause or session.error.hint, name
        return
    bench.controller.new_chat()
    assert bench.controller.send("Hello"), name
    qtbot.waitUntil(lambda: not bench.controller.busy, timeout=LIMIT_MS)
    reply = bench.controller.conversation.path()[-1]
    assert reply.error is None or reply.error.text, name


def test_one_file_of_each_kind(real: Bench, corpus: Path, tmp_path: Path, qtbot: QtBot) -> None:
    for name in SAMPLE:
        open_and_ask(real, alone(corpus / f"{name}.gguf", tmp_path / name), qtbot, name)
        if name in NAMED:
            assert NAMED[name] in f"{real.session.error.text} {real.session.error.cause}", name


@pytest.mark.full
def test_every_file(real: Bench, corpus: Path, tmp_path: Path, qtbot: QtBot) -> None:
    files = sorted(corpus.iterdir())
    assert len(files) == 150
    for file in files:
        open_and_ask(real, alone(file, tmp_path / file.stem), qtbot, file.name)
