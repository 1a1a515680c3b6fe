"""How the models of this machine would fit, again and again at little cost: each header is read once."""

from __future__ import annotations

from pathlib import Path

from .appraisal import Precision, appraise
from .fit import ModelShape, Place, ProjectorShape
from .header_cache import HeaderCache
from .measurements import Measurements


class FitCache:
    """Thread-safe; `judge` blocks."""

    def __init__(self, headers: HeaderCache) -> None:
        self._headers = headers

    def judge(
        self, path: Path, projector: Path | None, place: Place, measurements: Measurements
    ) -> Precision | None:
        """A model file with its fit and speed at the usual context; None for one that cannot be loaded."""
        facts = self._headers.facts(path)
        if facts is None:
            return None
        seen = self._headers.facts(projector) if projector is not None else None
        shape = ModelShape.from_facts(facts)
        judged = appraise(
            (Precision("", shape.weight_bytes, path.name),),
            shape,
            place,
            measurements,
            ProjectorShape.from_facts(seen) if seen is not None else None,
        )
        return judged.precisions[0]
