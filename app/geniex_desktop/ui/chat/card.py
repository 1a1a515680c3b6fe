"""What the cards of attachments have in common: a picture, a click or Enter that opens it, their focus."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from ...chats.attachments import Attachment
from .previews import Preview, Previews

_LOOKS_CHANGE = (QEvent.Type.FocusIn, QEvent.Type.FocusOut, QEvent.Type.Enter, QEvent.Type.Leave)


class Card(QWidget):
    """Of one attachment, or of none yet."""

    opened = Signal(object)
    """Attachment that is to be seen large."""

    def __init__(self, previews: Previews, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._previews = previews
        self._part: Attachment | None = None
        self._preview: Preview | None = None

    @property
    def preview(self) -> Preview | None:
        """None while it is read."""
        return self._preview

    @property
    def can_be_opened(self) -> bool:
        return self._part is not None

    def event(self, event: QEvent) -> bool:
        if event.type() in _LOOKS_CHANGE:
            self.update()
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        if self.can_be_opened:
            self.opened.emit(self._part)


def draw_picture(painter: QPainter, area: QRectF, preview: Preview, radius: float) -> None:
    """An image that fills an area with rounded corners; what does not fit is cut off evenly."""
    image = preview.image
    scale = max(area.width() / image.width(), area.height() / image.height())
    source = QRectF(0, 0, area.width() / scale, area.height() / scale)
    source.moveCenter(QRectF(image.rect()).center())
    outline = QPainterPath()
    outline.addRoundedRect(area, radius, radius)
    painter.save()
    painter.setClipPath(outline)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(area, image, source)
    painter.restore()
