"""What the last replies took, phase by phase, and how speed falls with the depth of the context."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QPointF, QRectF, Qt, Slot
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QStackedLayout,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from ...engine.types import Phase
from ...telemetry.replies import ReplyRecord, by_setup, drift
from .. import theme, words
from ..chat.display_text import visible
from ..widgets.basics import button, label
from .circumstance_words import change_text, circumstances_text
from .looks import phase_name
from .monitor import Monitor
from .table import ValueTable

_ROWS = 5
_ROW_HEIGHT = 30
_DEPTH_POINTS = 200


def phase_colours() -> list[tuple[str, str]]:
    """Name and colour of load, media, prefill and decode, in the order of a bar's pieces."""
    colours = theme.colours()
    phases = (
        (Phase.LOAD, colours.memory),
        (Phase.MEDIA_ENCODE, colours.power),
        (Phase.PREFILL, colours.gpu),
        (Phase.DECODE, colours.npu),
    )
    return [(phase_name(phase), colour) for phase, colour in phases]


def age(seconds: float) -> str:
    """How long ago, in one unit."""
    translate = QCoreApplication.translate
    if seconds < 60:
        return translate("Devices", "now")
    for limit, unit, text in (
        (3600, 60, translate("Devices", "%1 min ago")),
        (86400, 3600, translate("Devices", "%1 h ago")),
    ):
        if seconds < limit:
            return text.replace("%1", words.number(seconds // unit))
    return translate("Devices", "%1 d ago").replace("%1", words.number(seconds // 86400))


def _widest(font: QFont, texts: Sequence[str]) -> float:
    metrics = QFontMetricsF(font)
    return max((metrics.horizontalAdvance(text) for text in texts), default=0.0)


class ReplyBars(QWidget):
    """One stacked bar per reply, newest first; all to one scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._records: list[ReplyRecord] = []
        self.setMinimumHeight(_ROWS * _ROW_HEIGHT)

    def set_records(self, records: Sequence[ReplyRecord]) -> None:
        """Takes all records, newest last."""
        self._records = list(records[: -_ROWS - 1 : -1])
        self.setAccessibleName("; ".join(map(self._spoken, self._records)))
        self.update()

    @classmethod
    def _spoken(cls, record: ReplyRecord) -> str:
        around = circumstances_text(record)
        return f"{cls._name(record)}: {cls._figures(record)}" + (f" ({around})" if around else "")

    @staticmethod
    def _name(record: ReplyRecord) -> str:
        return f"{age(time.time() - record.time)} · {visible(record.device)}"

    @staticmethod
    def _figures(record: ReplyRecord) -> str:
        speed = QCoreApplication.translate("Devices", "%1 tok/s").replace(
            "%1", words.speed(record.decode_speed)
        )
        return f"{words.seconds(record.total_s)} · {speed}"

    def event(self, event: QEvent) -> bool:
        """The tool tip of a bar tells under what circumstances its reply was made."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            row = event.pos().y() // _ROW_HEIGHT
            text = circumstances_text(self._records[row]) if row < len(self._records) else ""
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        names = theme.font(theme.SMALL_PT)
        strong = theme.font(theme.SMALL_PT, QFont.Weight.DemiBold)
        left = 12 + _widest(names, [self._name(record) for record in self._records])
        right = 12 + _widest(strong, [self._figures(record) for record in self._records])
        longest = max((record.total_s for record in self._records), default=0.0)
        scale = max(20.0, self.width() - left - right) / longest if longest > 0 else 0.0
        for index, record in enumerate(self._records):
            top = index * _ROW_HEIGHT
            painter.setFont(names)
            painter.setPen(QColor(colours.muted))
            painter.drawText(
                QRectF(0, top, left, _ROW_HEIGHT), Qt.AlignmentFlag.AlignVCenter, self._name(record)
            )
            end = self._draw_bar(painter, record, left, top, scale)
            painter.setFont(strong if index == 0 else names)
            painter.setPen(QColor(colours.text))
            area = QRectF(end + 10, top, right, _ROW_HEIGHT)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self._figures(record))

    @staticmethod
    def _draw_bar(painter: QPainter, record: ReplyRecord, left: float, top: float, scale: float) -> float:
        times = (record.load_s, record.media_s, record.prefill_s, record.decode_s)
        painter.setPen(Qt.PenStyle.NoPen)
        for seconds, (_, colour) in zip(times, phase_colours(), strict=True):
            if seconds > 0:
                width = max(2.0, seconds * scale)
                painter.setBrush(QColor(colour))
                painter.drawRoundedRect(QRectF(left, top + 8, width - 1, _ROW_HEIGHT - 16), 2, 2)
                left += width
        return left


class DepthPlot(QWidget):
    """Decode speed (dots) and time to the first token (rings) of one setup, by the depth of the context."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._records: list[ReplyRecord] = []
        self.setMinimumHeight(_ROWS * _ROW_HEIGHT)

    def set_records(self, records: Sequence[ReplyRecord]) -> None:
        """Keeps those of the newest reply's model, precision and device."""
        setup = records[-1].setup if records else None
        same = [r for r in records if r.setup == setup and r.depth > 0 and r.decode_speed > 0]
        self._records = same[-_DEPTH_POINTS:]
        if self._records:
            deepest = max(self._records, key=lambda record: record.depth)
            text = QCoreApplication.translate("Devices", "%1 replies; at %2 tokens of context %3 tok/s")
            text = text.replace("%1", words.number(len(self._records)))
            text = text.replace("%2", words.number(deepest.depth))
            self.setAccessibleName(text.replace("%3", words.speed(deepest.decode_speed)))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(theme.SMALL_PT - 0.5))
        if len(self._records) < 2:
            text = QCoreApplication.translate("Devices", "Two replies of one model and device fill this.")
            painter.setPen(QColor(colours.muted))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, text)
            return
        area = QRectF(64, 8, self.width() - 128, self.height() - 34)
        deepest = max(record.depth for record in self._records)
        fastest = max(record.decode_speed for record in self._records)
        slowest = max(record.ttft_s for record in self._records) or 1.0
        self._draw_frame(painter, area, deepest, fastest, slowest)
        for record in self._records:
            x = area.left() + area.width() * record.depth / deepest
            speed = area.bottom() - area.height() * record.decode_speed / fastest
            wait = area.bottom() - area.height() * record.ttft_s / slowest
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.npu))
            painter.drawEllipse(QPointF(x, speed), 3.2, 3.2)
            painter.setPen(QPen(QColor(colours.gpu), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x, wait), 3.2, 3.2)

    def _draw_frame(self, p: QPainter, area: QRectF, deepest: int, fastest: float, slowest: float) -> None:
        colours = theme.colours()
        p.setPen(QPen(QColor(colours.line), 1))
        for share in (0.0, 0.5, 1.0):
            y = area.bottom() - area.height() * share
            p.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        right, left = Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignLeft
        p.setPen(QColor(colours.npu))
        speed = QCoreApplication.translate("Devices", "%1 tok/s").replace("%1", words.speed(fastest))
        p.drawText(QRectF(0, area.top() - 8, 58, 16), right, speed)
        p.setPen(QColor(colours.gpu))
        p.drawText(QRectF(area.right() + 6, area.top() - 8, 58, 16), left, words.seconds(slowest))
        p.setPen(QColor(colours.muted))
        p.drawText(QRectF(0, area.bottom() - 8, 58, 16), right, words.number(0))
        depth = QCoreApplication.translate("Devices", "context %1").replace("%1", words.tokens(deepest))
        p.drawText(QRectF(area.left(), area.bottom() + 6, area.width(), 18), right, depth)


class Key(QWidget):
    """A small mark in a colour beside its name: a square, or a ring as in the plot."""

    def __init__(self, name: str, colour: str, *, ring: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colour = colour
        self._ring = ring
        text = label(name, tone="muted", points=theme.SMALL_PT)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 0, 0, 0)
        row.addWidget(text)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(1, self.height() / 2 - 4, 8, 8)
        if self._ring:
            painter.setPen(QPen(QColor(self._colour), 1.4))
            painter.drawEllipse(area)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._colour))
        painter.drawRoundedRect(area, 2, 2)


class RepliesCard(QFrame):
    """Bars of the last replies, or the speeds by depth; and whether they have got slower."""

    def __init__(self, monitor: Monitor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self._monitor = monitor
        self.bars, self.depths = ReplyBars(), DepthPlot()
        self._by_depth = button(self.tr("By depth"), "segment")
        self._by_depth.setCheckable(True)
        self._by_depth.setToolTip(self.tr("Speed and time to the first token by the depth of the context"))
        self._by_setup = button(self.tr("By device"), "segment")
        self._by_setup.setCheckable(True)
        self._by_setup.setToolTip(self.tr("Models and devices compared, by the medians of their replies"))
        self._by_depth.toggled.connect(self._depth_toggled)
        self._by_setup.toggled.connect(self._setup_toggled)
        colours = theme.colours()
        self._phase_keys = [Key(name, colour) for name, colour in phase_colours()]
        self._depth_keys = [
            Key(self.tr("decode speed"), colours.npu),
            Key(self.tr("time to the first token"), colours.gpu, ring=True),
        ]
        head = QHBoxLayout()
        head.setSpacing(5)
        self._title = label(weight=QFont.Weight.DemiBold)
        head.addWidget(self._title)
        head.addStretch(1)
        for key in self._phase_keys + self._depth_keys:
            head.addWidget(key)
        head.addWidget(self._by_depth)
        head.addWidget(self._by_setup)
        self._empty = label(self.tr("Ask something: each reply becomes a bar here."), tone="muted", wrap=True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._views = QStackedLayout()
        self.setups = ValueTable()
        self.setups.fit_first_column()
        for view in (self._empty, self.bars, self.depths, self.setups):
            self._views.addWidget(view)
        self._drift = label(tone="warn", points=theme.SMALL_PT + 0.5, wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 8, 16, 10)
        column.setSpacing(6)
        column.addLayout(head)
        column.addLayout(self._views, 1)
        column.addWidget(self._drift)
        monitor.replies_changed.connect(self.refresh)
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """There are other replies."""
        records = self._monitor.replies
        self.bars.set_records(records)
        self.depths.set_records(records)
        self._fill_setups(records)
        self._switch()
        text = self._drift_text(records)
        self._drift.setText(text)
        self._drift.setVisible(bool(text))

    @Slot(bool)
    def _depth_toggled(self, on: bool) -> None:
        if on:
            self._by_setup.setChecked(False)
        self._switch()

    @Slot(bool)
    def _setup_toggled(self, on: bool) -> None:
        if on:
            self._by_depth.setChecked(False)
        self._switch()

    def _switch(self) -> None:
        by_depth, by_setup = self._by_depth.isChecked(), self._by_setup.isChecked()
        filled = self.depths if by_depth else self.setups if by_setup else self.bars
        self._views.setCurrentWidget(filled if self._monitor.replies else self._empty)
        if by_depth:
            self._title.setText(self.tr("Speed by depth"))
        else:
            self._title.setText(self.tr("Medians") if by_setup else self.tr("Where the time went"))
        for key in self._phase_keys:
            key.setVisible(not by_depth and not by_setup)
        for key in self._depth_keys:
            key.setVisible(by_depth)

    def _fill_setups(self, records: Sequence[ReplyRecord]) -> None:
        heads = [
            self.tr("Device and model"),
            self.tr("Replies"),
            self.tr("First token"),
            self.tr("Prefill, tok/s"),
            self.tr("Decode, tok/s"),
        ]
        rows = []
        for figures in by_setup(records):
            model, precision, device = figures.setup
            name = " · ".join(visible(part) for part in (device, model, precision) if part)
            prefill = words.speed(figures.prefill_speed) if figures.prefill_speed else words.ABSENT
            times = [words.number(figures.replies), words.seconds(figures.ttft_s), prefill]
            rows.append([name, *times, words.speed(figures.decode_speed)])
        self.setups.fill(heads, rows)

    def _drift_text(self, records: Sequence[ReplyRecord]) -> str:
        found = drift(records, records[-1].setup, time.time()) if records else None
        if found is None:
            return ""
        share = words.percent(abs(found.share), 1)
        text = self.tr("%1 slower than in the weeks before.") if found.share < 0 else ""
        text = text or self.tr("%1 faster than in the weeks before.")
        changed = ", ".join(change_text(change) for change in found.changed)
        why = self.tr("What changed: %1.").replace("%1", changed) if changed else ""
        return f"{text.replace('%1', share)} {why or self.tr('Nothing that we record has changed.')}"
