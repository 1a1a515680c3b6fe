"""Recordings: written, read back equal, cut short, exported."""

from __future__ import annotations

import csv
import getpass
import gzip
import json
import socket
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from geniex_desktop.engine.types import Phase
from geniex_desktop.errors import AppError
from geniex_desktop.telemetry.exports import write_csv, write_trace
from geniex_desktop.telemetry.phases import Span
from geniex_desktop.telemetry.recorder import About, Adapter, Recorder
from geniex_desktop.telemetry.recording import Recording, align_ns, compare, read_recording
from geniex_desktop.telemetry.replies import ReplyRecord
from geniex_desktop.telemetry.signals import Sample, Signal

S = 1_000_000_000
START = 1234 * S
SIGNALS = (
    Signal("npu", "%", "test", 100.0, source="DCMI"),
    Signal("cpu", "%", "test", 100.0),
    Signal("power", "W", "test"),
)
RECORD = ReplyRecord(1.0, "m", "Q4_0", "NPU", 0.2, 0.0, 0.0, 0.2, 2.0, 10, 40, 50.0, 20.0, 50)
ABOUT = About("1.0", "Linux", "Test CPU", 8, 16 * 2**30, "0.9.3", "Tiny", "NPU")


def samples(count: int = 12, offset: float = 0.0) -> list[Sample]:
    """Two a second; the NPU's meter is away in the middle."""
    return [
        Sample(
            START + i * S // 2,
            {"npu": None if 4 <= i < 6 else 10.0 * i + offset, "cpu": 5.0, "power": 3.25},
        )
        for i in range(count)
    ]


def spans(prefill: float = 1.0) -> list[Span]:
    begin, middle, end = START + S, START + int((1 + prefill) * S) + 321_000, START + 5 * S + 7000
    return [
        Span(Phase.LOAD, START + S // 4, START + S // 2, 1),
        Span(Phase.PREFILL, begin, middle, 2, 12, 12),
        Span(Phase.DECODE, middle, end, 2, 40, 100),
    ]


def record(path: Path, *, text: bool = False, prefill: float = 1.0, offset: float = 0.0) -> Path:
    failures: list[OSError] = []
    recorder = Recorder(path, START, ABOUT, SIGNALS, failures.append)
    recorder.samples(samples(offset=offset), SIGNALS)
    first = spans(prefill)
    recorder.spans([first[0], Span(Phase.PREFILL, first[1].start_ns, None, 2)])
    recorder.spans(first)
    recorder.spans(first)
    recorder.tokens([START + 2 * S + 1000 * i for i in range(40)])
    recorder.reply(START + 5 * S, RECORD)
    if text:
        recorder.text(START + 5 * S, "assistant", "secret words")
    assert recorder.stop(START + 6 * S)
    assert failures == []
    return path


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    return read_recording(record(tmp_path / "a.telemetry.jsonl"))


def test_what_was_recorded_is_read_back(recording: Recording) -> None:
    assert recording.complete
    assert tuple(recording.signals.values()) == SIGNALS
    assert [s.values for s in recording.samples] == [s.values for s in samples()]
    assert [s.time_ns for s in recording.samples] == [s.time_ns - START for s in samples()]
    assert [(s.phase, s.start_ns, s.end_ns) for s in recording.spans] == [
        (s.phase, s.start_ns - START, (s.end_ns or 0) - START) for s in spans()
    ]
    assert len(recording.tokens) == 40
    assert recording.replies[0]["decode_speed"] == 20.0
    assert recording.gaps == ["npu: no reading"]
    assert recording.end_ns == 5_500_000_000


def test_the_header_tells_what_was_measured_and_how_often(tmp_path: Path) -> None:
    adapter = Adapter("npu", "npu", "Ascend 310B4", "23.0.6", "DCMI")
    about = replace(ABOUT, python="3.12.1", adapters=(adapter,))
    path = tmp_path / "a.jsonl"
    recorder = Recorder(path, START, about, SIGNALS, lambda _error: None, {"npu": 1.0, "cpu": 5.0}.get)
    assert recorder.stop(START)
    header = read_recording(path).header
    assert (header["schema"], header["app_version"], header["python"]) == (1, "1.0", "3.12.1")
    assert header["adapters"] == [
        {"id": "npu", "kind": "npu", "name": "Ascend 310B4", "driver": "23.0.6", "source": "DCMI"}
    ]
    rates = {signal["key"]: signal["nominal_hz"] for signal in header["signals"]}
    assert rates == {"npu": 1.0, "cpu": 5.0, "power": None}


def test_text_is_recorded_only_where_asked(tmp_path: Path, recording: Recording) -> None:
    assert recording.texts == []
    assert read_recording(record(tmp_path / "b.jsonl", text=True)).texts == [("assistant", "secret words")]


def test_a_recording_names_no_person_and_no_place(tmp_path: Path) -> None:
    text = record(tmp_path / "a.jsonl").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    assert str(Path.home()) not in text
    for name in (socket.gethostname(), getpass.getuser()):
        assert f'"{name}"' not in text


def test_a_signal_that_appears_late_is_recorded(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.jsonl", START, ABOUT, SIGNALS[1:2], lambda _error: None)
    recorder.samples([Sample(START, {"cpu": 1.0})], SIGNALS[1:2])
    recorder.samples([Sample(START + S, {"cpu": 2.0, "npu": 7.0})], SIGNALS[:2])
    assert recorder.stop(START + 2 * S)
    read = read_recording(tmp_path / "a.jsonl")
    assert [s.values for s in read.samples] == [{"cpu": 1.0}, {"npu": 7.0, "cpu": 2.0}]


def test_a_truncated_recording_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = record(tmp_path / "a.jsonl").read_bytes()
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(whole[: len(whole) * 2 // 3])
    read = read_recording(cut)
    assert not read.complete
    assert 0 < len(read.samples) <= 12


def test_a_truncated_gzip_file_too(tmp_path: Path) -> None:
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(gzip.compress(record(tmp_path / "a.jsonl").read_bytes()))
    assert len(read_recording(packed).samples) == 12
    packed.write_bytes(packed.read_bytes()[:-40])
    assert not read_recording(packed).complete


@pytest.mark.parametrize(
    "line",
    [
        '{"type":"s","t":"x","v":[1]}',
        '{"type":"s","t":1e400,"v":[1]}',
        '{"type":"s","v":3}',
        '{"type":"e","t":1,"dur":2,"phase":"dance","reply":1}',
        '{"type":"k","t":[null]}',
        '{"type":"future","x":1}',
        "[[[[",
        "null",
    ],
)
def test_a_bad_line_costs_itself(tmp_path: Path, line: str) -> None:
    path = record(tmp_path / "a.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*lines[:3], line, *lines[3:]]), encoding="utf-8")
    read = read_recording(path)
    assert read.complete
    assert len(read.samples) == 12


@pytest.mark.parametrize("content", [b"", b"\x00\xff" * 100, b'{"type":"header","schema":2}\n', b"{}\n"])
def test_what_is_no_recording_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(AppError, match="cannot be opened"):
        read_recording(path)
    with pytest.raises(AppError):
        read_recording(tmp_path / "absent.jsonl")


def test_a_full_disk_ends_the_recording_and_nothing_else() -> None:
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("needs /dev/full")
    failed = threading.Event()
    recorder = Recorder(full, START, ABOUT, SIGNALS, lambda _error: failed.set())
    assert failed.wait(60)
    assert recorder.failure is not None
    recorder.samples(samples(), SIGNALS)
    assert recorder.stop(START + S)


def test_csv_reads_back_equal(tmp_path: Path, recording: Recording) -> None:
    path = tmp_path / "out.csv"
    events = write_csv(recording, path)
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    assert head == ["t_s", "npu [%]", "cpu [%]", "power [W]"]
    read = [[float(cell) if cell else None for cell in row] for row in rows]
    assert read == [[s.time_ns / 1e9, *s.values.values()] for s in recording.samples]
    with events.open(encoding="utf-8", newline="") as file:
        phases = list(csv.DictReader(file))
    assert [row["phase"] for row in phases] == ["load", "prefill", "decode"]
    assert float(phases[1]["t_s"]) == recording.spans[1].start_ns / 1e9


REQUIRED = {
    "C": {"name", "pid", "ts", "args"},
    "X": {"name", "pid", "tid", "ts", "dur", "args"},
    "M": {"name", "pid", "tid", "args"},
    "i": {"name", "pid", "tid", "ts", "s"},
}


def check_trace(trace: dict[str, Any]) -> None:
    """What a viewer of Chrome traces relies on."""
    assert set(trace) == {"displayTimeUnit", "traceEvents"}
    last = 0.0
    open_until: list[float] = []
    named = {e["pid"] for e in trace["traceEvents"] if e["ph"] == "M" and e["name"] == "process_name"}
    for event in trace["traceEvents"]:
        assert set(event) >= {"ph"} | REQUIRED[event["ph"]]
        assert event["pid"] in named
        if event["ph"] == "M":
            continue
        assert event["ts"] >= last
        last = event["ts"]
        if event["ph"] == "C":
            assert len(event["args"]) == 1
            assert all(isinstance(value, (int, float)) for value in event["args"].values())
        if event["ph"] == "X":
            while open_until and open_until[-1] <= event["ts"]:
                open_until.pop()
            end = event["ts"] + event["dur"]
            assert not open_until or end <= open_until[-1] + 1e-6
            open_until.append(end)


def test_a_trace_keeps_the_rules_of_its_format(tmp_path: Path, recording: Recording) -> None:
    path = tmp_path / "trace.json"
    write_trace(recording, path)
    trace = json.loads(path.read_text(encoding="utf-8"), parse_constant=pytest.fail)
    check_trace(trace)
    events = trace["traceEvents"]
    assert [e["name"] for e in events if e["ph"] == "X"] == [
        "request 1",
        "load",
        "request 2",
        "prefill",
        "decode",
    ]
    counters = [e for e in events if e["ph"] == "C" and e["name"] == "npu"]
    assert len(counters) == 10
    assert [e["name"] for e in events if e["ph"] == "i"] == ["npu: no data"]


def test_an_empty_recording_exports_too(tmp_path: Path) -> None:
    write_trace(Recording("x", {}), tmp_path / "t.json")
    check_trace(json.loads((tmp_path / "t.json").read_text(encoding="utf-8")))
    assert write_csv(Recording("x", {}), tmp_path / "t.csv").exists()


def test_two_recordings_are_compared_from_their_first_prefill(tmp_path: Path, recording: Recording) -> None:
    other = read_recording(record(tmp_path / "b.jsonl", prefill=2.0, offset=5.0))
    other.spans = [
        Span(s.phase, s.start_ns + S, (s.end_ns or 0) + S, s.request, s.done, s.total) for s in other.spans
    ]
    assert align_ns(recording, other) == -S
    assert align_ns(recording, Recording("x", {})) == 0
    prefill, decode = compare(recording, other)
    assert prefill.phase is Phase.PREFILL
    assert prefill.seconds == pytest.approx((1.0, 2.0), abs=0.001)
    before, after = decode.figures["cpu"]
    assert before.mean == after.mean == 5.0
    assert compare(recording, Recording("x", {})) == []
