"""The page that scrolls: one column of readable width in the middle."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from .. import theme


def reading_column(area: QScrollArea) -> QVBoxLayout:
    """Makes `area` such a page; returns the column to fill."""
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    page = QWidget()
    page.setObjectName("pane")
    area.setWidget(page)
    side = QHBoxLayout(page)
    side.setContentsMargins(32, 20, 32, 28)
    body = QWidget()
    body.setMaximumWidth(theme.COLUMN_WIDTH)
    body.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
    side.addStretch(1)
    side.addWidget(body, 1000)
    side.addStretch(1)
    column = QVBoxLayout(body)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(12)
    return column
