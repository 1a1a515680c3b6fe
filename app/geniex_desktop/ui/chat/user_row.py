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
from .stretches import stretches

_BUBBLE_PAD_X, _BUBBLE_PAD_Y = 16, 10
_SPARE = 5
"""What the line spacing leaves below the last line, px."""
_BUBBLE_SHARE = 0.8
_RADIUS = 12
_MORE_HEIGHT = 34


class UserRow(QWidget):
    """A message of the person's, or a stretch of it: a long one is folded, until it is asked for to its end.

    Then its rows together are one bubble.
    """

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._message: Message | None = None
        self._text = SafeBrowser(self)
        self._text.setAccessibleName(self.tr("Your message"))
        self._more = button(self.tr("Show all"), "link", self)
        self._more.clicked.connect(self._more_clicked)
        self._edit = icon_button("edit", self.tr("Edit and ask again"), parent=self)
        self._edit.clicked.connect(self._edit_clicked)
        self._copy = icon_button("copy", self.tr("Copy"), parent=self)
        self._copy.clicked.connect(self._copy_clicked)
        self._branches = BranchSwitch(services, self)
        self._bubble = QRectF()
        self._first = self._last = True
        self._in_stretches = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_row(self, row: Row) -> None:
        if row.message is None:
            return
        self._message = row.message
        self._first, self._last = row.key.index == 0, row.last
        self._in_stretches = row.block is not None
        self.setAccessibleName(self.tr("You: %1").replace("%1", one_line(row.message.text)))
        self._fill(row)
        self._branches.show_message(row.message)
        if not self._last:
            self._branches.hide()
        self._show_actions(self.underMouse())

    def _fill(self, row: Row) -> None:
        text = row.block.text() if row.block is not None else row.message.text if row.message else ""
        parts = stretches(text)
        folded = row.block is None and len(parts) > 1
        shown = visible(parts[0]).removesuffix("\n") + "…" if folded else visible(text)
        set_plain(self._text, shown if self._last else shown.removesuffix("\n"), theme.colours().text)
        self._more.setText(self.tr("Show all") if folded else self.tr("Show less"))
        foldable = self._last and row.message is not None and self._services.is_whole(row.message)
        self._more.setVisible(folded or foldable)

    def height_for(self, width: int) -> int:
        return self._lay_out(width)

    def _lay_out(self, width: int) -> int:
        limit = int(width * _BUBBLE_SHARE) - 2 * _BUBBLE_PAD_X
        height, text_width = self._text.height_for(limit), limit
        if not self._in_stretches:
            text_width = min(limit, int(self._text.document().idealWidth()) + 2)
            height = self._text.height_for(text_width)
        above = _BUBBLE_PAD_Y if self._first else 0
        below = _BUBBLE_PAD_Y + (0 if self._more.isHidden() else _MORE_HEIGHT) if self._last else 0
        bubble_height = above + height - (_SPARE if self._last else 0) + below
        left = width - text_width - 2 * _BUBBLE_PAD_X
        self._bubble = QRectF(left, 0, text_width + 2 * _BUBBLE_PAD_X, bubble_height)
        self._text.setGeometry(left + _BUBBLE_PAD_X, above, text_width, height)
        if not self._more.isHidden():
            self._more.setGeometry(left + 8, above + height, self._more.sizeHint().width(), 32)
        middle = bubble_height - 32
        self._edit.move(left - 32, middle)
        self._copy.move(left - 60, middle)
        switch = self._branches.sizeHint()
        self._branches.setGeometry(left - 68 - switch.width(), middle, switch.width(), 26)
        return bubble_height

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
        on = on and self._last
        self._edit.setVisible(on and not self._services.controller.busy)
        self._copy.setVisible(on)

    @Slot()
    def _more_clicked(self) -> None:
        if self._message is not None:
            self._services.toggle_whole(self._message)

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
        # Where the bubble goes on in the next row, its round corners lie beyond the edge.
        above, below = 0 if self._first else -2 * _RADIUS, 0 if self._last else 2 * _RADIUS
        bubble = self._bubble.adjusted(0.5, 0.5 + above, -0.5, -0.5 + below)
        painter.drawRoundedRect(bubble, _RADIUS, _RADIUS)
