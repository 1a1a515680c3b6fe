"""The page of chats: their list, the open one, the inspector beside it or, where room is short, over it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from ..telemetry.machine import Machine
from . import recents, theme
from .chat.list_column import ChatColumn
from .chat.pane import ChatPane
from .chat.reading import Reading
from .chat.replay_band import ReplayBand
from .chat.rows import RowBuilder
from .context import Context
from .first_run import FirstRunPage
from .inspector import Inspector
from .settings.declared import RECENT
from .top_bar import TopBar
from .widgets.lazy import LazyPane

_VEIL_ALPHA = 170
_CHAT, _FIRST_RUN = range(2)


@dataclass(slots=True)
class ChatKept:
    """What outlives the page, which is made anew with the window's content.

    Attributes:
        rows: Kept, so that a new page need not read all replies again.
        reading: How the last page was left; None when it says nothing about the open chat.
        inspecting: The inspector is shown.
        unfolded: The column of chats is shown although there is little room for it.
    """

    rows: RowBuilder
    reading: Reading | None = None
    inspecting: bool = False
    unfolded: bool = False


class ChatPage(QWidget):
    """Keeps the chat wide enough to be read.

    On a machine where nothing was opened or asked yet, the first page stands in the chat's place.
    """

    file_wanted = Signal()
    """A model file is to be chosen."""
    models_wanted = Signal()
    check_wanted = Signal()
    """The device check is asked for."""
    load_wanted = Signal(int, int)
    """The model is to be loaded again: context and threads."""

    def __init__(self, context: Context, kept: ChatKept, window_width: int) -> None:
        """`window_width`, px, as long as the page does not stand in the window."""
        super().__init__()
        self._window_width = window_width
        self._context = context
        self._kept = kept
        self._veil = _Veil(self)
        self._veil.hide()
        self._veil.pressed.connect(self.toggle_inspector)
        self._side = LazyPane(self._make_inspector, self)
        self._side.setFixedWidth(theme.INSPECTOR_WIDTH)
        self._side.hide()
        self.chats = ChatColumn(context.history, self)
        self.chats.new_chat.connect(context.controller.new_chat)
        self.chats.chosen.connect(self._chosen)
        self._stack = QStackedWidget(self)
        pane = QWidget(self._stack)
        pane.setObjectName("pane")
        self._stack.addWidget(pane)
        column = QVBoxLayout(pane)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self.top_bar = self._make_top_bar()
        column.addWidget(self.top_bar)
        column.addWidget(ReplayBand(context.replay))
        self.chat = self._make_chat()
        column.addWidget(self.chat, 1)
        self._lazy_first_run = LazyPane(self._make_first_run)
        self._stack.addWidget(self._lazy_first_run)
        self.follow_session()
        self._fold()
        self._show_inspector()

    def _make_top_bar(self) -> TopBar:
        context = self._context
        result = TopBar(context.session)
        result.set_recent(recents.read(context.settings.get(RECENT)))
        result.use(context.models)
        result.models_wanted.connect(self.models_wanted)
        result.open_file.connect(self.file_wanted)
        result.open_model.connect(context.session.open)
        result.new_chat.connect(context.controller.new_chat)
        result.inspector_wanted.connect(self.toggle_inspector)
        result.chats_wanted.connect(self.toggle_chats)
        return result

    def _make_chat(self) -> ChatPane:
        context, kept = self._context, self._kept
        result = ChatPane(
            *(context.controller, context.jobs, self.file_wanted.emit, context.tray, context.senses),
            *(kept.rows, kept.reading),
        )
        result.attaching.model_wanted.connect(context.session.open)
        result.senses_notice.model_wanted.connect(self._open_or_choose)
        result.meter.changed.connect(self._measured)
        result.meter.moved.connect(self._measured)
        result.check_wanted.connect(self.check_wanted)
        return result

    def _make_first_run(self) -> FirstRunPage:
        context = self._context
        result = FirstRunPage(context.session, context.download)
        result.open_file.connect(self.file_wanted)
        result.check_wanted.connect(self.check_wanted)
        if context.machine is not None:
            result.set_machine(context.machine)
        return result

    def _make_inspector(self) -> Inspector:
        context = self._context
        result = Inspector(context.controller, self.chat.meter, context.history)
        result.options_wanted.connect(context.history.set_options)
        result.load_wanted.connect(self.load_wanted)
        result.closed.connect(self.toggle_inspector)
        return result

    @property
    def first_run(self) -> FirstRunPage:
        """The first page of a fresh machine."""
        return self._lazy_first_run.content

    @property
    def inspector(self) -> Inspector:
        """The chat's options and what is sent."""
        return self._side.content

    @property
    def covered(self) -> bool:
        """The inspector lies over the chat."""
        return not self._veil.isHidden()

    def keep(self) -> None:
        """The page is about to be taken away."""
        self._kept.reading = self.chat.reading

    def set_machine(self, machine: Machine) -> None:
        """The machine's facts have been read."""
        if self._lazy_first_run.made is not None:
            self._lazy_first_run.made.set_machine(machine)

    def follow_session(self) -> None:
        """Chooses between the chat and the first page."""
        page = _FIRST_RUN if self._is_fresh() else _CHAT
        if self._stack.currentIndex() != page:
            self._stack.setCurrentIndex(page)
            if self.isVisible():
                self.take_keyboard()
            self._fold()

    def _is_fresh(self) -> bool:
        session, controller = self._context.session, self._context.controller
        return (
            session.model is None
            and session.wanted is None
            and controller.notice is None
            and len(controller.conversation) == 0
            and not self._context.history.chats
        )

    def take_keyboard(self) -> None:
        """Ready to type."""
        if self._stack.currentIndex() == _CHAT:
            self.chat.composer.field.setFocus()
        else:
            self.first_run.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.take_keyboard()

    @Slot(object)
    def _open_or_choose(self, path: Path | None) -> None:
        if path is not None:
            self._context.session.open(path)
        else:
            self.file_wanted.emit()

    @Slot()
    def _measured(self) -> None:
        self.top_bar.set_filled(self.chat.meter.n_filled, self.chat.meter.estimated)

    # ------------------------------------------------------- the list of chats

    def _fold(self) -> None:
        """The column of chats needs room, and something to be listed."""
        narrow = self._window_width < theme.LIST_FOLDS_BELOW
        if not narrow:
            self._kept.unfolded = False
        fresh = self._stack.currentIndex() == _FIRST_RUN
        self.chats.setVisible(not fresh and (not narrow or self._kept.unfolded))
        self.top_bar.set_folded(narrow)

    @Slot()
    def toggle_chats(self) -> None:
        """Shows or folds the column where there is little room."""
        self._kept.unfolded = not self._kept.unfolded
        self._fold()

    def search_chats(self) -> None:
        """Shows the column, ready to search."""
        self._kept.unfolded = True
        self._fold()
        self.chats.focus_search()

    @Slot()
    def _chosen(self) -> None:
        self._kept.unfolded = False
        self._fold()
        self.take_keyboard()

    def escape(self) -> None:
        """Leaves the inspector over the chat, or the search; else stops the reply, else the editing."""
        if self.covered:
            self.toggle_inspector()
        elif self.chats.search.hasFocus():
            self.chats.leave_search()
        else:
            self.chat.escape()

    # ------------------------------------------------------------ the inspector

    @Slot()
    def toggle_inspector(self) -> None:
        """Shows or hides the column with the chat's options and what is sent."""
        covered = self.covered
        self._kept.inspecting = not self._kept.inspecting
        self._show_inspector()
        if covered:
            self.chat.composer.field.setFocus()
        self.chat.meter.update()

    def _show_inspector(self) -> None:
        """One that lies over the chat takes the keyboard."""
        self._side.setVisible(self._kept.inspecting)
        self._place()
        if self.covered and self.isVisible():
            self.inspector.prompt.setFocus()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:  # a part came or went
            self._place()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self.isWindow():
            self._window_width = self.window().width()
        self._fold()
        self._place()

    @Slot()
    def _place(self) -> None:
        """By hand: a layout would lay the chat out before the list is folded, and once more after."""
        side, width, height = self._side, self.width(), self.height()
        left = 0 if self.chats.isHidden() else theme.LIST_WIDTH
        over = width - left - theme.INSPECTOR_WIDTH < theme.CHAT_LEAST_WIDTH
        right = 0 if over or side.isHidden() else theme.INSPECTOR_WIDTH
        self.chats.setGeometry(0, 0, theme.LIST_WIDTH, height)
        self._stack.setGeometry(left, 0, width - left - right, height)
        side.setGeometry(width - theme.INSPECTOR_WIDTH, 0, theme.INSPECTOR_WIDTH, height)
        self._veil.setVisible(over and not side.isHidden())
        if over:
            self._veil.setGeometry(self.rect())
            self._veil.raise_()
            side.raise_()


class _Veil(QWidget):
    """Over what the inspector belongs to; a press there leaves the inspector."""

    pressed = Signal()

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self.pressed.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colour = QColor(theme.colours().background)
        colour.setAlpha(_VEIL_ALPHA)
        QPainter(self).fillRect(self.rect(), colour)
