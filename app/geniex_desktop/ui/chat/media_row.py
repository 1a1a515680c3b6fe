"""What was sent with a message: its images, and cards of what is none."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from ...chats.attachments import IMAGE, Attachment
from .. import theme
from .attachment_chip import AttachmentChip
from .attachment_flow import GAP, place_cards
from .card import Card, draw_picture
from .display_text import one_line
from .previews import Previews
from .rows import Row
from .services import RowServices

PICTURE_HEIGHT = 160
_NARROWEST, _WIDEST = 72, 320


class PictureCard(Card):
    """An image that was sent; a click shows it large."""

    def __init__(self, previews: Previews, parent: QWidget) -> None:
        super().__init__(previews, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def show_part(self, part: Attachment) -> None:
        self._part = part
        self._preview = self._previews.get(part)
        problem = self._preview.problem if self._preview is not None else ""
        name, detail = one_line(part.name, 120), problem or one_line(part.detail)
        self.setAccessibleName(self.tr("Image: %1").replace("%1", f"{name}, {detail}"))
        self.setToolTip(f"{name}\n{detail}".replace("<", "\u2039"))
        self.update()

    def sizeHint(self) -> QSize:
        """Of the image's own shape, as far as that is known."""
        image = self._preview.image if self._preview is not None else None
        if image is None or image.isNull():
            return QSize(PICTURE_HEIGHT, PICTURE_HEIGHT)
        wide = round(PICTURE_HEIGHT * image.width() / image.height())
        return QSize(max(_NARROWEST, min(_WIDEST, wide)), PICTURE_HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self._preview is None or self._preview.image.isNull():
            painter.setPen(QColor(colours.line))
            painter.setBrush(QColor(colours.raised))
            painter.drawRoundedRect(area, 10, 10)
            if self._preview is not None:
                painter.setPen(QColor(colours.muted))
                painter.setFont(theme.font(theme.SMALL_PT))
                flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
                name = one_line(self._part.name, 40) if self._part is not None else ""
                text = f"{name}\n{self._preview.problem}"
                painter.drawText(self.rect().adjusted(8, 8, -8, -8), flags, text)
        else:
            draw_picture(painter, area, self._preview, 10)
        painter.setPen(QColor(colours.accent if self.hasFocus() else colours.line))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(area, 10, 10)


class MediaRow(QWidget):
    """Over the bubble of the message: images beside each other, then cards. As high as at first sight:
    an image that arrives later changes only its width."""

    def __init__(self, services: RowServices, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._parts: tuple[Attachment, ...] = ()
        self._pictures: list[PictureCard] = []
        self._chips: list[AttachmentChip] = []
        services.previews.arrived.connect(self._arrived)

    @property
    def pictures(self) -> list[PictureCard]:
        """Those in use."""
        return self._pictures[: sum(part.kind == IMAGE for part in self._parts)]

    @property
    def chips(self) -> list[AttachmentChip]:
        """Those in use."""
        return self._chips[: sum(part.kind != IMAGE for part in self._parts)]

    def show_row(self, row: Row) -> None:
        self._parts = row.message.parts if row.message is not None else ()
        images = [part for part in self._parts if part.kind == IMAGE]
        others = [part for part in self._parts if part.kind != IMAGE]
        while len(self._pictures) < len(images):
            card = PictureCard(self._services.previews, self)
            card.opened.connect(self._open)
            self._pictures.append(card)
        while len(self._chips) < len(others):
            self._chips.append(AttachmentChip(self._services.previews, False, self))
        for card, part in zip(self._pictures, images, strict=False):
            card.show_part(part)
        for chip, part in zip(self._chips, others, strict=False):
            chip.show_part(part)
        for place, widget in enumerate(self._pictures):
            widget.setVisible(place < len(images))
        for place, other in enumerate(self._chips):
            other.setVisible(place < len(others))

    @Slot(object)
    def _open(self, part: Attachment) -> None:
        self._services.open_picture(part)

    def height_for(self, width: int) -> int:
        return self._lay_out(width)

    def _lay_out(self, width: int) -> int:
        """From the right, as what a person says stands there."""
        row: list[PictureCard] = []
        y = used = 0
        for card in self.pictures:
            wide = card.sizeHint().width()
            if row and used + GAP + wide > width:
                self._place_pictures(row, width, y)
                y, row, used = y + PICTURE_HEIGHT + GAP, [], 0
            used += wide + (GAP if row else 0)
            row.append(card)
        if row:
            self._place_pictures(row, width, y)
            y += PICTURE_HEIGHT
        if self.chips:
            y += GAP if y else 0
            y += place_cards(self.chips, width, y, right=True)
        return y

    @staticmethod
    def _place_pictures(row: list[PictureCard], width: int, y: int) -> None:
        x = width
        for card in reversed(row):
            wide = card.sizeHint().width()
            x -= wide
            card.setGeometry(x, y, wide, PICTURE_HEIGHT)
            x -= GAP

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._lay_out(self.width())

    @Slot(str)
    def _arrived(self, sha256: str) -> None:
        shown = [part for part in self._parts if part.kind == IMAGE]
        for card, part in zip(self.pictures, shown, strict=True):
            if part.sha256 == sha256:
                card.show_part(part)
                self._services.resized(self)
