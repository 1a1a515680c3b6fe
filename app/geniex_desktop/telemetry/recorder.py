"""Writes a recording: JSON Lines of samples, phases, token times and figures, as they happen.

Line types: `header` first; `signals` when others have appeared; `s` samples; `e` phases; `k` token times;
`p` figures of a reply; `t` text, only where the person agreed; `gap`; `end`. Times are seconds after the
start. No paths, host or user names.
"""

from __future__ import annotations

import json
import logging
import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from math import isfinite
from pathlib import Path
from typing import Any, TextIO

from .phases import Span
from .replies import ReplyRecord
from .signals import Sample, Signal

log = logging.getLogger(__name__)

SCHEMA = 1
SUFFIX = ".telemetry.jsonl"
_WAITING_LINES = 4000
_FLUSH_S = 2.0
_SAMPLE_DECIMALS = 3
_EVENT_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Adapter:
    """An NPU or GPU in a recording's header; `source` is the interface that tells of it."""

    id: str
    kind: str
    name: str
    driver: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class About:
    """What a recording says of where it was made."""

    app_version: str
    system: str = ""
    cpu: str = ""
    cores: int = 0
    memory_bytes: int = 0
    engine: str = ""
    model: str = ""
    device: str = ""
    python: str = ""
    adapters: tuple[Adapter, ...] = ()


class Recorder:
    """One recording, from `__init__` to `stop`. All methods return at once; a thread of its own writes.

    After a failure (a full disk) what was written stays, further lines are dropped, and `on_failure` is
    called once, on the writing thread.
    """

    def __init__(
        self,
        path: Path,
        start_ns: int,
        about: About,
        signals: Sequence[Signal],
        on_failure: Callable[[OSError], None],
        nominal_hz: Callable[[str], float | None] = lambda _signal_id: None,
    ) -> None:
        """`nominal_hz` tells how often a signal is read."""
        self.path = path
        self.start_ns = start_ns
        self.failure: OSError | None = None
        self._on_failure = on_failure
        self._nominal_hz = nominal_hz
        self._columns: tuple[str, ...] = ()
        self._present: set[str] = set()
        self._written: dict[tuple[int, int], bool] = {}
        self._lines: queue.Queue[dict[str, Any] | None] = queue.Queue(_WAITING_LINES)
        self._stopped = False
        created = datetime.now(timezone.utc).isoformat(timespec="seconds")
        head = {"type": "header", "schema": SCHEMA, "created": created, "mono0_ns": start_ns, **asdict(about)}
        self._put({**head, "signals": self._take_columns(signals)})
        self._thread = threading.Thread(target=self._write, name="recorder", daemon=True)
        self._thread.start()

    def samples(self, samples: Iterable[Sample], signals: Sequence[Signal]) -> None:
        """New samples, oldest first; `signals` are those that exist now."""
        for sample in samples:
            if not set(sample.values) <= set(self._columns):
                self._put({"type": "signals", "signals": self._take_columns(signals)})
            values = [_number(sample.values.get(name)) for name in self._columns]
            self._mark_gaps(sample)
            self._put({"type": "s", "t": self._second(sample.time_ns, _SAMPLE_DECIMALS), "v": values})

    def spans(self, spans: Iterable[Span]) -> None:
        """The phases so far: written when they begin and again when they end."""
        for span in spans:
            key, ended = (span.request, span.start_ns), span.end_ns is not None
            if span.start_ns < self.start_ns or self._written.get(key) in (True, ended):
                continue
            self._written[key] = ended
            duration = (
                None if span.end_ns is None else round((span.end_ns - span.start_ns) / 1e9, _EVENT_DECIMALS)
            )
            line = {"type": "e", "t": self._second(span.start_ns), "dur": duration}
            args = {"done": span.done, "total": span.total}
            self._put({**line, "phase": span.phase.name.lower(), "reply": span.request, "args": args})

    def tokens(self, times_ns: Sequence[int]) -> None:
        """When tokens were sampled, oldest first."""
        if times_ns:
            self._put({"type": "k", "t": [self._second(time_ns) for time_ns in times_ns]})

    def reply(self, time_ns: int, record: ReplyRecord) -> None:
        """The figures of a reply that ended."""
        self._put({"type": "p", "t": self._second(time_ns), "profile": asdict(record)})

    def text(self, time_ns: int, role: str, text: str) -> None:
        """A message; only to be called where the person agreed to it."""
        self._put({"type": "t", "t": self._second(time_ns), "role": role, "text": text})

    def stop(self, time_ns: int, timeout_s: float = 2.0) -> bool:
        """Writes the end and closes the file; False when the disk did not take it in time. Idempotent."""
        if not self._stopped:
            self._put({"type": "end", "t": self._second(time_ns)})
            self._stopped = True
            try:
                self._lines.put(None, timeout=timeout_s)
            except queue.Full:
                return False
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _mark_gaps(self, sample: Sample) -> None:
        """A signal that had a value and has none."""
        present = {name for name, value in sample.values.items() if value is not None}
        for name in sorted(self._present - present):
            line = {"type": "gap", "t": self._second(sample.time_ns, _SAMPLE_DECIMALS)}
            self._put({**line, "signal": name, "reason": f"{name}: no reading"})
        self._present = present

    def _second(self, time_ns: int, decimals: int = _EVENT_DECIMALS) -> float:
        return round((time_ns - self.start_ns) / 1e9, decimals)

    def _take_columns(self, signals: Sequence[Signal]) -> list[dict[str, Any]]:
        self._columns = tuple(signal.id for signal in signals)
        return [
            {
                "key": s.id,
                "unit": s.unit,
                "kind": "gauge",
                "source": s.source,
                "nominal_hz": self._nominal_hz(s.id),
                "min": 0.0,
                "max": s.maximum,
                "meaning": s.meaning,
            }
            for s in signals
        ]

    def _put(self, line: dict[str, Any]) -> None:
        if self._stopped or self.failure is not None:
            return
        try:
            self._lines.put_nowait(line)
        except queue.Full:
            # The disk stands still; samples are lost rather than the window held up.
            log.debug("a line of the recording was dropped")

    # ------------------------------------------------------- the writing thread

    def _write(self) -> None:
        try:
            with self.path.open("w", encoding="utf-8", newline="\n") as file:
                self._write_lines(file)
        except OSError as error:
            self.failure = error
            self._on_failure(error)
            while self._lines.get() is not None:
                pass

    def _write_lines(self, file: TextIO) -> None:
        while True:
            try:
                line = self._lines.get(timeout=_FLUSH_S)
            except queue.Empty:
                file.flush()
                continue
            if line is None:
                return
            file.write(json.dumps(line, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n")
            if self._lines.empty():
                file.flush()


def _number(value: float | None) -> float | None:
    return round(value, 3) if value is not None and isfinite(value) else None
