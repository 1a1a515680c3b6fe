"""First models to offer: a short list by device, language and hub that can be reached."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import AppError
from .fit import Target

HUGGING_FACE = "huggingface"
MODEL_SCOPE = "modelscope"

_LANGUAGE_OF_LAST_RESORT = "en"


@dataclass(frozen=True, slots=True)
class Entry:
    """A model worth offering to someone who names none.

    Attributes:
        parameters: How many weights.
        languages: ISO 639 codes that it answers well in, best first.
        targets: Where it runs well.
        licence: SPDX or the publisher's own name.
        sources: Repository by hub.
    """

    id: str
    name: str
    parameters: int
    languages: tuple[str, ...]
    targets: tuple[Target, ...]
    licence: str
    sources: tuple[tuple[str, str], ...]

    def repository(self, hub: str) -> str:
        """Its name on a hub; "" where it is not."""
        return dict(self.sources).get(hub, "")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A model and the hub to take it from."""

    entry: Entry
    hub: str
    repository: str


def load_catalogue(file: Path) -> tuple[Entry, ...]:
    """In the order in which they are offered. Raises AppError when the installation is damaged."""
    try:
        content = json.loads(file.read_bytes())
        return tuple(_entry(value) for value in content["models"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise AppError(
            "The list of first models cannot be read.",
            cause=f"{type(error).__name__}: {error}",
            hint="Install GenieX Desktop again.",
            detail=str(file),
        ) from error


def hub_order(locale: str, target: Target) -> tuple[str, ...]:
    """Hubs, nearest first: a Chinese system or an Ascend board is where Hugging Face is out of reach."""
    if _language(locale) == "zh" or target is Target.ASCEND_310B:
        return MODEL_SCOPE, HUGGING_FACE
    return HUGGING_FACE, MODEL_SCOPE


def suggest(
    entries: Sequence[Entry], target: Target, locale: str, hubs: Sequence[str] | None = None
) -> list[Suggestion]:
    """What to offer on a device to a speaker of a language ("zh_CN", "en"), best first.

    `hubs` are those that can be reached, in order of preference; None = those of `hub_order`. What speaks
    the language comes before what only speaks English.
    """
    language = _language(locale)
    reachable = hub_order(locale, target) if hubs is None else hubs
    own: list[Suggestion] = []
    others: list[Suggestion] = []
    for entry in entries:
        hub = next((hub for hub in reachable if entry.repository(hub)), "")
        if not hub or target not in entry.targets:
            continue
        suggestion = Suggestion(entry, hub, entry.repository(hub))
        if language in entry.languages:
            own.append(suggestion)
        elif _LANGUAGE_OF_LAST_RESORT in entry.languages:
            others.append(suggestion)
    return own + others


def _language(locale: str) -> str:
    return locale.replace("-", "_").partition("_")[0].lower()


def _entry(value: dict[str, Any]) -> Entry:
    return Entry(
        id=str(value["id"]),
        name=str(value["name"]),
        parameters=int(value["parameters"]),
        languages=tuple(value["languages"]),
        targets=tuple(Target(name) for name in value["targets"]),
        licence=str(value["licence"]),
        sources=tuple((str(hub), str(repository)) for hub, repository in value["sources"].items()),
    )
