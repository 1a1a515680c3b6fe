"""How the models of this machine would fit, again and again at little cost: each header is read once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from ..engine.gguf import inspect_gguf
from ..errors import AppError
from .appraisal import Precision, appraise
from .fit import ModelShape, Place, ProjectorShape
from .measurements import Measurements

_KEPT = 1000


class FitCache:
    """Facts of headers, by file, size and time of change. Thread-safe; `judge` blocks."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._facts: dict[tuple[Path, int, int], dict[str, Any] | None] = {}

    def judge(
        self, path: Path, projector: Path | None, place: Place, measurements: Measurements
    ) -> Precision | None:
        """A model file with its fit and speed at the usual context; None for one that cannot be loaded."""
        facts = self._read(path)
        if facts is None:
            return None
        seen = self._read(projector) if projector is not None else None
        shape = ModelShape.from_facts(facts)
        judged = appraise(
            (Precision("", shape.weight_bytes, path.name),),
            shape,
            place,
            measurements,
            ProjectorShape.from_facts(seen) if seen is not None else None,
        )
        return judged.precisions[0]

    def _read(self, path: Path) -> dict[str, Any] | None:
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
