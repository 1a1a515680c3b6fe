"""Where the loaded model lives: a bar of its layers, memory, what was left to the CPU, and the verdict."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from ...engine.devices import Kind
from ...engine.placement import PlacedDevice, Placement
from ...telemetry.verdict import Finding
from .. import theme, words
from ..chat.display_text import visible
from ..verdict_words import verdict_text
from ..widgets.basics import label
from .monitor import Monitor


class LayerBar(QWidget):
    """One piece per device, as long as its share of the layers."""

    _LEAST = 44.0

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._devices: tuple[PlacedDevice, ...] = ()
        self.setFixedHeight(26)

    def set_devices(self, devices: tuple[PlacedDevice, ...]) -> None:
        self._devices = tuple(device for device in devices if device.layers)
        self.setAccessibleName(", ".join(self._text(device) for device in self._devices))
        self.update()

    @staticmethod
    def _text(device: PlacedDevice) -> str:
        layers = QCoreApplication.translate("Devices", "%1 layers").replace("%1", words.number(device.layers))
        size = f" · {words.size(device.bytes)}" if device.bytes else ""
        return f"{visible(device.id)} · {layers}{size}"

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = theme.font(theme.SMALL_PT, QFont.Weight.DemiBold)
        painter.setFont(font)
        whole = QPainterPath()
        whole.addRoundedRect(QRectF(self.rect()), 6, 6)
        painter.setClipPath(whole)
        painter.fillRect(self.rect(), QColor(colours.raised))
        total = sum(device.layers for device in self._devices)
        left, free = 0.0, self.width() - self._LEAST * len(self._devices)
        for device in self._devices:
            width = self._LEAST + free * device.layers / total
            area = QRectF(left, 0, width - 2, self.height())
            kind = device.kind.value if device.kind is not None else ""
            painter.fillRect(area, QColor(theme.device_colour(colours, kind)))
            painter.setPen(QColor(colours.on_accent))
            text = QFontMetricsF(font).elidedText(
                self._text(device), Qt.TextElideMode.ElideRight, area.width() - 20
            )
            painter.drawText(area.adjusted(10, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
            left += width


class PlacementCard(QFrame):
    """Shows the monitor's placement and last verdict."""

    def __init__(self, monitor: Monitor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._monitor = monitor
        self._title = label(weight=QFont.Weight.DemiBold)
        self._bar = LayerBar()
        self._empty = label(tone="muted", wrap=True)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(20)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(1, 1)
        self._rows: list[QLabel] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(8)
        column.addWidget(self._title)
        column.addWidget(self._bar)
        column.addWidget(self._empty)
        column.addLayout(self._grid)
        column.addStretch(1)
        monitor.session.changed.connect(self.refresh)
        monitor.replies_changed.connect(self.refresh)
        self._shown: object = None
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """The model or the verdict is another one."""
        model, verdict = self._monitor.session.model, self._monitor.verdict
        # The session tells of every step of a load; the card changes with the model only.
        state = (model, verdict)
        if state == self._shown:
            return
        self._shown = state
        placement = self._monitor.placement
        name = visible(model.name) if model is not None else ""
        title = self.tr("Where %1 runs").replace("%1", name) if model else self.tr("Where the model runs")
        self._title.setText(title)
        self._bar.setVisible(placement is not None)
        self._empty.setVisible(placement is None)
        if placement is not None:
            self._bar.set_devices(placement.devices)
        elif model is None:
            self._empty.setText(self.tr("Open a model: its layers, memory and devices stand here then."))
        else:
            self._empty.setText(self.tr("This runtime does not report where the layers are."))
        self._fill(self._facts(placement))

    def _facts(self, placement: Placement | None) -> list[tuple[str, str, str]]:
        """Name, text and tone of each row."""
        rows: list[tuple[str, str, str]] = []
        if placement is not None:
            rows += self._memory(placement)
            left = ", ".join(f"{visible(name)} × {words.number(n)}" for name, n in placement.fallback_ops)
            accelerated = placement.layers_on(Kind.NPU) or placement.layers_on(Kind.GPU)
            if accelerated:
                rows.append((self.tr("Left to the CPU"), left or self.tr("nothing"), ""))
            if placement.graph_splits:
                rows.append((self.tr("Graph splits"), words.number(placement.graph_splits), ""))
        verdict = self._monitor.verdict
        if verdict is not None:
            tone = "good" if verdict.good else "warn" if verdict.finding is Finding.FALLBACK else ""
            rows.append((self.tr("Verdict"), verdict_text(verdict), tone))
        return rows

    def _memory(self, placement: Placement) -> list[tuple[str, str, str]]:
        kv = words.size(placement.kv_bytes)
        if placement.kv_type:
            kv = f"{placement.kv_type.upper()}, {kv}"
        if placement.n_ctx:
            kv = self.tr("%1 for %2 tokens").replace("%1", kv).replace("%2", words.number(placement.n_ctx))
        sizes = placement.bytes_by_use
        parts = self.tr("weights %1, scratch %2").replace("%1", words.size(sizes.get("model", 0)))
        return [
            (self.tr("KV cache"), kv if placement.kv_bytes else words.ABSENT, ""),
            (self.tr("Memory"), parts.replace("%2", words.size(sizes.get("compute", 0))), ""),
        ]

    def _fill(self, facts: list[tuple[str, str, str]]) -> None:
        for old in self._rows:
            old.hide()
            old.deleteLater()
        self._rows = []
        for index, (name, text, tone) in enumerate(facts):
            head = label(name, tone="muted", points=theme.SMALL_PT + 0.5)
            value = label(text, tone=tone, points=theme.SMALL_PT + 0.5, wrap=True)
            value.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
            self._grid.addWidget(head, index, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, index, 1, Qt.AlignmentFlag.AlignTop)
            self._rows += [head, value]
