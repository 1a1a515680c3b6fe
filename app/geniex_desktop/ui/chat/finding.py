"""Finding words in the open chat: where they are, which of them is looked at, and their marks in the rows."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol

from PySide6.QtCore import QObject, QRect, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QScrollBar, QTextEdit, QWidget

from .. import theme
from ..jobs import InOrder, Jobs
from .browser import SafeBrowser
from .continued import position_of
from .display_text import HAIR_SPACE
from .row_text import WITH_TEXT, frozen, view_of, whole_text
from .rows import Row, RowKey, RowKind

_SEARCHED = tuple(kind for kind in WITH_TEXT if kind is not RowKind.THINKING)
"""The model's thinking is folded away, mostly, and no part of what was said."""
_SETTLE_MS = 200
"""After typing, and while a reply grows."""
_ABOVE = 80
"""Pixels between the edge of the view and a hit that was scrolled to."""


class Hit(NamedTuple):
    """A stretch of a row's text, as places in it."""

    key: RowKey
    start: int
    end: int


class Rows(Protocol):
    """What is needed of the transcript."""

    @property
    def rows(self) -> list[Row]: ...
    @property
    def near(self) -> list[int]: ...
    def viewport(self) -> QWidget: ...
    def verticalScrollBar(self) -> QScrollBar: ...
    def widget(self, key: RowKey) -> QWidget | None: ...
    def index_at(self, y: int) -> int: ...
    def go_to(self, key: RowKey, offset: int = 0) -> None: ...


@dataclass(frozen=True, slots=True)
class _Known:
    """The text of a row, for as long as it says the same."""

    source: object
    text: str


class Finding(QObject):
    """Looks through the texts on a worker, for what has a widget is only a part of them."""

    changed = Signal()
    """There are other hits, or another is looked at."""

    def __init__(self, area: Rows, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self.hits: list[Hit] = []
        self.at = -1
        """Index of the hit that is looked at; -1 where there is none."""
        self.searching = False
        self._by_row: dict[RowKey, list[Hit]] = {}
        """Ready for each time that the view moves or a reply grows."""
        self._area = area
        self._work = InOrder(jobs)
        self._query = ""
        self._known: dict[RowKey, _Known] = {}
        self._asked = 0
        self._from: int | None = None
        """The index of the row from which on the first hit is wanted; None to stay at the present one."""
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_SETTLE_MS)
        self._later.timeout.connect(self._look)

    @property
    def active(self) -> bool:
        """Something is being looked for."""
        return bool(self._query)

    def look_for(self, query: str, message_id: int | None = None) -> None:
        """Looks for a text from what is in view on, or from a message on."""
        self._query = query.strip()
        self._from = self._first_index(message_id)
        if self._query:
            self.searching = True
            self._later.start()
        else:
            self.forget()

    def go_on(self, query: str) -> None:
        """Looks for a text and scrolls nowhere."""
        self.look_for(query)
        self._from = None

    def forget(self) -> None:
        """Looks for nothing, and knows no row any more."""
        self._query, self.searching = "", False
        self._later.stop()
        self._asked += 1
        self._known.clear()
        self._set([], -1)

    @Slot()
    def rows_changed(self) -> None:
        """The conversation has grown, or its rows are others."""
        if self.active and not self._later.isActive():
            self._later.start()

    def step(self, way: int) -> None:
        """Goes to the next hit (1) or to the one before (-1), round and round."""
        if self.hits:
            self._set(self.hits, (self.at + way) % len(self.hits))
            self._reveal()

    @Slot(QWidget)
    def leave(self, widget: QWidget) -> None:
        """The widget of a row is about to serve another one."""
        view = view_of(widget)
        if view is not None and view.extraSelections():
            view.setExtraSelections([])

    @Slot()
    def show(self) -> None:
        """Marks the hits in the rows that have widgets."""
        if self.active:
            self._mark_rows()

    def _mark_rows(self) -> None:
        present = self.hits[self.at] if self.at >= 0 else None
        rows = self._area.rows
        for index in self._area.near:
            view = view_of(self._area.widget(rows[index].key))
            if view is not None:
                _mark(view, self._by_row.get(rows[index].key, ()), present)

    def _first_index(self, message_id: int | None) -> int:
        rows = self._area.rows
        if message_id is None:
            return self._area.index_at(0) if rows else 0
        return next((at for at, row in enumerate(rows) if row.key.message_id == message_id), 0)

    @Slot()
    def _look(self) -> None:
        self.searching = True
        self._asked += 1
        asked, rows = self._asked, [frozen(row) for row in self._area.rows if row.key.kind in _SEARCHED]
        self._work.submit(lambda: self._find(asked, rows, self._query), partial(self._take, asked))

    def _find(self, asked: int, rows: list[Row], query: str) -> list[Hit]:
        """Runs in a job, one at a time."""
        texts: list[tuple[RowKey, str]] = []
        for row in rows:
            if asked != self._asked:
                return []
            texts.append((row.key, self._text(row)))
        words = query.split()
        hits = _hits(texts, [query])
        return hits or (_hits(texts, words) if len(words) > 1 else [])

    def _text(self, row: Row) -> str:
        if row.block is not None and not row.block.closed:
            return whole_text(row)
        source = row.block or row.message
        known = self._known.get(row.key)
        if known is None or known.source is not source:
            known = self._known[row.key] = _Known(source, whole_text(row))
        return known.text

    def _take(self, asked: int, hits: list[Hit]) -> None:
        if asked != self._asked:
            return
        self.searching = False
        begins, self._from = self._from, None
        self._set(hits, self._first(hits, begins))
        if begins is not None:
            self._reveal()

    def _first(self, hits: list[Hit], begins: int | None) -> int:
        """The hit to look at: the one at or after a row, else the one that was looked at."""
        if not hits:
            return -1
        if begins is None:
            present = self.hits[self.at] if self.at >= 0 else None
            return hits.index(present) if present in hits else min(max(self.at, 0), len(hits) - 1)
        places = {row.key: index for index, row in enumerate(self._area.rows)}
        return next((at for at, hit in enumerate(hits) if places.get(hit.key, -1) >= begins), 0)

    def _set(self, hits: list[Hit], at: int) -> None:
        if hits is not self.hits:
            self._by_row = _by_row(hits)
        self.hits, self.at = hits, at
        self._mark_rows()
        self.changed.emit()

    def _reveal(self) -> None:
        """Scrolls to the hit that is looked at, if it is not in view."""
        if self.at < 0:
            return
        hit = self.hits[self.at]
        place = self._place(hit)
        height = self._area.viewport().height()
        if place is None or place.top() < 0 or place.bottom() > height:
            self._area.go_to(hit.key, -_ABOVE)
            place = self._place(hit)
            if place is not None:
                bar = self._area.verticalScrollBar()
                bar.setValue(bar.value() + max(0, place.bottom() + _ABOVE - height))
        self.show()

    def _place(self, hit: Hit) -> QRect | None:
        """Where a hit is drawn, in the viewport's coordinates."""
        view = view_of(self._area.widget(hit.key))
        if view is None:
            return None
        cursor = QTextCursor(view.document())
        cursor.setPosition(position_of(view.document(), hit.start))
        rect = view.cursorRect(cursor)
        rect.moveTopLeft(view.viewport().mapTo(self._area.viewport(), rect.topLeft()))
        return rect


def _by_row(hits: Sequence[Hit]) -> dict[RowKey, list[Hit]]:
    result: dict[RowKey, list[Hit]] = {}
    for hit in hits:
        result.setdefault(hit.key, []).append(hit)
    return result


def _hits(texts: Sequence[tuple[RowKey, str]], words: Sequence[str]) -> list[Hit]:
    """Where one of the words stands, in the order of the texts; the case does not matter."""
    pattern = re.compile("|".join(map(_pattern, words)), re.IGNORECASE)
    result = []
    for key, text in texts:
        place = done = 0
        for match in pattern.finditer(text):
            start = place + _units(text[done : match.start()])
            place, done = start + _units(match.group()), match.end()
            result.append(Hit(key, start, place))
    return result


def _pattern(word: str) -> str:
    """Any white space stands for any other; the hair spaces that emphasis got are not in the way."""
    parts = (r"\s+" if part.isspace() else re.escape(part) for part in re.findall(r"\s+|\S", word))
    return f"{HAIR_SPACE}?".join(parts)


def _units(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text) + sum(character > "\uffff" for character in text)


def _mark(view: SafeBrowser, hits: Sequence[Hit], present: Hit | None) -> None:
    if not hits:
        if view.extraSelections():
            view.setExtraSelections([])
        return
    colours = theme.colours()
    marks = []
    for hit in hits:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(view.document())
        mark.cursor.setPosition(position_of(view.document(), hit.start))
        mark.cursor.setPosition(position_of(view.document(), hit.end), QTextCursor.MoveMode.KeepAnchor)
        mark.format = QTextCharFormat()
        mark.format.setBackground(QColor(colours.mark_present if hit == present else colours.mark))
        mark.format.setForeground(QColor(colours.on_mark_present if hit == present else colours.on_mark))
        marks.append(mark)
    view.setExtraSelections(marks)
