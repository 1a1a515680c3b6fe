"""A chat summed up by the model itself, as the beginning of a new one."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot

from ...chats.trimming import with_draft, without_oldest
from ...engine.types import ChatMessage, GenerateRequest, Reply, Sampler
from .controller import ChatController
from .reply_text import ReplyText

_MOST_TOKENS = 300


class Summary(QObject):
    """One at a time. It waits in the engine's queue like any reply, so it never runs beside one."""

    changed = Signal()
    """It has begun or ended."""
    finished = Signal(str)
    """The summary, without the model's thinking."""
    failed = Signal(object)
    """AppError."""

    def __init__(self, controller: ChatController, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._controller = controller
        self._request: int | None = None
        engine = controller.session.engine
        engine.replied.connect(self._replied)
        engine.failed.connect(self._failed)
        controller.reset.connect(self.stop)

    @property
    def running(self) -> bool:
        return self._request is not None

    def start(self, leave_out: int) -> None:
        """Sums up the shown chat without so many more of its oldest turns, which would not fit."""
        tip = self._controller.conversation.tip()
        if self.running or tip is None or self._controller.busy:
            return
        sent = without_oldest(self._controller.request(tip.id).messages, leave_out)
        # In the model's own input, not in the window's language: the model follows the chat's.
        asked = (
            "Summarise our conversation so far in a few sentences, in the language we spoke. "
            "Keep names, numbers and decisions."
        )
        request = GenerateRequest(
            with_draft(sent, ChatMessage("user", asked)), Sampler.greedy(), _MOST_TOKENS
        )
        self._request = self._controller.session.engine.generate(request)
        self._controller.session.pump.start()
        self.changed.emit()

    @Slot()
    def stop(self) -> None:
        """Gives up on a running summary."""
        if self._request is not None:
            self._controller.session.engine.cancel(self._request)
            self._end()

    @Slot(int, object)
    def _replied(self, request_id: int, reply: Reply) -> None:
        if request_id == self._request:
            self._end()
            self.finished.emit(ReplyText(reply.text, finished=True).answer())

    @Slot(int, object)
    def _failed(self, request_id: int, error: object) -> None:
        if request_id == self._request:
            self._end()
            self.failed.emit(error)

    def _end(self) -> None:
        self._request = None
        self._controller.session.pump.stop()
        self.changed.emit()
