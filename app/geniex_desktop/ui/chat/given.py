"""What a drop or a paste brings that can be attached."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage

LONGEST_WRITTEN = 50_000
"""Characters that the message field takes at once. It lays a paragraph out anew at each key, which costs
7 ms where that many stand in one."""


def files_in(data: QMimeData) -> list[Path]:
    """The files of this machine that are named; what lies elsewhere is not fetched."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def image_in(data: QMimeData) -> QImage | None:
    """Pixels without a file. Where there is text too, as from a table, the text is meant."""
    if not data.hasImage() or data.hasText():
        return None
    image = data.imageData()
    return image if isinstance(image, QImage) and not image.isNull() else None


def text_in(data: QMimeData) -> str:
    """A text that is too long to be written on in the message field; "" for any other."""
    text = data.text() if not can_be_attached(data) else ""
    return text if len(text) > LONGEST_WRITTEN else ""


def can_be_attached(data: QMimeData) -> bool:
    """Whether it is no text."""
    return bool(files_in(data)) or (data.hasImage() and not data.hasText())
