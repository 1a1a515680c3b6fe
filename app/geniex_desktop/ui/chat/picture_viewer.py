"""An image as large as the window lets it be, over everything; a click or Esc closes it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Slot
from PySide6.QtGui import QCloseEvent, QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ...chats.attachments import Attachment
from .. import theme, words
from ..widgets.basics import icon_button
from .display_text import one_line
from .previews import Previews

_EDGE = 48
_MOST_ENLARGED = 6
"""A tiny image is not blown up beyond this."""


class PictureViewer(QWidget):
    """Covers its parent. The pixels are those that the model was given."""

    def __init__(self, part: Attachment, previews: Previews, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._part = part
        self._image = QImage()
        self._before: QWidget | None = parent.focusWidget()
        self._gone = False
        self.setAccessibleName(self.tr("Image: %1").replace("%1", one_line(part.name, 120)))
        self._close = icon_button("close", self.tr("Close"), shortcut="Esc", size=20, parent=self)
        self._close.clicked.connect(self.close)
        previews.loaded.connect(self._loaded)
        previews.load(part)
        parent.installEventFilter(self)
        self._cover()
        self.show()
        self.raise_()
        self.setFocus()

    @property
    def image(self) -> QImage:
        """Null until it is read."""
        return self._image

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._cover()
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        above = self.parentWidget()
        if above is not None:
            self.setGeometry(above.rect())
            self._close.setGeometry(self.width() - 48, 12, 34, 34)

    @Slot(str, QImage)
    def _loaded(self, sha256: str, image: QImage) -> None:
        if sha256 == self._part.sha256:
            self._image, self._gone = image, image.isNull()
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.close()

    def event(self, event: QEvent) -> bool:
        """Esc is the viewer's while it is open, not the window's."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """The keyboard goes back to where it was."""
        super().closeEvent(event)
        if self._before is not None and isValid(self._before):
            self._before.setFocus()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = theme.colours()
        veil = QColor(colours.background)
        veil.setAlpha(242)
        painter.fillRect(self.rect(), veil)
        room = self.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        painter.setPen(QColor(colours.muted))
        painter.setFont(theme.font(theme.SMALL_PT + 0.5))
        middle = Qt.AlignmentFlag.AlignCenter
        if self._gone:
            painter.drawText(room, middle, self.tr("The image cannot be shown"))
        if self._image.isNull():
            return
        size = self._image.size()
        fitting = size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        if fitting.width() > _MOST_ENLARGED * size.width():
            fitting = size * _MOST_ENLARGED
        area = QRect(QPoint(0, 0), fitting)
        area.moveCenter(room.center())
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(area, self._image)
        facts = f"{one_line(self._part.name, 80)} · {self._part.detail} · {words.size(self._part.size)}"
        painter.drawText(QRect(0, self.height() - _EDGE + 8, self.width(), 24), middle, facts)
