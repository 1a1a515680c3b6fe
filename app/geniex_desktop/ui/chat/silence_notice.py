"""Over the composer: nothing has come from the engine for long, and the reply may be stopped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from .. import theme, words
from ..widgets.basics import button, label
from .controller import ChatController

LONG_S = 20.0
"""A long prompt or a large image may take a slow device as long, so this is a hint and not an error."""


class SilenceNotice(QFrame):
    """Hidden until a running reply has been silent for `LONG_S`, and again at the next sign of life."""

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
        self.stop.setFont(theme.font(theme.SMALL_PT + 0.5))
        self.stop.clicked.connect(controller.stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 12, 10)
        row.setSpacing(12)
        row.addWidget(self._text, 1)
        row.addWidget(self.stop)
        controller.waiting_changed.connect(self.update_text)
        controller.busy_changed.connect(self.update_text)
        self.update_text()

    @property
    def text(self) -> str:
        """What the notice says."""
        return self._text.text()

    @Slot()
    def update_text(self) -> None:
        """Follows the clock."""
        silent_s = self._controller.silent_for()
        wanted = silent_s >= LONG_S
        appears = wanted and self.isHidden()
        self.setVisible(wanted)
        if wanted:
            text = self.tr(
                "Nothing has come from the engine for %1 s. A long prompt or a large image can take a slow "
                "device this long. If it hangs, Stop ends it; what has been written stays."
            )
            self._text.setText(text.replace("%1", words.number(int(silent_s))))
        if appears:
            self._say(self._text.text())
