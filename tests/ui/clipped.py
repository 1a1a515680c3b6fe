"""Finds texts that their widgets have no room for."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLabel, QLineEdit, QPushButton, QWidget

from geniex_desktop.ui.widgets.basics import ElidedLabel

Cut = tuple[str, str, list[int], list[int]]
"""Kind of widget, its text, the size that the text needs, and the size that there is."""


def clipped(window: QWidget) -> list[Cut]:
    """Every shown label, button, choice and hint in a field that is larger than its place."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        text, needed = _needed(widget)
        if text and (needed.width() > widget.width() + 1 or needed.height() > widget.height() + 1):
            sizes = ([size.width(), size.height()] for size in (needed, widget.size()))
            found.append((type(widget).__name__, text, *sizes))
    return found


def _needed(widget: QWidget) -> tuple[str, QSize]:
    """A widget's text and the room that it takes; nothing for widgets that shorten their text themselves."""
    metrics = widget.fontMetrics()
    if isinstance(widget, ElidedLabel):
        return "", QSize()
    if isinstance(widget, QLabel):
        margins = widget.contentsMargins()
        if widget.wordWrap():
            return widget.text(), QSize(0, widget.heightForWidth(widget.width()))
        wide = metrics.horizontalAdvance(widget.text()) + margins.left() + margins.right()
        return widget.text(), QSize(wide, metrics.height() - 2)
    if isinstance(widget, QPushButton):
        return widget.text(), QSize(metrics.horizontalAdvance(widget.text()), metrics.height() - 2)
    if isinstance(widget, QComboBox):
        return widget.currentText(), QSize(metrics.horizontalAdvance(widget.currentText()) + 38, 0)
    if isinstance(widget, QLineEdit):
        hint = widget.placeholderText()
        return hint, QSize(metrics.horizontalAdvance(hint), metrics.height() - 2)
    if isinstance(widget, QAbstractButton):
        return widget.text(), QSize(metrics.horizontalAdvance(widget.text()), 0)
    return "", QSize()
