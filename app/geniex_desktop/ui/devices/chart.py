"""The reply and the machine on one clock: lanes and curves on one time axis, and a cursor that reads all.

Importing this module imports numpy; see plotting.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QFont, QImage, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from ...engine.types import Phase
from ...telemetry.phases import Span
from .. import theme, words
from ..widgets.basics import label
from ..widgets.picture import picture_of
from .curves import Columns, Floats, RateCurve, envelope, seconds_of, token_rate, visible
from .lanes import CoreLane, Lane, PhaseLane, TimeLane, TokenLane, View
from .looks import Look, ago, cores, looks, phase_name, share, value_text
from .plot import Plot
from .source import Source

_KEPT_SAMPLES = 3600
_BUCKETS = 300
"""Two points each: a curve never has more than 600."""
_RATE_POINTS = 300
"""Over the whole width: a short phase gets fewer."""
_KEY_STEP = 1 / 60
_ZOOM = 1.25
_SHORTEST_S, _LONGEST_S = 1.0, 7 * 86400.0
_NO_CURVE: RateCurve = (np.empty(0), np.empty(0))


class Chart(QWidget):
    """Follows now until the person zooms or moves it; `follow` takes it back."""

    following_changed = Signal(bool)

    def __init__(self, source: Source, window_s: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(QCoreApplication.translate("Devices", "Curves of the devices over time"))
        self._window_s = window_s
        self._following = True
        self._other: Source | None = None
        self._other_columns = Columns(0, 0)
        self._hidden: set[str] = set()
        self._shown: list[Look] = []
        self._rates: dict[tuple[Span, int], RateCurve] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self.cores: CoreLane | None = None
        self.readout = Readout(self)
        self.set_source(source)

    def set_source(self, source: Source) -> None:
        """Shows another source from its beginning."""
        self._source = source
        self.view = View(source.begin_ns(), live=source.live)
        self._columns = Columns(self.view.base_ns, _KEPT_SAMPLES if source.live else 10**7)
        while (entry := self._column.takeAt(0)) is not None:
            old = entry.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        self.phases = PhaseLane(self.view)
        self.plot = Plot(self.view)
        self.tokens = TokenLane(self.view)
        self.cores = None
        self.time = TimeLane(self.view)
        for lane in (self.phases, self.plot, self.tokens, self.time):
            self._column.addWidget(lane, 1 if lane is self.plot else 0)
            lane.pointed.connect(self._pointed)
        self.plot.zoomed.connect(self._zoomed)
        self._shown = []
        self._rates = {}
        self._other = None
        self._following = True
        if not source.live:
            self._window_s = max(1.0, (source.now_ns() - source.begin_ns()) / 1e9)
        self.refresh()
        self.readout.raise_()

    def compare_with(self, other: Source, shift_ns: int) -> None:
        """Draws the curves of another source too, pale; `shift_ns` is added to its times."""
        self._other = other
        self._other_columns = Columns(self.view.base_ns - shift_ns, 10**7)
        self._other_columns.extend(other.history(-1))
        self.refresh()

    @property
    def following(self) -> bool:
        return self._following

    @property
    def stale(self) -> bool:
        """Whether a refresh would move anything by a whole pixel."""
        passed = self.view.second(self._source.now_ns()) - self.view.now
        return passed * max(1, self.width()) >= self.view.high - self.view.low

    @property
    def looks(self) -> list[Look]:
        """The curves there are."""
        return self._shown

    def is_shown(self, signal_id: str) -> bool:
        return signal_id not in self._hidden

    def set_shown(self, signal_id: str, on: bool) -> None:
        """Shows or hides a curve."""
        self._hidden ^= {signal_id} if (signal_id in self._hidden) is on else set()
        self.plot.show_curve(signal_id, on)
        self.refresh()

    def set_window(self, window_s: float) -> None:
        """Shows the last seconds and follows them."""
        self._window_s = window_s
        self.follow()

    @Slot()
    def follow(self) -> None:
        """Keeps the right edge at now."""
        self._following = True
        self.following_changed.emit(True)
        self.refresh()

    def refresh(self) -> None:
        """Takes what is new and draws."""
        view, source = self.view, self._source
        self._columns.extend(source.history(self._columns.newest_ns))
        view.now = view.second(source.now_ns())
        if self._following:
            view.low, view.high = view.now - self._window_s, view.now
        view.spans = source.spans(view.base_ns + int(view.low * 1e9))
        self._update_looks()
        self._draw_curves()
        self._draw_tokens()
        self._draw_cores()
        for lane in (self.phases, self.plot, self.time):
            lane.update()
        self._read()

    def _update_looks(self) -> None:
        """A signal may appear late: its provider starts on the sampler's thread."""
        found = looks(self._source.signals())
        if found == self._shown:
            return
        known = {look.signal_id for look in self._shown}
        self._hidden |= {look.signal_id for look in found if not look.shown and look.signal_id not in known}
        self._shown = found
        self.plot.set_looks(found)
        for look in found:
            self.plot.show_curve(look.signal_id, self.is_shown(look.signal_id))
        count = len(cores(self._source.signals()))
        if count and self.cores is None:
            self.cores = CoreLane(self.view, count)
            self.cores.pointed.connect(self._pointed)
            self._column.insertWidget(self._column.count() - 1, self.cores)

    def _draw_curves(self) -> None:
        view, signals = self.view, self._source.signals()
        part = visible(self._columns.times, view.low, view.high)
        times = self._columns.times[part]
        bucket = (view.high - view.low) / _BUCKETS
        for look in self._shown:
            if self.is_shown(look.signal_id):
                values = self._columns.column(look.signal_id)[part]
                signal = signals[look.signal_id]
                scaled = share(signal, 1.0) * values
                self.plot.set_curve(look.signal_id, *envelope(times, scaled, bucket))
                if self._other is not None:
                    self._draw_other(look, bucket)

    def _draw_other(self, look: Look, bucket: float) -> None:
        other, signals = self._other_columns, self._other.signals() if self._other is not None else {}
        signal = signals.get(look.signal_id)
        if signal is not None:
            part = visible(other.times, self.view.low, self.view.high)
            values = share(signal, 1.0) * other.column(look.signal_id)[part]
            self.plot.set_pale_curve(look, *envelope(other.times[part], values, bucket))

    def _draw_tokens(self) -> None:
        """A phase that has ended keeps its curve, so that half an hour of replies costs what one does."""
        view = self.view
        per_second = _RATE_POINTS / (view.high - view.low)
        curves: dict[tuple[Span, int], RateCurve] = {}
        missing: list[tuple[Span, int]] = []
        for span in view.spans:
            if span.phase is Phase.DECODE:
                begin, end = view.edges(span)
                key = (span, 3 + int((end - begin) * per_second))
                known = self._rates.get(key) if span.end_ns is not None else None
                curves[key] = known or _NO_CURVE
                if known is None:
                    missing.append(key)
        if missing:
            tokens = seconds_of(self._source.tokens(missing[0][0].start_ns - 1), view.base_ns)
            for span, points in missing:
                curves[span, points] = token_rate(tokens, *view.edges(span), points)
        self._rates = curves
        self.tokens.set_rates([curve for curve in curves.values() if curve[0].size > 1])

    def _draw_cores(self) -> None:
        if self.cores is None:
            return
        view, times = self.view, self._columns.times
        edges = np.linspace(view.low, view.high, _BUCKETS + 1)
        starts = np.searchsorted(times, edges)
        ids = cores(self._source.signals())
        loads = np.full((len(ids), _BUCKETS), np.nan, np.float32)
        # A bucket shows the sample that covers its end: the first that ends after it.
        index = starts[1:]
        known = (index < times.size) & (index > 0)
        for row, signal_id in enumerate(ids):
            loads[row, known] = self._columns.column(signal_id)[index[known]]
        self.cores.set_loads(loads, view.low, view.high)

    # ------------------------------------------------------------------ cursor

    @Slot(object)
    def _pointed(self, second: float | None) -> None:
        self.set_cursor(second)

    def set_cursor(self, second: float | None) -> None:
        """Reads a moment; None takes the cursor away."""
        inside = second is not None and self.view.low <= second <= self.view.high
        self.view.cursor = second if inside else None
        lanes: list[Lane | None] = [self.phases, self.plot, self.tokens, self.cores, self.time]
        for lane in lanes:
            if lane is not None:
                lane.update()
        self._read()

    def _read(self) -> None:
        second = self.view.cursor
        if second is None:
            self.readout.hide()
            return
        self.readout.show_lines(*self.reading(second))
        x = self.phases.x_of(second)
        width = self.readout.width()
        left = x + 12 if x + 12 + width < self.width() else x - 12 - width
        self.readout.move(max(0, int(left)), self.plot.y() + 10)

    def reading(self, second: float) -> tuple[str, str, str]:
        """When, the values, and what the engine did, at a moment."""
        view, signals = self.view, self._source.signals()
        values = "   ".join(
            f"{look.name} {value_text(signals[look.signal_id], self._columns.at(look.signal_id, second))}"
            for look in self._shown
            if self.is_shown(look.signal_id)
        )
        span = next(
            (span for span in view.spans if view.edges(span)[0] <= second <= view.edges(span)[1]), None
        )
        head = ago(view.now - second) if view.live else words.seconds(second)
        if span is None:
            return head, values, ""
        head = f"{head} · {phase_name(span.phase)}"
        if span.phase is not Phase.DECODE:
            return head, values, self._progress(span)
        return f"{head} · {self._token_text(span, second)}", values, self._rate_text(span, second)

    @staticmethod
    def _progress(span: Span) -> str:
        return words.tokens(span.done) if span.phase is Phase.PREFILL and span.done else ""

    def _token_text(self, span: Span, second: float) -> str:
        times = self._tokens_of(span)
        text = QCoreApplication.translate("Devices", "token %1")
        return text.replace("%1", words.number(int(np.searchsorted(times, second, side="right"))))

    def _rate_text(self, span: Span, second: float) -> str:
        moments, rates = token_rate(self._tokens_of(span), *self.view.edges(span), _RATE_POINTS)
        if moments.size < 2 or not moments[0] <= second <= moments[-1]:
            return ""
        text = QCoreApplication.translate("Devices", "%1 tok/s")
        return text.replace("%1", words.speed(float(np.interp(second, moments, rates))))

    def _tokens_of(self, span: Span) -> Floats:
        times = seconds_of(self._source.tokens(span.start_ns - 1), self.view.base_ns)
        return times[: np.searchsorted(times, self.view.edges(span)[1], side="right")]

    # -------------------------------------------------------------------- zoom

    @Slot(float, float)
    def _zoomed(self, low: float, high: float) -> None:
        self.zoom_to(low, high)

    def zoom_to(self, low: float, high: float) -> None:
        """Shows a stretch and stops following, unless its right edge is now."""
        width = min(_LONGEST_S, max(_SHORTEST_S, high - low))
        high = min((low + high + width) / 2, self.view.now)
        self.view.low, self.view.high = high - width, high
        self._following = False
        self.following_changed.emit(False)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right move the cursor, plus and minus zoom around it, End follows again."""
        view, key = self.view, event.key()
        width = view.high - view.low
        centre = view.high if view.cursor is None else view.cursor
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = width * (-_KEY_STEP if key == Qt.Key.Key_Left else _KEY_STEP)
            self.set_cursor(min(view.high, max(view.low, centre + step)))
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus):
            factor = _ZOOM if key == Qt.Key.Key_Minus else 1 / _ZOOM
            self.zoom_to(centre - (centre - view.low) * factor, centre + (view.high - centre) * factor)
        elif key == Qt.Key.Key_End:
            self.follow()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._read()

    def picture(self) -> QImage:
        """The chart as it is on the screen."""
        return picture_of(self)


class Readout(QFrame):
    """What the cursor reads, as a small card that the mouse passes through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        points = theme.SMALL_PT
        self._lines: list[QLabel] = [
            label(points=points, weight=QFont.Weight.DemiBold),
            label(points=points),
            label(points=points),
        ]
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 7, 10, 7)
        column.setSpacing(3)
        for line in self._lines:
            column.addWidget(line)
        self.hide()

    def show_lines(self, *texts: str) -> None:
        """Shows up to three lines; an empty one takes no room."""
        for line, text in zip(self._lines, texts, strict=True):
            line.setText(text)
            line.setVisible(bool(text))
        self.adjustSize()
        self.setAccessibleName(", ".join(filter(None, texts)))
        self.show()
        self.raise_()
