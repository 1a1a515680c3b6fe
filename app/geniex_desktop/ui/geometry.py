"""The window's place and size as text, to be stored and taken up again."""

from __future__ import annotations

from PySide6.QtCore import QByteArray
from PySide6.QtWidgets import QWidget


def text_of(window: QWidget) -> str:
    """Place and size."""
    return bytes(window.saveGeometry().toBase64().data()).decode("ascii")


def restore(window: QWidget, text: str) -> None:
    """Puts a window where the text says; one that says nothing changes nothing."""
    if text:
        window.restoreGeometry(QByteArray.fromBase64(text.encode("ascii", "ignore")))
