"""Is this file a model that can be loaded? Asked of our own bounded reader, before an engine sees it."""

from __future__ import annotations

from pathlib import Path

from ..engine.gguf import GgufReport, inspect_gguf
from ..errors import AppError, Blame

_PROJECTOR_ARCHITECTURE = "clip"


def require_projector(path: Path) -> GgufReport:
    """What the reader knows about a model's vision or audio part; otherwise as `require_loadable`."""
    report = require_loadable(path)
    if report.facts.get("architecture") != _PROJECTOR_ARCHITECTURE:
        raise AppError(
            f"{path.name} cannot be used.",
            cause="It is a language model, and no vision or audio part of one.",
            hint="Choose the file whose name contains 'mmproj'.",
            blame=Blame.USER,
        )
    return report


def require_loadable(path: Path) -> GgufReport:
    """What the reader knows about a model file that can be loaded. Blocks: not for the GUI thread.

    Raises:
        AppError: missing, a folder, unreadable, or a file that would fail or harm the engine.
    """
    if path.is_dir():
        raise AppError(
            f"{path} is a folder.", hint="Choose the .gguf file of a model in it.", blame=Blame.USER
        )
    if not path.exists():
        raise AppError(
            f"There is no file {path}.", hint="Check the path of the model file.", blame=Blame.USER
        )
    report = inspect_gguf(path)
    if report.fatal:
        first = report.fatal[0]
        raise AppError(
            f"{path.name} cannot be used.",
            cause=f"{first.message} ({first.where})" if first.where else first.message,
            hint=first.remedy,
            detail="\n".join(
                f"{finding.code}: {finding.message} {finding.where}" for finding in report.fatal
            ),
            blame=Blame.USER,
        )
    return report
