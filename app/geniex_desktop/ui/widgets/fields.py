"""Number fields for forms that scroll."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QLabel, QSpinBox

from .basics import label


def whole(least: int, most: int, step: int = 1) -> QSpinBox:
    """A field for a whole number."""
    field = QSpinBox()
    field.setRange(least, most)
    field.setSingleStep(step)
    _dress(field)
    return field


def real(most: float, step: float) -> QDoubleSpinBox:
    """A field for a number from 0, with two decimals."""
    field = QDoubleSpinBox()
    field.setRange(0.0, most)
    field.setSingleStep(step)
    field.setDecimals(2)
    _dress(field)
    return field


def named(field: QAbstractSpinBox, name: str, meaning: str, usual: str, size: QSize) -> QLabel:
    """Tells what a field is for, and what its least value means; answers its label."""
    text = label(name)
    text.setMinimumHeight(size.height())
    text.setToolTip(meaning)
    field.setToolTip(meaning)
    field.setAccessibleName(name)
    field.setSpecialValueText(usual)
    field.setFixedSize(size)
    return text


def _dress(field: QAbstractSpinBox) -> None:
    """A field does not take the wheel from the page that it scrolls with."""
    field.lineEdit().setTextMargins(8, 0, 8, 0)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.installEventFilter(_NoWheel(field))


class _NoWheel(QObject):
    def eventFilter(self, _field: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return False
