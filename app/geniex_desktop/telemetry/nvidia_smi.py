"""NVIDIA GPUs through nvidia-smi, for machines that have the tool but not the library behind it."""

from __future__ import annotations

import csv
import subprocess
from collections.abc import Sequence

from .access import Access
from .signals import Absence, Device, DeviceKind, Signal, SourceAbsent

PROGRAM = "nvidia-smi"
_SOURCE = "nvidia-smi"
_TIMEOUT_S = 5.0
_EVERY_NS = 2_000_000_000
"""Starting the tool is dear, so what it said holds for two seconds."""
_MEGABYTE = 2.0**20
_IDENTITY = ("name", "driver_version", "memory.total", "clocks.max.sm")
# Quantity, unit, meaning, the tool's name, scale to the unit.
_COLUMNS = (
    ("", "%", "Time that any kernel ran.", "utilization.gpu", 1.0),
    ("Memory", "B", "GPU memory in use.", "memory.used", _MEGABYTE),
    ("Temperature", "°C", "Temperature of the GPU.", "temperature.gpu", 1.0),
    ("Power", "W", "Power of the card.", "power.draw", 1.0),
    ("Clock", "Hz", "Clock of the processors.", "clocks.sm", 1e6),
)
_QUERY = (*_IDENTITY, *(name for _, _, _, name, _ in _COLUMNS))
_MAXIMA = {"": ("", 100.0), "Memory": ("memory.total", _MEGABYTE), "Clock": ("clocks.max.sm", 1e6)}

Row = dict[str, str]


def make(access: Access) -> NvidiaSmiProvider:
    """Raises SourceAbsent."""
    program = access.find_program(PROGRAM)
    if program is None:
        raise SourceAbsent("No NVIDIA driver (neither its library nor nvidia-smi).")
    provider = NvidiaSmiProvider(access, program)
    if not provider.signals():
        raise SourceAbsent(f"nvidia-smi shows no GPU: {provider.said[:120]}", likely=True)
    return provider


def parse_rows(text: str) -> list[Row]:
    """GPUs of a CSV answer without head and units. Names may hold spaces; other lines are left out."""
    cells = csv.reader(text.splitlines(), skipinitialspace=True)
    return [dict(zip(_QUERY, row, strict=True)) for row in cells if len(row) == len(_QUERY)]


def number(text: str, scale: float = 1.0) -> float | None:
    """A figure; None for what the tool writes instead: N/A, [Not Supported], [Unknown Error]."""
    try:
        return float(text) * scale
    except ValueError:
        return None


class NvidiaSmiProvider:
    """Asks the tool for all GPUs at once."""

    def __init__(self, access: Access, program: str) -> None:
        self._access = access
        self._command = [program, f"--query-gpu={','.join(_QUERY)}", "--format=csv,noheader,nounits"]
        self.said = ""
        """The tool's last answer."""
        self._read_ns = 0
        self._absences: dict[str, Absence] = {}
        self._rows = self._ask()
        self._signals = tuple(
            signal for index, row in enumerate(self._rows) for signal in _describe(f"gpu{index or ''}", row)
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        if self._access.clock_ns() - self._read_ns >= _EVERY_NS:
            self._rows = self._ask()
        values: dict[str, float | None] = {}
        for index, row in enumerate(self._rows):
            for quantity, _, _, name, scale in _COLUMNS:
                values[_signal_id(f"gpu{index or ''}", quantity)] = number(row[name], scale)
        missing = [signal.id for signal in self._signals if values.get(signal.id) is None]
        reason = Absence(f"nvidia-smi tells none: {self.said[:120]}", likely=True)
        self._absences = dict.fromkeys(missing, reason)
        return {signal.id: values.get(signal.id) for signal in self._signals}

    def absences(self) -> dict[str, Absence]:
        return self._absences

    def _ask(self) -> list[Row]:
        try:
            self.said = self._access.run_program(self._command, _TIMEOUT_S).strip()
        except (OSError, subprocess.TimeoutExpired) as error:
            self.said = str(error)
            return []
        finally:
            self._read_ns = self._access.clock_ns()
        return parse_rows(self.said)


def _describe(own: str, row: Row) -> Sequence[Signal]:
    """The signals that this GPU has; the headline also where it has none, to say why it is empty."""
    device = Device(own, DeviceKind.GPU, row["name"], row["driver_version"])
    found = []
    for quantity, unit, meaning, name, _ in _COLUMNS:
        if quantity and number(row[name]) is None:
            continue
        key, scale = _MAXIMA.get(quantity, ("", 0.0))
        maximum = (number(row[key], scale) or 0.0) if key else scale
        signal_id = _signal_id(own, quantity)
        found.append(Signal(signal_id, unit, meaning, maximum, quantity, device, _SOURCE))
    return found


def _signal_id(own: str, quantity: str) -> str:
    return f"{own}.{quantity.lower()}" if quantity else own
