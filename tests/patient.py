"""A pytest-qt bot whose waits have a limit only so that a hanging test ends."""

from __future__ import annotations

from functools import partial

import pytest
from pytestqt.qtbot import QtBot

_LONGEST_MS = 60_000
"""Of what takes a moment here, a machine that is busy with something else may make many seconds."""


class PatientBot(QtBot):
    """Waits a minute where the test says nothing else; pytest-qt's own five seconds are a bet on speed."""

    def __init__(self, request: pytest.FixtureRequest) -> None:
        super().__init__(request)
        for name in ("waitUntil", "waitSignal", "waitSignals", "waitCallback", "waitActive", "waitExposed"):
            setattr(self, name, partial(getattr(self, name), timeout=_LONGEST_MS))
