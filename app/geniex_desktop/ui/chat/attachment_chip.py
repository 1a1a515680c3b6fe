"""A thing attached to a message as a small card: picture or waveform, name, what is sent of it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QPushButton, QWidget

from ...chats.attachments import AUDIO, IMAGE, Attachment
from .. import icons, theme, words
from ..widgets.basics import ElidedLabel, button, icon_button, set_tone
from .card import Card, draw_picture
from .display_text import one_line
from .previews import Previews

WIDTH, HEIGHT = 252, 56
_PICTURE = 40
_WAVE = 64
_PAD = 8
_LINK_PAD = 9
"""Left of the text of a link, px."""


class AttachmentChip(Card):
    """Only an image can be opened."""

    removed = Signal()
    """From the composer's own."""
    cut_wanted = Signal()
    """The beginning of a recording that is too long is to be taken."""

    def __init__(self, previews: Previews, removable: bool, parent: QWidget | None = None) -> None:
        super().__init__(previews, parent)
        self._bad = False
        self._name = ElidedLabel(self)
        self._name.setFont(theme.font(theme.SMALL_PT, QFont.Weight.DemiBold))
        self._detail = ElidedLabel(self)
        self._detail.setFont(theme.font(theme.SMALL_PT))
        for text in (self._name, self._detail):
            text.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._cut: QPushButton | None = None
        """Made for the few that need it."""
        self._close = icon_button("close", self.tr("Remove"), size=12, parent=self)
        self._close.setVisible(removable)
        self._close.clicked.connect(self.removed)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        previews.arrived.connect(self._arrived)

    @property
    def can_be_opened(self) -> bool:
        return self._part is not None and self._part.kind == IMAGE and not self._bad

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, HEIGHT)

    def show_part(self, part: Attachment) -> None:
        """Something that can be sent, or was."""
        self._part, self._bad = part, False
        self._preview = self._previews.get(part) if part.kind in (IMAGE, AUDIO) else None
        # Of a reduced image both sizes in pixels matter more, and fill the line.
        size = words.size(part.size) if part.kind == IMAGE and "→" not in part.detail else ""
        self._show(part.name, " · ".join(filter(None, (part.detail, size))))

    def show_waiting(self, name: str) -> None:
        """Something that is still being read."""
        self._part = self._preview = None
        self._bad = False
        self._show(name, self.tr("Reading…"))

    def show_error(self, name: str, what: str, why: str) -> None:
        """Something that cannot be attached; `why` is told on hover."""
        self._part = self._preview = None
        self._bad = True
        self._show(name, what)
        self.setToolTip(one_line(f"{what} {why}", 400))

    def show_too_long(self, name: str, what: str, why: str, keeps: float) -> None:
        """A recording of which only the first `keeps` seconds can be attached, on request."""
        self.show_error(self.tr("Too long: %1").replace("%1", name), what, why)
        if self._cut is None:
            self._cut = button("", "link", self)
            self._cut.setFont(theme.font(theme.SMALL_PT))
            self._cut.clicked.connect(self.cut_wanted)
        self._cut.setText(self.tr("Take the first %1").replace("%1", words.minutes(keeps)))
        self._cut.setVisible(True)
        self._detail.setVisible(False)
        self._place()

    def _show(self, name: str, detail: str) -> None:
        if self._cut is not None:
            self._cut.setVisible(False)
            self._detail.setVisible(True)
        name = one_line(name, 120)
        if self._preview is not None and self._preview.missing:
            detail, self._bad = self.tr("The file is gone"), True
        self._name.set_whole(name)
        self._detail.set_whole(one_line(detail))
        set_tone(self._detail, "bad" if self._bad else "muted")
        self.setToolTip(f"{name}\n{one_line(detail)}".replace("<", "\u2039"))
        self.setAccessibleName(f"{name}, {detail}")
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if self.can_be_opened else arrow)
        self._place()
        self.update()

    @Slot(str)
    def _arrived(self, sha256: str) -> None:
        if self._part is not None and self._part.sha256 == sha256:
            self.show_part(self._part)

    def _picture_area(self) -> QRect:
        wide = _WAVE if self._part is not None and self._part.kind == AUDIO else _PICTURE
        return QRect(_PAD, _PAD, wide, _PICTURE)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._place()

    def _place(self) -> None:
        left = self._picture_area().right() + 10
        right = self.width() - (30 if not self._close.isHidden() else _PAD)
        line = self._name.sizeHint().height()
        top = (HEIGHT - 2 * line - 2) // 2
        self._name.setGeometry(left, top, right - left, line)
        metrics = self._detail.fontMetrics()
        self._detail.setGeometry(left, top + line + 2, self.width() - left - _PAD, metrics.height() + 2)
        if self._cut is not None:
            # In the detail's place: the button's own padding goes around its text.
            hint = self._cut.sizeHint()
            middle = self._detail.geometry().center().y()
            wide = min(hint.width(), self.width() - left + _LINK_PAD)
            self._cut.setGeometry(left - _LINK_PAD, middle - hint.height() // 2, wide, hint.height())
        self._close.setGeometry(self.width() - 26, 4, 22, 22)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not self._close.isHidden():
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        edge = colours.bad if self._bad else colours.accent if self.hasFocus() else colours.line
        painter.setPen(QColor(edge))
        painter.setBrush(QColor(colours.raised))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
        area = self._picture_area()
        if self._preview is not None and not self._preview.image.isNull():
            draw_picture(painter, QRectF(area), self._preview, 5)
        elif self._part is not None and self._part.kind == AUDIO:
            _draw_wave(painter, area, self._preview.bars if self._preview is not None else ())
        else:
            _draw_sheet(painter, area, "state-fail" if self._bad else "file", self._bad)


def _draw_wave(painter: QPainter, area: QRect, bars: tuple[float, ...]) -> None:
    """The loudness over time; even dots where it is not known."""
    heights = bars or (0.08,) * 24
    step = area.width() / len(heights)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colours().accent if bars else theme.colours().muted))
    for place, loudness in enumerate(heights):
        tall = max(2.0, loudness * area.height())
        left = area.left() + place * step
        painter.drawRoundedRect(
            QRectF(left, area.center().y() + 0.5 - tall / 2, max(1.0, step - 0.8), tall), 1, 1
        )


def _draw_sheet(painter: QPainter, area: QRect, name: str, bad: bool) -> None:
    colours = theme.colours()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.surface))
    painter.drawRoundedRect(area, 5, 5)
    drawn = icons.icon(name, colours.bad if bad else colours.muted).pixmap(QSize(20, 20))
    painter.drawPixmap(area.center() - QPoint(9, 9), drawn)
