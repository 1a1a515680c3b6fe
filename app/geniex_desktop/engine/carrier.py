"""The one place where it is decided which process the native engine lives in."""

from __future__ import annotations

from collections.abc import Callable

from .protocol import Engine


def make_engine(isolated: bool) -> Callable[[], Engine]:
    """What the engine thread calls to get its engine: one in a child process, or one in this process."""
    if isolated:
        from .isolated import IsolatedEngine

        return IsolatedEngine
    from .inprocess import InProcessEngine

    return InProcessEngine
