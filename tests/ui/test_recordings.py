"""Recordings in the window: made, replayed, compared, exported; and verdicts in the chat."""

from __future__ import annotations

import json
import platform
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from scripted import Script
from test_devices_pane import DEVICES, ask, open_pane
from window_bench import Bench

from geniex_desktop.engine.devices import Kind
from geniex_desktop.telemetry.replies import Change
from geniex_desktop.telemetry.signals import Signal
from geniex_desktop.telemetry.summary import Figures
from geniex_desktop.telemetry.verdict import Finding, Verdict
from geniex_desktop.ui import theme
from geniex_desktop.ui.devices.circumstance_words import change_text
from geniex_desktop.ui.verdict_words import verdict_text


def record_a_reply(bench: Bench, script: Script, qtbot: QtBot) -> Path:
    script.prefill_pause_s = script.pause_s = 0.02
    chart = open_pane(bench, qtbot)
    assert chart.following
    pane = bench.window.devices
    before = set(bench.recordings.folder.glob("*")) if bench.recordings.folder.exists() else set()
    QTest.mouseClick(pane.bar.record, Qt.MouseButton.LeftButton)
    assert bench.recordings.recording
    ask(bench, qtbot)
    qtbot.wait(100)
    QTest.mouseClick(pane.bar.record, Qt.MouseButton.LeftButton)
    assert not bench.recordings.recording
    assert "Saved" in pane.status.text()
    (made,) = set(bench.recordings.folder.glob("*")) - before
    return made


def replay(bench: Bench, path: Path, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.recordings.changed):
        bench.recordings.open(path)


def test_a_replay_draws_what_was_live(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    path = record_a_reply(open_bench, script, qtbot)
    header = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert header["python"] == platform.python_version()
    rates = {signal["key"]: signal["nominal_hz"] for signal in header["signals"]}
    assert rates["cpu"] >= rates["cpu.clock" if "cpu.clock" in rates else "cpu"] > 0
    start = header["mono0_ns"]
    live = [(s.phase, s.start_ns - start, s.end_ns - start) for s in open_bench.monitor.timeline.spans(start)]
    samples = [s for s in open_bench.monitor.live.since(start) if s.values]
    replay(open_bench, path, qtbot)
    pane = open_bench.window.devices
    assert pane.bar.replay.isVisible()
    assert "Replay" in pane.bar.replay.text()
    spans = open_bench.recordings.source.spans(0)
    assert [span.phase for span in spans] == [phase for phase, _, _ in live]
    for span, (_, begin, end) in zip(spans, live, strict=True):
        assert abs(span.start_ns - begin) < 1000
        assert abs((span.end_ns or 0) - end) < 2000
    _, drawn = pane.chart.plot.points("cpu")
    recorded = [s.values["cpu"] for s in samples]
    assert np.asarray(drawn)[:5] == pytest.approx(recorded[:5], abs=0.01)


def test_back_to_live(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    replay(open_bench, record_a_reply(open_bench, script, qtbot), qtbot)
    pane = open_bench.window.devices
    QTest.mouseClick(pane.bar.back, Qt.MouseButton.LeftButton)
    assert open_bench.recordings.live
    assert not pane.bar.replay.isVisible()
    assert pane.chart.following


def test_two_recordings_are_compared(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    path = record_a_reply(open_bench, script, qtbot)
    other = path.with_name("other.telemetry.jsonl")
    other.write_bytes(path.read_bytes())
    replay(open_bench, path, qtbot)
    with qtbot.waitSignal(open_bench.recordings.changed):
        open_bench.recordings.open_other(other)
    assert open_bench.recordings.shift_ns() == 0
    pane = open_bench.window.devices
    pane.as_table.click()
    assert pane.comparison.isVisible()
    assert pane.comparison.item(0, 0).text() == "prefill"
    assert pane.comparison.item(0, 4).text() == "+0.0 %"


def colours_of(image: QImage) -> set[str]:
    """Those of every second pixel."""
    across, down = range(0, image.width(), 2), range(0, image.height(), 2)
    return {image.pixelColor(x, y).name() for x in across for y in down}


def test_the_bars_of_the_replies_as_a_picture(
    open_bench: Bench, script: Script, qtbot: QtBot, tmp_path: Path
) -> None:
    open_bench.window.show_page(2)
    open_bench.controller.send("Hello")
    qtbot.waitUntil(lambda: bool(open_bench.monitor.replies))
    with qtbot.waitSignal(open_bench.recordings.said):
        open_bench.window.devices.bar.replies_picture_wanted.emit(str(tmp_path / "replies"))
    assert QColor(theme.colours().npu).name() in colours_of(QImage(str(tmp_path / "replies.png")))


def test_exports_of_what_is_shown(open_bench: Bench, script: Script, qtbot: QtBot, tmp_path: Path) -> None:
    replay(open_bench, record_a_reply(open_bench, script, qtbot), qtbot)
    pane = open_bench.window.devices
    trace, table, picture = tmp_path / "t.json", tmp_path / "t.csv", tmp_path / "t.png"
    for run, path in (
        (open_bench.recordings.export_trace, trace),
        (open_bench.recordings.export_csv, table),
        (lambda target: pane.bar.picture_wanted.emit(str(target)), picture),
    ):
        with qtbot.waitSignal(open_bench.recordings.said):
            run(path)
    assert json.loads(trace.read_text(encoding="utf-8"))["traceEvents"]
    assert table.read_text(encoding="utf-8").startswith("t_s,")
    assert QImage(str(picture)).width() > 300


def test_what_is_no_recording_is_told(open_bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    open_pane(open_bench, qtbot)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("hello", encoding="utf-8")
    with qtbot.waitSignal(open_bench.recordings.said):
        open_bench.recordings.open(bad)
    assert "cannot be opened" in open_bench.window.devices.status.text()
    assert open_bench.recordings.live


def test_a_folder_that_cannot_be_written_ends_the_recording_only(
    open_bench: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    open_pane(open_bench, qtbot)
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    open_bench.recordings.folder = blocked / "below"
    open_bench.recordings.start()
    assert not open_bench.recordings.recording
    assert "has ended" in open_bench.window.devices.status.text()
    ask(open_bench, qtbot)
    assert open_bench.rows[-1] == "footer"


def test_text_is_recorded_only_when_it_was_agreed_to(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    assert '"type":"t"' not in record_a_reply(open_bench, script, qtbot).read_text(encoding="utf-8")
    menu = open_bench.window.devices.bar.menu()
    menu.actions()[-1].trigger()
    menu.close()
    assert '"type":"t"' in record_a_reply(open_bench, script, qtbot).read_text(encoding="utf-8")


def test_figures_of_replies_are_kept_and_drawn(open_bench: Bench, script: Script, qtbot: QtBot) -> None:
    open_pane(open_bench, qtbot)
    for _ in range(2):
        ask(open_bench, qtbot)
    pane = open_bench.window.devices
    assert len(open_bench.monitor.replies) == 2
    assert "34.2 tok/s" in pane.replies.bars.accessibleName()
    assert open_bench.monitor.replies[0].load_s == pytest.approx(0.2)
    assert open_bench.monitor.replies[1].load_s == 0.0
    file = open_bench.settings._path.parent / "replies.jsonl"
    qtbot.waitUntil(lambda: file.exists() and len(file.read_text(encoding="utf-8").splitlines()) == 2)
    assert "2 replies" in pane.replies.depths.accessibleName()
    pane.replies._by_depth.click()
    assert pane.replies.depths.isVisible()
    pane.replies._by_setup.click()
    assert not pane.replies._by_depth.isChecked()
    assert pane.replies.setups.item(0, 1).text() == "2"
    pane.replies._by_setup.click()
    assert pane.replies.bars.isVisible()


def test_circumstances_stand_beside_a_reply_and_a_falling_speed(open_bench: Bench, qtbot: QtBot) -> None:
    monitor = open_bench.monitor
    monitor._read_power = lambda: {"power": "battery", "mode": "power-saver"}
    monitor.start()
    qtbot.waitUntil(lambda: monitor._power != {})
    open_pane(open_bench, qtbot)
    for _ in range(3):
        ask(open_bench, qtbot)
    made = monitor.replies[-1]
    assert made.circumstances["power"] == "battery"
    card = open_bench.window.devices.replies
    assert "(on battery · power-saver)" in card.bars.accessibleName()
    week_ago = time.time() - 8 * 86_400
    mains = {**made.circumstances, "power": "mains"}
    earlier = replace(made, time=week_ago, decode_speed=made.decode_speed / 0.88, circumstances=mains)
    monitor.replies[:0] = [earlier] * 3
    card.refresh()
    assert card._drift.text().startswith("12 % slower than in the weeks before.")
    assert "power source (mains → battery)" in card._drift.text()


def test_our_own_use_heat_and_energy_are_kept(
    open_bench: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monitor = open_bench.monitor
    means = {
        "npu.own": 55.04,
        "cpu": 12.5,
        "cpu.core0": 90.0,
        "npu.temperature": 71.0,
        "temperature.skin": 38.0,
    }
    signals = {name: Signal(name, "°C" if "temp" in name else "%", "") for name in means}
    figures = {name: Figures(mean, mean, 3) for name, mean in means.items()}
    monkeypatch.setattr(monitor.live, "signals", lambda: signals)
    monkeypatch.setattr(monitor, "_measured", lambda _spans: (figures, 12.0))
    ask(open_bench, qtbot)
    record = monitor.replies[-1]
    assert record.means == {"npu.own": 55.0, "cpu": 12.5, "temperature": 71.0}
    assert record.joules_per_token == pytest.approx(12.0 / record.generated_tokens)


def test_changes_in_words(app: object) -> None:
    assert change_text(Change("temperature", "55", "78")) == "temperature (55 °C → 78 °C)"
    assert change_text(Change("threads", "0", "4")) == "threads (chosen by the engine → 4)"
    assert change_text(Change("driver", "", "2")) == "driver (– → 2)"


def test_figures_of_earlier_replies_come_back_once(open_bench: Bench, qtbot: QtBot) -> None:
    ask(open_bench, qtbot)
    file = open_bench.settings._path.parent / "replies.jsonl"
    qtbot.waitUntil(lambda: file.exists() and file.read_text(encoding="utf-8").endswith("\n"))
    with qtbot.waitSignal(open_bench.monitor.replies_changed):
        open_bench.monitor.start()
    assert len(open_bench.monitor.replies) == 1


def test_figures_that_cannot_be_kept_cost_a_line_only(open_bench: Bench, qtbot: QtBot) -> None:
    (open_bench.settings._path.parent / "replies.jsonl").mkdir()
    with qtbot.waitSignal(open_bench.monitor.troubled):
        ask(open_bench, qtbot)
    assert "could not be kept" in open_bench.window.devices.status.text()
    assert open_bench.rows[-1] == "footer"


def test_a_reply_on_the_cpu_has_no_verdict_row(open_bench: Bench, qtbot: QtBot) -> None:
    ask(open_bench, qtbot)
    assert "verdict" not in open_bench.rows


def test_an_accelerator_gets_a_verdict_under_its_reply(bench: Bench, script: Script, qtbot: QtBot) -> None:
    script.device = "NPU + CPU"
    script.placement = {
        "devices": [
            {"id": "HTP0", "name": "Hexagon", "kind": "gpu", "layers": 30},
            {"id": "CPU", "name": "CPU", "kind": "cpu", "layers": 6},
        ],
        "fallback_ops": [{"op": "GET_ROWS", "count": 2}],
    }
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(Path("/m/x.gguf"))
    ask(bench, qtbot)
    assert bench.rows[-2:] == ["footer", "verdict"]
    text = bench.row_widget("verdict").accessibleName()
    assert "30 of 36 layers on HTP0" in text
    assert "2 operations fell back" in text
    bench.window.show_page(DEVICES)
    assert "HTP0" in bench.window.devices.placement._bar.accessibleName()
    bench.controller.new_chat()
    assert bench.controller.verdicts == {}


NPU, CPU = Kind.NPU, Kind.CPU


@pytest.mark.parametrize(
    ("verdict", "words"),
    [
        (
            Verdict(NPU, NPU, Finding.CONFIRMED, "HTP0", 36, 36, 71.0, 18.0),
            "The NPU did this reply: 36 of 36 layers on HTP0, NPU 71 % and CPU 18 % while decoding.",
        ),
        (
            Verdict(NPU, NPU, Finding.CONFIRMED, "HTP0", 36, 36, 71.0, 9.0, True),
            "One CPU core waits on the NPU",
        ),
        (Verdict(NPU, NPU, Finding.REPORTED, "HTP0", 36, 36), "by the engine's report"),
        (Verdict(NPU, NPU, Finding.QUIET, "HTP0", 36, 36, 0.0, 9.0), "may not see its work"),
        (
            Verdict(Kind.GPU, Kind.GPU, Finding.MEASURED, asked_mean=80.0, cpu_mean=5.0),
            "GPU 80 % and",
        ),
        (Verdict(NPU, CPU, Finding.FALLBACK, "", 0, 36, 0.0, 80.0), "none of the 36 layers is on the NPU"),
        (
            Verdict(NPU, CPU, Finding.FALLBACK, "HTP0", 36, 36, 1.0, 80.0),
            "36 of 36 layers are on HTP0",
        ),
        (Verdict(NPU, CPU, Finding.FALLBACK, asked_mean=1.0, cpu_mean=80.0), "stayed at 1 %"),
        (Verdict(NPU, None, Finding.UNKNOWN), "cannot be measured"),
        (Verdict(NPU, Kind.GPU, Finding.FALLBACK, "", 0, 36, 0.0, 9.0), "The GPU did this reply: none of"),
        (Verdict(NPU, NPU, Finding.REPORTED, "HTP0", 36, 36, fallback_ops=1), "One operation fell"),
        (Verdict(NPU, NPU, Finding.FOUND, "HTP0"), "opened HTP0 for this model; its load was not"),
        (Verdict(NPU, NPU, Finding.FOUND, "HTP0", asked_mean=1.0), "meter shows 1 %"),
        (Verdict(NPU, Kind.GPU, Finding.FALLBACK, "GPUOpenCL", asked_mean=60.0), "opened GPUOpenCL"),
        (Verdict(NPU, CPU, Finding.FALLBACK, "CPU"), "opened CPU for this model, and no NPU"),
        (Verdict(None, CPU, Finding.REPORTED), "no other device was asked for"),
        (
            Verdict(NPU, NPU, Finding.MEASURED, asked_mean=80.0, joules_per_token=0.412),
            "0.41 J per token",
        ),
    ],
)
def test_verdicts_in_words(app: object, verdict: Verdict, words: str) -> None:
    text = verdict_text(verdict)
    assert words in text
    assert "%1" not in text.replace("% ", " ")
