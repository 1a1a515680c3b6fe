"""Selecting over several rows of the transcript, as over one text.

A selection lasts while its rows come and go: its ends are places in the text, and each row that is
shown selects its part of it. Within one row a selection is the text view's own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QMenu, QScrollBar, QWidget

from .browser import SafeBrowser
from .continued import offset_of, position_of
from .display_text import HAIR_SPACE
from .row_text import END, WITH_TEXT, frozen, text_between, view_of, whole_text
from .rows import Row, RowKey, RowKind

_SCROLL_MS = 30
_FASTEST = 80
"""Pixels that the view scrolls at once while the pointer is beyond its edge."""
_IN_STRETCHES = (RowKind.USER, RowKind.RAW)
"""One text in several rows, cut wherever it got too long."""

Place = tuple[RowKey, int]
"""A row, and a place in its text."""


class Rows(Protocol):
    """What is needed of the transcript."""

    @property
    def rows(self) -> list[Row]: ...
    def viewport(self) -> QWidget: ...
    def verticalScrollBar(self) -> QScrollBar: ...
    @property
    def near(self) -> list[int]: ...
    def widget(self, key: RowKey) -> QWidget | None: ...
    def index_at(self, y: int) -> int: ...
    def let_go(self) -> None: ...
    def read(self, row: Row, use: Callable[[QWidget], str]) -> str: ...


class Selecting(QObject):
    """Follows the mouse and the keyboard in the rows."""

    copied = Signal(object)
    """The selection is to be put on the clipboard: what makes its text, on any thread."""

    def __init__(self, area: Rows, parent: QObject) -> None:
        super().__init__(parent)
        self._area = area
        self._pressed: Place | None = None
        self._ends: tuple[Place, Place] | None = None
        self._pointer = QPoint()
        self._timer = QTimer(self)
        self._timer.setInterval(_SCROLL_MS)
        self._timer.timeout.connect(self._scroll)

    @property
    def active(self) -> bool:
        """What is selected is ours: in several rows, or in one that has gone out of view."""
        return self._ends is not None

    @property
    def held(self) -> int | None:
        """The index of the row that has the mouse, whose widget must stay."""
        return self._index(self._pressed[0]) if self._pressed is not None else None

    def clear(self) -> None:
        """Selects nothing."""
        was_active, self._ends = self.active, None
        if was_active:
            self.show()

    def select_all(self) -> None:
        """Selects the whole conversation."""
        rows = self._area.rows
        if rows:
            self._ends = (rows[0].key, 0), (rows[-1].key, END)
            self._area.let_go()
            self.show()

    def select(self, begin: Place, end: Place) -> None:
        """Selects from one place to another; the rows show it as they come into view."""
        self._ends = begin, end
        self.show()

    def take_ends(self) -> tuple[Place, Place] | None:
        """Both ends of what is selected, be it within one row only, whose widget selects nothing any more."""
        rows = self._area.rows
        for index in self._area.near:
            widget = self._area.widget(rows[index].key)
            if widget is not None:
                self.leave(rows[index].key, widget)
        return self._ends

    def show(self) -> None:
        """Has every row that is shown select its part."""
        span, rows = self._span(), self._area.rows
        for index in self._area.near:
            view = view_of(self._area.widget(rows[index].key))
            if view is not None:
                _select(view, *(_part(span, index) or (0, 0)))

    def leave(self, key: RowKey, widget: QWidget) -> None:
        """The widget of a row is about to serve another one."""
        view = view_of(widget)
        if view is None or not view.textCursor().hasSelection():
            return
        cursor, document = view.textCursor(), view.document()
        if not self.active:
            anchor, end = offset_of(document, cursor.anchor()), offset_of(document, cursor.position())
            self._ends = (key, anchor), (key, end)
        cursor.clearSelection()
        view.setTextCursor(cursor)

    def filter(self, watched: QObject, event: QEvent) -> bool:
        """Looks at an event of a widget in a row; true if it is dealt with."""
        if isinstance(event, QMouseEvent):
            return self._mouse(watched, event)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return isinstance(watched, SafeBrowser) and self.key(event)
        if isinstance(event, QContextMenuEvent) and self.active:
            self._menu(event.globalPos())
            return True
        return False

    def key(self, event: QKeyEvent) -> bool:
        """Copy and Select all; true if it was one of them."""
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.select_all()
        elif event.matches(QKeySequence.StandardKey.Copy) and self.active:
            self.copy()
        else:
            return False
        return True

    def _mouse(self, watched: QObject, event: QMouseEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
            if watched is self._area.verticalScrollBar():
                return False
            self.clear()
            self._pointer = self._point(event)
            self._pressed = self._place() if isinstance(watched.parent(), SafeBrowser) else None
        elif kind == QEvent.Type.MouseButtonRelease:
            self._pressed = None
            self._timer.stop()
        elif kind == QEvent.Type.MouseMove and self._pressed is not None:
            self._pointer = self._point(event)
            return self._drag()
        return False

    def _point(self, event: QMouseEvent) -> QPoint:
        return self._area.viewport().mapFromGlobal(event.globalPosition().toPoint())

    def _drag(self) -> bool:
        """Takes the selection to the pointer; false while it has not left its first row."""
        outside = not 0 <= self._pointer.y() < self._area.viewport().height()
        end = self._place()
        if self._pressed is None or end is None or (not self.active and end[0] == self._pressed[0]):
            return False
        if outside != self._timer.isActive():
            self._timer.start() if outside else self._timer.stop()
        self._ends = self._pressed, end
        self._area.let_go()
        self.show()
        return True

    @Slot()
    def _scroll(self) -> None:
        height, y = self._area.viewport().height(), self._pointer.y()
        beyond = y if y < 0 else max(0, y - height + 1)
        bar = self._area.verticalScrollBar()
        bar.setValue(bar.value() + max(-_FASTEST, min(_FASTEST, beyond)))
        self._drag()

    def _place(self) -> Place | None:
        """The place under the pointer; beyond the edge, at the edge."""
        if not self._area.rows:
            return None
        height = self._area.viewport().height()
        point = QPoint(self._pointer.x(), max(0, min(height - 1, self._pointer.y())))
        index = self._area.index_at(point.y())
        key = self._area.rows[index].key
        view = view_of(self._area.widget(key))
        if view is not None:
            inside = view.viewport().mapFrom(self._area.viewport(), point)
            return key, offset_of(view.document(), view.cursorForPosition(inside).position())
        above = self._pressed is not None and index < (self._index(self._pressed[0]) or 0)
        return key, 0 if above else END

    def _index(self, key: RowKey) -> int | None:
        return next((index for index, row in enumerate(self._area.rows) if row.key == key), None)

    def _span(self) -> tuple[int, int, int, int] | None:
        """Index and place of the first and of the last end."""
        if self._ends is None:
            return None
        (anchor, from_place), (end, to_place) = self._ends
        first, last = self._index(anchor), self._index(end)
        if first is None or last is None:
            return None
        low, high = sorted(((first, from_place), (last, to_place)))
        return *low, *high

    def copy(self) -> None:
        """Puts the selection on the clipboard, a little later: a long chat takes its time."""
        span = self._span()
        if span is None:
            return
        makers: list[list[Callable[[], str]]] = []
        for index in range(span[0], span[2] + 1):
            row, part = self._area.rows[index], _part(span, index)
            if row.key.kind not in WITH_TEXT or part is None:
                continue
            if part == (0, END) and row.key.kind is not RowKind.THINKING:
                maker = partial(_all_text, frozen(row))
            else:
                text = self._area.read(row, partial(_text_in_view, *part))
                maker = partial(str, text + _end_of_line(row) if part[1] == END else text)
            if makers and row.key.index and row.key.kind in _IN_STRETCHES:
                makers[-1].append(maker)
            else:
                makers.append([maker])
        self.copied.emit(partial(_joined, makers))

    def _menu(self, place: QPoint) -> None:
        menu = QMenu(self._area.viewport())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Copy"), self.copy)
        menu.addAction(self.tr("Select all"), self.select_all)
        menu.popup(place)


def _part(span: tuple[int, int, int, int] | None, index: int) -> tuple[int, int] | None:
    """From where to where the row at an index is selected."""
    if span is None or not span[0] <= index <= span[2]:
        return None
    return (span[1] if index == span[0] else 0), (span[3] if index == span[2] else END)


def _select(view: SafeBrowser, start: int, end: int) -> None:
    cursor, document = view.textCursor(), view.document()
    places = position_of(document, start), position_of(document, end)
    if (cursor.anchor(), cursor.position()) != places:
        cursor.setPosition(places[0])
        cursor.setPosition(places[1], QTextCursor.MoveMode.KeepAnchor)
        view.setTextCursor(cursor)


def _text_in_view(start: int, end: int, widget: QWidget) -> str:
    view = view_of(widget)
    return "" if view is None else text_between(view.document(), start, end).replace(HAIR_SPACE, "")


def _all_text(row: Row) -> str:
    return whole_text(row).replace(HAIR_SPACE, "")


def _end_of_line(row: Row) -> str:
    """What the view of a stretch leaves out, for the next stretch begins a line anyway."""
    if row.key.kind is not RowKind.USER or row.block is None:
        return ""
    return "\n" if row.block.text().endswith("\n") else ""


def _joined(makers: list[list[Callable[[], str]]]) -> str:
    """Texts with an empty line between them, each of one or several stretches."""
    texts = ("".join(make() for make in stretches).strip("\n") for stretches in makers)
    return "\n\n".join(text for text in texts if text)
