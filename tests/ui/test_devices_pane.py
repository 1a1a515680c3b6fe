"""The Devices pane over a scripted engine: what is drawn, what is not, and where the edges lie."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import Bench

from geniex_desktop.engine.types import Phase
from geniex_desktop.telemetry.ring import History
from geniex_desktop.telemetry.signals import Sample, Signal
from geniex_desktop.ui.devices.chart import Chart
from geniex_desktop.ui.devices.source import columns_of

DEVICES = 2


def open_pane(bench: Bench, qtbot: QtBot) -> Chart:
    bench.start_telemetry()
    bench.window.show_page(DEVICES)
    qtbot.waitUntil(lambda: bench.window.devices.chart is not None)
    qtbot.waitUntil(lambda: len(bench.monitor.live.since(0)) > 4)
    bench.window.devices.refresh()
    return bench.window.devices.chart


def ask(bench: Bench, qtbot: QtBot, text: str = "Hello") -> None:
    bench.controller.send(text)
    qtbot.waitUntil(lambda: not bench.controller.busy)


def test_the_machine_without_an_npu_says_so_and_shows_its_cpu(open_bench: Bench, qtbot: QtBot) -> None:
    open_bench.session.ask_runtime()
    qtbot.waitUntil(lambda: open_bench.session.runtime is not None)
    open_pane(open_bench, qtbot)
    cards = open_bench.window.devices.cards
    assert "none found here" in cards["npu"].accessibleName()
    assert "–" in cards["npu"].accessibleName()
    assert "no meter" in cards["power"].accessibleName()
    assert "%" in cards["cpu"].accessibleName()


def test_bands_lie_at_the_engines_times(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    script.prefill_pause_s = 0.02
    script.pause_s = 0.02
    chart = open_pane(open_bench, qtbot)
    ask(open_bench, qtbot)
    open_bench.window.devices.refresh()
    spans = [span for span in open_bench.monitor.timeline.spans() if span.phase is not Phase.LOAD]
    assert [span.phase for span in spans] == [Phase.PREFILL, Phase.DECODE]
    drawn = chart.plot.spans_in_view()[-2:]
    for span, (_, left, right) in zip(spans, drawn, strict=True):
        assert span.end_ns is not None
        assert chart.plot.second_at(left) == pytest.approx(chart.view.second(span.start_ns), abs=1e-6)
        assert chart.plot.second_at(right) == pytest.approx(chart.view.second(span.end_ns), abs=1e-6)


def test_the_cursor_reads_values_phase_and_token(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    script.reply = "word " * 40
    script.pause_s = 0.005
    chart = open_pane(open_bench, qtbot)
    ask(open_bench, qtbot)
    open_bench.window.devices.refresh()
    decode = open_bench.monitor.timeline.spans()[-1]
    begin, end = chart.view.edges(decode)
    chart.set_cursor((begin + end) / 2)
    head, values, rate = chart.reading((begin + end) / 2)
    assert "decode" in head
    assert "token" in head
    assert "CPU" in values
    assert "tok/s" in rate
    assert not chart.readout.isHidden()
    chart.set_cursor(None)
    assert chart.readout.isHidden()


class Paints(QObject):
    """Counts what is painted in a widget and below it."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.count = 0
        for part in (widget, *widget.findChildren(QWidget)):
            part.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.count += event.type() is QEvent.Type.Paint
        return False


def test_nothing_is_drawn_while_hidden(open_bench: Bench, qtbot: QtBot) -> None:
    chart = open_pane(open_bench, qtbot)
    pane = open_bench.window.devices
    paints = Paints(pane)
    pane._timer.setInterval(5)
    assert pane.ticking
    qtbot.waitUntil(lambda: paints.count > 0)

    def calm() -> bool:
        before = paints.count
        QApplication.processEvents()
        return paints.count == before

    def nothing_happens() -> None:
        with qtbot.waitSignals([open_bench.telemetry.sampled] * 3):
            pass
        qtbot.waitUntil(calm)  # what was on its way is painted by then
        newest = chart._columns.newest_ns
        with qtbot.waitSignals([open_bench.telemetry.sampled] * 3):
            paints.count = 0
        assert (paints.count, chart._columns.newest_ns) == (0, newest)

    open_bench.window.show_page(0)
    assert not pane.ticking
    nothing_happens()
    open_bench.window.show_page(DEVICES)
    assert pane.ticking
    open_bench.window.showMinimized()
    nothing_happens()
    everything = Paints(open_bench.window.centralWidget())
    nothing_happens()
    assert everything.count == 0
    open_bench.window.showNormal()
    qtbot.waitUntil(lambda: paints.count > 0)


def test_a_young_history_is_shown_for_a_minute_and_a_long_one_for_five(
    open_bench: Bench, qtbot: QtBot
) -> None:
    open_pane(open_bench, qtbot)
    pane = open_bench.window.devices
    assert pane.chart is not None
    assert pane.chart.view.high - pane.chart.view.low == pytest.approx(60)
    open_bench.window.show_page(0)
    open_bench.recordings.source._begin -= 100_000_000_000
    open_bench.window.show_page(2)
    assert pane._windows.button(1).isChecked()
    pane.chart.refresh()
    assert pane.chart.view.high - pane.chart.view.low == pytest.approx(300)
    pane._windows.button(0).click()
    open_bench.window.show_page(0)
    open_bench.window.show_page(2)
    assert pane._windows.button(0).isChecked()


def test_zooming_stops_following_until_it_is_wanted_again(open_bench: Bench, qtbot: QtBot) -> None:
    chart = open_pane(open_bench, qtbot)
    pane = open_bench.window.devices
    chart.zoom_to(chart.view.now - 20, chart.view.now - 10)
    low = chart.view.low
    pane.refresh()
    assert chart.view.low == low
    assert pane.back_to_now.isVisible()
    QTest.mouseClick(pane.back_to_now, Qt.MouseButton.LeftButton)
    assert chart.following
    assert chart.view.high == chart.view.now


def test_the_keyboard_reads_and_zooms(open_bench: Bench, qtbot: QtBot) -> None:
    chart = open_pane(open_bench, qtbot)
    chart.setFocus()
    QTest.keyClick(chart, Qt.Key.Key_Left)
    assert chart.view.cursor is not None
    width = chart.view.high - chart.view.low
    QTest.keyClick(chart, Qt.Key.Key_Plus)
    assert chart.view.high - chart.view.low == pytest.approx(width / 1.25)
    QTest.keyClick(chart, Qt.Key.Key_End)
    assert chart.following


def test_a_curve_can_be_taken_away(open_bench: Bench, qtbot: QtBot) -> None:
    chart = open_pane(open_bench, qtbot)
    assert chart.is_shown("cpu")
    assert not chart.is_shown("memory")
    chart.set_shown("cpu", False)
    assert not chart.is_shown("cpu")
    chart.set_shown("memory", True)
    _, values = chart.plot.points("memory")
    assert 0 < np.nanmax(values) <= 100


def test_the_table_tells_the_same(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    script.pause_s = 0.03
    open_pane(open_bench, qtbot)
    ask(open_bench, qtbot)
    pane = open_bench.window.devices
    pane.as_table.click()
    heads = [pane.table.horizontalHeaderItem(i).text() for i in range(pane.table.columnCount())]
    assert heads[:4] == ["Signal", "Now", "Mean", "Most"]
    assert heads[-1] == "decode, mean and most"
    assert pane.table.item(0, 0).text() == "CPU"
    assert "%" in pane.table.item(0, 1).text()
    assert re.fullmatch(
        r"\d+ % · \d+ %  \(n = \d+\)", pane.table.item(0, pane.table.columnCount() - 1).text()
    )
    names = [pane.table.item(row, 0).text() for row in range(pane.table.rowCount())]
    assert "Process · Memory" in names
    assert not [name for name in names if "core" in name.lower()]
    pane.as_table.click()
    assert pane.chart.isVisible()


class Recorded:
    """A source with a hole in its curve."""

    live = False

    def __init__(self) -> None:
        self.samples = [Sample(int(i * 5e8) + 1, {"cpu": None if 40 <= i < 80 else 50.0}) for i in range(120)]

    def begin_ns(self) -> int:
        return 0

    def now_ns(self) -> int:
        return 60_000_000_000

    def signals(self) -> dict[str, Signal]:
        return {"cpu": Signal("cpu", "%", "test", 100.0)}

    def since(self, time_ns: int) -> list[Sample]:
        return [sample for sample in self.samples if sample.time_ns > time_ns]

    def history(self, time_ns: int) -> History:
        return columns_of(self.since(time_ns))

    def spans(self, _since_ns: int) -> list:
        return []

    def tokens(self, _since_ns: int) -> list[int]:
        return []


def _is_blue(image: QImage, x: int, y: int) -> bool:
    colour = image.pixelColor(QPoint(x, y))
    return colour.blue() > colour.red() + 40


def test_a_gap_is_drawn_as_a_gap(app: object, qtbot: QtBot) -> None:
    chart = Chart(Recorded(), 60.0)
    qtbot.addWidget(chart)
    chart.resize(700, 400)
    chart.show()
    chart.refresh()
    qtbot.wait(50)
    image = chart.picture()
    plot = chart.plot.geometry()
    ratio = image.devicePixelRatio()

    def blue(second: float) -> int:
        x = int(chart.phases.x_of(second) * ratio)
        rows = range(int(plot.top() * ratio), int(plot.bottom() * ratio))
        return sum(_is_blue(image, column, row) for column in range(x - 4, x + 5) for row in rows)

    assert blue(10) > 0
    assert blue(30) == 0
    assert blue(50) > 0


def test_lanes_and_curves_share_their_edges(app: object, qtbot: QtBot) -> None:
    chart = Chart(Recorded(), 60.0)
    qtbot.addWidget(chart)
    chart.resize(900, 400)
    chart.show()
    chart.zoom_to(12.5, 47.5)
    qtbot.wait(20)
    for second in (12.5, 20.0, 47.5):
        assert chart.plot.x_of(second) == pytest.approx(chart.phases.x_of(second), abs=1e-6)


def turn_wheel(chart: Chart, x: float, across: int, up: int) -> None:
    place = QPointF(x, 20)
    event = QWheelEvent(
        place,
        chart.plot.mapToGlobal(place),
        QPoint(),
        QPoint(across, up),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(chart.plot, event)


def test_the_wheel_zooms_around_the_mouse_and_moves_along(app: object, qtbot: QtBot) -> None:
    chart = Chart(Recorded(), 60.0)
    qtbot.addWidget(chart)
    chart.resize(900, 400)
    chart.show()
    chart.zoom_to(20, 40)
    x = chart.plot.x_of(25)
    turn_wheel(chart, x, 0, 120)
    assert chart.view.high - chart.view.low == pytest.approx(20 / 1.3)
    assert chart.plot.x_of(25) == pytest.approx(x)
    turn_wheel(chart, x, 0, -120)
    assert (chart.view.low, chart.view.high) == (pytest.approx(20), pytest.approx(40))
    turn_wheel(chart, x, 120, 0)
    assert (chart.view.low, chart.view.high) == (pytest.approx(18), pytest.approx(38))
    assert not chart.following


def test_a_drag_moves_the_stretch_with_the_mouse(app: object, qtbot: QtBot) -> None:
    chart = Chart(Recorded(), 60.0)
    qtbot.addWidget(chart)
    chart.resize(900, 400)
    chart.show()
    chart.zoom_to(20, 40)
    begin, end = (QPoint(round(chart.plot.x_of(second)), 20) for second in (30, 35))
    seconds = (end.x() - begin.x()) / (chart.plot.x_of(1) - chart.plot.x_of(0))
    qtbot.mouseMove(chart.plot, end)
    assert (chart.view.low, chart.view.high) == (20, 40)
    qtbot.mousePress(chart.plot, Qt.MouseButton.LeftButton, pos=begin)
    qtbot.mouseMove(chart.plot, end)
    qtbot.mouseRelease(chart.plot, Qt.MouseButton.LeftButton, pos=end)
    assert (chart.view.low, chart.view.high) == (pytest.approx(20 - seconds), pytest.approx(40 - seconds))
    qtbot.mouseMove(chart.plot, begin)
    assert chart.view.low == pytest.approx(20 - seconds)


@pytest.mark.parametrize("up", [120 * 100, -120 * 200])
def test_the_wheel_stops_at_a_second_and_at_a_week(app: object, qtbot: QtBot, up: int) -> None:
    chart = Chart(Recorded(), 60.0)
    qtbot.addWidget(chart)
    chart.resize(900, 400)
    chart.show()
    turn_wheel(chart, 300, 0, up)
    assert chart.view.high - chart.view.low == pytest.approx(1.0 if up > 0 else 7 * 86400)
    chart.grab()


def test_three_hundred_redraws_with_half_an_hour_in_view(app: object, qtbot: QtBot) -> None:
    source = Recorded()
    source.samples = [Sample(int(i * 5e8) + 1, {"cpu": float(i % 100)}) for i in range(3600)]
    source.now_ns = lambda: 1_800_000_000_000
    chart = Chart(source, 1800.0)
    qtbot.addWidget(chart)
    chart.show()
    for _ in range(300):
        chart.refresh()
    _, values = chart.plot.points("cpu")
    assert len(values) <= 604
    assert np.nanmax(values) == 99.0
