"""How full the context will be with the next message, measured by the engine while one types."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...chats.trimming import turns_to_leave_out
from ...engine.types import ChatMessage, GenerateRequest, PromptPreview
from .controller import ChatController

_PAUSE_MS = 250
_LIVE_MS = 500
_LEAST_ANSWER = 256
"""Tokens that the answer should have at least, where the context is not tiny."""
_LONGEST_COUNTED = 400_000
"""Characters beyond which a text is not counted but guessed: the engine would be busy for too long."""
_CHARS_PER_TOKEN = 4


class ContextMeter(QObject):
    """Asks at most one question at a time, and none while a reply runs; `changed` tells of an answer."""

    changed = Signal()
    moved = Signal()
    """A running reply has filled more of the context."""

    def __init__(self, controller: ChatController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._session = controller.session
        self.n_prompt: int | None = None
        """Tokens of what would be sent now; None while unknown."""
        self.n_filled: int | None = None
        """Tokens of the context that are taken: `n_prompt`, or what a running reply has filled."""
        self.estimated = False
        """Both are partly guessed: there are media that the model has not read before."""
        self.draft_tokens: int | None = None
        """Tokens of the message being written; None while unknown or empty."""
        self.text = ""
        """What would be sent now, with the chat template applied; "" while unknown."""
        self.proposal = 0
        """How many more of the oldest turns would have to be left out."""
        self._asked: GenerateRequest | None = None
        self._preview_id: int | None = None
        self._count_id: int | None = None
        self._again = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._ask)
        self._running_prompt: int | None = None
        """Tokens that the running reply was asked with."""
        self._live = QTimer(self)
        self._live.setInterval(_LIVE_MS)
        self._live.timeout.connect(self._follow)
        engine = self._session.engine
        engine.previewed.connect(self._previewed)
        engine.tokens_counted.connect(self._counted)
        engine.failed.connect(self._failed)
        controller.busy_changed.connect(self._busy_changed)
        controller.media_tokens.changed.connect(self.update)
        controller.branched.connect(self.update)
        controller.reset.connect(self.update)
        self._session.loaded.connect(self.update)
        self._busy_changed()

    @property
    def n_ctx(self) -> int:
        """Tokens that fit; 0 while unknown."""
        return self._session.context.n_ctx if self._session.context is not None else 0

    @property
    def room(self) -> int:
        """Tokens that may be sent so that an answer still fits."""
        return self.n_ctx - min(_LEAST_ANSWER, self.n_ctx // 8)

    @property
    def overflows(self) -> bool:
        """What would be sent leaves no room for an answer."""
        return self.n_prompt is not None and self.n_ctx > 0 and self.n_prompt > self.room

    @Slot()
    def update(self) -> None:
        """Something that is sent has changed: measures again when it rests."""
        self._timer.start()

    @Slot()
    def _busy_changed(self) -> None:
        self._running_prompt = None
        if self._controller.busy:
            self._live.start()
        else:
            self._live.stop()
            self.update()

    @Slot()
    def _follow(self) -> None:
        """Counts what arrives, without asking an engine that is busy with it."""
        asked = self._controller.asked
        if asked is None:
            return
        if self._running_prompt is None:
            self._running_prompt = self._length_of(asked)
        self.n_filled = self._running_prompt + self._controller.n_written
        self.moved.emit()

    def _length_of(self, request: GenerateRequest) -> int:
        """What was measured of the same messages, else a guess from what was measured last."""
        measured = self._asked.messages if self._asked is not None and self.n_prompt is not None else ()
        if self.n_prompt is not None and measured == request.messages:
            return self.n_prompt
        media, before = (
            self._controller.media_tokens.of(messages) for messages in (request.messages, measured)
        )
        per_character = 1 / _CHARS_PER_TOKEN
        if self.n_prompt is not None and _characters(measured):
            per_character = max(0, self.n_prompt - before.n_tokens) / _characters(measured)
        return media.n_tokens + round(per_character * _characters(request.messages))

    @Slot()
    def _ask(self) -> None:
        controller = self._controller
        if self._preview_id is not None or self._count_id is not None:
            self._again = True
            return
        if self._session.model is None or controller.busy:
            return
        draft = controller.draft
        self._asked = controller.next_request()
        size = _characters(self._asked.messages)
        if size > _LONGEST_COUNTED:
            self._take(size // _CHARS_PER_TOKEN, "")
            return
        if not self._asked.messages:
            self._take(0, "")
            return
        engine = self._session.engine
        self._preview_id = engine.preview(self._asked)
        if draft.strip():
            self._count_id = engine.count_tokens(draft)
        else:
            self.draft_tokens = None

    @Slot(int, object)
    def _previewed(self, request_id: int, preview: PromptPreview | None) -> None:
        if request_id != self._preview_id:
            return
        self._preview_id = None
        if preview is None:
            self.n_prompt = self.n_filled = None
            self.text, self.proposal, self.estimated = "", 0, False
            self._end()
        else:
            self._take(preview.n_tokens, preview.text)

    @Slot(int, object)
    def _counted(self, request_id: int, count: int | None) -> None:
        if request_id != self._count_id:
            return
        self._count_id = None
        self.draft_tokens = count
        use = self._session.context
        if self.n_prompt is None and count is not None and use is not None:
            # A library that cannot render: what the chat holds now, and the message itself.
            held = use.n_used if len(self._controller.conversation) else 0
            self._take(held + count, "")
        else:
            self._end()

    @Slot(int, object)
    def _failed(self, request_id: int, _error: object) -> None:
        """A measurement that fails is no news: sending will tell what is wrong."""
        if request_id == self._preview_id:
            self._preview_id = None
        elif request_id == self._count_id:
            self._count_id = None
        else:
            return
        self._end()

    def _take(self, n_text: int, text: str) -> None:
        messages = self._asked.messages if self._asked is not None else ()
        known = self._controller.media_tokens
        media = known.of(messages)
        self.n_prompt = self.n_filled = n_prompt = n_text + media.n_tokens
        self.text, self.estimated = text, media.estimated
        self.proposal = 0
        if self.overflows:
            self.proposal = turns_to_leave_out(messages, n_prompt, self.room, known.tokens)
        self._end()

    def _end(self) -> None:
        if self._again and self._preview_id is None and self._count_id is None:
            self._again = False
            self._timer.start()
        self.changed.emit()


def _characters(messages: Iterable[ChatMessage]) -> int:
    return sum(len(message.content) for message in messages)
