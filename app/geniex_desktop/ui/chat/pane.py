"""The chat pane: transcript over composer."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from ...chats.conversation import Message, Role, State
from ...chats.records import Draft
from ...chats.trimming import first_sent
from .. import theme, words
from ..jobs import Jobs
from .announcer import Announcer, announce
from .attaching import Attaching
from .code_row import CodeRow
from .composer import Composer
from .context_meter import ContextMeter
from .context_notice import ContextNotice
from .controller import ChatController
from .cut_row import CutRow
from .empty import EmptyChat
from .find_bar import FindBar
from .finding import Finding
from .footer_row import FooterRow, ended_early
from .given import can_be_attached
from .media_row import MediaRow
from .message_rows import ErrorRow, PhaseRow, ProseRow, ThinkingRow
from .raw_row import RawRow
from .reading import Reading
from .repeat_notice import RepeatNotice
from .rows import RowBuilder, RowKey, RowKind
from .senses import Senses
from .senses_notice import SensesNotice
from .services import RowServices
from .silence_notice import SilenceNotice
from .summary import Summary
from .tool_row import ToolRow
from .transcript import Transcript
from .tray import Tray
from .user_row import UserRow
from .verdict_row import VerdictRow

_WIDGETS: dict[RowKind, Callable[[RowServices, QWidget], QWidget]] = {
    RowKind.MEDIA: MediaRow,
    RowKind.USER: UserRow,
    RowKind.THINKING: ThinkingRow,
    RowKind.PROSE: ProseRow,
    RowKind.CODE: CodeRow,
    RowKind.TOOL: ToolRow,
    RowKind.RAW: RawRow,
    RowKind.PHASE: PhaseRow,
    RowKind.ERROR: ErrorRow,
    RowKind.FOOTER: FooterRow,
    RowKind.VERDICT: VerdictRow,
    RowKind.CUT: CutRow,
}


class ChatPane(QWidget):
    """Shows the controller's conversation and passes on what the person wants."""

    check_wanted = Signal()
    """The device check is asked for."""
    regenerate_requested = Signal(int)
    """A reply (message id) is to be written anew, as a branch."""
    edit_requested = Signal(int, str)
    """A user's message (id) has a new text, which is to be a branch of its own."""
    branch_requested = Signal(int, int)
    """Another version is to be shown: message id, and how many further (-1: the one before)."""
    continue_requested = Signal(int)
    """A reply (message id) that ended early is to be continued."""

    def __init__(
        self,
        controller: ChatController,
        jobs: Jobs,
        open_model: Callable[[], None],
        tray: Tray,
        senses: Senses,
        builder: RowBuilder,
        before: Reading | None = None,
    ) -> None:
        """`before` is how the pane was left in whose place this one comes."""
        super().__init__()
        self._controller = controller
        builder.folding = True
        self._builder = builder
        self._services = RowServices(controller, jobs, self._builder, open_model, tray.previews, self)
        self._services.refresh = self._refresh_row
        self._services.resized = self._row_resized
        self._services.check_device = self.check_wanted.emit
        self._services.rebuild = self._rebuild
        self.transcript = Transcript(self._make_row, self)
        if before is not None:
            self.transcript.expect(before.size)
            self._services.unfolded |= before.unfolded
        self._finding = Finding(self.transcript, jobs, self)
        self.find_bar = FindBar(self._finding)
        self._empty = EmptyChat(controller.session)
        self.composer = Composer(tray)
        self.attaching = Attaching(self, self.composer, tray, senses)
        self._services.open_picture = self.attaching.open_picture
        self.senses_notice = SensesNotice(controller, senses)
        self.setAcceptDrops(True)
        self.composer.show_draft(controller.draft, controller.editing is not None)
        self.meter = ContextMeter(controller, self)
        tray.changed.connect(self.meter.update)
        self._summary = Summary(controller, self)
        self._context = ContextNotice(controller, self.meter, self._summary)
        self._cut = (0, False)
        self._announcer = Announcer(partial(announce, self.transcript))
        self.repeat_notice = RepeatNotice(controller, partial(announce, self.transcript))
        self.silence_notice = SilenceNotice(controller, partial(announce, self.transcript))
        self._middle = QStackedLayout()
        self._middle.addWidget(self.transcript)
        self._middle.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._centred(self.find_bar, 0))
        column.addLayout(self._middle, 1)
        column.addLayout(self._centred(self.repeat_notice, 0))
        column.addLayout(self._centred(self.silence_notice, 0))
        column.addLayout(self._centred(self._context, 0))
        column.addLayout(self._centred(self.senses_notice, 0))
        column.addLayout(self._centred(self.composer, 20))
        self._connect()
        self._rebuild()
        self._session_changed()
        if before is not None:
            self._go_on(before)

    def _centred(self, widget: QWidget, below: int) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(16, 8, 16, below)
        widget.setMaximumWidth(theme.COMPOSER_WIDTH)
        row.addStretch(1)
        row.addWidget(widget, 1000)
        row.addStretch(1)
        return row

    def _connect(self) -> None:
        controller = self._controller
        controller.reset.connect(self._reset)
        controller.draft_given.connect(self._show_draft)
        controller.branched.connect(self._rebuild)
        controller.reply_changed.connect(self._reply_changed)
        controller.waiting_changed.connect(self._waiting_changed)
        controller.busy_changed.connect(self._busy_changed)
        controller.session.changed.connect(self._session_changed)
        self._services.regenerate_requested.connect(self.regenerate_requested)
        self._services.branch_requested.connect(self.branch_requested)
        self._services.continue_requested.connect(self.continue_requested)
        self.regenerate_requested.connect(controller.regenerate)
        self.edit_requested.connect(self._edit)
        self.branch_requested.connect(self._branch)
        self.continue_requested.connect(controller.continue_reply)
        self.transcript.selecting.copied.connect(self._copy_selected)
        self.transcript.left.connect(self.composer.field.setFocus)
        self.transcript.changed.connect(self._finding.rows_changed)
        self.transcript.placed.connect(self._finding.show)
        self.transcript.released.connect(self._finding.leave)
        self.find_bar.opened.connect(self._unfold_all)
        self.find_bar.left.connect(self._found)
        self.composer.field.paged.connect(self.transcript.page)
        self.composer.send.connect(self._send)
        self.composer.stop.connect(controller.stop)
        self.composer.edit_last.connect(controller.edit_last)
        self.composer.edit_cancelled.connect(controller.cancel_edit)
        self.composer.field.textChanged.connect(self._draft_changed)
        self.meter.changed.connect(self._measured)
        self._context.summary_wanted.connect(self._summarise)
        self._summary.finished.connect(self._begin_with)
        self._summary.failed.connect(controller.show_notice)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if can_be_attached(event.mimeData()):
            event.acceptProposedAction()
            self.composer.set_dropping(True)

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        self.composer.set_dropping(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.composer.set_dropping(False)
        event.acceptProposedAction()
        self.attaching.take(event.mimeData())

    @Slot(object)
    def _copy_selected(self, text: Callable[[], str]) -> None:
        self._services.copy_made(text)

    def _make_row(self, kind: RowKind, parent: QWidget) -> QWidget:
        return _WIDGETS[kind](self._services, parent)

    def _refresh_row(self, key: RowKey) -> None:
        self.transcript.refresh(key)

    def _row_resized(self, widget: QWidget) -> None:
        self.transcript.remeasure(widget)

    @Slot(str)
    def _send(self, text: str) -> None:
        editing = self._controller.editing
        if editing is not None:
            self.edit_requested.emit(editing, text)
        elif self._controller.send(text):
            self.transcript.jump_to_end()

    @Slot(int, str)
    def _edit(self, message_id: int, text: str) -> None:
        self._controller.editing = message_id
        if self._controller.send(text):
            self.transcript.jump_to_end()

    @Slot(int, int)
    def _branch(self, message_id: int, step: int) -> None:
        self._controller.select(self._controller.conversation.sibling(message_id, step))

    @Slot(object)
    def _show_draft(self, draft: Draft) -> None:
        self.composer.show_draft(draft.text, draft.edited is not None)

    @Slot()
    def _draft_changed(self) -> None:
        self._controller.draft = self.composer.text
        if not self.composer.text:
            self.composer.set_count("")
        self.meter.update()

    @Slot()
    def _measured(self) -> None:
        """The meter has an answer: the count of the draft, and the line of what would be cut."""
        tokens = self.meter.draft_tokens
        typed = bool(self.composer.text.strip())
        self.composer.set_count(words.tokens(tokens) if tokens is not None and typed else "")
        if self._cut != self._cut_now():
            self._rebuild()

    def _cut_now(self) -> tuple[int, bool]:
        """How many messages of the path are not sent, and whether that is only proposed."""
        planned = self.meter.overflows and self.meter.proposal > 0 and not self._controller.busy
        turns = self._controller.left_out + (self.meter.proposal if planned else 0)
        return (first_sent(self._controller.conversation.path(), turns), planned) if turns else (0, False)

    @Slot()
    def _summarise(self) -> None:
        self._summary.start(self.meter.proposal)

    @Slot(str)
    def _begin_with(self, summary: str) -> None:
        """A new chat that begins with the summary of this one, for the person to complete."""
        self._controller.new_chat()
        begin = self.tr("Summary of our chat so far:\n\n%1\n\n").replace("%1", summary.strip())
        self.composer.set_text(begin + self.composer.text)
        self.composer.field.setFocus()

    def _last_reply(self) -> Message | None:
        path = self._controller.conversation.path()
        return next((message for message in reversed(path) if message.role is Role.ASSISTANT), None)

    def ask_again(self) -> None:
        """Has the last reply written anew."""
        reply = self._last_reply()
        if reply is not None:
            self.regenerate_requested.emit(reply.id)

    def continue_last(self) -> None:
        """Has the last reply written on, if it ended early."""
        reply = self._last_reply()
        if reply is not None and ended_early(reply):
            self.continue_requested.emit(reply.id)

    def previous_version(self) -> None:
        """Shows the version before the last reply that has several."""
        self._step(-1)

    def next_version(self) -> None:
        """Shows the version after the last reply that has several."""
        self._step(1)

    def _step(self, step: int) -> None:
        conversation = self._controller.conversation
        for message in reversed(conversation.path()):
            if len(conversation.siblings(message.id)) > 1:
                self.branch_requested.emit(message.id, step)
                return

    def copy_last(self) -> None:
        """Copies the last reply without its thinking."""
        reply = self._last_reply()
        if reply is not None:
            self._services.copy(self._services.answer(reply))

    def copy_conversation(self) -> None:
        """Copies the shown conversation."""
        self._services.copy_conversation()

    def toggle_raw(self) -> None:
        """Shows the last reply as the model wrote it, or formatted again."""
        reply = self._last_reply()
        if reply is not None:
            self._services.toggle_raw(reply)

    def place(self) -> str:
        """Where the reader is, for `show_place`; "" at the end."""
        place = self.transcript.place()
        if place is None:
            return ""
        key, offset = place
        return f"{key.message_id} {key.kind.value} {key.index} {offset}"

    @property
    def reading(self) -> Reading:
        """How the pane is left, for the one that comes in its place."""
        return Reading(
            self.transcript.viewport().size(),
            self.place(),
            self.transcript.selecting.take_ends(),
            frozenset(self._services.unfolded),
            self.composer.marked,
            self.find_bar.query,
        )

    def _go_on(self, before: Reading) -> None:
        self.composer.marked = before.marked
        if before.query:
            self.find_bar.go_on(before.query)
        if before.place:
            self.show_place(before.place)
        if before.selected is not None:
            self.transcript.selecting.select(*before.selected)

    @Slot(str)
    def show_place(self, place: str) -> None:
        """Scrolls to where `place` was answered; what is not there any more is the end."""
        try:
            message_id, kind, index, offset = place.split(" ")
            key = RowKey(RowKind(kind), int(message_id), int(index))
            self.transcript.go_to(key, int(offset))
        except ValueError:
            self.transcript.jump_to_end()

    def escape(self) -> None:
        """Leaves the search of the chat, unless a reply is to be stopped; stops it, or leaves the editing."""
        searching = self.find_bar.field.hasFocus() or not self._controller.busy
        if searching and not self.find_bar.isHidden():
            self.find_bar.leave()
        else:
            self.composer.escape()

    def show_message(self, message_id: int, query: str = "") -> None:
        """Scrolls to a message, on whatever branch it is, and marks what was searched for."""
        conversation = self._controller.conversation
        try:
            conversation.reveal(message_id)
        except KeyError:
            return
        self._rebuild()
        row = next((row for row in self.transcript.rows if row.key.message_id == message_id), None)
        if row is not None:
            self.transcript.go_to(row.key, -8)
        if query:
            self.find_bar.look_for(query, message_id)

    @Slot()
    def _unfold_all(self) -> None:
        """While something is looked for nothing is folded: it may be there."""
        self._fold(False)

    @Slot()
    def _found(self) -> None:
        self._fold(True)
        self.composer.field.setFocus()

    def _fold(self, folding: bool) -> None:
        if folding is self._builder.folding:
            return
        place = self.transcript.place()
        self._builder.folding = folding
        self._rebuild()
        if place is not None:
            self.transcript.go_to(*place)

    @Slot()
    def _reset(self) -> None:
        self._builder.folding = True
        self.find_bar.leave()
        self._builder.forget()
        self._services.unfolded.clear()
        self.transcript.clear()
        self._rebuild()

    @Slot()
    def _rebuild(self) -> None:
        self._cut = self._cut_now()
        rows = self._builder.rows(self._controller.conversation, self._controller.notice, *self._cut)
        self.transcript.set_rows(rows)
        self._middle.setCurrentIndex(0 if rows else 1)

    @Slot(int)
    def _reply_changed(self, message_id: int) -> None:
        """Only the growing rows of the reply are made anew; it is always the last message."""
        shown = self.transcript.rows
        if not shown or shown[-1].key.message_id != message_id:
            self._rebuild()
            return
        message = self._controller.conversation[message_id]
        self.transcript.replace_from(*self._builder.grown(shown, message))
        self._announcer.follow(message, self._builder.text_of(message))
        if message.state in (State.DONE, State.FAILED):
            self._refresh_users()

    def _refresh_users(self) -> None:
        """Messages can be edited again."""
        for row in self.transcript.rows:
            if row.key.kind in (RowKind.USER, RowKind.FOOTER) and self.transcript.widget(row.key):
                self.transcript.refresh(row.key)

    @Slot()
    def _waiting_changed(self) -> None:
        rows = self.transcript.rows
        if rows and rows[-1].key.kind is RowKind.PHASE:
            self.transcript.refresh(rows[-1].key)

    @Slot()
    def _busy_changed(self) -> None:
        self.composer.set_busy(self._controller.busy)

    @Slot()
    def _session_changed(self) -> None:
        session = self._controller.session
        ready = session.model is not None or session.wanted is not None
        if session.model is not None:
            hint = words.attachable(session.capabilities)
        else:
            hint = "" if ready else self.tr("Open a model first: the box above, or Ctrl+O")
        self.composer.set_ready(ready, hint)
        self.composer.set_busy(self._controller.busy)
        self._empty.update_text()
