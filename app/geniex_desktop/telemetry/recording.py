"""Reads a recording back, whole or cut short."""

from __future__ import annotations

import gzip
import io
import json
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from ..engine.types import Phase
from ..errors import AppError, Blame
from .phases import Span
from .signals import Sample, Signal
from .summary import Figures, last_request, summarise

_LONGEST_LINE = 1_000_000
_MOST_CHARACTERS = 1_000_000_000
"""About a thousand hours; what a small gzip file grows to must end somewhere."""
_PHASES = {phase.name.lower(): phase for phase in Phase if phase is not Phase.IDLE}


@dataclass(slots=True)
class Recording:
    """A recording in memory; times are nanoseconds after its start.

    Attributes:
        header: The first line as it stands.
        complete: It ends as a recording ends; False after a crash or a full disk.
        replies: Figures of replies, as raw as they were delivered.
        texts: Pairs of role and text; empty unless the person agreed.
        gaps: Why signals were lost, in words.
    """

    name: str
    header: dict[str, Any]
    signals: dict[str, Signal] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    tokens: array[int] = field(default_factory=lambda: array("q"))
    replies: list[dict[str, Any]] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)
    gaps: list[str] = field(default_factory=list)
    complete: bool = False

    @property
    def end_ns(self) -> int:
        """The last moment there is something of."""
        times = [self.samples[-1].time_ns] if self.samples else [0]
        times += [span.end_ns or span.start_ns for span in self.spans]
        return max(*times, self.tokens[-1] if self.tokens else 0)

    def first(self, phase: Phase) -> Span | None:
        return next((span for span in self.spans if span.phase is phase), None)


@dataclass(frozen=True, slots=True)
class PhaseComparison:
    """One phase of the last reply in two recordings: seconds, and figures by signal id."""

    phase: Phase
    seconds: tuple[float, float]
    figures: dict[str, tuple[Figures, Figures]]


def read_recording(path: Path) -> Recording:
    """Reads a file, plain or gzip. A last line that was cut short and unknown line types are passed over.

    Raises:
        AppError: no file, not a recording, or one of a newer schema.
    """
    try:
        lines = _lines(path)
        head = _parsed(next(lines, ""))
        if head.get("type") != "header" or not isinstance(head.get("schema"), int):
            raise _refused(path, "It does not begin as a recording does.")
        if head["schema"] > 1:
            raise _refused(path, "It was made by a newer version of the app.")
        return _Reader(path.name, head).read(lines)
    except (OSError, EOFError) as error:
        raise _refused(path, str(getattr(error, "strerror", "") or error)) from error


def align_ns(first: Recording, second: Recording) -> int:
    """What to add to times of the second so that the first prefills of both coincide; 0 without them."""
    begins = [recording.first(Phase.PREFILL) for recording in (first, second)]
    if begins[0] is None or begins[1] is None:
        return 0
    return begins[0].start_ns - begins[1].start_ns


def compare(first: Recording, second: Recording) -> list[PhaseComparison]:
    """The phases that the last replies of both have, with their lengths and figures."""
    result = []
    both = [{span.phase: span for span in last_request(r.spans)} for r in (first, second)]
    for phase in (Phase.MEDIA_ENCODE, Phase.PREFILL, Phase.DECODE):
        if phase not in both[0] or phase not in both[1]:
            continue
        spans = (both[0][phase], both[1][phase])
        ends = [
            span.end_ns or recording.end_ns for span, recording in zip(spans, (first, second), strict=True)
        ]
        found = [
            summarise(recording.samples, span.start_ns, end)
            for recording, span, end in zip((first, second), spans, ends, strict=True)
        ]
        seconds = [(end - span.start_ns) / 1e9 for span, end in zip(spans, ends, strict=True)]
        figures = {
            name: (found[0].get(name, Figures()), found[1].get(name, Figures()))
            for name in first.signals
            if name in found[0] or name in found[1]
        }
        result.append(PhaseComparison(phase, (seconds[0], seconds[1]), figures))
    return result


class _Reader:
    def __init__(self, name: str, head: dict[str, Any]) -> None:
        self._result = Recording(name, head)
        self._columns: list[str] = []
        self._spans: dict[tuple[int, int], Span] = {}
        self._take_signals(head)

    def read(self, lines: Iterator[str]) -> Recording:
        takers = {
            "s": self._take_sample,
            "e": self._take_event,
            "k": self._take_tokens,
            "signals": self._take_signals,
            "p": self._take_reply,
            "t": self._take_text,
            "gap": self._take_gap,
            "end": self._take_end,
        }
        for text in lines:
            line = _parsed(text)
            take = takers.get(str(line.get("type")))
            if take is not None:
                try:
                    take(line)
                except (KeyError, TypeError, ValueError, OverflowError):
                    continue
        self._result.spans = sorted(self._spans.values(), key=lambda span: span.start_ns)
        return self._result

    def _take_reply(self, line: dict[str, Any]) -> None:
        self._result.replies.append(dict(line["profile"]))

    def _take_text(self, line: dict[str, Any]) -> None:
        self._result.texts.append((str(line["role"]), str(line["text"])))

    def _take_gap(self, line: dict[str, Any]) -> None:
        self._result.gaps.append(str(line.get("reason", "")))

    def _take_end(self, _line: dict[str, Any]) -> None:
        self._result.complete = True

    def _take_signals(self, line: dict[str, Any]) -> None:
        found = [entry for entry in line.get("signals") or [] if isinstance(entry, dict) and entry.get("key")]
        self._columns = [str(entry["key"]) for entry in found]
        for entry in found:
            key = str(entry["key"])
            top = entry.get("max")
            maximum = float(top) if isinstance(top, (int, float)) else 0.0
            unit, meaning, source = (str(entry.get(name, "")) for name in ("unit", "meaning", "source"))
            self._result.signals[key] = Signal(key, unit, meaning, maximum, source=source)

    def _take_sample(self, line: dict[str, Any]) -> None:
        at = _ns(line["t"])
        before = self._result.samples
        if before and at <= before[-1].time_ns:
            return
        values = {
            name: float(value) if isinstance(value, (int, float)) and isfinite(value) else None
            for name, value in zip(self._columns, line["v"], strict=False)
        }
        before.append(Sample(at, values))

    def _take_event(self, line: dict[str, Any]) -> None:
        start, reply = _ns(line["t"]), int(line["reply"])
        end = None if line.get("dur") is None else start + max(0, _ns(line["dur"]))
        args = line.get("args") or {}
        done, total = int(args.get("done") or 0), int(args.get("total") or 0)
        self._spans[reply, start] = Span(_PHASES[line["phase"]], start, end, reply, done, total)

    def _take_tokens(self, line: dict[str, Any]) -> None:
        tokens = self._result.tokens
        for value in line["t"]:
            at = _ns(value)
            if not tokens or at >= tokens[-1]:
                tokens.append(at)


def _ns(seconds: float) -> int:
    return round(float(seconds) * 1e9)


def _lines(path: Path) -> Iterator[str]:
    """Lines of bounded length; what a crash cut out of a gzip file ends them."""
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
        raw.seek(0)
        source = gzip.GzipFile(fileobj=raw) if packed else raw
        text = io.TextIOWrapper(source, encoding="utf-8", errors="replace")
        left = _MOST_CHARACTERS
        while left > 0:
            try:
                line = text.readline(_LONGEST_LINE)
            except EOFError:
                return
            if not line:
                return
            left -= len(line)
            yield line


def _parsed(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _refused(path: Path, cause: str) -> AppError:
    text = f"{path.name} cannot be opened as a recording."
    return AppError(text, cause=cause, hint="Choose a file that ends in .telemetry.jsonl.", blame=Blame.USER)
