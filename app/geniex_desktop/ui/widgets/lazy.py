"""A pane that is made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

T = TypeVar("T", bound=QWidget)


class LazyPane(QWidget, Generic[T]):
    """Holds what `make` answers, from the moment it is shown or asked for.

    Making all panes at once would keep the window standing still at each change of the theme.
    """

    def __init__(self, make: Callable[[], T], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._content: T | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    @property
    def made(self) -> T | None:
        """The content, if it has been wanted."""
        return self._content

    @property
    def content(self) -> T:
        """The content, made now if it is not there."""
        if self._content is None:
            self._content = self._make()
            self._column.addWidget(self._content)
        return self._content

    def showEvent(self, event: QShowEvent) -> None:
        self.content.show()
        super().showEvent(event)
