"""The page of chats: their list, the open one, the inspector beside it or, where room is short, over it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from . import theme
from .inspector import Inspector
from .widgets.lazy import LazyPane

_VEIL_ALPHA = 170


class ChatPage(QWidget):
    """Keeps the chat wide enough to be read."""

    left = Signal()
    """The inspector lay over the chat, which was pressed."""

    def __init__(self, make_inspector: Callable[[], Inspector], parent: QWidget) -> None:
        super().__init__(parent)
        self._chats: QWidget | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._veil = _Veil(self)
        self._veil.hide()
        self._veil.pressed.connect(self.left)
        self._side = LazyPane(make_inspector, self)
        self._side.setFixedWidth(theme.INSPECTOR_WIDTH)
        self._side.hide()

    def put(self, chats: QWidget, chat: QWidget) -> None:
        """Takes what is shown beside the inspector, made with this page as parent."""
        self._chats = chats
        self._row.addWidget(chats)
        self._row.addWidget(chat, 1)

    @property
    def inspector(self) -> Inspector:
        """The chat's options and what is sent."""
        return self._side.content

    @property
    def covered(self) -> bool:
        """The inspector lies over the chat."""
        return not self._veil.isHidden()

    def show_inspector(self, shown: bool) -> None:
        """Shows or hides it; one that lies over the chat takes the keyboard."""
        self._side.setVisible(shown)
        self._place()
        if self.covered and self.isVisible():
            self.inspector.prompt.setFocus()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # the list of chats came or went
            self._place()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @Slot()
    def _place(self) -> None:
        side = self._side
        if self._chats is None:
            return
        taken = theme.INSPECTOR_WIDTH + (0 if self._chats.isHidden() else self._chats.width())
        over = self.width() - taken < theme.CHAT_LEAST_WIDTH
        in_row = self._row.indexOf(side) >= 0
        if over and in_row:
            self._row.removeWidget(side)
        elif not over and not in_row:
            self._row.addWidget(side)
        self._veil.setVisible(over and not side.isHidden())
        if over:
            self._veil.setGeometry(self.rect())
            side.setGeometry(self.width() - theme.INSPECTOR_WIDTH, 0, theme.INSPECTOR_WIDTH, self.height())
            self._veil.raise_()
            side.raise_()


class _Veil(QWidget):
    """Over what the inspector belongs to; a press there leaves the inspector."""

    pressed = Signal()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colour = QColor(theme.colours().background)
        colour.setAlpha(_VEIL_ALPHA)
        QPainter(self).fillRect(self.rect(), colour)
