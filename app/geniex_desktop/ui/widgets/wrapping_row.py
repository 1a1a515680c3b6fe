"""Widgets beside each other, in as many lines as the width asks for."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

_GAP = 8


class WrappingRow(QWidget):
    """Each shown child gets the size that it would like, but never more than the whole width."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order: list[QWidget] = []
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def add(self, widget: QWidget) -> None:
        """Puts a widget behind the others."""
        self._order.append(widget)
        widget.setParent(self)
        widget.show()

    def clear(self) -> None:
        """Takes all widgets out and deletes them."""
        for widget in self._order:
            widget.hide()
            widget.deleteLater()
        self._order = []

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for _widget, place in self._places(width)), default=0)

    def sizeHint(self) -> QSize:
        """One line of all."""
        places = [place for _widget, place in self._places(1 << 20)]
        return QSize(
            max((place.right() + 1 for place in places), default=0),
            max((place.height() for place in places), default=0),
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            # A child is shown, hidden or another size than before.
            self._lay_out()
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def _lay_out(self) -> None:
        for widget, place in self._places(self.width()):
            widget.setGeometry(place)

    def _places(self, width: int) -> list[tuple[QWidget, QRect]]:
        result: list[tuple[QWidget, QRect]] = []
        x = y = tallest = 0
        for widget in self._order:
            if widget.isHidden():
                continue
            size = widget.sizeHint().boundedTo(QSize(width, 1 << 20))
            if x and x + size.width() > width:
                x, y, tallest = 0, y + tallest + _GAP, 0
            result.append((widget, QRect(QPoint(x, y), size)))
            x += size.width() + _GAP
            tallest = max(tallest, size.height())
        return result
