"""Labels, buttons and a menu box with the manners that every pane wants."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QToolButton,
    QWidget,
)

from .. import icons, theme


def label(
    text: str = "",
    *,
    tone: str = "",
    points: float = theme.BODY_PT,
    wrap: bool = False,
    weight: QFont.Weight = QFont.Weight.Normal,
    parent: QWidget | None = None,
) -> QLabel:
    """A label that shows its text as it is: plain, never guessed to be HTML."""
    result = QLabel(parent)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setText(text)
    result.setFont(theme.font(points, weight))
    result.setWordWrap(wrap)
    if tone:
        result.setProperty("tone", tone)
    return result


def set_tone(target: QWidget, tone: str) -> None:
    """Gives a label another tone."""
    if target.property("tone") != tone:
        target.setProperty("tone", tone)
        target.style().unpolish(target)
        target.style().polish(target)


def button(text: str, kind: str = "", parent: QWidget | None = None) -> QPushButton:
    """A push button; `kind` is "primary", "link", "fold" or "" for an ordinary one."""
    result = QPushButton(text, parent)
    if kind:
        result.setProperty("kind", kind)
    result.setCursor(Qt.CursorShape.PointingHandCursor)
    result.setAutoDefault(False)
    return result


def icon_button(
    name: str,
    text: str,
    *,
    shortcut: str = "",
    size: int = 16,
    colour: str = "",
    parent: QWidget | None = None,
) -> QToolButton:
    """A button with an icon of ours; `text` is its tool tip and what a screen reader says."""
    result = QToolButton(parent)
    result.setIcon(icons.icon(name, colour or theme.colours().muted))
    result.setIconSize(QSize(size, size))
    result.setToolTip(f"{text} ({shortcut})" if shortcut else text)
    result.setAccessibleName(text)
    result.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    result.setCursor(Qt.CursorShape.PointingHandCursor)
    return result


class ElidedLabel(QLabel):
    """One line of plain text, with … in its middle where there is no room; its tail is shortened last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._whole = self._tail = ""

    def set_whole(self, text: str, tail: str = "") -> None:
        """Shows `text` and then `tail`, which says the more important."""
        self._whole, self._tail = text + tail, tail
        self.setAccessibleName(self._whole)
        self.updateGeometry()
        self._elide()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self._whole) + 2, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(24, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        metrics, middle = self.fontMetrics(), Qt.TextElideMode.ElideMiddle
        room = self.width() - metrics.horizontalAdvance(self._tail)
        if self._tail and room > self.width() // 4:
            head = self._whole.removesuffix(self._tail)
            self.setText(metrics.elidedText(head, middle, room) + self._tail)
        else:
            self.setText(metrics.elidedText(self._whole, middle, self.width()))


class MenuButton(QPushButton):
    """A push button that opens a menu, with our arrow."""

    def __init__(self, text: str, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("kind", "menu")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAutoDefault(False)
        self.entries = menu
        # Not `setMenu`: the style would draw its own arrow, or leave room for it.
        self.clicked.connect(lambda: menu.popup(self.mapToGlobal(self.rect().bottomLeft())))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_chevron(painter, self.width() - 20, self.height() / 2, theme.colours().muted)


class Choice(QComboBox):
    """A combo box with our arrow, that does not change when the page is scrolled over it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumHeight(36)
        # The delegate of its own knows nothing of the style sheet.
        self.setItemDelegate(QStyledItemDelegate(self))

    def shown_text(self) -> str:
        """The chosen entry as far as there is room; a combo box by itself would break off between words."""
        option = self._option()
        return option.fontMetrics.elidedText(
            option.currentText, Qt.TextElideMode.ElideRight, self._room(option)
        )

    def _option(self) -> QStyleOptionComboBox:
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        return option

    def _room(self, option: QStyleOptionComboBox) -> int:
        field = QStyle.SubControl.SC_ComboBoxEditField
        area = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self)
        return area.width() - 4

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = self._option()
        option.currentText = self.shown_text()
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_chevron(painter, self.width() - 20, self.height() / 2, theme.colours().muted)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def draw_chevron(painter: QPainter, x: float, y: float, colour: str) -> None:
    """A small downward chevron around a point."""
    painter.setPen(QPen(QColor(colour), 1.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawPolyline(QPolygonF([QPointF(x - 4, y - 2), QPointF(x, y + 2), QPointF(x + 4, y - 2)]))
