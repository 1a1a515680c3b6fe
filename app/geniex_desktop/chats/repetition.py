"""Notices a model that writes the same thing again and again, as small ones do, and devices gone wrong."""

from __future__ import annotations

LONGEST_SPAN = 256
"""Characters of what is repeated; about 64 tokens."""
FEWEST_TIMES = 8
SHORTEST_RUN = 400
"""Characters of all repetitions together: rulers and lines of dots are shorter."""
_TAIL = LONGEST_SPAN * FEWEST_TIMES
_EVERY = 100
"""New characters between two looks: one costs under a millisecond."""


class Repetition:
    """Follows one reply as it grows. `span` is what is being repeated, "" while nothing is."""

    def __init__(self) -> None:
        self.span = ""
        self._tail = ""
        self._unseen = 0

    def feed(self, text: str) -> None:
        """More of the reply."""
        self._tail = (self._tail + text)[-_TAIL:]
        self._unseen += len(text)
        if self._unseen >= _EVERY:
            self._unseen = 0
            self.span = repeated_span(self._tail)


def repeated_span(text: str) -> str:
    """What stands at least `FEWEST_TIMES`, over `SHORTEST_RUN` characters, at the end; "" for nothing."""
    backwards = text[: -_TAIL - 1 : -1]
    # border[n]: how long the longest beginning of the first n + 1 characters is that also ends them.
    border = [0] * len(backwards)
    matched = 0
    for at in range(1, len(backwards)):
        while matched and backwards[at] != backwards[matched]:
            matched = border[matched - 1]
        if backwards[at] == backwards[matched]:
            matched += 1
        border[at] = matched
        length = at + 1
        span = length - matched
        if length >= SHORTEST_RUN and span <= LONGEST_SPAN and span * FEWEST_TIMES <= length:
            return text[len(text) - span :]
    return ""
