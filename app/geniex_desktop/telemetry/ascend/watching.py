"""The Ascend NPU through npu-smi: its endless view, or where that is missing its table, asked rarely."""

from __future__ import annotations

import subprocess
from dataclasses import replace

from ..access import Access
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from . import npu_smi
from .npu_smi import Chip, Row

MEGABYTE = 2.0**20
GROUP = "Add yourself to the group HwHiAiUser and log in again."
SENSOR_FAULT = Absence(
    "The board reports an alarm and a power of zero: most likely its current sensor is at fault (80E3A203).",
    likely=True,
)
_TIMEOUT_S = 10.0
_SILENCE_NS = 3_000_000_000
_TABLE_EVERY_NS = 5_000_000_000
"""The tool takes up to a second of a core to start."""


class Tool:
    """The program, as an interface that can be recorded."""

    def __init__(self, access: Access, program: str) -> None:
        self._access = access
        self._program = program

    def info(self) -> str:
        """The table of all chips. Raises OSError, subprocess.SubprocessError."""
        return self._access.run_program([self._program, "info"], _TIMEOUT_S)

    def usages(self, npu: int, chip: int) -> str:
        """The list of one chip's usages. Raises OSError, subprocess.SubprocessError."""
        arguments = ["info", "-t", "usages", "-i", str(npu), "-c", str(chip)]
        return self._access.run_program([self._program, *arguments], _TIMEOUT_S)


def open_npu_smi(access: Access, program: str) -> NpuSmiProvider:
    """Raises SourceAbsent with the tool's own words where it shows no chip."""
    try:
        tool = access.interface("npu-smi", lambda: Tool(access, program))
        text = tool.info()
        chips = [_with_memory(tool, chip) for chip in npu_smi.parse_info(text)]
        if not chips:
            complaint = text.strip().splitlines()[-1:] or ["nothing"]
            raise SourceAbsent(f"npu-smi info says: {complaint[0][:120]}", GROUP, likely=True)
        watch = access.interface("npu-smi watch", lambda: npu_smi.Watch(program))
    except (OSError, subprocess.SubprocessError) as error:
        raise SourceAbsent(f"npu-smi cannot be used: {error}.", GROUP, likely=True) from error
    return NpuSmiProvider(access, tool, chips, watch)


def _with_memory(tool: Tool, chip: Chip) -> Chip:
    """Versions whose table does not tell the memory have it in the list of usages."""
    if chip.memory_mb is not None:
        return chip
    pairs = npu_smi.parse_pairs(tool.usages(chip.npu, chip.chip))
    total, rate = (npu_smi.number(pairs.get(key)) for key in ("Memory Capacity(MB)", "Memory Usage Rate(%)"))
    return chip if total is None or rate is None else replace(chip, memory_mb=(total * rate / 100.0, total))


_COLUMNS = (
    # Quantity, label, unit, meaning, the watch's column.
    ("", "", "%", "Time that the AI cores were busy.", "AI Core(%)"),
    ("aicpu", "AI CPU", "%", "Time that the NPU's own CPUs were busy.", "AI Cpu(%)"),
    ("ctrlcpu", "Control CPU", "%", "Time that the control CPUs were busy.", "Ctrl Cpu(%)"),
    ("bandwidth", "Memory bandwidth", "%", "Share of the memory bandwidth in use.", "Memory BW(%)"),
    ("memory", "Memory", "B", "Memory in use; shared with the CPU on a board.", "Memory(%)"),
    ("temperature", "Temperature", "°C", "Temperature of the NPU.", "Temp(C)"),
    ("power", "Power", "W", "Power of the board.", "Pwr(W)"),
)


class NpuSmiProvider:
    """Reads the lines of a running `npu-smi info watch`, one a second for each chip."""

    def __init__(self, access: Access, tool: Tool, chips: list[Chip], watch: npu_smi.Watch) -> None:
        self._tool = tool
        self._chips = chips
        self._watch = watch
        self._clock_ns = access.clock_ns
        self._seen = (0, access.clock_ns())
        """Number of lines, and when it last changed."""
        self._table: tuple[int, list[Chip]] = (access.clock_ns(), chips)
        """When the table was read, and its chips."""
        self._absences: dict[str, Absence] = {}
        self._signals = tuple(
            Signal(
                f"{own}.{quantity}" if quantity else own,
                unit,
                meaning,
                100.0 if unit == "%" else (chip.memory_mb or (0, 0))[1] * MEGABYTE if unit == "B" else 0.0,
                label,
                Device(own, DeviceKind.NPU, f"Ascend {chip.name}".strip()),
                "npu-smi",
            )
            for own, chip in self._named()
            for quantity, label, unit, meaning, _ in _COLUMNS
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        """Raises RuntimeError when the tool shows no chips any more."""
        lines, alive, said, latest = self._watch.snapshot()
        self._absences = {}
        if not alive:
            return self._values(
                self._rows_of_table(), f"npu-smi info watch has ended ({said or 'no reason'})"
            )
        now_ns = self._clock_ns()
        if lines != self._seen[0]:
            self._seen = (lines, now_ns)
        elif not lines or now_ns - self._seen[1] > _SILENCE_NS:
            waiting = Absence(f"npu-smi has not written a new line{f'; it said: {said}' if said else ''}.")
            self._absences = {signal.id: waiting for signal in self._signals}
            return {}
        return self._values(
            {(npu, chip): row for npu, chip, row in latest}, "This version of npu-smi is older"
        )

    def absences(self) -> dict[str, Absence]:
        return self._absences

    def close(self) -> None:
        self._watch.close()

    def _named(self) -> list[tuple[str, Chip]]:
        return [(f"npu{number or ''}", chip) for number, chip in enumerate(self._chips)]

    def _rows_of_table(self) -> dict[tuple[int, int], Row]:
        read_ns, chips = self._table
        if self._clock_ns() - read_ns >= _TABLE_EVERY_NS:
            chips = npu_smi.parse_info(self._tool.info())
            self._table = (self._clock_ns(), chips)
        if not chips:
            raise RuntimeError("npu-smi shows no chip any more")
        return {(chip.npu, chip.chip): chip.row() for chip in chips}

    def _values(self, rows: dict[tuple[int, int], Row], lacks: str) -> dict[str, float | None]:
        values: dict[str, float | None] = {}
        for own, chip in self._named():
            row = rows.get((chip.npu, chip.chip), {})
            for quantity, _, unit, _, column in _COLUMNS:
                signal_id, value = (f"{own}.{quantity}" if quantity else own), row.get(column)
                if value is None:
                    self._absences[signal_id] = Absence(f"{lacks}: there is no {column}.", likely=True)
                elif unit == "B":
                    value = value / 100.0 * chip.memory_mb[1] * MEGABYTE if chip.memory_mb else None
                elif quantity == "power" and value == 0.0 and chip.health != "OK":
                    self._absences[signal_id], value = SENSOR_FAULT, None
                values[signal_id] = value
        return values
