"""What the rows of a transcript may ask for, without knowing the transcript or the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ...chats.attachments import Attachment
from ...chats.conversation import Message, Role
from ...chats.exports import attached
from ..jobs import Jobs, Newest
from ..widgets.error_card import Action
from .controller import ChatController
from .previews import Previews
from .rows import RowBuilder, RowKey


class RowServices(QObject):
    """Handed to every row's widget. What a message's buttons ask for goes out as signals."""

    regenerate_requested = Signal(int)
    """A reply (message id) is to be written anew, as a branch."""
    branch_requested = Signal(int, int)
    """Another version is to be shown: message id, and how many further (-1: the one before)."""
    continue_requested = Signal(int)
    """A reply (message id) that ended early is to be continued."""

    def __init__(
        self,
        controller: ChatController,
        jobs: Jobs,
        builder: RowBuilder,
        open_model: Callable[[], None],
        previews: Previews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.jobs = jobs
        self.previews = previews
        self.unfolded: set[RowKey] = set()
        """Keys of the thoughts that are open."""
        self._copies = Newest(jobs)
        self._builder = builder
        self._open_model = open_model
        self.refresh: Callable[[RowKey], None] = lambda _key: None
        """Set by the pane: shows one row anew."""
        self.resized: Callable[[QWidget], None] = lambda _widget: None
        """Set by the pane: a row's widget has become taller or lower."""

        self.check_device: Callable[[], None] = lambda: None
        """Set by the pane: shows and runs the device check."""
        self.open_picture: Callable[[Attachment], None] = lambda _part: None
        """Set by the pane: shows an image large."""
        self.rebuild: Callable[[], None] = lambda: None
        """Set by the pane: shows the rows of the conversation anew."""

    def begin_edit(self, message: Message) -> None:
        """Takes a message into the composer; sending it there makes a branch."""
        self.controller.edit(message.id)

    def copy(self, text: str) -> None:
        """Puts plain text on the clipboard."""
        self._copies.forget()
        QGuiApplication.clipboard().setText(text)

    def copy_made(self, make: Callable[[], str]) -> None:
        """Puts on the clipboard what takes a while to make, unless something else is copied meanwhile."""
        self._copies.submit(make, self.copy)

    def answer(self, message: Message) -> str:
        """A reply without the model's thinking."""
        return self._builder.text_of(message).answer()

    def copy_conversation(self) -> None:
        """Puts the shown conversation on the clipboard, as Markdown and without the thinking."""
        self.copy(self.conversation_text())

    def conversation_text(self) -> str:
        """The shown conversation as Markdown, without the thinking."""
        translate = QCoreApplication.translate
        you, model = translate("Chat", "You"), translate("Chat", "Model")
        parts = []
        for message in self.controller.conversation.path():
            mine = message.role is Role.USER
            text = message.text.strip() if mine else self.answer(message)
            said = "\n".join([*(f"*{attached(part)}*" for part in message.parts), text])
            parts.append(f"**{you if mine else model}:**\n\n{said}\n")
        return "\n".join(parts)

    def is_raw(self, message: Message) -> bool:
        """The reply is shown as the model wrote it."""
        return message.id in self._builder.raw

    def toggle_raw(self, message: Message) -> None:
        """Shows a reply as the model wrote it, or formatted again."""
        self._builder.raw ^= {message.id}
        self.rebuild()

    def is_whole(self, message: Message) -> bool:
        """A long message of the person's is shown to its end."""
        return message.id in self._builder.whole

    def toggle_whole(self, message: Message) -> None:
        """Shows a long message of the person's to its end, or its beginning only."""
        self._builder.whole ^= {message.id}
        self.rebuild()

    def siblings(self, message: Message | None) -> tuple[int, ...]:
        return self.controller.conversation.siblings(message.id) if message is not None else ()

    def ways_out(self, message: Message | None) -> list[Action]:
        """What can be tried after a failure: of a reply, or (None) of the engine or a load."""
        translate = QCoreApplication.translate
        session = self.controller.session
        again = Action(translate("Errors", "Try again"), lambda: self._retry(message), primary=True)
        actions = [again]
        if session.wanted is not None and session.device != "cpu" and not self._ran_on_cpu():
            actions.append(Action(translate("Errors", "Use the CPU"), lambda: self._use_cpu(message)))
        if session.foreign_runtime and message is None:
            own = Action(translate("Errors", "Use the app's own runtime"), self._use_own_runtime)
            actions.append(own)
        actions.append(Action(translate("Errors", "Choose another model"), self._open_model))
        return actions

    def _ran_on_cpu(self) -> bool:
        model = self.controller.session.model
        return model is not None and model.device == "CPU"

    def _retry(self, message: Message | None) -> None:
        session = self.controller.session
        if message is not None:
            self.regenerate_requested.emit(message.id)
            return
        self.controller.dismiss_notice()
        if session.wanted is not None:
            session.reload()
        else:
            session.ask_runtime()

    def _use_own_runtime(self) -> None:
        self.controller.dismiss_notice()
        self.controller.session.own_runtime_wanted.emit()

    def _use_cpu(self, message: Message | None) -> None:
        self.controller.dismiss_notice()
        self.controller.session.choose_device("cpu")
        if message is not None:
            self.regenerate_requested.emit(message.id)
