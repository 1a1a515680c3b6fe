"""A tool call that a model wrote, as a card. Nothing is run."""

from __future__ import annotations

import json

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from .. import theme
from ..widgets.basics import label
from .browser import SafeBrowser
from .display_text import one_line, visible
from .plain_text import set_plain
from .rows import Row
from .services import RowServices

_HEAD = 34
_PAD = 16
_LONGEST = 20_000


class ToolRow(QWidget):
    """Name and arguments of the call; what is no JSON is shown as it came, with a note."""

    def __init__(self, _services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._name = label(points=theme.SMALL_PT + 0.5, weight=QFont.Weight.DemiBold, parent=self)
        self._note = label(tone="muted", points=theme.SMALL_PT, parent=self)
        self._arguments = SafeBrowser(self)
        self._arguments.setAccessibleName(self.tr("Arguments of the call"))
        self._arguments.document().setDefaultFont(theme.mono_font())

    def show_row(self, row: Row) -> None:
        if row.block is None:
            return
        source = row.block.text().strip()[:_LONGEST]
        call = read_call(source)
        if call is None:
            ended = row.block.closed
            title = self.tr("Tool call") if ended else self.tr("Tool call…")
            note = self.tr("not readable as a call, shown as written") if ended else ""
            text = source
        else:
            title = self.tr("Tool call: %1").replace("%1", one_line(call[0], 60))
            note, text = self.tr("not run: no tools are set up"), call[1]
        self._name.setText(title)
        self._note.setText(note)
        self.setAccessibleName(f"{title}. {note}" if note else title)
        set_plain(self._arguments, visible(text), theme.colours().text)

    def height_for(self, width: int) -> int:
        return _HEAD + 8 + self._arguments.height_for(width - 2 * _PAD) + 8

    def resizeEvent(self, _event: QResizeEvent) -> None:
        name = self._name.sizeHint().width()
        self._name.setGeometry(_PAD, 0, name, _HEAD)
        self._note.setGeometry(_PAD + name + 12, 0, max(0, self.width() - name - 2 * _PAD - 12), _HEAD)
        self._arguments.setGeometry(
            _PAD, _HEAD + 8, self.width() - 2 * _PAD, max(0, self.height() - _HEAD - 16)
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.line), 1))
        painter.setBrush(QColor(colours.surface))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        painter.fillRect(QRectF(0.5, _HEAD, self.width() - 1, 1), QColor(colours.line))


def read_call(source: str) -> tuple[str, str] | None:
    """The name and the arguments, laid out, of a call in JSON; None where it is none."""
    try:
        call = json.loads(source)
    except (ValueError, RecursionError):
        return None
    if not isinstance(call, dict) or not isinstance(call.get("name"), str):
        return None
    arguments = call.get("arguments", call.get("parameters", {}))
    return call["name"], json.dumps(arguments, ensure_ascii=False, indent=2)
