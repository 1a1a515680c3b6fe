"""What the rows of a transcript may ask for, without knowing the transcript or the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from ...chats.conversation import Message
from ..jobs import Jobs
from ..widgets.error_card import Action
from .controller import ChatController
from .rows import RowBuilder, RowKey


class RowServices(QObject):
    """Handed to every row's widget."""

    def __init__(
        self,
        controller: ChatController,
        jobs: Jobs,
        builder: RowBuilder,
        open_model: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.jobs = jobs
        self.unfolded: set[RowKey] = set()
        """Keys of the thoughts that are open."""
        self._builder = builder
        self._open_model = open_model
        self.refresh: Callable[[RowKey], None] = lambda _key: None
        """Set by the pane: shows one row anew."""
        self.resized: Callable[[QWidget], None] = lambda _widget: None
        """Set by the pane: a row's widget has become taller or lower."""

        self.check_device: Callable[[], None] = lambda: None
        """Set by the pane: shows and runs the device check."""

    def copy(self, text: str) -> None:
        """Puts plain text on the clipboard."""
        QGuiApplication.clipboard().setText(text)

    def answer(self, message: Message) -> str:
        """A reply without the model's thinking."""
        return self._builder.text_of(message).answer()

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
            self.controller.regenerate(message.id)
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
            self.controller.regenerate(message.id)
