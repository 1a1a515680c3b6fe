"""Faults of other people's releases that a new pin could bring back."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtGui import QTextDocument


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None cannot be lost since Python 3.12")
def test_qt_calls_do_not_lose_references_of_none() -> None:
    """PySide6 6.12.0 dropped one for each call without a result, and the interpreter died of it."""
    document = QTextDocument()
    before = sys.getrefcount(None)
    for _ in range(500):
        document.setPlainText("x")
    assert sys.getrefcount(None) > before - 100
