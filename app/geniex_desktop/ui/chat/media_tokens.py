"""How many tokens images and recordings take: learnt from the replies, for each model with its projector."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal, Slot

from ...chats.columns import loads
from ...engine.types import ChatMessage, GenerateRequest, MediaPart, PromptPreview, Reply
from ..model_session import ModelSession

_UNKNOWN = 256
"""Tokens of a medium of which the model has read none before: what many projectors make of an image."""
_MOST_KEPT = 1000


@dataclass(frozen=True, slots=True)
class MediaLength:
    """Tokens of all media of some messages. `estimated`: some of them the model has not read yet."""

    n_tokens: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True)
class _Lesson:
    model: str
    media: tuple[MediaPart, ...]
    n_prompt: int


class MediaTokens(QObject):
    """An engine counts text beforehand, and tells of media only how much they filled of the context."""

    changed = Signal()
    """Something about the open model's media has become known."""
    learned = Signal(str, str)
    """What is known of a model (its key): to be remembered, for `recall`."""

    def __init__(self, session: ModelSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._counts: dict[str, dict[str, tuple[str, int]]] = {}
        """By model, then by the medium's hash: its kind and its tokens."""
        self._lessons: dict[int, _Lesson] = {}
        session.engine.previewed.connect(self._previewed)
        session.engine.failed.connect(self._failed)

    @property
    def model(self) -> str:
        """The key of the open model; "" where it takes no media."""
        spec = self._session.model.spec if self._session.model is not None else None
        if spec is None or spec.mmproj_path is None:
            return ""
        return f"{spec.model_path.name} {spec.mmproj_path.name}"

    def of(self, messages: Iterable[ChatMessage]) -> MediaLength:
        """What the media of some messages take, as far as it is known."""
        media = [part for message in messages for part in message.media]
        if not self.model:
            return MediaLength()
        return MediaLength(sum(map(self.tokens, media)), not all(map(self._is_known, media)))

    def tokens(self, part: MediaPart) -> int:
        """Of one medium: what it took, else what those of its kind took on the average."""
        known = self._counts.get(self.model, {})
        if self._is_known(part):
            return known[part.path.name][1]
        alike = [count for kind, count in known.values() if kind == part.kind.value]
        return math.ceil(sum(alike) / len(alike)) if alike else _UNKNOWN

    def learn(self, request: GenerateRequest, reply: Reply) -> None:
        """Finds out what the media of an answered request took: what was held and is not text."""
        media = tuple(part for message in request.messages for part in message.media)
        n_prompt = _held_prompt(reply)
        if not self.model or not n_prompt or all(map(self._is_known, media)):
            return
        text = replace(request, messages=tuple(replace(message, media=()) for message in request.messages))
        self._lessons[self._session.engine.preview(text)] = _Lesson(self.model, media, n_prompt)

    def recall(self, model: str, remembered: str) -> None:
        """Takes over what `learned` told before; what is newer stays."""
        kept: dict[str, tuple[str, int]] = {}
        for sha256, value in loads(remembered).items():
            if isinstance(value, list) and len(value) == 2 and type(value[1]) is int and value[1] > 0:
                kept[sha256] = (str(value[0]), value[1])
        self._counts[model] = kept | self._counts.get(model, {})
        self.changed.emit()

    def _is_known(self, part: MediaPart) -> bool:
        return part.path.name in self._counts.get(self.model, {})

    @Slot(int, object)
    def _previewed(self, request_id: int, preview: PromptPreview | None) -> None:
        lesson = self._lessons.pop(request_id, None)
        if lesson is None or preview is None or lesson.model != self.model:
            return
        unknown = {part.path.name: part for part in lesson.media if not self._is_known(part)}
        rest = lesson.n_prompt - preview.n_tokens
        rest -= sum(self.tokens(part) for part in lesson.media if self._is_known(part))
        weights = {name: self.tokens(part) for name, part in unknown.items()}
        times = {name: sum(part.path.name == name for part in lesson.media) for name in unknown}
        whole = sum(weights[name] * times[name] for name in unknown)
        if rest <= 0 or not whole:
            return
        counts = self._counts.setdefault(lesson.model, {})
        for name, part in unknown.items():
            counts[name] = (part.kind.value, max(1, round(rest * weights[name] / whole)))
        self._counts[lesson.model] = counts = dict(list(counts.items())[-_MOST_KEPT:])
        self.learned.emit(lesson.model, json.dumps(counts))
        self.changed.emit()

    @Slot(int, object)
    def _failed(self, request_id: int, _error: object) -> None:
        self._lessons.pop(request_id, None)


def _held_prompt(reply: Reply) -> int:
    """Tokens of the whole prompt of a reply, those that were in the cache included; 0 = unknown.

    The last token of a reply is held only if one more was asked for, which was its end.
    """
    profile = reply.profile
    if reply.context is None or not profile.generated_tokens:
        return 0
    return reply.context.n_used - profile.generated_tokens + (profile.stop_reason != "eos")
