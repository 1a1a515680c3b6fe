"""Over a chat that is a replay: that it is one, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from .. import theme
from ..replay import Replay
from ..widgets.basics import button, label
from .display_text import one_line


class ReplayBand(QFrame):
    """Shown for as long as the replay is, also when it has come to its end."""

    def __init__(self, replay: Replay, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("replayBand")
        self._replay = replay
        self._text = label(tone="warn", points=theme.SMALL_PT + 0.5, weight=QFont.Weight.DemiBold)
        end = button(self.tr("End the replay"), "link")
        end.clicked.connect(replay.stop)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 2, 12, 2)
        row.addWidget(self._text, 1)
        row.addWidget(end)
        replay.changed.connect(self._update)
        self._update()

    @Slot()
    def _update(self) -> None:
        self.setVisible(bool(self._replay.name))
        text = self.tr("Replay of a recording: %1. Nothing of it happens on this machine now.")
        self._text.setText(text.replace("%1", one_line(self._replay.name, 60)))
