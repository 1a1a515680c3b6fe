"""Where a message is written: grows to eight lines, sends on Enter, never while an input method composes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QMimeData, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QFocusEvent,
    QInputMethodEvent,
    QKeyEvent,
    QResizeEvent,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from .. import icons, theme
from ..widgets.basics import button, icon_button, label
from .given import can_be_attached, text_in
from .tray import Tray
from .tray_view import TrayView

_MAX_LINES = 8
_LONG = 5000
"""Characters; a word so long is none, and its lines are broken anywhere."""
_BREAK = re.compile(r"[\s\u2e80-\uffff]")
"""Where a line may end: white space, and the scripts that need none."""
_AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
_ANYWHERE = QTextOption.WrapMode.WrapAnywhere
_PAGES = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}


class MessageEdit(QPlainTextEdit):
    """The text field. Tells what the keys mean; does not send anything itself."""

    submitted = Signal()
    wants_last = Signal()
    """Up in an empty field."""
    escaped = Signal()
    focus_changed = Signal(bool)
    given = Signal(object)
    """QMimeData of a paste that is to be attached."""
    paged = Signal(int)
    """PgUp (-1) or PgDn (1) while all of the text is in view: meant for the conversation."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._composing = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        self.textChanged.connect(self._break_at_words_again)
        self.setAccessibleName(self.tr("Message"))
        self._fit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if enter and modified == Qt.KeyboardModifier.NoModifier:
            if not self._composing and not event.isAutoRepeat():
                self.submitted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.key() == Qt.Key.Key_Up and self.document().isEmpty() and not self._composing:
            self.wants_last.emit()
        elif event.key() in _PAGES and self.verticalScrollBar().maximum() == 0:
            self.paged.emit(_PAGES[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return can_be_attached(source) or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if can_be_attached(source) or text_in(source):
            self.given.emit(source)
        else:
            with self._arrival(source.text()):
                super().insertFromMimeData(source)

    def setPlainText(self, text: str) -> None:
        with self._arrival(text):
            super().setPlainText(text)
        if not _has_endless_word(text):
            self._wrap(_AT_WORDS)

    @contextmanager
    def _arrival(self, text: str) -> Iterator[None]:
        """What is long is laid out once: neither for a scroll bar again, nor in search of a word's end."""
        if len(text) > _LONG:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
            if _has_endless_word(text):
                self._wrap(_ANYWHERE)
        yield
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    @Slot()
    def _break_at_words_again(self) -> None:
        if self.document().isEmpty():
            self._wrap(_AT_WORDS)

    def _wrap(self, mode: QTextOption.WrapMode) -> None:
        if self.wordWrapMode() != mode:
            self.setWordWrapMode(mode)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files are the whole pane's, text is the field's."""
        if can_be_attached(event.mimeData()):
            event.ignore()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if can_be_attached(event.mimeData()):
            event.ignore()
        else:
            super().dragMoveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(200, self.height())

    @Slot()
    def _fit(self) -> None:
        """As high as its text, up to the limit; QPlainTextEdit counts its document's height in lines."""
        lines = min(_MAX_LINES, max(1, round(self.document().size().height())))
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 4)


def _has_endless_word(text: str) -> bool:
    stretches = range(0, len(text) - _LONG + 1, _LONG)
    return any(_BREAK.search(text, begin, begin + _LONG) is None for begin in stretches)


class Composer(QFrame):
    """What is attached, the field, and its button: Send, or Stop while a reply runs."""

    send = Signal(str)
    stop = Signal()
    attach = Signal()
    """Files are to be chosen."""
    edit_last = Signal()
    edit_cancelled = Signal()

    def __init__(self, tray: Tray, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("composer")
        self._obstacle = self._model_hint = ""
        self.tray_view = TrayView(tray)
        self._busy = False
        self._stopping = False
        self._ready = True
        self._editing = self._editing_bar()
        self.field = MessageEdit()
        self.field.setPlaceholderText(self.tr("Write a message…"))
        self.field.submitted.connect(self._submit)
        self.field.escaped.connect(self.escape)
        self.field.wants_last.connect(self.edit_last)
        self.field.focus_changed.connect(self._mark_focus)
        self.field.textChanged.connect(self._update)
        self._hint = label(tone="muted", points=theme.SMALL_PT)
        self._button = button(self.tr("Send"), "primary")
        self._button.setFixedHeight(32)
        self._button.setMinimumWidth(84)
        self._button.setFont(theme.font())
        self._button.clicked.connect(self._clicked)
        foot = QHBoxLayout()
        foot.setContentsMargins(0, 0, 0, 0)
        self._count = label(tone="muted", points=theme.SMALL_PT)
        self._count.setToolTip(self.tr("Tokens of this message, counted by the model's own tokenizer."))
        self._attach = icon_button("attach", self.tr("Attach files"), shortcut="Ctrl+Shift+O", size=18)
        self._attach.clicked.connect(self.attach)
        foot.addWidget(self._attach)
        foot.addSpacing(8)
        foot.addWidget(self._hint, 1)
        foot.addWidget(self._count)
        foot.addSpacing(10)
        foot.addWidget(self._button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 12, 10)
        column.setSpacing(6)
        column.addWidget(self._editing)
        column.addWidget(self.tray_view)
        column.addWidget(self.field)
        column.addLayout(foot)
        self._update()

    def _editing_bar(self) -> QWidget:
        bar = QWidget()
        row = QHBoxLayout(bar)
        row.setContentsMargins(0, 0, 0, 2)
        row.addWidget(
            label(self.tr("Editing: sending makes a new branch"), tone="accent", points=theme.SMALL_PT)
        )
        row.addStretch(1)
        close = icon_button("close", self.tr("Stop editing"), shortcut="Esc")
        close.clicked.connect(self.edit_cancelled)
        row.addWidget(close)
        bar.hide()
        return bar

    @property
    def text(self) -> str:
        return self.field.toPlainText()

    @property
    def marked(self) -> tuple[int, int]:
        """Anchor and position of the cursor in the text."""
        cursor = self.field.textCursor()
        return cursor.anchor(), cursor.position()

    @marked.setter
    def marked(self, places: tuple[int, int]) -> None:
        cursor, (anchor, position) = self.field.textCursor(), places
        cursor.setPosition(anchor)
        cursor.setPosition(position, cursor.MoveMode.KeepAnchor)
        self.field.setTextCursor(cursor)

    def set_text(self, text: str) -> None:
        """Replaces the text and puts the cursor at its end."""
        self.field.setPlainText(text)
        self.field.moveCursor(self.field.textCursor().MoveOperation.End)

    def show_draft(self, text: str, editing: bool) -> None:
        """What is to be written on: the next message, or the new version of an earlier one."""
        self._editing.setVisible(editing)
        self.set_text(text)
        if editing:
            self.field.setFocus()

    def set_count(self, text: str) -> None:
        """How long the message is, in words; "" while unknown."""
        self._count.setText(text)

    def set_busy(self, busy: bool) -> None:
        """While a reply runs the button stops it."""
        self._busy = busy
        self._stopping = self._stopping and busy
        self._update()

    def set_ready(self, ready: bool, hint: str) -> None:
        """Whether there is a model to ask; `hint` stands beside the paper clip while nothing else does."""
        self._ready = ready
        self._model_hint = hint
        self._update()

    def set_obstacle(self, obstacle: str) -> None:
        """Why what is attached cannot be sent now; "" when it can."""
        self._obstacle = obstacle
        self._update()

    def set_dropping(self, dropping: bool) -> None:
        """Something is held over the pane that would be attached."""
        self._mark_focus(dropping or self.field.hasFocus())
        self._hint.setText(self.tr("Drop to attach") if dropping else self._obstacle or self._model_hint)

    @Slot()
    def _update(self) -> None:
        kind = "stop" if self._busy else "primary"
        if self._button.property("kind") != kind:
            self._button.setProperty("kind", kind)
            self._button.style().unpolish(self._button)
            self._button.style().polish(self._button)
        if self._busy:
            self._button.setText(self.tr("Stopping…") if self._stopping else self.tr("Stop"))
            self._button.setIcon(icons.icon("stop", theme.colours().bad))
            self._button.setIconSize(QSize(14, 14))
            self._button.setToolTip(self.tr("Stop the reply (Esc)"))
            self._button.setEnabled(not self._stopping)
        else:
            self._button.setText(self.tr("Send"))
            self._button.setIcon(icons.no_icon())
            self._button.setToolTip(self.tr("Send (Enter); Shift+Enter breaks the line"))
            self._button.setEnabled(self._ready and not self._obstacle)
        self._hint.setText(self._obstacle or self._model_hint)

    @Slot(bool)
    def _mark_focus(self, on: bool) -> None:
        self.setProperty("focused", on)
        self.style().unpolish(self)
        self.style().polish(self)

    @Slot()
    def _clicked(self) -> None:
        if self._busy:
            self._stop()
        else:
            self._submit()

    def _stop(self) -> None:
        """Says so at once, whatever the engine is at."""
        self._stopping = True
        self._update()
        self.stop.emit()

    @Slot()
    def _submit(self) -> None:
        if not self._busy and self._ready and not self._obstacle and self.text.strip():
            self.send.emit(self.text)

    @Slot()
    def escape(self) -> None:
        """Stops what is going on: the reply, else the editing."""
        if self._busy:
            self._stop()
        elif not self._editing.isHidden():
            self.edit_cancelled.emit()
