"""The starter model is one of the library's: listed where it lies, and gone for good when it is deleted."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from scripted import Script, maker
from scripted_hub import TINY

from geniex_desktop.models.artifact import Artifact
from geniex_desktop.models.starter import STARTER_NAME, StarterModel
from geniex_desktop.settings import Settings
from geniex_desktop.ui import app as app_module


def test_the_starter_is_listed_and_can_be_deleted(
    app: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = TINY.read_bytes()
    artifact = Artifact("tiny-Q4_0.gguf", len(content), hashlib.sha256(content).hexdigest())
    starter = StarterModel(tmp_path / "starter", artifact, ())
    starter.path().parent.mkdir()
    starter.path().write_bytes(content)
    assert starter.download(lambda _done, _total: None, lambda: False) == starter.path()
    monkeypatch.setattr(app_module, "StarterModel", lambda sources: starter)
    monkeypatch.setattr(app_module, "make_engine", lambda _isolated, _runtime: maker(Script()))
    desktop = app_module.Desktop(app, Settings(tmp_path / "settings.json"))
    qtbot.addWidget(desktop.window)
    try:
        desktop.models.start()
        shelf = desktop.models.shelf
        qtbot.waitUntil(lambda: bool(shelf.models))
        assert [model.name for model in shelf.models] == [STARTER_NAME]
        assert desktop.models.files()[0].samefile(starter.path())
        shelf.remove(STARTER_NAME)
        shelf._remove_now()
        qtbot.waitUntil(lambda: not starter.path().exists())
        assert not starter.is_present()
    finally:
        desktop.close()
    assert desktop.clean
