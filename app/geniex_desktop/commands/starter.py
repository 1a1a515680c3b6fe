"""The starter model for a command without a window: there at once, or fetched with progress on stderr."""

from __future__ import annotations

from pathlib import Path

from ..models.starter import StarterModel
from .terminal import DownloadLine, note


def starter_file(model: StarterModel) -> Path:
    """The model's file, downloaded when it is missing; Ctrl+C stops and keeps what has arrived.

    Raises:
        AppError: no source delivers, or the disk is full.
    """
    if model.is_present():
        return model.path()
    line = DownloadLine(model.title)
    try:
        return model.download(line, lambda: False, lambda source: note(f"{model.title}: from {source}"))
    finally:
        line.end()
