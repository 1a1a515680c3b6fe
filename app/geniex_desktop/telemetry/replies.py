"""The figures of every reply, kept over time: ProfileData with model, device, precision and context depth."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from statistics import median
from typing import Any

from ..durable import sync, write_atomically

log = logging.getLogger(__name__)

KEPT = 5000
"""Replies; the file is cut to this when it has grown to twice as many."""
_NUMBERS = (
    *("time", "ttft_s", "load_s", "media_s", "prefill_s", "decode_s"),
    *("prompt_tokens", "generated_tokens", "prefill_speed", "decode_speed", "depth"),
)
_DAY_S = 86_400.0
_RECENT = 5
_COMPARED_DAYS = (6.0, 35.0)
_NOTABLE = 0.08
_COMPARED = 100
TEMPERATURE = "temperature"
"""In a record's means: the hottest sensor, in °C."""
_WARMER_C = 8.0


@dataclass(frozen=True, slots=True)
class ReplyRecord:
    """One reply in figures; no text. Seconds and tokens a second, 0.0 for what did not happen.

    Attributes:
        time: Seconds since 1970, UTC, when it ended.
        load_s: Of the load that this reply waited for; 0.0 when the model was there.
        depth: Tokens that the context held at the end.
        means: Per cent, watts or °C by signal id while decoding; absent where not measured.
        circumstances: What may change a speed: app and engine version, threads, context size, power source
            and mode, …
    """

    time: float
    model: str
    precision: str
    device: str
    ttft_s: float
    load_s: float
    media_s: float
    prefill_s: float
    decode_s: float
    prompt_tokens: int
    generated_tokens: int
    prefill_speed: float
    decode_speed: float
    depth: int
    means: Mapping[str, float] = field(default_factory=dict)
    joules_per_token: float | None = None
    circumstances: Mapping[str, str] = field(default_factory=dict)

    @property
    def total_s(self) -> float:
        return self.load_s + self.media_s + self.prefill_s + self.decode_s

    @property
    def setup(self) -> tuple[str, str, str]:
        """What must be equal for two replies to be compared."""
        return self.model, self.precision, self.device


@dataclass(frozen=True, slots=True)
class Change:
    """A circumstance that differs; "" where it was not recorded."""

    name: str
    before: str
    now: str


@dataclass(frozen=True, slots=True)
class Drift:
    """How the decode speed of one setup has changed against weeks before.

    Attributes:
        share: −0.12 is 12 % slower.
        changed: The circumstances that differ.
    """

    share: float
    changed: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class SetupFigures:
    """The medians of one model, precision and device."""

    setup: tuple[str, str, str]
    replies: int
    ttft_s: float
    prefill_speed: float
    decode_speed: float


class ReplyLog:
    """A JSON Lines file of records. Methods block: not for the GUI thread."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> list[ReplyRecord]:
        """All records, oldest first; a line that a crash cut short, or that is damaged, is left out."""
        try:
            lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines()
        except FileNotFoundError:
            return []
        records = [record for record in map(_parse, lines) if record is not None]
        if len(lines) > 2 * KEPT:
            records = records[-KEPT:]
            content = "".join(_line(record) for record in records)
            write_atomically(self._path, content.encode())
        return records

    def append(self, record: ReplyRecord) -> None:
        """Adds one reply.

        Raises:
            OSError: no space, no permission; what was there is still whole.
        """
        with self._path.open("ab+") as file:
            begin = file.seek(0, 2)
            torn = b""
            if begin:
                file.seek(begin - 1)
                torn = b"" if file.read(1) == b"\n" else b"\n"
            try:
                file.write(torn + _line(record).encode())
                file.flush()
                sync(file.fileno())
            except OSError:
                file.truncate(begin)
                raise


def drift(records: Sequence[ReplyRecord], setup: tuple[str, str, str], now: float) -> Drift | None:
    """The last replies of a setup against those of one to five weeks ago; None when that says nothing."""
    same = [record for record in records if record.setup == setup and record.decode_speed > 0]
    oldest, newest = now - _COMPARED_DAYS[1] * _DAY_S, now - _COMPARED_DAYS[0] * _DAY_S
    recent = [record for record in same if record.time > newest][-_RECENT:]
    before = [record for record in same if oldest <= record.time <= newest]
    if len(recent) < 3 or len(before) < 3:
        return None
    share = _speed(recent) / _speed(before) - 1
    if abs(share) < _NOTABLE:
        return None
    return Drift(share, tuple(_changes(before, recent)))


def _changes(before: Sequence[ReplyRecord], recent: Sequence[ReplyRecord]) -> Iterator[Change]:
    """What differs between the newest of both; of depth and temperature the medians."""
    then, now = before[-1].circumstances, recent[-1].circumstances
    for name in sorted(then.keys() | now.keys()):
        if then.get(name) != now.get(name):
            yield Change(name, then.get(name, ""), now.get(name, ""))
    depths = [median(record.depth for record in records) for records in (before, recent)]
    if depths[1] > 2 * depths[0]:
        yield Change("depth", f"{depths[0]:.0f}", f"{depths[1]:.0f}")
    degrees = [_temperature(records) for records in (before, recent)]
    if degrees[0] is not None and degrees[1] is not None and abs(degrees[1] - degrees[0]) >= _WARMER_C:
        yield Change(TEMPERATURE, f"{degrees[0]:.0f}", f"{degrees[1]:.0f}")


def _temperature(records: Sequence[ReplyRecord]) -> float | None:
    known = [record.means[TEMPERATURE] for record in records if TEMPERATURE in record.means]
    return median(known) if known else None


def by_setup(records: Sequence[ReplyRecord]) -> list[SetupFigures]:
    """Each setup with a speed, the one used last first; medians of its last hundred replies."""
    setups: dict[tuple[str, str, str], list[ReplyRecord]] = {}
    for record in reversed(records):
        if record.decode_speed > 0:
            setups.setdefault(record.setup, []).append(record)
    return [
        SetupFigures(
            setup,
            len(found),
            median(record.ttft_s for record in found[:_COMPARED]),
            median(record.prefill_speed for record in found[:_COMPARED]),
            _speed(found[:_COMPARED]),
        )
        for setup, found in setups.items()
    ]


def _speed(records: Iterable[ReplyRecord]) -> float:
    return median(record.decode_speed for record in records)


def _line(record: ReplyRecord) -> str:
    return json.dumps(asdict(record), ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"


def _parse(line: str) -> ReplyRecord | None:
    """None for what is no record; members that another version wrote are left out."""
    try:
        content: dict[str, Any] = json.loads(line)
        known = {f.name: content[f.name] for f in fields(ReplyRecord) if f.name in content}
        record = ReplyRecord(**known)
    except (ValueError, TypeError, RecursionError):
        return None
    sound = all(isinstance(getattr(record, name), (int, float)) for name in _NUMBERS)
    sound = sound and _all_are((int, float), record.means) and _all_are(str, record.circumstances)
    return record if sound else None


def _all_are(kind: type | tuple[type, ...], values: object) -> bool:
    return isinstance(values, dict) and all(isinstance(value, kind) for value in values.values())
