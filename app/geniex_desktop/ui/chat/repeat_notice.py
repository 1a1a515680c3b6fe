"""Over the composer: the reply writes the same thing again and again, and may be stopped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from .. import theme
from ..widgets.basics import button, label
from .controller import ChatController
from .display_text import one_line

_SHOWN = 40
"""Characters of the repetition."""


class RepeatNotice(QFrame):
    """Hidden until a running reply repeats itself, and again once it has ended or is to go on."""

    def __init__(
        self, controller: ChatController, say: Callable[[str], None], parent: QWidget | None = None
    ) -> None:
        """`say` tells a screen reader."""
        super().__init__(parent)
        self.setObjectName("band")
        self._controller = controller
        self._say = say
        self._text = label(points=theme.SMALL_PT + 0.5, wrap=True)
        self.stop = button(self.tr("Stop"), "primary")
        self.stop.clicked.connect(controller.stop)
        self.keep_going = button(self.tr("Keep going"))
        self.keep_going.clicked.connect(controller.allow_repetition)
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self.stop, self.keep_going):
            widget.setFont(theme.font(theme.SMALL_PT + 0.5))
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 12, 10)
        column.setSpacing(8)
        column.addWidget(self._text)
        column.addLayout(row)
        controller.repetition_changed.connect(self.update_text)
        self.update_text()

    @property
    def text(self) -> str:
        """What the notice says."""
        return self._text.text()

    @Slot()
    def update_text(self) -> None:
        """Follows the reply."""
        span = self._controller.repeated
        appears = bool(span) and self.isHidden()
        self.setVisible(bool(span))
        if appears:
            self._text.setText(self._sentence(span))
            self._say(self._text.text())

    def _sentence(self, span: str) -> str:
        model = self._controller.session.model
        device = model.device if model is not None else ""
        if span.isspace():
            text = self.tr("The answer is nothing but white space by now, on the %1.").replace("%1", device)
        else:
            # One letter says little; some more of them show what is going on.
            shown = one_line(span * (_SHOWN // len(span) + 2), _SHOWN)
            text = self.tr("The answer repeats itself, on the %1: “%2”.")
            text = text.replace("%1", device).replace("%2", shown)
        if device == "CPU":
            return text
        return f"{text} {self.tr('If it does not do so on the CPU, the device computes wrongly.')}"
