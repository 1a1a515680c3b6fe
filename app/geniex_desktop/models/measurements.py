"""What models really needed on this machine: kept, shown beside the prediction, and learnt from.

Sizes are bytes, speeds tokens a second.
"""

from __future__ import annotations

import json
import logging
import statistics
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ..durable import write_atomically
from .fit import ModelShape, Target, need_of, speed_bytes

log = logging.getLogger(__name__)

_KEPT = 200
_LEARNT_FROM = 9
"""Latest runs of a device that its correction is taken from: drivers and engines change."""

_LOWEST, _HIGHEST = 0.5, 3.0
"""A correction beyond these is a fault of the measurement."""

FIRST_BANDWIDTH = {
    Target.CPU: 12e9,
    Target.GPU: 25e9,
    Target.HEXAGON: 39e9,
    Target.ASCEND_310B: 17.6e9,
}
"""Bytes a second that decoding reads, as measured by others on machines of the kind: a first guess."""


@dataclass(frozen=True, slots=True)
class Run:
    """One model that ran, prediction and measurement side by side. 0 = not measured.

    Attributes:
        model: Content fingerprint of its file.
        weights: Of the prediction; they are not corrected.
        predicted_peak: Before any correction, for that is what corrections are learnt from.
        bytes_per_token: What a token reads, see `fit.speed_bytes`.
        time: Seconds since the epoch.
    """

    model: str
    target: str
    n_ctx: int
    weights: int
    predicted_peak: int
    measured_peak: int
    bytes_per_token: int
    predicted_speed: float
    measured_speed: float
    time: int


def observed(
    model: str,
    shape: ModelShape,
    target: Target,
    n_ctx: int,
    *,
    measured_peak: int,
    predicted_speed: float,
    measured_speed: float,
    time: int,
) -> Run:
    """A run beside its prediction, as `Measurements.add` takes it.

    `measured_peak` is what the model added: the peak of the engine's process less that of an empty one.
    """
    need = need_of(shape, target, n_ctx)
    return Run(
        model=model,
        target=target.value,
        n_ctx=n_ctx,
        weights=need.weights,
        predicted_peak=need.total,
        measured_peak=measured_peak,
        bytes_per_token=speed_bytes(shape, target, n_ctx),
        predicted_speed=predicted_speed,
        measured_speed=measured_speed,
        time=time,
    )


class Measurements:
    """The runs of this machine, in one file. Thread-safe; `add` writes to the disk."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._runs = _read(file)

    def add(self, run: Run) -> None:
        """Keeps a run; of one model, device and context the latest only. Raises OSError."""
        with self._lock:
            key = (run.model, run.target, run.n_ctx)
            others = [old for old in self._runs if (old.model, old.target, old.n_ctx) != key]
            self._runs = [*others, run][-_KEPT:]
            content = json.dumps({"version": 1, "runs": [asdict(kept) for kept in self._runs]})
            write_atomically(self._file, content.encode())

    def of_model(self, model: str) -> tuple[Run, ...]:
        """Latest last."""
        with self._lock:
            return tuple(run for run in self._runs if run.model == model)

    def correction(self, target: Target) -> float:
        """Measured / predicted memory beside the weights on this device; 1.0 before the first run."""
        with self._lock:
            return _clamped_median(
                [
                    (run.measured_peak - run.weights) / (run.predicted_peak - run.weights)
                    for run in self._latest(target)
                    if run.measured_peak > 0 and run.predicted_peak > run.weights
                ]
            )

    def speed(self, target: Target, bytes_per_token: int) -> float:
        """Tokens a second to expect of a model that reads so many bytes for each."""
        with self._lock:
            known = [
                run.measured_speed * run.bytes_per_token
                for run in self._latest(target)
                if run.measured_speed > 0 and run.bytes_per_token > 0
            ]
        bandwidth = statistics.median(known) if known else FIRST_BANDWIDTH[target]
        return bandwidth / max(bytes_per_token, 1)

    def _latest(self, target: Target) -> list[Run]:
        return [run for run in self._runs if run.target == target.value][-_LEARNT_FROM:]


def peak_bytes(pid: int) -> int:
    """The most memory that a process has ever held; 0 where the system does not tell.

    Blocks for a moment: not for the GUI thread.
    """
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return _peak_by_psutil(pid)
    for line in status.splitlines():
        name, _, value = line.partition(":")
        if name == "VmHWM":
            return int(value.split()[0]) * 1024
    return 0


def _peak_by_psutil(pid: int) -> int:
    import psutil

    try:
        return int(getattr(psutil.Process(pid).memory_info(), "peak_wset", 0))
    except psutil.Error:
        return 0


def _clamped_median(ratios: Sequence[float]) -> float:
    return min(max(statistics.median(ratios), _LOWEST), _HIGHEST) if ratios else 1.0


def _read(file: Path) -> list[Run]:
    """What can be read of the file; a broken one costs the corrections, not the start."""
    try:
        entries = json.loads(file.read_bytes())["runs"]
        return [run for entry in entries if (run := _run(entry)) is not None]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("measurements of models cannot be read from %s: %s", file, error)
        return []


def _run(entry: Any) -> Run | None:
    try:
        values = {field.name: entry[field.name] for field in fields(Run)}
        texts = ("model", "target")
        if any(isinstance(value, str) != (name in texts) for name, value in values.items()):
            return None
        return Run(**values)
    except (KeyError, TypeError):
        return None
