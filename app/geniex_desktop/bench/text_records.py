"""Scores of texts as they are kept: one file per run. Of the text itself, only its beginning is kept."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from . import strict
from .comparison import Circumstances
from .store import Store, before
from .text_score import NextToken, TextScore, text_bytes

VERSION = 1
"""Of the files' layout; raised only when an old program would misread a new file."""

_BEGINNING = 48


@dataclass(frozen=True, slots=True)
class ScoredText:
    """What tells a text apart without keeping it.

    Attributes:
        beginning: Its first words on one line, for people.
        size: Bytes in UTF-8.
        digest: SHA-256 of those bytes, in hexadecimal digits.
    """

    beginning: str
    size: int
    digest: str

    @classmethod
    def of(cls, content: str) -> ScoredText:
        data = text_bytes(content)
        words = " ".join(content[: 20 * _BEGINNING].replace("\0", " ").split())
        beginning = words if len(words) <= _BEGINNING else f"{words[:_BEGINNING].rstrip()}…"
        return cls(beginning, len(data), hashlib.sha256(data).hexdigest())


@dataclass(frozen=True, slots=True)
class FailedScore:
    """A model that came to no score.

    Attributes:
        failure: Why, for people; `detail` is the log of it, for a report.
    """

    model: str
    device: str
    failure: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TextRun:
    """One text, scored by some models.

    Attributes:
        id: Its name on the disk: when it began, UTC.
        time: The same in seconds since 1970.
        planned: Scores that it was to come to; fewer are there when it was stopped.
        system: Operating system and processor, for people.
    """

    id: str
    time: float
    planned: int
    app_version: str
    system: str
    text: ScoredText
    scores: tuple[TextScore, ...] = ()
    failures: tuple[FailedScore, ...] = ()

    @property
    def done(self) -> int:
        return len(self.scores) + len(self.failures)

    def with_score(self, score: TextScore | FailedScore) -> TextRun:
        if isinstance(score, FailedScore):
            return replace(self, failures=(*self.failures, score))
        return replace(self, scores=(*self.scores, score))


@dataclass(frozen=True, slots=True)
class EarlierScore:
    """The same text, scored before by the same model on the same device.

    Attributes:
        differs: Names of circumstances that differ: "app", "engine", "plugin", "system".
    """

    run: TextRun
    score: TextScore
    differs: tuple[str, ...] = ()


def earlier_score(run: TextRun, score: TextScore, runs: Sequence[TextRun]) -> EarlierScore | None:
    """The newest before `run`; `runs` are oldest first."""
    for other in reversed(before(run, runs)):
        if other.text.digest != run.text.digest:
            continue
        for found in other.scores:
            if found.setup == score.setup:
                now = Circumstances(run.app_version, score.engine_version, score.plugin_version, run.system)
                then = Circumstances(
                    other.app_version, found.engine_version, found.plugin_version, other.system
                )
                return EarlierScore(other, found, now.differences(then))
    return None


def as_content(run: TextRun) -> dict[str, Any]:
    """The run as JSON values."""
    return {"version": VERSION, **asdict(run)}


def from_content(content: Mapping[str, Any]) -> TextRun:
    """A run out of JSON values; members that a later version added are left out.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    if content["version"] > VERSION:
        raise ValueError("written by a newer version")
    about = content["text"]
    return TextRun(
        time=strict.figure(content["time"]),
        planned=strict.count(content["planned"]),
        text=ScoredText(
            strict.text(about["beginning"]), strict.count(about["size"]), strict.text(about["digest"])
        ),
        scores=tuple(map(_score, content["scores"])),
        failures=tuple(map(_failure, content["failures"])),
        **_texts(content, "id", "app_version", "system"),
    )


def _score(content: Mapping[str, Any]) -> TextScore:
    names = ("perplexity", "error", "mean_nll", "seconds")
    figures = {name: strict.figure(content[name]) for name in names}
    counts = {name: strict.count(content[name]) for name in ("tokens", "size", "window", "model_bytes")}
    texts = _texts(content, "model", "device", "plugin_version", "engine_version")
    return TextScore(next=tuple(map(_token, content["next"])), **texts, **figures, **counts)  # type: ignore[arg-type]


def _token(content: Mapping[str, Any]) -> NextToken:
    return NextToken(
        strict.count(content["token_id"]),
        strict.text(content["text"]),
        strict.figure(content["logit"]),
        strict.figure(content["probability"]),
    )


def _failure(content: Mapping[str, Any]) -> FailedScore:
    return FailedScore(**_texts(content, "model", "device", "failure", "detail"))


def _texts(content: Mapping[str, Any], *names: str) -> dict[str, str]:
    return {name: strict.text(content[name]) for name in names}


class TextStore(Store[TextRun]):
    """The folder of scored texts, inside that of the measured speeds."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "texts", as_content, from_content, prefix="text-")
