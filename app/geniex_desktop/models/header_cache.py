"""Facts of model files' headers, each read once: what is listed is asked about again and again."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from ..engine.gguf import inspect_gguf
from ..errors import AppError

_KEPT = 1000


class HeaderCache:
    """Remembers each file by its size and time of change. Thread-safe; `facts` blocks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._facts: dict[tuple[Path, int, int], dict[str, Any] | None] = {}

    def facts(self, path: Path) -> dict[str, Any] | None:
        """What the header says; None for a file that is gone, unreadable or cannot be loaded."""
        try:
            status = path.stat()
            key = (path, status.st_size, status.st_mtime_ns)
            with self._lock:
                if key in self._facts:
                    return self._facts[key]
            report = inspect_gguf(path)
        except (OSError, AppError):
            return None
        facts = None if report.fatal else report.facts
        with self._lock:
            self._facts[key] = facts
            while len(self._facts) > _KEPT:
                del self._facts[next(iter(self._facts))]
        return facts
