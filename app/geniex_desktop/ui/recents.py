"""Models opened before, newest first, as one setting."""

from __future__ import annotations

import json
from pathlib import Path

_KEEP = 8


def read(stored: str) -> list[Path]:
    """The paths of a stored list; what cannot be read is an empty list."""
    try:
        values = json.loads(stored)
    except (ValueError, RecursionError):
        return []
    if not isinstance(values, list):
        return []
    return [Path(value) for value in values if isinstance(value, str)][:_KEEP]


def added(stored: str, path: Path) -> str:
    """The stored list with one more model in front."""
    paths = [path, *(old for old in read(stored) if old != path)]
    return json.dumps([str(entry) for entry in paths[:_KEEP]], ensure_ascii=False)
