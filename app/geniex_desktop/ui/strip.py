"""The strip at the bottom: what the machine does, what the engine does, what is being downloaded."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from ..engine.types import Phase
from ..telemetry.qt import Telemetry
from . import theme, words
from .chat.controller import ChatController
from .downloads import StarterDownload
from .models.fetching import Fetching
from .models.looks import strip_text
from .sentences import localized
from .widgets.basics import icon_button, label, set_tone
from .widgets.meters import Bar, Sparkline

_POINTS = 9.5


class PercentMeter(QWidget):
    """Name, sparkline and number of a signal in per cent; hidden while it has no source."""

    def __init__(self, telemetry: Telemetry, signal_ids: tuple[str, ...], name: str, colour: str) -> None:
        """Shows the first of the signals that has a source."""
        super().__init__()
        self._telemetry = telemetry
        self._ids = signal_ids
        self._line = Sparkline(colour)
        self._value = label(points=_POINTS, weight=QFont.Weight.Medium)
        self._value.setMinimumWidth(self._value.fontMetrics().horizontalAdvance("100 %"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(label(name, tone="muted", points=_POINTS, weight=QFont.Weight.Medium))
        row.addWidget(self._line)
        row.addWidget(self._value)
        self.hide()

    def refresh(self) -> None:
        found = (self._telemetry.signal(signal_id) for signal_id in self._ids)
        signal = next((signal for signal in found if signal is not None), None)
        self.setVisible(signal is not None)
        if signal is None:
            return
        self.setToolTip(localized(signal.meaning))
        self._line.set_values(self._telemetry.series(signal.id, Sparkline.POINTS))
        value = self._telemetry.latest(signal.id)
        self._value.setText(words.ABSENT if value is None else words.percent(value, 100))


class MemoryMeter(QWidget):
    """Name, bar and "5.1 / 16 GB"."""

    def __init__(self, telemetry: Telemetry, signal_id: str, name: str, colour: str) -> None:
        super().__init__()
        self._telemetry = telemetry
        self._id = signal_id
        self._bar = Bar(colour, 60)
        self._value = label(points=_POINTS, weight=QFont.Weight.Medium)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(label(name, tone="muted", points=_POINTS, weight=QFont.Weight.Medium))
        row.addWidget(self._bar)
        row.addWidget(self._value)
        self.hide()

    def refresh(self) -> None:
        signal = self._telemetry.signal(self._id)
        self.setVisible(signal is not None)
        if signal is None:
            return
        self.setToolTip(localized(signal.meaning))
        value = self._telemetry.latest(self._id)
        self._bar.set_share(None if value is None else value / signal.maximum)
        used = words.ABSENT if value is None else words.memory(value)
        self._value.setText(f"{used} / {words.memory(signal.maximum)} GB")


class Strip(QFrame):
    """Always there; quiet when nothing happens. A click wants to see more."""

    clicked = Signal()

    def __init__(
        self,
        telemetry: Telemetry,
        controller: ChatController,
        download: StarterDownload,
        fetching: Fetching,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setFixedHeight(theme.STRIP_HEIGHT)
        self._controller = controller
        self._download = download
        self._fetching = fetching
        colours = theme.colours()
        # Where the system does not tell of the whole device, the app's own use of it is shown.
        self._npu = PercentMeter(telemetry, ("npu", "npu.own"), self.tr("NPU"), colours.npu)
        self._gpu = PercentMeter(telemetry, ("gpu", "gpu.own"), self.tr("GPU"), colours.gpu)
        self._cpu = PercentMeter(telemetry, ("cpu",), self.tr("CPU"), colours.cpu)
        self._memory = MemoryMeter(telemetry, "memory", self.tr("RAM"), colours.memory)
        self._phase = label(points=_POINTS, weight=QFont.Weight.DemiBold)
        self._phase.setMinimumWidth(40)
        self._loading = label(tone="muted", points=_POINTS, weight=QFont.Weight.Medium)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._cancel = icon_button("close", self.tr("Stop the download"), parent=self)
        self._cancel.clicked.connect(self._stop_download)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 0, 12, 0)
        row.setSpacing(26)
        row.addWidget(self._npu)
        row.addWidget(self._gpu)
        row.addWidget(self._cpu)
        row.addWidget(self._memory)
        row.addStretch(1)
        row.addWidget(self._phase)
        row.addWidget(self._loading)
        row.addWidget(self._cancel)
        telemetry.sampled.connect(self._sampled)
        controller.waiting_changed.connect(self._show_phase)
        controller.busy_changed.connect(self._show_phase)
        controller.session.changed.connect(self._show_phase)
        download.changed.connect(self._show_download)
        fetching.changed.connect(self._show_download)
        self._sampled()
        self._show_phase()
        self._show_download()

    @Slot()
    def _sampled(self) -> None:
        if self.window().isMinimized():
            return
        for meter in (self._npu, self._gpu, self._cpu, self._memory):
            meter.refresh()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.clicked.emit()

    @Slot()
    def _show_phase(self) -> None:
        controller = self._controller
        active = controller.busy or controller.session.loading
        self._phase.setText(self._phase_text() if active else self.tr("idle"))
        set_tone(self._phase, "accent" if active else "muted")

    def _phase_text(self) -> str:
        controller = self._controller
        event, rate = controller.phase, controller.live_speed()
        if event is not None and event.phase is Phase.DECODE and rate is not None:
            return self.tr("decode %1 tok/s").replace("%1", words.speed(rate))
        text = words.phase(event)
        text = text[:1].lower() + text[1:]
        if controller.busy:
            return f"{text} · {words.seconds(round(controller.waited(), 1))}"
        return text

    @Slot()
    def _show_download(self) -> None:
        text = self._download.short_text() if self._download.running else strip_text(self._fetching.downloads)
        self._loading.setVisible(bool(text))
        self._cancel.setVisible(bool(text))
        if text:
            self._loading.setText(f"↓ {text}")

    @Slot()
    def _stop_download(self) -> None:
        """What has arrived is kept either way: a model from a hub waits in its queue."""
        active = self._fetching.active
        if self._download.running:
            self._download.cancel()
        elif active is not None:
            self._fetching.pause(active.id)
