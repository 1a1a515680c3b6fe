"""The chat's state and intents: what is being asked, answered and waited for."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ...chats.attachments import Attachment
from ...chats.conversation import Conversation, Message, Role, State
from ...chats.presenting import PathOf, present
from ...chats.records import ChatOptions, Draft, Drafts
from ...chats.repetition import Repetition
from ...chats.trimming import with_draft, without_oldest
from ...engine.types import CANCELLED, ChatMessage, GenerateRequest, PhaseEvent, Reply, Sampler, TextEvent
from ...errors import AppError
from ...telemetry.verdict import Verdict
from ..model_session import ModelSession
from .media_tokens import MediaTokens

_CLOCK_MS = 100
_RATE_WINDOW_NS = 2_000_000_000


@dataclass(frozen=True, slots=True)
class GenerationOptions:
    """What the settings say about every reply."""

    system_prompt: str = ""
    sampler: Sampler = field(default_factory=Sampler)
    max_tokens: int = 0


class ChatController(QObject):
    """One conversation and the reply being written to it.

    A message sent while a model loads waits for it, visibly. One reply runs at a time.
    """

    leaving = Signal()
    """The conversation is about to make room for another."""
    reset = Signal()
    """Another conversation."""
    draft_given = Signal(object)
    """Draft: what the composer is to hold, in place of what it holds."""
    branched = Signal()
    """Other messages are shown, or a message came or went."""
    reply_changed = Signal(int)
    """A reply (message id) has grown or ended."""
    finished = Signal(int, object)
    """A reply (message id) is whole, with what the engine answered: a Reply."""
    waiting_changed = Signal()
    """The clock or the progress of what is waited for."""
    busy_changed = Signal()
    repetition_changed = Signal()
    """`repeated` is another."""

    def __init__(self, session: ModelSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.conversation = Conversation()
        self.make_conversation: Callable[[], tuple[Conversation, Drafts]] = lambda: (Conversation(), ())
        """Makes the conversation of a new chat, with what has been written for one already."""
        self.prepare: Callable[[], None] = lambda: None
        """Called before something is asked of the engine, to queue what should come first."""
        self.once_kept: Callable[[Callable[[], None]], None] = lambda then: then()
        """Calls back when what was said is on the disk, or stays off it: the engine may end the app."""
        self.options = GenerationOptions()
        self.adapt_sampler: Callable[[Sampler], Sampler] = lambda usual: usual
        """Puts the open model's own wishes into the usual sampler."""
        self.chat_options = ChatOptions()
        """What this chat asks for in its own way."""
        self.verdicts: dict[int, Verdict] = {}
        """By message id: which device did the work, where that is worth saying."""
        self.notice: AppError | None = None
        self.draft = ""
        self.draft_parts: tuple[Attachment, ...] = ()
        """Text of the message being written, and what is attached to it."""
        self.path_of: PathOf | None = None
        """Where the bytes of an attachment lie; None where nothing can be attached."""
        self.withheld: frozenset[str] = frozenset()
        """Kinds of attachments that the model is not shown, because it has no sense for them and the
        person wants to go on without."""
        self.left_out = 0
        """How many of the oldest turns are not sent, for they do not fit."""
        self.editing: int | None = None
        """The message (id) that is to get a new version."""
        self._next = Draft()
        """While an earlier message is edited: the chat's next one."""
        self._aside: dict[int, Draft] = {}
        """Further edits that were begun, by the messages they are of, the latest last."""
        self.media_tokens = MediaTokens(session, self)
        self.asked: GenerateRequest | None = None
        """What the running reply, or the last, was asked with; None while its model loads."""
        self.n_written = 0
        """Tokens of that reply that have arrived."""
        self._reply: int | None = None
        self._request: int | None = None
        self._asked = 0
        self._left: dict[int, tuple[Conversation, int]] = {}
        """By request: replies of chats that were left while they were being written."""
        self._waiting_since = 0.0
        self._event: PhaseEvent | None = None
        self._think_began = 0.0
        self._heard_at = 0.0
        """When the engine last gave a sign of life to the running reply: a token, or a step of a phase."""
        self._times: deque[int] = deque()
        self._repetition: Repetition | None = None
        """Of the running reply; None also where it is allowed to repeat itself."""
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self._tick)
        self._grown = False
        self._listen(session)

    def _listen(self, session: ModelSession) -> None:
        session.engine.replied.connect(self._replied)
        session.engine.failed.connect(self._failed)
        session.pump.arrived.connect(self._arrived)
        session.pump.drained.connect(self._drained)
        session.loaded.connect(self._model_loaded)
        session.load_failed.connect(self._load_failed)
        session.runtime_failed.connect(self.show_notice)

    @property
    def busy(self) -> bool:
        """A reply is being written or waited for."""
        return self._reply is not None

    @property
    def phase(self) -> PhaseEvent | None:
        """What the running reply is at; while its model loads, the load."""
        return self.session.phase if self.session.loading else self._event

    @property
    def repeated(self) -> str:
        """What the running reply writes again and again; "" while it does not."""
        return self._repetition.span if self._repetition is not None else ""

    @Slot()
    def allow_repetition(self) -> None:
        """Nothing more is said about what the running reply repeats."""
        self._watch_repetition(None)

    def _watch_repetition(self, repetition: Repetition | None) -> None:
        before, self._repetition = self.repeated, repetition
        if before:
            self.repetition_changed.emit()

    @property
    def drafts(self) -> Drafts:
        """All that is being written in this chat."""
        return tuple(draft for draft in (self._next, *self._aside.values(), self._written()) if draft)

    def _written(self) -> Draft:
        """What stands in the composer."""
        return Draft(self.draft, self.draft_parts, self.editing)

    def waited(self) -> float:
        """Seconds since the running reply was asked for."""
        return time.monotonic() - self._waiting_since if self.busy else 0.0

    def thinking_for(self) -> float:
        """Seconds since the running reply's first token; 0 before it."""
        return time.monotonic() - self._think_began if self.busy and self._think_began else 0.0

    def silent_for(self) -> float:
        """Seconds since the engine last gave a sign of life to the running reply."""
        return time.monotonic() - self._heard_at if self.busy else 0.0

    def live_speed(self) -> float | None:
        """Tokens a second over the last two seconds; None when nothing is being written."""
        if len(self._times) < 3 or not self.busy or self.silent_for() > _RATE_WINDOW_NS / 1e9:
            return None
        span = self._times[-1] - self._times[0]
        return (len(self._times) - 1) / (span / 1e9) if span > 0 else None

    def next_request(self) -> GenerateRequest:
        """What would be sent if the message being written were sent now."""
        tip = self.conversation.tip()
        tip_id = tip.id if tip is not None else None
        if self.editing is not None:
            tip_id = self.conversation[self.editing].parent or None
        return self.request(tip_id, present(self.draft, self.draft_parts, self.path_of, self.withheld))

    def request(self, tip_id: int | None, draft: ChatMessage | None = None) -> GenerateRequest:
        """What is sent to have `tip_id` (None: nothing yet) and then a further message answered."""
        own = self.chat_options
        prompt = self.options.system_prompt if own.system_prompt is None else own.system_prompt
        if tip_id is not None:
            messages = self.conversation.history(tip_id, prompt, self.path_of, self.withheld)
        else:
            messages = (ChatMessage("system", prompt),) if prompt else ()
        if draft is not None:
            messages = with_draft(messages, draft)
        messages = without_oldest(messages, self.left_out)
        sampler = own.sampler or self.adapt_sampler(self.options.sampler)
        return GenerateRequest(messages, sampler, self.options.max_tokens)

    def leave_out(self, turns: int) -> None:
        """Sends the chat without so many of its oldest turns from now on."""
        self.left_out = max(0, turns)
        self.branched.emit()

    def withhold(self, kinds: frozenset[str]) -> None:
        """Goes on without showing the model attachments of these kinds."""
        self.withheld = kinds
        self.branched.emit()

    def send(self, text: str) -> bool:
        """Asks: a new message with what is attached, or the new version of the one being edited.

        False if it cannot now.
        """
        if self.busy or not text.strip() or not self._has_model():
            return False
        if self.editing is not None:
            message = self.conversation.edit_user(self.editing, text, self.draft_parts)
        else:
            message = self.conversation.add_user(text, self.draft_parts)
        self._go_on_writing()
        self._ask(message.id)
        return True

    def regenerate(self, reply_id: int) -> None:
        """Asks again for a reply; the old one stays as its sibling."""
        if not self.busy and self._has_model():
            self._ask(self.conversation[reply_id].parent)

    def continue_reply(self, reply_id: int) -> None:
        """Has a reply that ended early written on."""
        if not self.busy and self._has_model():
            self._begin(self.conversation.continue_reply(reply_id).id)

    def edit(self, message_id: int) -> None:
        """Takes a user's message into the composer; sending it makes a branch.

        What is being written there waits until the editing is over, also another edit.
        """
        if self.busy:
            return
        written = self._written()
        if self.editing is None:
            self._next = written
        elif self.editing == message_id or written != self._unchanged(self.editing):
            self._aside[self.editing] = written
        self._give(self._aside.pop(message_id, self._unchanged(message_id)))

    def _unchanged(self, message_id: int) -> Draft:
        """A message as an edit that has changed nothing yet."""
        message = self.conversation[message_id]
        return Draft(message.text, message.parts, message_id)

    def edit_last(self) -> None:
        """Edits the last user's message."""
        for message in reversed(self.conversation.path()):
            if message.role is Role.USER:
                self.edit(message.id)
                return

    def cancel_edit(self) -> None:
        """Leaves the edited message as it is."""
        self._go_on_writing()

    def resume(self, drafts: Drafts) -> None:
        """Goes on with what was being written in this chat."""
        self._next = next((draft for draft in drafts if draft.edited is None), Draft())
        self._aside = {draft.edited: draft for draft in drafts if draft.edited is not None}
        self._go_on_writing()

    def _go_on_writing(self) -> None:
        """Takes up the edit that was begun last of a message in view, else the chat's next message."""
        in_view = {message.id for message in self.conversation.path()}
        edited = next((id_ for id_ in reversed(self._aside) if id_ in in_view), None)
        if edited is not None:
            self._give(self._aside.pop(edited))
        else:
            draft, self._next = self._next, Draft()
            self._give(draft)

    def _give(self, draft: Draft) -> None:
        self.draft, self.draft_parts, self.editing = draft.text, draft.parts, draft.edited
        self.draft_given.emit(draft)

    def select(self, message_id: int) -> None:
        """Shows another branch."""
        if not self.busy:
            self.conversation.select(message_id)
            self.branched.emit()

    def stop(self) -> None:
        """Stops the running reply, or the load it waits for."""
        if self._request is not None:
            self.session.engine.cancel(self._request)
        elif self.session.loading:
            self.session.cancel_load()
        elif self.busy:
            self._fail(AppError("Stopped.", code=CANCELLED))

    def new_chat(self) -> None:
        """An empty conversation."""
        self.leaving.emit()
        self._show(*self.make_conversation())

    def show(
        self, conversation: Conversation, drafts: Drafts = (), options: ChatOptions | None = None
    ) -> None:
        """Another conversation in place of this one, whose running reply stops and keeps what it said."""
        self.leaving.emit()
        self._show(conversation, drafts, options)

    def _show(self, conversation: Conversation, drafts: Drafts, options: ChatOptions | None = None) -> None:
        self._leave()
        self.conversation = conversation
        self.chat_options = options or ChatOptions()
        self.verdicts.clear()
        self.notice = None
        self.draft, self.draft_parts, self.editing, self._next = "", (), None, Draft()
        self._aside = {}
        self.left_out = 0
        self.withheld = frozenset()
        self.reset.emit()
        self.resume(drafts)

    def _leave(self) -> None:
        """Stops the running reply; what the engine still says of it goes to its own conversation."""
        if self._reply is None:
            return
        if self._request is None:
            self._fail(AppError("The chat was left before the model was loaded.", code=CANCELLED))
            return
        self.session.pump.drain()
        self._left[self._request] = (self.conversation, self._reply)
        self.session.engine.cancel(self._request)
        self._end()

    def dismiss_notice(self) -> None:
        """Takes away a failure that belongs to no message."""
        if self.notice is not None:
            self.notice = None
            self.branched.emit()

    def _has_model(self) -> bool:
        return self.session.model is not None or self.session.wanted is not None

    def _ask(self, user_id: int) -> None:
        self._begin(self.conversation.start_reply(user_id).id)

    def _begin(self, reply_id: int) -> None:
        self.notice = None
        self._reply = reply_id
        self._waiting_since = self._heard_at = time.monotonic()
        self._event = None
        self._think_began = 0.0
        self._times.clear()
        self.asked, self.n_written = None, 0
        self._watch_repetition(Repetition())
        self._clock.start()
        if self.session.loading:
            pass
        elif self.session.model is None:
            self.session.reload()
        else:
            self._generate_once_kept()
        self.branched.emit()
        self.busy_changed.emit()

    def _generate_once_kept(self) -> None:
        self._asked += 1
        asked = self._asked
        self.once_kept(lambda: self._kept(asked))

    def _kept(self, asked: int) -> None:
        """Unless the reply was stopped, or the model has gone, while the disk was waited for."""
        if asked == self._asked and self._reply is not None and self._request is None:
            if self.session.model is not None:
                self._generate()
            elif not self.session.loading:
                self.session.reload()

    def _generate(self) -> None:
        self.prepare()
        # The reply's own text, if it has any, comes last: the engine goes on from there.
        self.asked = self.request(self._running_reply())
        self._request = self.session.engine.generate(self.asked)
        self.session.pump.start()

    def _running_reply(self) -> int:
        if self._reply is None:
            raise RuntimeError("no reply is running")
        return self._reply

    @Slot()
    def _tick(self) -> None:
        self.waiting_changed.emit()

    @Slot()
    def _model_loaded(self) -> None:
        self.dismiss_notice()
        if self._reply is not None and self._request is None:
            self._generate_once_kept()

    @Slot(object)
    def _load_failed(self, error: AppError) -> None:
        if self._reply is not None and self._request is None:
            if error.code == CANCELLED:
                error = AppError("Loading the model was stopped.", code=CANCELLED)
            self._fail(error)
        elif error.code != CANCELLED:
            self.show_notice(error)

    @Slot(object)
    def show_notice(self, error: AppError) -> None:
        """Shows a failure that belongs to no message."""
        self.notice = error
        self.branched.emit()

    @Slot(int, object)
    def _arrived(self, request_id: int, event: object) -> None:
        # Also one of a request that is served first: of a load, or of a chat that was left.
        self._heard_at = time.monotonic()
        if request_id != self._request or self._reply is None:
            return
        if isinstance(event, PhaseEvent):
            self._event = event
        elif isinstance(event, TextEvent):
            self._take_text(self.conversation[self._reply], event)

    def _take_text(self, reply: Message, event: TextEvent) -> None:
        if reply.state is State.WAITING:
            self._think_began = time.monotonic()
        self.conversation.append(reply.id, event.text)
        if reply.thinking_seconds is None and self._think_began and "</think" in reply.text:
            reply.thinking_seconds = time.monotonic() - self._think_began
        self.n_written += len(event.times_ns)
        self._follow_repetition(event.text)
        self._times.extend(event.times_ns)
        while self._times and self._times[-1] - self._times[0] > _RATE_WINDOW_NS:
            self._times.popleft()
        self._grown = True

    def _follow_repetition(self, text: str) -> None:
        if self._repetition is None:
            return
        before = self._repetition.span
        self._repetition.feed(text)
        if bool(before) != bool(self._repetition.span):
            self.repetition_changed.emit()

    @Slot()
    def _drained(self) -> None:
        if self._grown and self._reply is not None:
            self.reply_changed.emit(self._reply)
        self._grown = False

    @Slot(int, object)
    def _replied(self, request_id: int, reply: Reply) -> None:
        if request_id in self._left:
            conversation, reply_id = self._left.pop(request_id)
            conversation.finish(reply_id, reply, *self._answered_by())
            self._tell_late(conversation, reply_id)
        if request_id != self._request:
            return
        self.session.pump.drain()
        reply_id = self._running_reply()
        self.conversation.finish(reply_id, reply, *self._answered_by())
        if self.asked is not None:
            self.media_tokens.learn(self.asked, reply)
        self._end()
        self.session.set_context(reply.context)
        self.reply_changed.emit(reply_id)
        self.finished.emit(reply_id, reply)

    def set_verdict(self, reply_id: int, verdict: Verdict) -> None:
        """Which device did the work of a reply that has just ended."""
        if verdict.tells_more:
            self.verdicts[reply_id] = verdict
            self.reply_changed.emit(reply_id)

    @Slot(int, object)
    def _failed(self, request_id: int, error: AppError) -> None:
        if request_id in self._left:
            conversation, reply_id = self._left.pop(request_id)
            conversation.fail(reply_id, error, *self._answered_by())
            self._tell_late(conversation, reply_id)
        if request_id == self._request:
            self.session.pump.drain()
            self._fail(error)

    def _fail(self, error: AppError) -> None:
        reply_id = self._running_reply()
        self.conversation.fail(reply_id, error, *self._answered_by())
        self._end()
        self.reply_changed.emit(reply_id)

    def _tell_late(self, conversation: Conversation, reply_id: int) -> None:
        """A reply of a chat that was left has ended; the chat may be shown again by now."""
        if conversation is self.conversation:
            self.reply_changed.emit(reply_id)

    def _answered_by(self) -> tuple[str, str]:
        """Device and model, as people read them."""
        model = self.session.model
        return (model.device, model.name) if model is not None else ("", "")

    def _end(self) -> None:
        running, self._request = self._request, None
        self._reply = None
        self._event = None
        self._watch_repetition(None)
        if running is not None:
            self.session.pump.stop()
        self._clock.stop()
        self.busy_changed.emit()
