"""All that the page of one installed model file shows: header, fit, and what earlier runs really took."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..engine.gguf import GgufReport, inspect_gguf
from .appraisal import Precision, appraise
from .chat_template import read_chat_template
from .fingerprint import fingerprint
from .fit import ModelShape, Place, ProjectorShape
from .habits import ModelOptions
from .library import Library
from .measurements import Run


@dataclass(frozen=True, slots=True)
class Details:
    """Of one model file.

    Attributes:
        precision: With its fit and speed at the usual context.
        template: The chat template that the file brings, "" for none.
        runs: What was measured, latest last.
    """

    path: Path
    report: GgufReport
    precision: Precision
    place: Place
    template: str
    options: ModelOptions
    runs: tuple[Run, ...]


def read_details(
    library: Library, path: Path, quant: str, place: Place, projector: Path | None = None
) -> Details:
    """Reads the header and the ends of a file. Blocks; raises AppError or OSError."""
    report = inspect_gguf(path)
    sound = not report.fatal
    shape = ModelShape.from_facts(report.facts) if sound else None
    seen = ProjectorShape.from_facts(inspect_gguf(projector).facts) if sound and projector else None
    size = shape.weight_bytes if shape is not None else path.stat().st_size
    judged = appraise((Precision(quant, size, path.name),), shape, place, library.measurements, seen)
    return Details(
        path=path,
        report=report,
        precision=judged.precisions[0],
        place=place,
        template=read_chat_template(path) if sound else "",
        options=library.habits.options(path),
        runs=library.measurements.of_model(fingerprint(path)),
    )
