"""Over the composer: what does not fit into the context any more, and what can be done about it."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ...chats.trimming import first_sent
from .. import theme, words
from ..widgets.basics import button, label
from ..widgets.wrapping_row import WrappingRow
from .context_meter import ContextMeter
from .controller import ChatController
from .summary import Summary


class ContextNotice(QFrame):
    """Hidden while all fits. Nothing is cut without a click here."""

    summary_wanted = Signal()

    def __init__(
        self,
        controller: ChatController,
        meter: ContextMeter,
        summary: Summary,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("band")
        self._controller = controller
        self._meter = meter
        self._summary = summary
        self._text = label(points=theme.SMALL_PT + 0.5, wrap=True)
        self._trim = button(self.tr("Leave out the oldest"), "primary")
        self._trim.clicked.connect(self._leave_out)
        self._summarise = button(self.tr("New chat with a summary"))
        self._summarise.clicked.connect(self.summary_wanted)
        self._larger = button(self.tr("Larger context"))
        self._larger.clicked.connect(self._take_larger)
        self._restore = button(self.tr("Send them again"), "link")
        self._restore.clicked.connect(self._send_all)
        self._stop = button(self.tr("Stop"))
        self._stop.clicked.connect(summary.stop)
        row = WrappingRow()
        for widget in (self._trim, self._summarise, self._larger, self._restore, self._stop):
            widget.setFont(theme.font(theme.SMALL_PT + 0.5))
            row.add(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self._text)
        column.addWidget(row)
        meter.changed.connect(self.update_text)
        summary.changed.connect(self.update_text)
        controller.busy_changed.connect(self.update_text)
        self.update_text()

    @Slot()
    def update_text(self) -> None:
        """Follows the meter."""
        controller, meter = self._controller, self._meter
        summing = self._summary.running
        overflows = meter.overflows and not controller.busy
        self.setVisible(summing or overflows or controller.left_out > 0)
        self._stop.setVisible(summing)
        self._trim.setVisible(overflows and not summing and meter.proposal > 0)
        self._summarise.setVisible(overflows and not summing and meter.proposal > 0)
        larger = controller.session.larger_context()
        self._larger.setVisible(overflows and not summing and larger is not None)
        self._restore.setVisible(not overflows and not summing)
        if larger is not None:
            self._larger.setText(self.tr("Larger context: %1").replace("%1", words.number(larger)))
        if summing:
            self._text.setText(self.tr("Summarising this chat for a new one…"))
        elif overflows:
            self._text.setText(self._what_overflows())
            self._trim.setText(
                self.tr("Leave out the oldest: %1").replace("%1", words.messages(self._count(meter.proposal)))
            )
        elif controller.left_out:
            text = self.tr("Not sent, for it does not fit: %1 at the beginning of this chat.")
            self._text.setText(text.replace("%1", words.messages(self._count(0))))

    def _what_overflows(self) -> str:
        meter = self._meter
        if meter.proposal:
            text = self.tr("The next message does not fit with all before it: %1 of %2 tokens.")
        else:
            text = self.tr("This message alone does not fit: %1 of %2 tokens.")
        numbers = text.replace("%1", words.number(meter.n_prompt or 0))
        return numbers.replace("%2", words.number(meter.n_ctx))

    def _count(self, more: int) -> int:
        """Messages of the shown path that are not sent when so many more turns go."""
        return first_sent(self._controller.conversation.path(), self._controller.left_out + more)

    @Slot()
    def _leave_out(self) -> None:
        self._controller.leave_out(self._controller.left_out + self._meter.proposal)

    @Slot()
    def _send_all(self) -> None:
        self._controller.leave_out(0)

    @Slot()
    def _take_larger(self) -> None:
        larger = self._controller.session.larger_context()
        if larger is not None:
            self._controller.session.choose_context(larger)
