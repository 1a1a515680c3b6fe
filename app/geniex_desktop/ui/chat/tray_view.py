"""The cards over the composer's text: what will be sent with it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from .. import words
from .attachment_chip import HEIGHT, AttachmentChip
from .attachment_flow import GAP, place_cards
from .tray import Tray, TrayItem

_BELOW = 6
"""White space between the cards and the text, px."""


_LEAST_WIDTH = 120
_AT_ONCE = 2
_ROW = HEIGHT + GAP
_HIGHEST = round(2.5 * _ROW)
"""Two rows, and enough of the third to show that there is more, px."""


class TrayView(QScrollArea):
    """Hidden while the tray is empty; what is more than a few rows is reached by scrolling."""

    opened = Signal(object)
    """An Attachment is to be seen large."""

    def __init__(self, tray: Tray, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tray = tray
        self._chips: dict[int, AttachmentChip] = {}
        self._shown: dict[int, TrayItem] = {}
        """What each card was last filled with."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._refresh)
        self._page = QWidget()
        self.setWidget(self._page)
        for part in (self.viewport(), self._page):
            part.setAutoFillBackground(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The cards take the keyboard, the area between them does not.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Attachments"))
        tray.changed.connect(self._refresh)
        self._refresh()

    @property
    def chips(self) -> list[AttachmentChip]:
        """Those that are there, in the order of the tray."""
        return [self._chips[item.id] for item in self._tray.items if item.id in self._chips]

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    @Slot()
    def _refresh(self) -> None:
        """Makes a few cards in each turn of the event loop: many at once would be felt."""
        wanted = {item.id: item for item in self._tray.items}
        for item_id in [known for known in self._chips if known not in wanted]:
            chip = self._chips.pop(item_id)
            del self._shown[item_id]
            chip.hide()
            chip.deleteLater()
        missing = [item_id for item_id in wanted if item_id not in self._chips]
        made = missing[:_AT_ONCE] if not self._soon.isActive() else []
        for item_id in made:
            self._chips[item_id] = self._make(item_id)
        for item_id, chip in self._chips.items():
            if self._shown.get(item_id) is not wanted[item_id]:
                self._shown[item_id] = wanted[item_id]
                _fill(chip, wanted[item_id])
        self.setVisible(bool(self._chips))
        self._place()
        if made:
            # What has come last is seen, above all that something was left out.
            self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        if len(missing) > len(made):
            self._soon.start(0)

    def _make(self, item_id: int) -> AttachmentChip:
        chip = AttachmentChip(self._tray.previews, True, self._page)
        chip.removed.connect(partial(self._tray.remove, item_id))
        chip.opened.connect(self.opened)
        chip.cut_wanted.connect(partial(self._tray.cut, item_id))
        chip.show()
        return chip

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        width = max(_LEAST_WIDTH, self.width())
        height = place_cards(self.chips, width)
        highest = max(HEIGHT, min(_HIGHEST, self.window().height() // 4 - _ROW))
        scrolls = height > highest
        if scrolls:
            width -= self.verticalScrollBar().sizeHint().width()
            height = place_cards(self.chips, width)
        # Decided here and not by Qt: the bar makes the rows shorter, and could come and go for ever.
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(policy.ScrollBarAlwaysOn if scrolls else policy.ScrollBarAlwaysOff)
        self._page.resize(width, height)
        self.setFixedHeight(min(height, highest) + _BELOW)


def _fill(chip: AttachmentChip, item: TrayItem) -> None:
    if item.part is not None:
        chip.show_part(item.part)
    elif item.error is not None:
        why = words.sentences(item.error.cause, item.error.hint)
        if item.keeps:
            chip.show_too_long(item.name, item.error.text, why, item.keeps)
        else:
            chip.show_error(item.name, item.error.text, why)
    else:
        chip.show_waiting(item.name)
