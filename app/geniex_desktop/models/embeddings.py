"""Which of the installed models only make vectors. Their headers are read once."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from ..engine.gguf import inspect_gguf
from ..errors import AppError
from .inspection import is_embedding_model
from .store import StoredModel


class EmbeddingModels:
    """Remembers each file by its size and time of change. Used by one worker at a time; blocks."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int, int], bool] = {}

    def among(self, models: Iterable[StoredModel]) -> frozenset[str]:
        """The names of those that cannot chat."""
        return frozenset(model.name for model in models if self._is_one(model))

    def _is_one(self, model: StoredModel) -> bool:
        file = next((file for file in model.files if file.role == "model"), None)
        if file is None or file.path.suffix.lower() != ".gguf":
            return False
        with contextlib.suppress(OSError, AppError):  # gone, or unreadable: its state says so
            status = file.path.stat()
            key = (file.path, status.st_size, status.st_mtime_ns)
            if key not in self._known:
                self._known[key] = is_embedding_model(inspect_gguf(file.path).facts)
            return self._known[key]
        return False
