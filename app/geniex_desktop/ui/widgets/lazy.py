"""A pane that is made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import delete

T = TypeVar("T", bound=QWidget)


class LazyPane(QWidget, Generic[T]):
    """Holds what `make` answers: made when it is asked for, or just after it has been shown.

    Making all panes at once, or one together with the window around it, would keep the window standing
    still at each change of the theme.
    """

    def __init__(self, make: Callable[[], T], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._content: T | None = None
        self._frame_drawn = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._reveal)

    @property
    def made(self) -> T | None:
        """The content, if it has been wanted."""
        return self._content

    @property
    def settled(self) -> bool:
        """Nothing of it is still to come."""
        return not self.isVisible() or self._column.count() > 0

    @property
    def content(self) -> T:
        """The content, made now if it is not there."""
        content = self._make_hidden()
        self._put_in(content)
        return content

    def let_go(self) -> None:
        """Takes the content away, until it is wanted again."""
        content, self._content = self._content, None
        if content is not None:
            delete(content)

    def showEvent(self, event: QShowEvent) -> None:
        self._frame_drawn = False
        self._soon.start(0)
        super().showEvent(event)

    def _make_hidden(self) -> T:
        if self._content is None:
            self._content = self._make()
            # It becomes our child when it is put in: that styles it once more, which takes a turn of its own.
            self._content.hide()
            # Nothing is laid out for a passing size.
            self._content.resize(self.size())
            self.destroyed.connect(self._content.deleteLater)
        return self._content

    def _put_in(self, content: T) -> None:
        if self._column.count() == 0:
            self._column.addWidget(content)
            content.show()

    @Slot()
    def _reveal(self) -> None:
        """Each step in a turn of its own: what is around gets drawn, the content is made, it is put in."""
        if not self.isVisible() or self._column.count() > 0:
            return
        if not self._frame_drawn:
            self._frame_drawn = True
        elif self._content is None:
            self._make_hidden()
        else:
            self._put_in(self._content)
        self._soon.start(0)
