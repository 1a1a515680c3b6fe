"""Where the app keeps its files: the one place that knows.

GENIEX_HOME, when set, holds everything (tests, demos, portable use); otherwise each kind of file lies where
the platform wants it. Every function returns an existing folder that only its owner can read.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_APP = "geniex-desktop"


def config_dir() -> Path:
    """Settings."""
    return _private(_home("config") or Path(platformdirs.user_config_dir(_APP, appauthor=False)))


def data_dir() -> Path:
    """What the user would miss: chats and models."""
    return _private(_home("data") or Path(platformdirs.user_data_dir(_APP, appauthor=False)))


def cache_dir() -> Path:
    """What can be made again."""
    return _private(_home("cache") or Path(platformdirs.user_cache_dir(_APP, appauthor=False)))


def log_dir() -> Path:
    """Log files and crash reports."""
    return _private(_home("log") or Path(platformdirs.user_log_dir(_APP, appauthor=False)))


def models_dir() -> Path:
    """Model files, one folder per model."""
    return _private(data_dir() / "models")


def settings_file() -> Path:
    """The settings; the file need not exist."""
    return config_dir() / "settings.json"


def _home(part: str) -> Path | None:
    home = os.environ.get("GENIEX_HOME")
    return Path(home).expanduser().absolute() / part if home else None


def _private(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
