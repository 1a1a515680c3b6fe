"""How full the context will be with the next message, measured by the engine while one types."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...chats.trimming import turns_to_leave_out
from ...engine.types import GenerateRequest, PromptPreview
from .controller import ChatController

_PAUSE_MS = 250
_LEAST_ANSWER = 256
"""Tokens that the answer should have at least, where the context is not tiny."""
_LONGEST_COUNTED = 400_000
"""Characters beyond which a text is not counted but guessed: the engine would be busy for too long."""
_CHARS_PER_TOKEN = 4


class ContextMeter(QObject):
    """Asks at most one question at a time, and none while a reply runs; `changed` tells of an answer."""

    changed = Signal()

    def __init__(self, controller: ChatController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._session = controller.session
        self.n_prompt: int | None = None
        """Tokens of what would be sent now; None while unknown."""
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
        engine = self._session.engine
        engine.previewed.connect(self._previewed)
        engine.tokens_counted.connect(self._counted)
        engine.failed.connect(self._failed)
        controller.busy_changed.connect(self.update)
        controller.branched.connect(self.update)
        controller.reset.connect(self.update)
        self._session.loaded.connect(self.update)

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
    def _ask(self) -> None:
        controller = self._controller
        if self._preview_id is not None or self._count_id is not None:
            self._again = True
            return
        if self._session.model is None or controller.busy:
            return
        tip, draft = controller.conversation.tip(), controller.draft
        self._asked = controller.request(tip.id if tip is not None else None, draft)
        size = sum(len(message.content) for message in self._asked.messages)
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
            self.n_prompt, self.text, self.proposal = None, "", 0
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
            # A library that cannot render, or media: what the chat holds now, and the message itself.
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

    def _take(self, n_prompt: int, text: str) -> None:
        self.n_prompt, self.text = n_prompt, text
        self.proposal = 0
        if self._asked is not None and self.overflows:
            self.proposal = turns_to_leave_out(self._asked.messages, n_prompt, self.room)
        self._end()

    def _end(self) -> None:
        if self._again and self._preview_id is None and self._count_id is None:
            self._again = False
            self._timer.start()
        self.changed.emit()
