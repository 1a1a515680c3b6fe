"""What a drop or a paste brings that can be attached."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QImage


def files_in(data: QMimeData) -> list[Path]:
    """The files of this machine that are named; what lies elsewhere is not fetched."""
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]


def image_in(data: QMimeData) -> QImage | None:
    """Pixels without a file. Where there is text too, as from a table, the text is meant."""
    if not data.hasImage() or data.hasText():
        return None
    image = data.imageData()
    return image if isinstance(image, QImage) and not image.isNull() else None


def can_be_attached(data: QMimeData) -> bool:
    return bool(files_in(data)) or (data.hasImage() and not data.hasText())
