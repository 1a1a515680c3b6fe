"""Values of kept files, each of its kind or refused: an unreadable file is better than a wrong figure."""

from __future__ import annotations

import math


def text(value: object) -> str:
    """Raises TypeError for anything but a text."""
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def count(value: object) -> int:
    """Raises TypeError for anything but a whole number from 0."""
    if type(value) is not int or value < 0:
        raise TypeError("no count")
    return value


def figure(value: object) -> float:
    """Raises TypeError for anything but a finite number."""
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not math.isfinite(value):
        raise TypeError("no figure")
    return float(value)
