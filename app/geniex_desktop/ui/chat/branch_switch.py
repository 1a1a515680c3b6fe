"""‹ 2/3 ›: walks between the versions of a message."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from ...chats.conversation import Message
from .. import theme
from ..widgets.basics import icon_button, label
from .services import RowServices


class BranchSwitch(QWidget):
    """‹ 2/3 ›: which of a message's alternatives is shown. Hidden where there is only one."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._siblings: tuple[int, ...] = ()
        self._at = 0
        self._back = icon_button("chevron-left", self.tr("Previous version"), parent=self)
        self._back.clicked.connect(self._go_back)
        self._text = label(tone="muted", points=theme.SMALL_PT, parent=self)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._forward = icon_button("chevron-right", self.tr("Next version"), parent=self)
        self._forward.clicked.connect(self._go_forward)

    def show_message(self, message: Message) -> None:
        self._siblings = self._services.controller.conversation.siblings(message.id)
        self._at = self._siblings.index(message.id)
        self._text.setText(f"{self._at + 1}/{len(self._siblings)}")
        self.setAccessibleName(
            self.tr("Version %1 of %2")
            .replace("%1", str(self._at + 1))
            .replace("%2", str(len(self._siblings)))
        )
        self._back.setEnabled(self._at > 0)
        self._forward.setEnabled(self._at + 1 < len(self._siblings))
        self.setVisible(len(self._siblings) > 1)

    def sizeHint(self) -> QSize:
        return QSize(48 + self._text.sizeHint().width(), 26) if len(self._siblings) > 1 else QSize(0, 26)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        middle = self.width() - 48
        self._back.setGeometry(0, 1, 24, 24)
        self._text.setGeometry(24, 0, middle, 26)
        self._forward.setGeometry(24 + middle, 1, 24, 24)

    @Slot()
    def _go_back(self) -> None:
        self._services.branch_requested.emit(self._siblings[self._at], -1)

    @Slot()
    def _go_forward(self) -> None:
        self._services.branch_requested.emit(self._siblings[self._at], 1)
