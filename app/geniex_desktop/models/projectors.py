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


class ProjectorDoubt(AppError):
    """None of the projectors beside a model was taken by itself.

    Attributes:
        candidates: Those that a person may choose, the likeliest first.
        fitting: Each of them goes with the model; otherwise none seems to.
    """

    def __init__(self, text: str, cause: str, hint: str, candidates: Iterable[Path], fitting: bool) -> None:
        super().__init__(text, cause=cause, hint=hint, blame=Blame.USER)
        self.candidates = tuple(candidates)
        self.fitting = fitting


def find_projector(model: Path) -> Path | None:
    """The projector in the model's folder that goes with it, or None. Blocks: not for the GUI thread.

    Goes by the width that the projector computes and the model reads, then by the names.

    Raises:
        ProjectorDoubt: several fit equally well, or there are some and none fits.
        AppError: the model cannot be read.
    """
    width = inspect_gguf(model).facts.get("embedding_length")
    beside = {path: report for path in _candidates(model) if (report := _projector(path)) is not None}
    fitting = [path for path in beside if width is None or _projected_width(beside[path]) in (None, width)]
    if not fitting:
        if beside and width is not None:
            raise _none_fits(model, width, beside)
        return None
    likeness = {path: _likeness(path, model) for path in fitting}
    best = [path for path in fitting if likeness[path] == max(likeness.values())]
    variants = {_without_precision(path) for path in best}
    if len(variants) > 1:
        raise ProjectorDoubt(
            f"Several projectors go with {model.name}.",
            cause=f"Found: {', '.join(path.name for path in best)}.",
            hint="Name the one to use.",
            candidates=best,
            fitting=True,
        )
    return min(best, key=_preference)


def _none_fits(model: Path, width: int, beside: dict[Path, GgufReport]) -> ProjectorDoubt:
    likeliest = sorted(beside, key=lambda path: (-_likeness(path, model), _preference(path)))
    made = ", ".join(f"{_projected_width(beside[path])} ({path.name})" for path in likeliest)
    return ProjectorDoubt(
        f"No projector beside {model.name} seems to go with it.",
        cause=f"The model reads vectors of {width} numbers; what lies beside it makes others: {made}.",
        hint="Get the projector (mmproj) that was made for this model.",
        candidates=likeliest,
        fitting=False,
    )


def _candidates(model: Path) -> list[Path]:
    try:
        files = sorted(model.parent.iterdir())
    except OSError:  # the model itself may be readable all the same
        return []
    return [f for f in files if f.suffix.lower() == ".gguf" and _MARK.search(f.stem) and f != model]


def _projector(path: Path) -> GgufReport | None:
    """None for a file that is damaged, or no projector in spite of its name."""
    try:
        report = inspect_gguf(path)
    except AppError:
        return None
    return None if report.fatal or not report.facts.get("modalities") else report


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
