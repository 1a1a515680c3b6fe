"""Sentences of the layers below the window, in the window's language.

Those layers know no language: their errors and reasons are English. Here each of their sentences stands once,
as a pattern with places %1 to %9, and is found again by what was said. So an error that was stored in one
language is shown in another.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from ...doctor.wording import Text
from ...errors import AppError
from .. import words
from . import engine, hubs, models, records, telemetry

PATTERNS = frozenset(
    (
        *engine.SENTENCES,
        *models.SENTENCES,
        *hubs.SENTENCES,
        *records.SENTENCES,
        *telemetry.SENTENCES,
    )
)

_PLACE = re.compile(r"%([1-9])")
_SENTENCE_END = re.compile(r"(?<=[.?!]) (?=[A-Z0-9'])")
_ASIDE = re.compile(r"(.+?) (\([^()]*\))")
"""A sentence with the place in a file that it is about."""
_LONGEST = 2000
"""Characters; what is longer is no sentence of ours, and searching it could take long."""


def localized(text: str) -> str:
    """What was said, in the window's language; as it is where no pattern fits."""
    return "\n".join(map(_line, text.split("\n")))


def localized_error(error: AppError) -> AppError:
    """The error to show; details stay as they are, for they are meant for a report."""
    return AppError(
        localized(error.text),
        cause=localized(error.cause),
        hint=localized(error.hint),
        detail=error.detail,
        code=error.code,
        blame=error.blame,
    )


def _line(text: str) -> str:
    if len(text) > _LONGEST:
        return text
    found = _recognized(text)
    if found is not None:
        return _shown(found)
    aside = _ASIDE.fullmatch(text)
    if aside and (found := _recognized(aside[1])) is not None:
        return f"{_shown(found)} {aside[2]}"
    sentences = _SENTENCE_END.split(text)
    if len(sentences) == 1:
        return text
    return words.sentences(*map(_line, sentences))


def _shown(found: Text) -> str:
    arguments = tuple(_translated(each) if each in PATTERNS else each for each in found.arguments)
    return replace(found, arguments=arguments).shown(_translated)


def _translated(pattern: str) -> str:
    return QCoreApplication.translate("Sentences", pattern)


@lru_cache(maxsize=512)
def _recognized(text: str) -> Text | None:
    """The pattern that a text was made from, and what stands in its places."""
    if text in PATTERNS:
        return Text(text)
    for pattern, expression in _expressions():
        fitting = expression.fullmatch(text)
        if fitting:
            return Text(pattern, fitting.groups())
    return None


@lru_cache(maxsize=1)
def _expressions() -> list[tuple[str, re.Pattern[str]]]:
    """The patterns with places, the most telling first: "The archive %1 is …" before "%1 is …"."""
    open_ones = [pattern for pattern in PATTERNS if _PLACE.search(pattern)]
    open_ones.sort(key=lambda pattern: (-len(_PLACE.sub("", pattern)), pattern))
    return [(pattern, re.compile(_PLACE.sub("(.+?)", re.escape(pattern)))) for pattern in open_ones]
