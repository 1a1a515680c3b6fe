"""The transcript: only the rows near the view have widgets, taken from a pool.

The cost of scrolling, of a resize and of a growing reply does not depend on how long the
chat is. Heights are guessed until a row is first shown and corrected then; when rows
above the view turn out taller or lower, the view stays where it was.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QToolButton, QWidget

from .. import theme
from ..widgets.basics import icon_button
from .reply_text import Block
from .rows import Row, RowKey, RowKind
from .selecting import Selecting

_MARGIN_X = 20
_TOP = 4
_BOTTOM = 20
_STICKY = 40
"""Within this distance of the end, px, the view follows a growing reply."""
_PASSES = 4
_REASON = {True: Qt.FocusReason.TabFocusReason, False: Qt.FocusReason.BacktabFocusReason}


class RowWidget(Protocol):
    """What the transcript needs from a row's widget, besides being a QWidget."""

    def show_row(self, row: Row) -> None:
        """Shows a row, perhaps another than before."""

    def height_for(self, width: int) -> int:
        """The height in px at a width."""


Factory = Callable[[RowKind, QWidget], QWidget]


class Transcript(QAbstractScrollArea):
    """A column of rows. `factory` makes an empty widget (a RowWidget) of a kind."""

    left = Signal()
    """Tab has gone past the last row."""
    changed = Signal()
    """Some rows are others."""
    placed = Signal()
    """The rows in view have their widgets."""
    released = Signal(QWidget)
    """The widget of a row is about to serve another one."""

    def __init__(self, factory: Factory, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.selecting = Selecting(self, self)
        self._factory = factory
        self._rows: list[Row] = []
        self._heights: list[int] = []
        self._tops: list[int] = [0]
        self._known: dict[RowKey, int] = {}
        self._known_width = 0
        self._shown: dict[RowKey, QWidget] = {}
        self._dirty: set[RowKey] = set()
        self._settled: dict[RowKey, Block] = {}
        self._remeasured: set[RowKey] = set()
        self._pool: dict[RowKind, list[QWidget]] = {}
        self._near: list[int] = []
        self._sticky = True
        self._placing = False
        self._held = False
        self._wanted: tuple[RowKey, int] | None = None
        """Where to go once rows get their widgets."""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._release)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Opaque, so that what stays in view is moved and not painted anew.
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.verticalScrollBar().setSingleStep(24)
        self._latest = self._latest_button()
        self.setAccessibleName(self.tr("Conversation"))

    def _latest_button(self) -> QToolButton:
        result = icon_button(
            "arrow-down", self.tr("Jump to the latest message"), size=18, parent=self.viewport()
        )
        result.setObjectName("latest")
        result.setFixedSize(34, 34)
        result.clicked.connect(self.jump_to_end)
        result.hide()
        return result

    @property
    def rows(self) -> list[Row]:
        return self._rows

    @property
    def widget_count(self) -> int:
        """Widgets that exist, shown or pooled."""
        return len(self._shown) + sum(len(free) for free in self._pool.values())

    @property
    def sticky(self) -> bool:
        """The view follows the end."""
        return self._sticky

    @property
    def near(self) -> list[int]:
        """The indexes of the rows that have widgets."""
        return self._near

    def widget(self, key: RowKey) -> QWidget | None:
        """The widget of a row, if it is near the view."""
        return self._shown.get(key)

    def column_width(self) -> int:
        return max(160, min(theme.COLUMN_WIDTH, self.viewport().width() - 2 * _MARGIN_X))

    def expect(self, size: QSize) -> None:
        """Works with a size of the viewport, px, before it is there: else rows would be laid out twice.

        What is in view gets its widgets one turn of the event loop after it is shown, apart from the window's
        own.
        """
        self.resize(size)
        # A hidden area puts its parts in their places only when it is shown.
        self.viewport().resize(size)
        self._held = True
        self._later.start(0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._held:
            self._later.start(0)

    @Slot()
    def _release(self) -> None:
        if not self.isVisible():
            return
        self._held = False
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.go_to(*wanted)
        else:
            self._place()

    def set_rows(self, rows: list[Row]) -> None:
        """Shows other rows of the same conversation."""
        self.replace_from(0, rows)

    def clear(self) -> None:
        """Forgets everything, for another conversation (whose row keys may be the same)."""
        self._rows, self._heights, self._tops, self._near = [], [], [0], []
        self._known.clear()
        self._dirty.clear()
        self._settled.clear()
        self._sticky = True
        self.selecting.clear()
        self._place()

    def replace_from(self, index: int, rows: list[Row]) -> None:
        """Replaces the rows from an index on: what a growing reply does."""
        width = self.column_width()
        self._known_width = self._known_width or width
        self._rows[index:] = rows
        self._heights[index:] = [self._known.get(row.key) or row.gap + row.estimate(width) for row in rows]
        self._dirty.update(row.key for row in rows if row.block is None or not self._is_settled(row))
        self._sum_from(index)
        self._place()
        self.changed.emit()

    def index_at(self, y: int) -> int:
        """The index of the row at a height in the view, px; of the nearest where there is none."""
        place = y + self.verticalScrollBar().value() - _TOP
        return min(len(self._rows) - 1, max(0, bisect_right(self._tops, place) - 1))

    def let_go(self) -> None:
        """The view follows the end no longer."""
        self._sticky = False

    def read(self, row: Row, use: Callable[[QWidget], str]) -> str:
        """What `use` answers for the widget of a row; one of the pool where the row is not near the view."""
        shown = self._shown.get(row.key)
        if shown is not None:
            return use(shown)
        widget = self._take(row.key.kind)
        widget.show_row(row)  # type: ignore[attr-defined]
        self._pool.setdefault(row.key.kind, []).append(widget)
        return use(widget)

    def refresh(self, key: RowKey) -> None:
        """The content of one row has changed."""
        self._dirty.add(key)
        self._place()

    def remeasure(self, widget: QWidget) -> None:
        """A row's widget has become taller or lower by itself."""
        for key, shown in self._shown.items():
            if shown is widget:
                self._known.pop(key, None)
                self._remeasured.add(key)
        self._place()

    def place(self) -> tuple[RowKey, int] | None:
        """The first row in view and how far it is scrolled past, px; None while the view follows the end."""
        if self._sticky or not self._rows:
            return None
        if self._held:
            return self._wanted
        value = self.verticalScrollBar().value() - _TOP
        index = min(len(self._rows) - 1, max(0, bisect_right(self._tops, value) - 1))
        return self._rows[index].key, value - self._tops[index]

    def go_to(self, key: RowKey, offset: int = 0) -> None:
        """Scrolls a row to the top; again and again, for the heights above are known only once shown."""
        index = next((at for at, row in enumerate(self._rows) if row.key == key), None)
        if index is None:
            return
        self._sticky = False
        if self._held:
            self._wanted = key, offset
            return
        bar = self.verticalScrollBar()
        for _ in range(_PASSES):
            # The range must reach so far before the bar takes the value.
            bar.setRange(0, max(0, _TOP + self._tops[-1] + _BOTTOM - self.viewport().height()))
            bar.setValue(_TOP + self._tops[index] + offset)
            self._sticky = False
            self._place()

    @Slot(int)
    def page(self, direction: int) -> None:
        """Scrolls by a page, up (-1) or down (1)."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + direction * max(24, bar.pageStep() - 48))

    @Slot()
    def jump_to_end(self) -> None:
        """Shows the latest message and follows it from now on."""
        self._sticky, self._wanted = True, None
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = self.column_width()
        if width != self._known_width:
            self._known.clear()
            self._dirty.update(self._shown)
            self._known_width = width
            self._heights = [row.gap + row.estimate(width) for row in self._rows]
            self._sum_from(0)
        self._place()

    def scrollContentsBy(self, _dx: int, dy: int) -> None:
        if not self._placing:
            # However little somebody scrolls up, the end is no longer what is read.
            self._sticky = dy <= 0 and self._at_end()
            self._place()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self.viewport()).fillRect(event.rect(), QColor(theme.colours().background))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        if event.key() == Qt.Key.Key_Home:
            bar.setValue(0)
        elif event.key() == Qt.Key.Key_End:
            self.jump_to_end()
        elif not self.selecting.key(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A selection being made in a row stops the view from running away under it."""
        if self.selecting.filter(watched, event):
            return True
        if event.type() == QEvent.Type.MouseButtonPress:
            self._sticky = self._at_end()
        return super().eventFilter(watched, event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through what is seen from top to bottom; the pool's own order means nothing."""
        order = self._focus_order()
        focused = self.window().focusWidget()
        if focused in order:
            place = order.index(focused) + (1 if forward else -1)
            if place < 0:
                self.setFocus(_REASON[forward])
                return True
        elif focused is self and forward and order:
            place = 0
        else:
            return super().focusNextPrevChild(forward)
        if place < len(order):
            order[place].setFocus(_REASON[forward])
            self._reveal(order[place])
        else:
            self.left.emit()
        return True

    def _focus_order(self) -> list[QWidget]:
        """What takes the keyboard in the rows near the view, in reading order."""
        tab = Qt.FocusPolicy.TabFocus.value
        found: list[QWidget] = []
        for row in self._rows:
            widget = self._shown.get(row.key)
            if widget is None:
                continue
            inner = sorted(widget.findChildren(QWidget), key=lambda child: (child.y() // 24, child.x()))
            found += [
                child
                for child in [widget, *inner]
                if child.focusPolicy().value & tab and child.isVisible() and child.isEnabled()
            ]
        return found

    def _reveal(self, widget: QWidget) -> None:
        """Scrolls so far that a widget in a row is seen."""
        top = widget.mapTo(self.viewport(), widget.rect().topLeft()).y()
        bottom = top + min(widget.height(), self.viewport().height())
        bar = self.verticalScrollBar()
        if top < 0:
            bar.setValue(bar.value() + top - _TOP)
        elif bottom > self.viewport().height():
            bar.setValue(bar.value() + bottom - self.viewport().height() + _TOP)

    def _at_end(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.maximum() - bar.value() <= _STICKY

    def _sum_from(self, index: int) -> None:
        del self._tops[index + 1 :]
        self._tops.extend(accumulate(self._heights[index:], initial=self._tops[index]))
        del self._tops[index]

    def _place(self) -> None:
        """Gives the rows in view their widgets, measures them and puts them where they belong."""
        if self._placing:
            return
        if self._held:
            self._prepare()  # the scroll bar belongs to the width
            return
        self._placing = True
        try:
            for _ in range(_PASSES):
                first, last = self._prepare()
                if not self._measure(first, last):
                    break
            self._arrange(first, last)
        finally:
            self._placing = False
        if self.selecting.active:
            self.selecting.show()
        self._update_latest()
        self.placed.emit()

    def _prepare(self) -> tuple[int, int]:
        """Sets the scroll range; answers the first and one past the last row near the view."""
        bar = self.verticalScrollBar()
        view = self.viewport().height()
        bar.setPageStep(view)
        bar.setRange(0, max(0, _TOP + self._tops[-1] + _BOTTOM - view))
        if self._sticky:
            bar.setValue(bar.maximum())
        top = bar.value() - _TOP
        reach = view // 2
        first = max(0, bisect_right(self._tops, top - reach) - 1)
        last = min(len(self._rows), bisect_right(self._tops, top + view + reach))
        return first, last

    def _measure(self, first: int, last: int) -> bool:
        """Shows and measures rows; true if any height was not as thought."""
        width = self.column_width()
        bar = self.verticalScrollBar()
        anchor = max(0, bisect_right(self._tops, bar.value() - _TOP) - 1)
        offset = bar.value() - self._tops[min(anchor, len(self._tops) - 1)]
        lowest = last
        for index in range(first, last):
            height = self._height(self._rows[index], width)
            if height != self._heights[index]:
                self._heights[index] = height
                lowest = min(lowest, index)
        if lowest == last:
            return False
        self._sum_from(lowest)
        if not self._sticky and lowest < anchor:
            bar.setRange(0, max(0, _TOP + self._tops[-1] + _BOTTOM - self.viewport().height()))
            bar.setValue(self._tops[anchor] + offset)
        return True

    def _height(self, row: Row, width: int) -> int:
        widget = self._shown.get(row.key)
        fresh = widget is None
        if widget is None:
            widget = self._take(row.key.kind)
            self._shown[row.key] = widget
        if fresh or row.key in self._dirty or row.key not in self._known:
            if row.key not in self._remeasured:
                widget.show_row(row)  # type: ignore[attr-defined]
            self._dirty.discard(row.key)
            self._remeasured.discard(row.key)
            if row.block is not None and row.block.closed:
                self._settled[row.key] = row.block
            self._known[row.key] = row.gap + int(widget.height_for(width))  # type: ignore[attr-defined]
        return self._known[row.key]

    def _is_settled(self, row: Row) -> bool:
        """A closed block that has been shown and measured since it closed: never laid out again."""
        return row.block is not None and self._settled.get(row.key) is row.block

    def _take(self, kind: RowKind) -> QWidget:
        free = self._pool.get(kind)
        if free:
            return free.pop()
        widget = self._factory(kind, self.viewport())
        for child in [widget, *widget.findChildren(QWidget)]:
            child.installEventFilter(self)
        return widget

    def _arrange(self, first: int, last: int) -> None:
        indexes = [*range(first, last)]
        held = self.selecting.held
        if held is not None and held not in indexes and self._rows[held].key in self._shown:
            indexes.append(held)
        self._near = indexes
        keep = {self._rows[index].key for index in indexes}
        for key in [key for key in self._shown if key not in keep]:
            widget = self._shown.pop(key)
            self.selecting.leave(key, widget)
            self.released.emit(widget)
            widget.hide()
            self._dirty.discard(key)
            self._pool.setdefault(key.kind, []).append(widget)
        width = self.column_width()
        # Of the whole width, so that the column stands over the composer with or without a scroll bar.
        left = min((self.width() - width) // 2, self.viewport().width() - width)
        shift = _TOP - self.verticalScrollBar().value()
        self._move(first, last, shift)
        for index in indexes:
            row = self._rows[index]
            widget = self._shown[row.key]
            height = self._heights[index] - row.gap
            widget.setGeometry(left, self._tops[index] + row.gap + shift, width, height)
            widget.show()

    def _move(self, first: int, last: int, shift: int) -> None:
        """Moves what is in view and stays so, with its pixels."""
        for index in range(first, last):
            row = self._rows[index]
            widget = self._shown[row.key]
            if widget.isVisible():
                way = self._tops[index] + row.gap + shift - widget.y()
                # Half a pixel of the screen cannot be moved by.
                if way and (way * self.devicePixelRatioF()).is_integer():
                    self.viewport().scroll(0, way)
                return

    def _update_latest(self) -> None:
        away = not self._at_end() and self.verticalScrollBar().maximum() > 0
        self._latest.setVisible(away)
        if away:
            area = self.viewport().rect()
            self._latest.move(area.center().x() - 17, area.bottom() - 46)
            self._latest.raise_()
