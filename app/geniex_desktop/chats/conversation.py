"""A conversation as a tree: editing a message or asking again makes a branch, and nothing is lost.

The path from the root to the tip, taking at each fork the branch chosen last, is what
is shown and what the model is given.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from ..engine.messages import joined
from ..engine.types import ChatMessage, ProfileData, Reply
from ..errors import AppError
from .attachments import Attachment
from .presenting import PathOf, present

_ROOT = 0


class Role(Enum):
    USER = "user"
    ASSISTANT = "assistant"


class State(Enum):
    """What has become of a message."""

    WAITING = "waiting"
    """A reply of which nothing has arrived."""
    STREAMING = "streaming"
    DONE = "done"
    FAILED = "failed"
    """A reply that ended in an error; the text that had arrived is kept."""


@dataclass(slots=True)
class Message:
    """One message of the tree.

    Attributes:
        token_ids: A finished reply's own tokens; () for everything else.
        created: Seconds since 1970, UTC. For people only: the order is that of the ids.
        model: The model that answered; "" for a user's message.
        device: The device that answered, as people read it; "" for a user's message.
        thinking_seconds: How long the model thought before the answer; None if it did not.
        parts: What is attached to a user's message, in its order.
    """

    id: int
    parent: int
    role: Role
    text: str = ""
    state: State = State.DONE
    token_ids: tuple[int, ...] = ()
    profile: ProfileData | None = None
    created: float = field(default_factory=time.time)
    model: str = ""
    device: str = ""
    thinking_seconds: float | None = None
    error: AppError | None = None
    parts: tuple[Attachment, ...] = ()
    children: list[int] = field(default_factory=list)
    chosen: int | None = None
    """The child on the shown path."""

    @property
    def running(self) -> bool:
        """A reply that has not ended."""
        return self.state in (State.WAITING, State.STREAMING)


class Journal(Protocol):
    """Told of every change that must outlive the app. The text of a running reply is not told here."""

    def added(self, message: Message) -> None:
        """A message came, and is shown now."""

    def changed(self, message: Message) -> None:
        """A reply has ended, or an ended one is being continued."""

    def chosen(self, message: Message) -> None:
        """Another branch is shown."""


class Conversation:
    """The message tree, in memory. Raises KeyError for an id that is not in it."""

    def __init__(self, journal: Journal | None = None) -> None:
        self._messages: dict[int, Message] = {_ROOT: Message(_ROOT, _ROOT, Role.USER)}
        self._next_id = _ROOT + 1
        self._begun: dict[int, tuple[str, tuple[int, ...]]] = {}
        """By id of a reply that is being continued: its text and tokens of before."""
        self.journal = journal

    @classmethod
    def restored(cls, messages: Iterable[Message], shown: int | None) -> Conversation:
        """The tree of stored messages, parents before children; `shown` is the first one on the shown path.

        Their `children` are set here; a `chosen` that is no child becomes the last child.
        """
        result = cls()
        tree = result._messages
        tree[_ROOT].chosen = shown
        for message in messages:
            tree[message.id] = message
            tree[message.parent].children.append(message.id)
            result._next_id = max(result._next_id, message.id + 1)
        for message in tree.values():
            if message.chosen not in message.children:
                message.chosen = message.children[-1] if message.children else None
        return result

    def __getitem__(self, message_id: int) -> Message:
        if message_id == _ROOT:
            raise KeyError(message_id)
        return self._messages[message_id]

    def __len__(self) -> int:
        return len(self._messages) - 1

    def path(self) -> list[Message]:
        """The shown messages, oldest first."""
        return list(self._walk())

    def tip(self) -> Message | None:
        """The last shown message."""
        shown = self.path()
        return shown[-1] if shown else None

    def siblings(self, message_id: int) -> tuple[int, ...]:
        """The ids of a message and its alternatives, in order of creation."""
        return tuple(self._messages[self[message_id].parent].children)

    def messages(self) -> list[Message]:
        """Every message of every branch, parents before children."""
        return [message for id_, message in self._messages.items() if id_ != _ROOT]

    def add_user(self, text: str, parts: tuple[Attachment, ...] = ()) -> Message:
        """A user's message after the tip."""
        tip = self.tip()
        return self._add(Message(self._next_id, tip.id if tip else _ROOT, Role.USER, text, parts=parts))

    def start_reply(self, user_id: int) -> Message:
        """A new, empty reply to a user's message; an earlier one stays as its sibling."""
        if self[user_id].role is not Role.USER:
            raise ValueError("a reply answers a user's message")
        return self._add(Message(self._next_id, user_id, Role.ASSISTANT, state=State.WAITING))

    def continue_reply(self, reply_id: int) -> Message:
        """Opens a reply that has ended, so that more can be appended to it."""
        reply = self[reply_id]
        if reply.role is not Role.ASSISTANT or reply.running:
            raise ValueError("only a reply that has ended can be continued")
        self._begun[reply.id] = (reply.text, reply.token_ids)
        reply.state = State.STREAMING
        reply.error = None
        self._tell_changed(reply)
        return reply

    def edit_user(self, message_id: int, text: str, parts: tuple[Attachment, ...] | None = None) -> Message:
        """A new version of a user's message, on a branch of its own and without a reply.

        `parts` None leaves what is attached to it as it is.
        """
        old = self[message_id]
        if old.role is not Role.USER:
            raise ValueError("only a user's message can be edited")
        parts = old.parts if parts is None else parts
        return self._add(Message(self._next_id, old.parent, Role.USER, text, parts=parts))

    def select(self, message_id: int) -> None:
        """Shows the branch of this message (from here down as it was last shown)."""
        message = self[message_id]
        self._messages[message.parent].chosen = message.id
        if self.journal is not None:
            self.journal.chosen(message)

    def reveal(self, message_id: int) -> None:
        """Shows the path that leads to a message."""
        shown = {message.id for message in self.path()}
        for message in self._ancestry(message_id):
            if message.id not in shown:
                self.select(message.id)

    def sibling(self, message_id: int, step: int) -> int:
        """The alternative that lies `step` further (-1: before); the first or last one beyond the ends."""
        siblings = self.siblings(message_id)
        return siblings[max(0, min(len(siblings) - 1, siblings.index(message_id) + step))]

    def append(self, reply_id: int, text: str) -> None:
        """More text of a running reply."""
        reply = self._running(reply_id)
        reply.text += text
        reply.state = State.STREAMING

    def finish(self, reply_id: int, result: Reply, device: str, model: str = "") -> None:
        """The reply is whole. The engine's text replaces what was streamed.

        Of a continued reply the engine's text is the rest; its tokens are known only if all parts are.
        """
        reply = self._running(reply_id)
        text, token_ids = self._begun.pop(reply_id, ("", ()))
        reply.text = text + result.text
        known = bool(token_ids or not text)
        reply.token_ids = token_ids + result.token_ids if known and result.token_ids else ()
        reply.profile = result.profile
        reply.device = device
        reply.model = model
        reply.state = State.DONE
        self._tell_changed(reply)

    def fail(self, reply_id: int, error: AppError, device: str, model: str = "") -> None:
        """The reply ended in an error; what had arrived stays."""
        reply = self._running(reply_id)
        self._begun.pop(reply_id, None)
        reply.error = error
        # The tokens are known of a whole reply only.
        reply.token_ids = ()
        reply.device = device
        reply.model = model
        reply.state = State.FAILED
        self._tell_changed(reply)

    def history(
        self,
        tip_id: int,
        system_prompt: str = "",
        path_of: PathOf | None = None,
        withheld: Collection[str] = (),
    ) -> tuple[ChatMessage, ...]:
        """What the model is given to answer `tip_id`: its ancestors and itself, oldest first.

        Replies of which nothing arrived are left out; user messages that then follow each
        other become one, for many chat templates demand that the roles alternate. Of what is
        attached see `presenting.present`.
        """
        messages = [ChatMessage("system", system_prompt)] if system_prompt else []
        for message in self._ancestry(tip_id):
            if message.role is Role.ASSISTANT and not message.text:
                continue
            if message.role is Role.ASSISTANT:
                messages.append(ChatMessage(message.role.value, message.text, message.token_ids))
                continue
            asked = present(message.text, message.parts, path_of, withheld)
            if messages and messages[-1].role == "user":
                messages[-1] = joined(messages[-1], asked)
            else:
                messages.append(asked)
        return tuple(messages)

    def _add(self, message: Message) -> Message:
        self._next_id += 1
        self._messages[message.id] = message
        above = self._messages[message.parent]
        above.children.append(message.id)
        above.chosen = message.id
        if self.journal is not None:
            self.journal.added(message)
        return message

    def _tell_changed(self, reply: Message) -> None:
        if self.journal is not None:
            self.journal.changed(reply)

    def _running(self, reply_id: int) -> Message:
        reply = self[reply_id]
        if not reply.running:
            raise ValueError("the reply has already ended")
        return reply

    def _walk(self) -> Iterator[Message]:
        chosen = self._messages[_ROOT].chosen
        while chosen is not None:
            message = self._messages[chosen]
            yield message
            chosen = message.chosen

    def _ancestry(self, tip_id: int) -> list[Message]:
        line = [self[tip_id]]
        while line[-1].parent != _ROOT:
            line.append(self._messages[line[-1].parent])
        return line[::-1]
