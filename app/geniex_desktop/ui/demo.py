"""Demo mode: a window of a fixed size with larger type, and a profile of its own that is gone afterwards."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

SIZES = {"720": QSize(1280, 720), "1080": QSize(1920, 1080)}
"""The window in px as it is recorded, by the name of the format."""
SCALE = 1.35
"""Everything is drawn so much larger, so that it can be read in a small video."""
_VARIABLES = ("GENIEX_HOME", "QT_SCALE_FACTOR")


@contextmanager
def demo_profile() -> Iterator[None]:
    """Settings, chats and logs in a folder of their own, and larger type; before the application is made.

    A scale of the whole window, not of the type alone: what has been laid out well stays so.
    """
    before = {name: os.environ.get(name) for name in _VARIABLES}
    with tempfile.TemporaryDirectory(prefix="geniex-demo-", ignore_cleanup_errors=True) as folder:
        os.environ["GENIEX_HOME"] = folder
        os.environ["QT_SCALE_FACTOR"] = str(SCALE)
        try:
            yield
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def fix_size(window: QWidget, size: str) -> None:
    """Gives the window the size of a format, for good."""
    wanted = SIZES[size]
    window.setFixedSize(round(wanted.width() / SCALE), round(wanted.height() / SCALE))
