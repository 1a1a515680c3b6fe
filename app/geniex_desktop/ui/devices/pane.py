"""The Devices pane: cards, the chart, where the model lives, and what the last replies took."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QFont, QHideEvent, QImage, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from ...telemetry.machine import Machine
from .. import theme
from ..jobs import Jobs
from ..widgets.basics import button, label
from ..widgets.meters import Sparkline
from ..widgets.picture import picture_of, png_path
from .cards import CardRow, DeviceCard, SideBySide
from .comparison import ComparisonTable
from .legend import Legend
from .looks import card_signal
from .monitor import Monitor
from .placement_card import PlacementCard
from .plotting import Plotting
from .recording_bar import RecordingBar
from .recordings import Recordings
from .replies_card import RepliesCard
from .source import ReplaySource, Source
from .sources_line import SourcesLine
from .state import CardTexts, machine_text
from .table import ValueTable

if TYPE_CHECKING:
    from .chart import Chart

REFRESH_MS = 500
WINDOWS_S = (60, 300, 600, 1800)
_LONG_FROM_S = 90
"""History from which on the chart first shows five minutes; before, they would be an empty chart."""
_CHART_HEIGHT = 300
_CHIP_FROM = 1000


class DevicesPane(QWidget):
    """Draws twice a second while it can be seen, and not at all otherwise."""

    def __init__(
        self, monitor: Monitor, recordings: Recordings, jobs: Jobs, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("pane")
        self._monitor = monitor
        self._recordings = recordings
        self._jobs = jobs
        self._plotting = Plotting(jobs, self)
        self._machine: Machine | None = None
        self._texts = CardTexts(monitor.telemetry, monitor.session)
        self.chart: Chart | None = None
        self._shown_source: Source | None = None
        self._ask = QTimer(self)
        self._ask.setSingleShot(True)
        self._ask.timeout.connect(self._ask_for_chart)
        self._asked = False
        self._window_is_chosen = False
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._tick)
        self.cards = self._make_cards()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(24, 4, 24, 8)
        column.setSpacing(12)
        self._about_now: list[QWidget] = [CardRow(list(self.cards.values())), self._bottom()]
        column.addWidget(self._about_now[0])
        column.addWidget(self._chart_card(), 1)
        column.addWidget(self._about_now[1])
        self.sources = SourcesLine(monitor.telemetry)
        self._about_now.append(self.sources)
        column.addWidget(self.sources)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(content)
        scroll.setAccessibleName(self.tr("Devices"))
        content.setAutoFillBackground(False)
        scroll.viewport().setAutoFillBackground(False)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._header())
        self.status = label(points=theme.SMALL_PT, wrap=True)
        self.status.hide()
        said = QHBoxLayout()
        said.setContentsMargins(24, 0, 24, 8)
        said.addWidget(self.status)
        whole.addLayout(said)
        whole.addWidget(scroll, 1)
        recordings.changed.connect(self._source_changed)
        recordings.said.connect(self._say)
        self._say(*recordings.status)

    @property
    def ticking(self) -> bool:
        """Whether it draws."""
        return self._timer.isActive()

    def set_machine(self, machine: Machine | None) -> None:
        """The machine's facts have been read."""
        self._machine = machine
        self._recordings.machine = machine
        self._chip.setText(machine_text(machine, _system()))

    # ------------------------------------------------------------------ pieces

    def _bottom(self) -> QWidget:
        self.placement = PlacementCard(self._monitor)
        self.replies = RepliesCard(self._monitor)
        return SideBySide([self.placement, self.replies])

    @staticmethod
    def _make_cards() -> dict[str, DeviceCard]:
        colours = theme.colours()
        return {
            "npu": DeviceCard(colours.npu),
            "gpu": DeviceCard(colours.gpu),
            "cpu": DeviceCard(colours.cpu),
            "memory": DeviceCard(colours.memory),
            "power": DeviceCard(colours.power),
        }

    def _header(self) -> QHBoxLayout:
        self._chip = label(tone="tag", points=theme.SMALL_PT, weight=QFont.Weight.Medium)
        self._chip.setText(machine_text(self._machine, _system()))
        row = QHBoxLayout()
        row.setContentsMargins(24, 16, 24, 12)
        row.setSpacing(8)
        row.addWidget(label(self.tr("Devices"), points=theme.HEADING_PT + 1, weight=QFont.Weight.DemiBold))
        row.addSpacing(16)
        self._chip.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        row.addWidget(self._chip, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        self.back_to_now = button(self.tr("Back to now"), "link")
        self.back_to_now.clicked.connect(self._follow_now)
        self.back_to_now.hide()
        row.addWidget(self.back_to_now)
        for made in self._window_buttons():
            row.addWidget(made)
        row.addSpacing(8)
        self.bar = RecordingBar(self._recordings)
        self.bar.picture_wanted.connect(self._save_picture)
        self.bar.replies_picture_wanted.connect(self._save_replies)
        row.addWidget(self.bar)
        return row

    def _window_buttons(self) -> list[QWidget]:
        self._windows = QButtonGroup(self)
        result: list[QWidget] = []
        for index, seconds in enumerate(WINDOWS_S):
            made = button(self.tr("%1 min").replace("%1", str(seconds // 60)), "segment")
            made.setCheckable(True)
            made.setChecked(index == 0)
            self._windows.addButton(made, index)
            result.append(made)
        self._windows.idClicked.connect(self._window_chosen)
        return result

    def _chart_card(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        card.setMinimumHeight(_CHART_HEIGHT)
        self.legend = Legend()
        self.legend.toggled.connect(self._curve_toggled)
        self.as_table = button(self.tr("Table"), "segment")
        self.as_table.setCheckable(True)
        self.as_table.setToolTip(self.tr("The same figures as a table"))
        self.as_table.toggled.connect(self._show_table)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        title = label(self.tr("The reply and the machine, on one clock"), weight=QFont.Weight.DemiBold)
        head.addWidget(title)
        head.addStretch(1)
        head.addWidget(self.legend)
        head.addWidget(self.as_table)
        self._waiting = label(self.tr("Getting the chart ready…"), tone="muted")
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.table = ValueTable()
        self.comparison = ComparisonTable()
        self._views = QStackedLayout()
        self._views.addWidget(self._waiting)
        self._views.addWidget(self.table)
        self._views.addWidget(self.comparison)
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 10, 16, 8)
        column.setSpacing(8)
        column.addLayout(head)
        column.addLayout(self._views, 1)
        return card

    # ------------------------------------------------------------------- chart

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._chip.setVisible(event.size().width() >= _CHIP_FROM)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self._window_is_chosen and self._recordings.live:
            self._suit_window()
        self._timer.start()
        self.refresh()
        if not self._asked:
            self._asked = True
            # Not in one go with the rest of the pane, which can be drawn already.
            self._ask.start(0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._timer.stop()

    @Slot()
    def _ask_for_chart(self) -> None:
        self._plotting.ready.connect(self._make_chart)
        self._plotting.start()

    @Slot(object)
    def _make_chart(self, module: object) -> None:
        chart: Chart = module.Chart(self._recordings.source, self._window_s())  # type: ignore[attr-defined]
        chart.following_changed.connect(self._following_changed)
        self.chart = chart
        self._shown_source = self._recordings.source
        self._views.addWidget(chart)
        self._source_changed()

    def _suit_window(self) -> None:
        """As long as makes sense at this moment; it stays so until it is chosen, or the pane shown again."""
        source = self._recordings.source
        long = (source.now_ns() - source.begin_ns()) / 1e9 >= _LONG_FROM_S
        self._windows.button(int(long)).setChecked(True)
        if self.chart is not None and self.chart.following:
            self.chart.set_window(self._window_s())

    def _window_s(self) -> float:
        return float(WINDOWS_S[max(0, self._windows.checkedId())])

    @Slot()
    def _tick(self) -> None:
        if not self.window().isMinimized():
            self._refresh_cards()
            if self.chart is None or self.chart.stale:
                self._refresh_views()

    def refresh(self) -> None:
        """Takes the newest samples."""
        self._refresh_cards()
        self._refresh_views()

    def _refresh_cards(self) -> None:
        self.sources.refresh()
        for signal_id, card in self.cards.items():
            card.show_text(self._texts.text(signal_id, self._machine))
            card.show_curve(self._card_curve(signal_id))

    def _refresh_views(self) -> None:
        if self.as_table.isChecked():
            self._fill_table()
        elif self.chart is not None:
            before = self.chart.looks
            self.chart.refresh()
            if self.chart.looks is not before or not self._legend_made():
                self._fill_legend()

    def _fill_table(self) -> None:
        source, other = self._recordings.source, self._recordings.other
        if isinstance(source, ReplaySource) and other is not None:
            self._views.setCurrentWidget(self.comparison)
            self.comparison.show_recordings(source.recording, other.recording)
            return
        self._views.setCurrentWidget(self.table)
        whole = (source.now_ns() - source.begin_ns()) / 1e9
        self.table.show_source(source, self._window_s() if source.live else whole)

    def _card_curve(self, signal_id: str) -> list[float | None]:
        telemetry = self._monitor.telemetry
        signals = {signal.id: signal for signal in telemetry.signals()}
        signal = signals.get(card_signal(signals, signal_id))
        if signal is None:
            return []
        values = telemetry.series(signal.id, Sparkline.POINTS)
        known = [value for value in values if value is not None]
        # A signal without an upper end, such as power, is drawn against its own greatest value.
        top = signal.maximum or max(known, default=0.0) * 1.25 or 1.0
        return [None if value is None else 100 * value / top for value in values]

    def _legend_made(self) -> bool:
        return self.legend.count == (len(self.chart.looks) if self.chart is not None else 0)

    def _fill_legend(self) -> None:
        if self.chart is not None:
            shown = [self.chart.is_shown(look.signal_id) for look in self.chart.looks]
            self.legend.set_looks(self.chart.looks, shown)

    # ----------------------------------------------------------------- intents

    @Slot()
    def _source_changed(self) -> None:
        """This machine or a recording, and perhaps a second one."""
        if self.chart is None:
            return
        recordings = self._recordings
        if self._shown_source is not recordings.source:
            self._shown_source = recordings.source
            self.chart.set_source(recordings.source)
            if recordings.live:
                self.chart.set_window(self._window_s())
        # What is told of this machine now would be mistaken for a part of the recording.
        for part in self._about_now:
            part.setVisible(recordings.live)
        for made in self._windows.buttons():
            made.setVisible(recordings.live)
        if recordings.other is not None:
            self.chart.compare_with(recordings.other, recordings.shift_ns())
        self._show_table(self.as_table.isChecked())

    @Slot(str, bool)
    def _say(self, text: str, bad: bool) -> None:
        self.status.setText(text)
        self.status.setProperty("tone", "warn" if bad else "muted")
        self.status.style().polish(self.status)
        self.status.setVisible(bool(text))

    @Slot(str)
    def _save_picture(self, name: str) -> None:
        if self.chart is not None:
            self._write_picture(self.chart.picture(), png_path(name))

    @Slot(str)
    def _save_replies(self, name: str) -> None:
        self._write_picture(picture_of(self.replies), png_path(name))

    def _write_picture(self, image: QImage, path: Path) -> None:
        """Encoding takes a moment and writes to the disk: on a worker."""
        self._jobs.submit(
            lambda: image.save(str(path)), lambda done: self._recordings.picture_written(path, done)
        )

    @Slot(int)
    def _window_chosen(self, _index: int) -> None:
        self._window_is_chosen = True
        if self.chart is not None:
            self.chart.set_window(self._window_s())

    @Slot(str, bool)
    def _curve_toggled(self, signal_id: str, on: bool) -> None:
        if self.chart is not None:
            self.chart.set_shown(signal_id, on)

    @Slot(bool)
    def _following_changed(self, following: bool) -> None:
        self.back_to_now.setVisible(not following)

    @Slot()
    def _follow_now(self) -> None:
        if self.chart is not None:
            self.chart.follow()

    @Slot(bool)
    def _show_table(self, on: bool) -> None:
        if not on:
            self._views.setCurrentWidget(self.chart if self.chart is not None else self._waiting)
        self.refresh()


def _system() -> str:
    return {"Darwin": "macOS"}.get(platform.system(), platform.system())
