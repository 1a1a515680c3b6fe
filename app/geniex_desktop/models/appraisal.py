"""What a repository's precisions mean on this machine: size, memory, speed, and which one to take."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass, replace

from .fit import Fit, ModelShape, Place, ProjectorShape, Verdict, estimate, speed_bytes
from .measurements import Measurements
from .recommend import Offer, Recommendation, recommend

USUAL_CONTEXT = 4096
"""Tokens that models are compared at."""

_PARAMETERS = re.compile(r"(?<![a-z0-9.])(\d+(?:\.\d+)?)([bm])(?![a-z0-9])", re.IGNORECASE)
_BYTES_AT_FOUR_BITS = 0.6
"""Per parameter, with what a usual file keeps at more bits."""
_ROOM_BESIDE = 600 << 20
"""Cache, scratch and the engine of a usual model at the usual context, in bytes."""


@dataclass(frozen=True, slots=True)
class Precision:
    """One precision of a model.

    Attributes:
        size: Bytes of its files.
        file: Its first file, in the repository's words.
        fit: None as long as the model's header is not known.
        speed: Tokens a second to expect; 0 likewise.
    """

    quant: str
    size: int
    file: str = ""
    fit: Fit | None = None
    speed: float = 0.0


@dataclass(frozen=True, slots=True)
class Appraisal:
    """All precisions in the store's order, and the one to take here."""

    precisions: tuple[Precision, ...]
    recommendation: Recommendation | None


def appraise(
    precisions: tuple[Precision, ...],
    shape: ModelShape | None,
    place: Place,
    measurements: Measurements,
    projector: ProjectorShape | None = None,
) -> Appraisal:
    """Judges precisions by the header of any one of them; without a shape by nothing but their names."""
    correction = measurements.correction(place.target)
    judged = []
    for precision in precisions:
        if shape is None:
            judged.append(precision)
            continue
        scaled = _scaled(shape, precision.size)
        context = min(USUAL_CONTEXT, scaled.trained_context or USUAL_CONTEXT)
        fit = estimate(scaled, place, context, projector, correction)
        speed = measurements.speed(place.target, speed_bytes(scaled, place.target, context))
        judged.append(replace(precision, fit=fit, speed=speed))
    offers = {
        precision.quant: Offer(precision.size, precision.fit.verdict if precision.fit else None)
        for precision in judged
    }
    parameters = shape.matrix_parameters + shape.embedding_parameters if shape is not None else 0
    return Appraisal(
        tuple(judged), recommend(offers, place.target, is_arm=is_arm_machine(), parameters=parameters)
    )


def is_arm_machine() -> bool:
    return platform.machine().lower() in ("arm64", "aarch64")


def parameters_in_name(name: str) -> int:
    """How many parameters a model says it has in its name ("Qwen3-4B-GGUF"); 0 when it does not."""
    found = [
        float(number) * (1e9 if unit.lower() == "b" else 1e6) for number, unit in _PARAMETERS.findall(name)
    ]
    return int(max(found, default=0))


def verdict_by_name(name: str, free_bytes: int) -> tuple[Verdict, int] | None:
    """Whether a usual 4-bit file of a model would fit, and its memory; None where the name tells no size."""
    parameters = parameters_in_name(name)
    if not parameters:
        return None
    need = int(parameters * _BYTES_AT_FOUR_BITS) + _ROOM_BESIDE
    if need > free_bytes:
        return Verdict.TOO_BIG, need
    return (Verdict.FITS if need < 0.85 * free_bytes else Verdict.TIGHT), need


def _scaled(shape: ModelShape, size: int) -> ModelShape:
    """The same model in a file of another size: all tensors are taken to grow alike."""
    if size == shape.weight_bytes or shape.weight_bytes <= 0:
        return shape
    ratio = size / shape.weight_bytes
    return replace(shape, weight_bytes=size, embedding_bytes=int(shape.embedding_bytes * ratio))
