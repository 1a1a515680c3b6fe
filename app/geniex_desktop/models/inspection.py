"""Is this file a model that can be loaded? Asked of our own bounded reader, before an engine sees it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..engine.gguf import GgufReport, inspect_gguf
from ..errors import AppError, Blame

_PROJECTOR_ARCHITECTURE = "clip"
_ENCODERS = frozenset(
    (
        *("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "jina-bert-v3", "modern-bert", "neo-bert"),
        *("eurobert", "gemma-embedding", "llama-embed", "t5encoder"),
    )
)
"""Architectures without a decoder, as llama.cpp names them."""


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


def require_chat_model(path: Path) -> None:
    """Raises AppError for a model that only makes vectors. Other faults are the engine's to name.

    Blocks: not for the GUI thread.
    """
    if is_embedding_model(inspect_gguf(path).facts):
        raise AppError(
            f"{path.name} is an embedding model and cannot chat.",
            cause="It turns a text into numbers by which texts are found and compared, and writes none.",
            hint="Choose a language model for the chat.",
            blame=Blame.USER,
        )


def is_embedding_model(facts: Mapping[str, Any]) -> bool:
    """Whether a model's output is a vector: an encoder, or a decoder that was trained to pool."""
    return facts.get("architecture") in _ENCODERS or bool(facts.get("pooling_type"))


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
