"""Which projector (mmproj) file lets a model see or hear, when it lies with it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from ..engine.gguf import GgufReport, inspect_gguf
from ..engine.naming import name_and_precision
from ..errors import AppError, Blame

_MARK = re.compile(r"mmproj|projector", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+|\d+")

_PRECISIONS = ("F16", "BF16", "Q8_0", "F32")
"""Of one projector in several precisions, what is tried first: encoders are small and suffer from less."""


def find_projector(model: Path) -> Path | None:
    """The projector in the model's folder that goes with it, or None. Blocks: not for the GUI thread.

    Goes by the width that the projector computes and the model reads, then by the names.

    Raises:
        AppError: several fit equally well; the user must choose.
    """
    width = inspect_gguf(model).facts.get("embedding_length")
    fitting = [path for path in _candidates(model) if _fits(path, width)]
    if not fitting:
        return None
    likeness = {path: _likeness(path, model) for path in fitting}
    best = [path for path in fitting if likeness[path] == max(likeness.values())]
    variants = {_without_precision(path) for path in best}
    if len(variants) > 1:
        names = ", ".join(path.name for path in best)
        raise AppError(
            f"Several projectors go with {model.name}.",
            cause=f"Found: {names}.",
            hint="Name the one to use.",
            blame=Blame.USER,
        )
    return min(best, key=_preference)


def _candidates(model: Path) -> list[Path]:
    try:
        files = sorted(model.parent.iterdir())
    except OSError:  # the model itself may be readable all the same
        return []
    return [f for f in files if f.suffix.lower() == ".gguf" and _MARK.search(f.stem) and f != model]


def _fits(path: Path, width: int | None) -> bool:
    try:
        report = inspect_gguf(path)
    except AppError:
        return False
    if report.fatal or not report.facts.get("modalities"):
        return False
    projected = _projected_width(report)
    return None in (projected, width) or projected == width


def _projected_width(report: GgufReport) -> int | None:
    """None where the reader does not tell: the engine will."""
    width: int | None = report.facts.get("projection_length")
    return width


def _likeness(path: Path, model: Path) -> int:
    """How many words and numbers of the model's name stand in the projector's."""
    words = set(_WORD.findall(name_and_precision(model)[0].lower()))
    return len(words & set(_WORD.findall(name_and_precision(path)[0].lower())))


def _without_precision(path: Path) -> str:
    return name_and_precision(path)[0].lower()


def _preference(path: Path) -> tuple[int, str]:
    precision = name_and_precision(path)[1]
    return (_PRECISIONS.index(precision) if precision in _PRECISIONS else len(_PRECISIONS), path.name)


def models_with_senses(models: Iterable[Path]) -> dict[Path, frozenset[str]]:
    """Those of the models that have a projector, with what that takes ("vision", "audio").

    Blocks: not for the GUI thread.
    """
    found = {model: _senses(model) for model in dict.fromkeys(models)}
    return {model: senses for model, senses in found.items() if senses}


def _senses(model: Path) -> frozenset[str]:
    try:
        projector = find_projector(model)
        return (
            frozenset(inspect_gguf(projector).facts["modalities"]) if projector is not None else frozenset()
        )
    except AppError:  # several fit, or the model has gone or is damaged
        return frozenset()
