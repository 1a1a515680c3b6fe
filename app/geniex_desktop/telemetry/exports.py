"""Recordings for other programs: CSV for tables, Chrome trace for ui.perfetto.dev. May take seconds."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from .phases import Span
from .recording import Recording

_ENGINE_PID = 1
_REPLIES_TID = 1
_KINDS = ("npu", "gpu", "cpu", "memory", "power", "temperature")


def write_csv(recording: Recording, path: Path) -> Path:
    """Samples to `path`, blank where absent; phases to a second file, whose path is returned.

    Raises:
        OSError: no space, no permission.
    """
    names = list(recording.signals)
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["t_s", *(f"{name} [{recording.signals[name].unit}]" for name in names)])
        for sample in recording.samples:
            cells = (sample.values.get(name) for name in names)
            table.writerow([sample.time_ns / 1e9, *("" if value is None else value for value in cells)])
    events = path.with_name(f"{path.stem}-events.csv")
    with events.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["t_s", "dur_s", "phase", "reply", "done", "total"])
        for span in recording.spans:
            length = "" if span.end_ns is None else (span.end_ns - span.start_ns) / 1e9
            name = span.phase.name.lower()
            table.writerow([span.start_ns / 1e9, length, name, span.request, span.done, span.total])
    return events


def write_trace(recording: Recording, path: Path) -> None:
    """A Chrome trace in its object form; microseconds after the start.

    Each device is a process with one counter per event; the engine is one whose replies hold their phases.

    Raises:
        OSError: no space, no permission.
    """
    with path.open("w", encoding="utf-8") as file:
        file.write('{"displayTimeUnit":"ms","traceEvents":[\n')
        _write_events(file, _events(recording))
        file.write("\n]}\n")


def _write_events(file: TextIO, events: Iterator[dict[str, Any]]) -> None:
    for index, event in enumerate(events):
        text = json.dumps(event, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        file.write(f",\n{text}" if index else text)


def _events(recording: Recording) -> Iterator[dict[str, Any]]:
    """Names first, then everything in the order of time."""
    pids = {kind: index for index, kind in enumerate(_kinds(recording), start=_ENGINE_PID + 1)}
    yield _process(_ENGINE_PID, "engine")
    yield {
        "ph": "M",
        "name": "thread_name",
        "pid": _ENGINE_PID,
        "tid": _REPLIES_TID,
        "args": {"name": "replies"},
    }
    for kind, pid in pids.items():
        yield _process(pid, kind.upper() if len(kind) == 3 else kind)
    slices = _slices(recording)
    upcoming = next(slices, None)
    known: set[str] = set()
    for sample in recording.samples:
        at = sample.time_ns / 1000
        while upcoming is not None and upcoming["ts"] <= at:
            yield upcoming
            upcoming = next(slices, None)
        for name, value in sample.values.items():
            pid = pids[_kind(name)]
            if value is not None:
                known.add(name)
                yield {"ph": "C", "name": name, "pid": pid, "ts": at, "args": {"value": value}}
            elif name in known:
                # A counter holds its last value; only a mark says that there is none.
                known.discard(name)
                yield {"ph": "i", "name": f"{name}: no data", "pid": pid, "tid": 0, "ts": at, "s": "p"}
    while upcoming is not None:
        yield upcoming
        upcoming = next(slices, None)


def _slices(recording: Recording) -> Iterator[dict[str, Any]]:
    """Each reply around its phases, so that they nest."""
    replies: dict[int, list[Span]] = {}
    for span in recording.spans:
        replies.setdefault(span.request, []).append(span)
    end = recording.end_ns
    for number, spans in sorted(replies.items(), key=lambda entry: entry[1][0].start_ns):
        last = max(span.end_ns or end for span in spans)
        yield _slice(f"request {number}", spans[0].start_ns, last, {})
        for span in spans:
            args = {"done": span.done, "total": span.total}
            yield _slice(span.phase.name.lower(), span.start_ns, span.end_ns or end, args)


def _slice(name: str, start_ns: int, end_ns: int, args: dict[str, Any]) -> dict[str, Any]:
    place = {"pid": _ENGINE_PID, "tid": _REPLIES_TID}
    return {
        "ph": "X",
        "name": name,
        **place,
        "ts": start_ns / 1000,
        "dur": (end_ns - start_ns) / 1000,
        "args": args,
    }


def _process(pid: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": "process_name", "pid": pid, "tid": 0, "args": {"name": name}}


def _kind(signal_id: str) -> str:
    return signal_id.partition(".")[0]


def _kinds(recording: Recording) -> list[str]:
    found = dict.fromkeys(_kind(name) for name in recording.signals)
    return sorted(found, key=lambda kind: (_KINDS.index(kind) if kind in _KINDS else len(_KINDS), kind))
