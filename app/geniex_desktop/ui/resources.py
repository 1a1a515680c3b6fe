"""Where icons and translations lie: beside the package when installed, in the source tree otherwise."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def _root() -> Path:
    installed = _PACKAGE / "resources"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "resources"


def resource_path(*parts: str) -> Path:
    """The path of a file under resources/."""
    return _root().joinpath(*parts)
