"""What the person wrote: a raised bubble on the right, with its actions on its left."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QEnterEvent, QFocusEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from ...chats.conversation import Message
from .. import theme
from ..widgets.basics import button, icon_button
from .branch_switch import BranchSwitch
from .browser import SafeBrowser
from .display_text import one_line, visible
from .plain_text import set_plain
from .rows import Row
from .services import RowServices

_BUBBLE_PAD_X, _BUBBLE_PAD_Y = 16, 10
_SPARE = 5
"""What the line spacing leaves below the last line, px."""
_BUBBLE_SHARE = 0.8
_FOLDED_CHARS = 6000


class UserRow(QWidget):
    """A message of the person's; a very long one is folded until it is asked for."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._message: Message | None = None
        self._text = SafeBrowser(self)
        self._text.setAccessibleName(self.tr("Your message"))
        self._more = button(self.tr("Show all"), "link", self)
        self._more.clicked.connect(self._show_all)
        self._edit = icon_button("edit", self.tr("Edit and ask again"), parent=self)
        self._edit.clicked.connect(self._edit_clicked)
        self._copy = icon_button("copy", self.tr("Copy"), parent=self)
        self._copy.clicked.connect(self._copy_clicked)
        self._branches = BranchSwitch(services, self)
        self._bubble = QRectF()
        self._whole = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_row(self, row: Row) -> None:
        if row.message is None:
            return
        if row.message is not self._message:
            self._whole = False
        self._message = row.message
        self.setAccessibleName(self.tr("You: %1").replace("%1", one_line(row.message.text)))
        self._fill()
        self._branches.show_message(row.message)
        self._show_actions(self.underMouse())

    def _fill(self) -> None:
        text = self._message.text if self._message else ""
        long = len(text) > _FOLDED_CHARS and not self._whole
        set_plain(self._text, visible(text[:_FOLDED_CHARS] + "…" if long else text), theme.colours().text)
        self._more.setVisible(long)

    def height_for(self, width: int) -> int:
        return self._lay_out(width)

    def _lay_out(self, width: int) -> int:
        limit = int(width * _BUBBLE_SHARE) - 2 * _BUBBLE_PAD_X
        self._text.height_for(limit)
        text_width = min(limit, int(self._text.document().idealWidth()) + 2)
        height = self._text.height_for(text_width)
        bubble_height = height - _SPARE + 2 * _BUBBLE_PAD_Y + (34 if not self._more.isHidden() else 0)
        left = width - text_width - 2 * _BUBBLE_PAD_X
        self._bubble = QRectF(left, 0, text_width + 2 * _BUBBLE_PAD_X, bubble_height)
        self._text.setGeometry(left + _BUBBLE_PAD_X, _BUBBLE_PAD_Y, text_width, height)
        if not self._more.isHidden():
            self._more.setGeometry(left + 8, _BUBBLE_PAD_Y + height, 120, 32)
        middle = int(bubble_height) - 32
        self._edit.move(left - 32, middle)
        self._copy.move(left - 60, middle)
        switch = self._branches.sizeHint()
        self._branches.setGeometry(left - 68 - switch.width(), middle, switch.width(), 26)
        return int(bubble_height)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._lay_out(self.width())

    def enterEvent(self, event: QEnterEvent) -> None:
        self._show_actions(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._show_actions(self.hasFocus())
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The actions come for the keyboard as they do for the mouse."""
        self._show_actions(True)
        self.update()
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._show_actions(self._is_in_use())
        self.update()
        super().focusOutEvent(event)

    def _is_in_use(self) -> bool:
        return self.underMouse() or self._edit.hasFocus() or self._copy.hasFocus()

    def _show_actions(self, on: bool) -> None:
        self._edit.setVisible(on and not self._services.controller.busy)
        self._copy.setVisible(on)

    @Slot()
    def _show_all(self) -> None:
        self._whole = True
        self._fill()
        self._services.resized(self)

    @Slot()
    def _edit_clicked(self) -> None:
        if self._message is not None:
            self._services.begin_edit(self._message)

    @Slot()
    def _copy_clicked(self) -> None:
        if self._message is not None:
            self._services.copy(self._message.text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.colours().accent) if self.hasFocus() else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colours().raised))
        painter.drawRoundedRect(self._bubble.adjusted(0.5, 0.5, -0.5, -0.5), 12, 12)
