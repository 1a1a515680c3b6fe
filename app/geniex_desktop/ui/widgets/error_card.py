"""An error as a card: what happened, why we think so, what to do, and the details folded away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton, QWidget

from ...errors import AppError
from .. import icons, theme
from ..chat.display_text import visible
from ..sentences import localized_error
from .basics import button, label

_PAD = 22
_LABEL_WIDTH = 58
_DETAIL_LINES = 8
_TEXT_LIMIT = 2000


@dataclass(frozen=True, slots=True)
class Action:
    """A way out of the error."""

    text: str
    run: Callable[[], None]
    primary: bool = False


class ErrorCard(QWidget):
    """Lays itself out by hand at any width; `resized` tells the owner that its height changed."""

    resized = Signal()
    check_wanted = Signal()
    """The device check is asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = label(points=theme.BODY_PT + 0.5, weight=QFont.Weight.DemiBold, wrap=True, parent=self)
        self._note = label(wrap=True, parent=self)
        self._why = label(self.tr("Why"), tone="muted", parent=self)
        self._cause = label(wrap=True, parent=self)
        self._do = label(self.tr("Try"), tone="muted", parent=self)
        self._hint = label(wrap=True, parent=self)
        for text in (self._title, self._note, self._cause, self._hint):
            text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._buttons: list[QPushButton] = []
        self._fold = button(self.tr("Details: code, log, report"), "fold", self)
        self._fold.clicked.connect(self._toggle)
        self._copy = button(self.tr("Copy report"), "link", self)
        self._copy.clicked.connect(self._copy_report)
        self._check = button(self.tr("Run the device check"), "link", self)
        self._check.clicked.connect(self.check_wanted)
        self._detail = QPlainTextEdit(self)
        self._detail.setReadOnly(True)
        self._detail.setFont(theme.mono_font(theme.SMALL_PT))
        self._detail.setProperty("kind", "field")
        self._detail.setAccessibleName(self.tr("Details of the error"))
        self._open = False
        self._error: AppError | None = None

    def show_error(self, error: AppError, actions: list[Action], note: str = "", title: str = "") -> None:
        """Shows an error. `title` stands before the error's own text, `note` below it."""
        if error is not self._error:
            self._open = False
        self._error = error
        shown = localized_error(error)
        both = self.tr("%1: %2").replace("%1", title)
        text = both.replace("%2", shown.text) if title else shown.text
        self._set(self._title, text)
        self._set(self._note, note)
        self._set(self._cause, shown.cause)
        self._set(self._hint, shown.hint)
        self._why.setVisible(bool(error.cause))
        self._do.setVisible(bool(error.hint))
        self._detail.setPlainText(visible(self.report()))
        self._set_actions(actions)
        self._update_fold()
        self.setAccessibleName(text)
        self._lay_out(self.width(), move=True)

    def report(self) -> str:
        """The error as plain text for a bug report."""
        error = self._error
        if error is None:
            return ""
        lines = [error.text]
        if error.code:
            lines.append(self.tr("Code: %1").replace("%1", str(error.code)))
        lines += [part for part in (error.cause, error.hint) if part]
        return "\n".join(lines) + (f"\n\n{error.detail}" if error.detail else "")

    @staticmethod
    def _set(target: QLabel, text: str) -> None:
        target.setText(visible(text[:_TEXT_LIMIT]))
        target.setVisible(bool(text))

    def _set_actions(self, actions: list[Action]) -> None:
        for old in self._buttons:
            old.hide()
            # Out of the card at once: until it is deleted it would still be found in it.
            old.setParent(None)
            old.deleteLater()
        self._buttons = []
        for action in actions:
            made = button(action.text, "primary" if action.primary else "", self)
            made.clicked.connect(action.run)
            made.show()
            self._buttons.append(made)

    def _update_fold(self) -> None:
        name = "chevron-down" if self._open else "chevron-right"
        self._fold.setIcon(icons.icon(name, theme.colours().muted))
        self._detail.setVisible(self._open)
        self._copy.setVisible(self._open)
        self._check.setVisible(self._open)

    @Slot()
    def _toggle(self) -> None:
        self._open = not self._open
        self._update_fold()
        self.resized.emit()

    @Slot()
    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self.report())
        self._copy.setText(self.tr("Copied"))

    def height_for(self, width: int) -> int:
        return self._lay_out(width, move=False)

    def resizeEvent(self, _event: QResizeEvent) -> None:
        self._lay_out(self.width(), move=True)

    def _lay_out(self, width: int, *, move: bool) -> int:
        """Places everything from top to bottom; answers the height."""
        y = _PAD - 4
        inner = width - 2 * _PAD
        for text, gap in ((self._title, 6), (self._note, 12)):
            if not text.isHidden():
                y += self._put(text, _PAD, y, inner, move) + gap
        for name, text in ((self._why, self._cause), (self._do, self._hint)):
            if not text.isHidden():
                if move:
                    name.setGeometry(_PAD, y, _LABEL_WIDTH, name.sizeHint().height())
                y += self._put(text, _PAD + _LABEL_WIDTH, y, inner - _LABEL_WIDTH, move) + 8
        y = self._put_buttons(y + 4, width, move)
        fold = self._fold.sizeHint()
        if move:
            self._fold.setGeometry(_PAD - 6, y, min(inner, fold.width() + 8), fold.height())
            copy = self._copy.sizeHint()
            middle = y + (fold.height() - copy.height()) // 2
            self._copy.setGeometry(width - _PAD - copy.width(), middle, copy.width(), copy.height())
        y += fold.height()
        if self._open:
            height = self._detail.fontMetrics().lineSpacing() * _DETAIL_LINES + 24
            if move:
                self._detail.setGeometry(_PAD, y + 6, inner, height)
            y += height + 6 + self._put_check(y + height + 12, move)
        return y + _PAD - 8

    @staticmethod
    def _put(text: QLabel, x: int, y: int, width: int, move: bool) -> int:
        height = text.heightForWidth(width)
        if move:
            text.setGeometry(x, y, width, height)
        return height

    def _put_check(self, y: int, move: bool) -> int:
        hint = self._check.sizeHint()
        if move:
            self._check.setGeometry(_PAD - 8, y, hint.width(), hint.height())
        return hint.height() + 6

    def _put_buttons(self, y: int, width: int, move: bool) -> int:
        """A row of buttons that wraps where there is no room."""
        if not self._buttons:
            return y
        x, height = _PAD, 0
        for made in self._buttons:
            hint = made.sizeHint()
            if x > _PAD and x + hint.width() > width - _PAD:
                x, y = _PAD, y + height + 8
            height = hint.height()
            if move:
                made.setGeometry(x, y, hint.width(), height)
            x += hint.width() + 10
        return y + height + 10

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        painter.fillPath(outline, QColor(colours.surface))
        painter.save()
        painter.setClipPath(outline)
        painter.fillRect(0, 0, 4, self.height(), QColor(colours.bad))
        painter.restore()
        painter.strokePath(outline, QPen(QColor(colours.bad), 1))


class FittingErrorCard(ErrorCard):
    """An error card in a layout: as high as its text at the width it gets."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.resized.connect(self.updateGeometry)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self.height_for(width)
