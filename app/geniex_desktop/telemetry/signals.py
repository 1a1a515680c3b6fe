"""What is measured: devices, their signals, one reading of them, and what a provider is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, runtime_checkable


class DeviceKind(str, Enum):
    """What a signal belongs to, in the order in which the window shows it."""

    NPU = "npu"
    GPU = "gpu"
    CPU = "cpu"
    MEMORY = "memory"
    PROCESS = "process"
    POWER = "power"
    TEMPERATURE = "temperature"


@dataclass(frozen=True, slots=True)
class Device:
    """One thing that signals belong to.

    Attributes:
        id: The first part of its signals' ids: "npu", "gpu", "gpu1", "cpu", "power", …
        name: As the driver calls it; "" when unknown.
        driver: Name of the kernel's driver, or version of the vendor's; "" when unknown.
    """

    id: str
    kind: DeviceKind
    name: str = ""
    driver: str = ""


@dataclass(frozen=True, slots=True)
class Signal:
    """One measured quantity.

    Attributes:
        id: A device's id, alone for its headline ("npu"), or with a quantity ("npu.memory").
        unit: "%" (0 to 100), "B" (bytes), "W" (watts), "°C" or "Hz".
        maximum: What a full bar means, in the unit; 0.0 when there is no such thing.
        label: The quantity in a word or two; "" for the headline of its device.
        device: None only from a provider that knows nothing of devices.
        source: The interface that the values come from.
    """

    id: str
    unit: str
    meaning: str
    maximum: float = 0.0
    label: str = ""
    device: Device | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class Sample:
    """All signals at one time. A signal that could not be read is None: absent is not zero."""

    time_ns: int
    """time.monotonic_ns()."""
    values: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Absence:
    """Why there is no value.

    Attributes:
        reason: What was looked for and what was found instead, with the file and the error.
        remedy: What would fill it; "" when nothing that the user can do.
        likely: The hardware is there, so this is the reason that matters among several.
    """

    reason: str
    remedy: str = ""
    likely: bool = False


class SourceAbsent(Exception):
    """Raised by a provider that has nothing to read on this machine."""

    def __init__(self, reason: str, remedy: str = "", *, likely: bool = False) -> None:
        super().__init__(reason)
        self.absence = Absence(reason, remedy, likely)


class Provider(Protocol):
    """A source of signals. Made, called and closed on one thread of its own."""

    def signals(self) -> tuple[Signal, ...]:
        """What it can read now; () when nothing. A new tuple when devices come or go."""

    def read(self) -> Mapping[str, float | None]:
        """The values now, by signal id. May raise: that is a gap in its own signals."""


@runtime_checkable
class Explains(Protocol):
    """A provider that knows why some of its signals have no value."""

    def absences(self) -> Mapping[str, Absence]:
        """By signal id; asked after each reading."""


@runtime_checkable
class Closes(Protocol):
    """A provider that holds something open."""

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class ProviderSpec:
    """How to make a provider, and what may be asked of it.

    Attributes:
        make: Raises SourceAbsent where the machine has no such source.
        fills: Ids of the signals that it would read; explains them while it is absent.
        floor_s: Shortest time between two readings that the interface bears.
        budget_s: A reading that takes longer makes the provider a slow one.
        on_demand: Being open costs something (a DSP that does not sleep), so it is only open while somebody
            looks.
    """

    name: str
    make: Callable[[], Provider]
    fills: tuple[str, ...] = ()
    floor_s: float = 0.0
    budget_s: float = 0.1
    on_demand: bool = False


class State(str, Enum):
    """How a provider is."""

    OPENING = "opening"
    OK = "ok"
    SLOW = "slow"
    HANGING = "hanging"
    FAILING = "failing"
    ABSENT = "absent"
    RESTING = "resting"


@dataclass(frozen=True, slots=True)
class Status:
    """A provider's state, for the status line.

    Attributes:
        interval_s: Time between two readings at present.
        read_s: What a reading takes, a moving average; 0.0 before the first.
    """

    provider: str
    state: State
    reason: str = ""
    remedy: str = ""
    interval_s: float = 0.0
    read_s: float = 0.0
