"""Cuts a long text of the person's into stretches, each of which is laid out quickly. No Qt."""

from __future__ import annotations

MOST_CHARS = 3000
_MOST_LINES = 60
"""About two screens; the layout of either takes a few milliseconds."""


def stretches(text: str) -> list[str]:
    """Together they are the text; each ends after a line where it has one, else after a word."""
    result: list[str] = []
    start = 0
    while start < len(text) or not result:
        end = _end(text, start)
        result.append(text[start:end])
        start = end
    return result


def _end(text: str, start: int) -> int:
    limit = min(len(text), start + MOST_CHARS)
    place = start
    for _ in range(_MOST_LINES):
        line = text.find("\n", place, limit)
        if line < 0:
            break
        place = line + 1
    else:
        return place
    if limit == len(text):
        return limit
    # Nothing is found at -1, which makes a cut at 0.
    word = text.rfind(" ", start, limit) + 1
    return place if place > start else word if word > start else limit
