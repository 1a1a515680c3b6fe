"""Sentences that are written here and translated where they are shown."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Text:
    """An English pattern with places %1 to %9, and what stands there."""

    pattern: str
    arguments: tuple[str, ...] = ()

    def of(self, *arguments: object) -> Text:
        """The same sentence about these things."""
        return replace(self, arguments=tuple(map(str, arguments)))

    def shown(self, translated: Callable[[str], str]) -> str:
        """The sentence in the language that `translated` turns a pattern into."""
        return _PLACE.sub(self._argument, translated(self.pattern))

    def __str__(self) -> str:
        """The sentence in English."""
        return self.shown(lambda pattern: pattern)

    def _argument(self, place: re.Match[str]) -> str:
        index = int(place[1]) - 1
        return self.arguments[index] if index < len(self.arguments) else place[0]


def translate(_context: str, pattern: str) -> Text:
    """Marks a sentence for translation; named as the extractor of translations expects it."""
    return Text(pattern)
