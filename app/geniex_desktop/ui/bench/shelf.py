"""The models that the bench offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ...bench.matrix import ModelChoice
from ...models.starter import StarterModel
from .. import words


def known_models(recent: Sequence[Path], stored: Sequence[Path], starter: StarterModel) -> list[ModelChoice]:
    """The models opened before, newest first, then those of the store, then the starter model.

    Looks at the disk: for a worker.
    """
    paths = [*recent, *stored, *([starter.path()] if starter.is_present() else [])]
    choices = []
    for path in dict.fromkeys(paths):
        try:
            size = path.stat().st_size
        except OSError:
            continue  # moved or deleted since
        choices.append(replace(ModelChoice.of_file(path), note=words.size(size)))
    return choices
