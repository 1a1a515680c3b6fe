"""Which of the installed models only make vectors. Their headers are read once."""

from __future__ import annotations

from collections.abc import Iterable

from .header_cache import HeaderCache
from .inspection import is_embedding_model
from .store import StoredModel


class EmbeddingModels:
    """Thread-safe; blocks."""

    def __init__(self, headers: HeaderCache) -> None:
        self._headers = headers

    def among(self, models: Iterable[StoredModel]) -> frozenset[str]:
        """The names of those that cannot chat."""
        return frozenset(model.name for model in models if self._is_one(model))

    def _is_one(self, model: StoredModel) -> bool:
        file = next((file for file in model.files if file.role == "model"), None)
        if file is None or file.path.suffix.lower() != ".gguf":
            return False
        facts = self._headers.facts(file.path)
        return facts is not None and is_embedding_model(facts)
