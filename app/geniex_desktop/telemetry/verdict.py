"""Which device did the work of a reply: a verdict from evidence.

The placement report comes first, for it says where the layers are; where there is none, the devices that
the runtime logged as found for the model; then what was measured while the reply was decoded. A host core
that waits actively on a pinned Hexagon is work of the NPU, an accelerator that was asked for and holds
nothing is a fallback, and "not measurable" is an answer.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ..engine.devices import Kind, kind_of
from ..engine.placement import Placement
from .summary import Figures

BUSY = 8.0
"""Per cent of an accelerator from which it is said to work; others on the machine use it a little too."""
WAITING_CORES = 1.6
"""One core waits actively on the device, and the app itself draws and samples."""


class Finding(Enum):
    """What the evidence amounts to."""

    CONFIRMED = "confirmed"
    """The report says so and the meter agrees."""
    REPORTED = "reported"
    """The report says so; there was no measurement."""
    FOUND = "found"
    """No report; the runtime found the device for this model, and no meter saw it work."""
    QUIET = "quiet"
    """The report says so, but the device's meter hardly moved and neither did the CPU."""
    MEASURED = "measured"
    """No report; the meter says so."""
    FALLBACK = "fallback"
    """An accelerator was asked for, and another device did the work."""
    UNKNOWN = "unknown"
    """Nothing tells."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Figures of one phase by signal id (npu, npu1, npu.own, gpu, cpu, …), and how many cores the CPU has."""

    figures: Mapping[str, Figures]
    cores: int

    def mean(self, kind: Kind) -> float | None:
        """Per cent of the busiest device of the kind, else of our own use of it; None where not measured."""
        name = kind.value.lower()
        whole = self._busiest(rf"{name}\d*")
        return self._busiest(rf"{name}\d*\.own") if whole is None else whole

    def _busiest(self, pattern: str) -> float | None:
        means = [
            f.mean for key, f in self.figures.items() if re.fullmatch(pattern, key) and f.mean is not None
        ]
        return max(means, default=None)

    @property
    def busy_cores(self) -> float | None:
        mean = self.mean(Kind.CPU)
        return None if mean is None else mean / 100 * max(1, self.cores)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One reply's verdict.

    Attributes:
        asked: The accelerator that was asked for or chosen; None for a run on the CPU.
        worker: Who did the work; None when nothing tells.
        devices: Ids of the devices of the asked kind that hold layers; without a report, of those found.
        layers, all_layers: How many of them; 0 where there is no report.
        asked_mean, cpu_mean: Per cent while decoding; None where not measured.
        waiting_core: A host core was busy with nothing but waiting.
        fallback_ops: Operations that the accelerator left to the CPU.
    """

    asked: Kind | None
    worker: Kind | None
    finding: Finding
    devices: str = ""
    layers: int = 0
    all_layers: int = 0
    asked_mean: float | None = None
    cpu_mean: float | None = None
    waiting_core: bool = False
    fallback_ops: int = 0
    joules_per_token: float | None = None

    @property
    def tells_more(self) -> bool:
        """Whether it says more than the name of the device."""
        return self.asked is not None

    @property
    def good(self) -> bool:
        """The accelerator that was asked for is known to have worked."""
        return self.finding in (Finding.CONFIRMED, Finding.MEASURED) and self.worker is self.asked


def asked_kind(device: str) -> Kind | None:
    """The accelerator in a device as people read it ("NPU + CPU", "GPU"); None for the CPU."""
    return next((kind for kind in (Kind.NPU, Kind.GPU) if kind.value in device.upper()), None)


def judge(
    device: str,
    placement: Placement | None,
    usage: Usage,
    joules_per_token: float | None = None,
    found: Sequence[str] = (),
) -> Verdict:
    """The verdict on a reply of a model that was loaded on `device`, as people read it.

    `found` are the ids that the runtime logged as found for the model.
    """
    asked = asked_kind(device)
    if asked is None:
        return Verdict(None, Kind.CPU, Finding.REPORTED, cpu_mean=usage.mean(Kind.CPU))
    if placement is not None and placement.layers == 0:
        placement = None  # it says nothing
    worker, finding = (
        _weigh_found(asked, found, usage) if placement is None else _weigh_placement(asked, placement, usage)
    )
    busy = usage.busy_cores
    return Verdict(
        asked=asked,
        worker=worker,
        finding=finding,
        devices=placement.ids_of(asked) if placement else ", ".join(found),
        layers=placement.layers_on(asked) if placement else 0,
        all_layers=placement.layers if placement else 0,
        asked_mean=usage.mean(asked),
        cpu_mean=usage.mean(Kind.CPU),
        waiting_core=worker is asked and busy is not None and 0.7 <= busy <= WAITING_CORES,
        fallback_ops=sum(count for _, count in placement.fallback_ops) if placement else 0,
        joules_per_token=joules_per_token,
    )


def _weigh_placement(asked: Kind, placement: Placement, usage: Usage) -> tuple[Kind, Finding]:
    if placement.layers_on(asked) == 0:
        return placement.holder(), Finding.FALLBACK
    mean = usage.mean(asked)
    if mean is None:
        return asked, Finding.REPORTED
    if mean >= BUSY:
        return asked, Finding.CONFIRMED
    # Some drivers are not seen by the system's meter: only a CPU that works in the device's place
    # contradicts the report.
    return (Kind.CPU, Finding.FALLBACK) if _cpu_works(usage) else (asked, Finding.QUIET)


def _weigh_found(asked: Kind, found: Sequence[str], usage: Usage) -> tuple[Kind | None, Finding]:
    kinds = [kind for kind in map(kind_of, found) if kind is not None]
    if kinds and asked not in kinds:
        return kinds[0], Finding.FALLBACK
    mean = usage.mean(asked)
    if mean is not None and mean >= BUSY:
        return asked, Finding.MEASURED
    if mean is not None and _cpu_works(usage):
        return Kind.CPU, Finding.FALLBACK
    return (asked, Finding.FOUND) if kinds else (None, Finding.UNKNOWN)


def _cpu_works(usage: Usage) -> bool:
    busy = usage.busy_cores
    return busy is not None and busy > WAITING_CORES
