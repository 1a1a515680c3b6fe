"""Demo mode: the size that is recorded, and nothing left of its profile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from geniex_desktop import paths
from geniex_desktop.ui.demo import SCALE, demo_profile, fix_size


def test_the_profile_is_its_own_and_gone_afterwards(app_home: Path) -> None:
    with demo_profile():
        folder = paths.config_dir()
        assert app_home not in folder.parents
        (folder / "settings.json").write_text("{}")
        assert float(os.environ["QT_SCALE_FACTOR"]) == SCALE
    assert not folder.exists()
    assert os.environ["GENIEX_HOME"] == str(app_home)
    assert "QT_SCALE_FACTOR" not in os.environ


@pytest.mark.parametrize("size", ["720", "1080"])
def test_the_window_cannot_be_resized(qtbot: QtBot, size: str) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    fix_size(window, size)
    assert window.minimumSize() == window.maximumSize()


def test_what_is_recorded_has_exactly_the_formats_pixels() -> None:
    code = (
        "from geniex_desktop.ui.demo import demo_profile, fix_size\n"
        "from PySide6.QtWidgets import QApplication, QWidget\n"
        "with demo_profile():\n"
        "    app = QApplication([])\n"
        "    for size in ('720', '1080'):\n"
        "        window = QWidget(); fix_size(window, size); window.show()\n"
        "        picture = window.grab(); print(picture.width(), picture.height())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120
    )
    assert done.stdout.split() == ["1280", "720", "1920", "1080"]
