"""What is measured: signals, one reading of them, and what a provider is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Signal:
    """One measured quantity.

    Attributes:
        unit: "%" (0 to 100) or "B" (bytes).
        maximum: What a full bar means, in the unit; 0.0 when there is no such thing.
    """

    id: str
    unit: str
    meaning: str
    maximum: float = 0.0


@dataclass(frozen=True, slots=True)
class Sample:
    """All signals at one time. A signal that could not be read is None: absent is not zero."""

    time_ns: int
    """time.monotonic_ns()."""
    values: dict[str, float | None]


class Provider(Protocol):
    """A source of signals. Everything is called on the sampler's thread."""

    def signals(self) -> tuple[Signal, ...]:
        """What it can read on this machine; () when nothing."""

    def read(self) -> dict[str, float | None]:
        """The values now, by signal id."""
