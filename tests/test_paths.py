"""Where files go."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from geniex_desktop import paths


def test_one_variable_moves_everything(app_home: Path) -> None:
    folders = [paths.config_dir(), paths.data_dir(), paths.cache_dir(), paths.log_dir(), paths.models_dir()]
    assert all(folder.is_dir() and app_home in folder.parents for folder in folders)
    assert len(set(folders)) == len(folders)
    assert paths.settings_file().parent == paths.config_dir()


def test_without_it_the_platform_decides(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GENIEX_HOME")
    for folder in (paths.config_dir(), paths.data_dir(), paths.cache_dir(), paths.log_dir()):
        assert home in folder.parents
        assert "geniex-desktop" in folder.parts


@pytest.mark.skipif(os.name == "nt", reason="Windows folders inherit the profile's access list")
def test_only_the_owner_can_look_inside(app_home: Path) -> None:
    for folder in (paths.config_dir(), paths.data_dir(), paths.log_dir(), paths.models_dir()):
        assert stat.S_IMODE(folder.stat().st_mode) & 0o077 == 0
