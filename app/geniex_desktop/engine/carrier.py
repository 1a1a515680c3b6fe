"""The one place where it is decided which process the native engine lives in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from .protocol import Engine


def make_engine(isolated: bool, runtime: str = "") -> Callable[[], Engine]:
    """What the engine thread calls to get its engine: one in a child process, or one in this process.

    `runtime` names someone else's libgeniex; that one never comes into this process.
    """
    if isolated or runtime:
        from .isolated import IsolatedEngine

        return partial(IsolatedEngine, runtime=Path(runtime)) if runtime else IsolatedEngine
    from .inprocess import InProcessEngine

    return InProcessEngine
