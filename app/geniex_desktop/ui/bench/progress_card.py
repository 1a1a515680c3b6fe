"""The running bench: what it is at, since when, how far."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from .. import theme, words
from ..chat.display_text import one_line
from ..widgets.basics import ElidedLabel, button, label
from ..widgets.meters import Bar
from .benchmarks import Benchmarks
from .looks import device_name, stage_text

_CLOCK_MS = 500


class ProgressCard(QFrame):
    """Hidden while nothing runs."""

    def __init__(self, benchmarks: Benchmarks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._benchmarks = benchmarks
        self._name = ElidedLabel()
        self._name.setFont(theme.font(theme.BODY_PT, QFont.Weight.DemiBold))
        self.state = label(tone="muted", points=theme.SMALL_PT + 0.5)
        self.bar = Bar(theme.colours().accent)
        self.stop = button(self.tr("Stop"), "stop")
        self.stop.clicked.connect(benchmarks.stop)
        head = QHBoxLayout()
        head.setSpacing(12)
        texts = QVBoxLayout()
        texts.setSpacing(2)
        texts.addWidget(self._name)
        texts.addWidget(self.state)
        head.addLayout(texts, 1)
        head.addWidget(self.stop)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 12, 14)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self.bar)
        self._clock = QTimer(self)
        self._clock.setInterval(_CLOCK_MS)
        self._clock.timeout.connect(self._tick)
        benchmarks.changed.connect(self.refresh)
        benchmarks.progressed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Follows the benchmarks."""
        running = self._benchmarks.running
        self.setVisible(running)
        self._clock.start() if running else self._clock.stop()
        if running:
            self._show()

    @Slot()
    def _tick(self) -> None:
        if self.isVisible():
            self._show()

    def _show(self) -> None:
        benchmarks = self._benchmarks
        progress = benchmarks.progress
        parts = []
        if benchmarks.scoring:
            self._name.set_whole(self.tr("Scoring the text"))
        elif progress is None:
            self._name.set_whole(self.tr("Starting the measurement"))
        else:
            cell = progress.cell
            self._name.set_whole(f"{one_line(cell.model.name)} · {device_name(cell.device)}")
            parts.append(stage_text(progress))
            place = self.tr("combination %1 of %2").replace("%1", words.number(progress.done + 1))
            parts.append(place.replace("%2", words.number(progress.cells)))
        minutes, seconds = divmod(int(benchmarks.seconds()), 60)
        parts.append(f"{minutes}:{seconds:02}")
        self.state.setText(" · ".join(parts))
        self.bar.set_share(benchmarks.share)
