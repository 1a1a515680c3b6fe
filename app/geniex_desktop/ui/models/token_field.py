"""Asks for a hub's access token where a model wants one; it goes to the system's keyring."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QLineEdit, QVBoxLayout, QWidget

from .. import theme
from ..widgets.basics import button, label

_ROOMY = 400
"""Width from which the button stands beside the field, px."""


class TokenField(QFrame):
    """`given` carries the token; it is not kept in the widget."""

    given = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self.field = QLineEdit()
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setPlaceholderText(self.tr("Access token"))
        self.field.setAccessibleName(self.tr("Access token of the hub"))
        self.field.returnPressed.connect(self._give)
        self.go = button(self.tr("Keep and try again"))
        self.go.clicked.connect(self._give)
        self.told = label(tone="muted", points=theme.SMALL_PT, wrap=True)
        self.told.setText(
            self.tr("Make one on the hub's page of settings; it is kept in the system's keyring.")
        )
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(8)
        self._row.addWidget(self.field, 1)
        self._row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        column.addLayout(self._row)
        column.addWidget(self.told)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        roomy = self.width() >= _ROOMY
        self._row.setDirection(
            QBoxLayout.Direction.LeftToRight if roomy else QBoxLayout.Direction.TopToBottom
        )

    @Slot()
    def _give(self) -> None:
        token = self.field.text().strip()
        if token:
            self.field.clear()
            self.given.emit(token)

    def tell_kept(self, kept: bool) -> None:
        """Whether the token outlives this session."""
        if kept:
            self.told.setText(self.tr("The token is in the system's keyring."))
        else:
            self.told.setText(
                self.tr("This system has no safe keyring: the token is known until the app is closed.")
            )
