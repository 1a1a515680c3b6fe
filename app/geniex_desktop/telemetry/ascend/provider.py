"""The Ascend NPU: through DCMI, or where that is not to be had through npu-smi."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

from ..access import Access, NativeError
from ..readings import Readings
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from . import dcmi, npu_smi
from .dcmi import CtypesDcmi, Dcmi

_MEGABYTE = 2.0**20
_SILENCE_NS = 3_000_000_000
_INFO_TIMEOUT_S = 10.0
_SENSOR_FAULT = Absence(
    "The board reports an alarm and a power of zero: most likely its current sensor is at fault (80E3A203).",
    likely=True,
)
_GROUP = "Add yourself to the group HwHiAiUser and log in again."


def make(access: Access) -> DcmiProvider | NpuSmiProvider:
    """Raises SourceAbsent with the reasons of both ways."""
    try:
        return _with_dcmi(access)
    except SourceAbsent as absent:
        first = absent
    program = access.find_program("npu-smi") or next(filter(access.find_program, npu_smi.PLACES), None)
    if program is None:
        raise first
    try:
        return _with_npu_smi(access, program)
    except SourceAbsent as absent:
        reason = f"{first.absence.reason} {absent.absence.reason}"
        raise SourceAbsent(reason, absent.absence.remedy, likely=True) from absent


def _with_dcmi(access: Access) -> DcmiProvider:
    present = any(name.startswith("davinci") for name in access.files.names("/dev"))
    reason = "libdcmi.so is missing." if present else "No Ascend NPU (no /dev/davinci0, no libdcmi.so)."
    remedy = "Install the Ascend driver package." if present else ""
    try:
        library = access.interface("dcmi", lambda: CtypesDcmi(access.load_first(dcmi.LIBRARIES)))
        return DcmiProvider(library)
    except OSError as error:
        raise SourceAbsent(reason, remedy, likely=present) from error
    except NativeError as error:
        refused = error.code == dcmi.NOT_PERMITTED
        raise SourceAbsent(f"DCMI: {error}.", _GROUP if refused else "", likely=True) from error


class DcmiProvider:
    """Reads load, memory, temperature, power and clock of each NPU; what one does not support is left out."""

    def __init__(self, library: Dcmi) -> None:
        self._dcmi = library
        self._readings = Readings("DCMI", dcmi.UNSUPPORTED)
        chips = library.chips()
        if not chips:
            raise NativeError("dcmi_get_card_list", -8008, "no NPU")
        for number, (card, device) in enumerate(chips):
            self._describe(f"npu{number or ''}", card, device)
        self._signals = self._readings.signals

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        values = self._readings.read()
        for signal_id, value in values.items():
            if value is None and signal_id.endswith(".power"):
                self._readings.absences.setdefault(signal_id, _SENSOR_FAULT)
        return values

    def absences(self) -> dict[str, Absence]:
        return self._readings.absences

    def _describe(self, own: str, card: int, chip: int) -> None:
        library, readings = self._dcmi, self._readings
        device = Device(own, DeviceKind.NPU, self._name(card, chip))
        total = readings.constant(lambda: library.memory_mb(card, chip)[1] * _MEGABYTE)
        fastest = readings.constant(lambda: library.clock_mhz(card, chip, dcmi.CLOCK_AICORE_MAX) * 1e6)

        def add(
            quantity: str,
            label: str,
            unit: str,
            meaning: str,
            reader: Callable[[], float | None],
            top: float = 0.0,
        ) -> None:
            signal = Signal(
                f"{own}.{quantity}" if quantity else own, unit, meaning, top, label, device, "DCMI"
            )
            readings.add(signal, reader, headline=not quantity)

        def busy(kind: int) -> Callable[[], float]:
            return lambda: float(min(100, library.utilisation(card, chip, kind)))

        add("", "", "%", "Time that the AI cores were busy.", busy(dcmi.AICORE), 100.0)
        add("aicpu", "AI CPU", "%", "Time that the NPU's own CPUs were busy.", busy(dcmi.AICPU), 100.0)
        add("ctrlcpu", "Control CPU", "%", "Time that the control CPUs were busy.", busy(dcmi.CTRLCPU), 100.0)
        add(
            "bandwidth",
            "Memory bandwidth",
            "%",
            "Share of the memory bandwidth in use.",
            busy(dcmi.MEMORY_BANDWIDTH),
            100.0,
        )
        add(
            "memory",
            "Memory",
            "B",
            "Memory in use; shared with the CPU on a board.",
            lambda: used_bytes(*library.memory_mb(card, chip)),
            total,
        )
        add(
            "temperature",
            "Temperature",
            "°C",
            "Temperature of the NPU.",
            lambda: float(library.temperature(card, chip)),
        )
        add("power", "Power", "W", "Power of the board.", lambda: self._watts(card, chip))
        add(
            "clock",
            "Clock",
            "Hz",
            "Clock of the AI cores.",
            lambda: library.clock_mhz(card, chip, dcmi.CLOCK_AICORE) * 1e6,
            fastest,
        )

    def _name(self, card: int, chip: int) -> str:
        try:
            return self._dcmi.name(card, chip) or "Ascend"
        except NativeError:
            return "Ascend"

    def _watts(self, card: int, chip: int) -> float | None:
        watts = self._dcmi.watts(card, chip)
        if watts == 0.0 and self._dcmi.health(card, chip) != 0:
            return None
        return watts


def used_bytes(available: int, total: int) -> float | None:
    """Memory in use from the driver's two numbers; None when they make no sense together.

    The total is in MB. The available memory is in MB with some drivers and in KB with others.
    """
    if available > total:
        available //= 1024
    return (total - available) * _MEGABYTE if 0 <= available <= total else None


def _with_npu_smi(access: Access, program: str) -> NpuSmiProvider:
    try:
        text = access.interface(
            "npu-smi info", lambda: _Info(access.run_program([program, "info"], _INFO_TIMEOUT_S))
        ).text()
        chips = npu_smi.parse_info(text)
        if not chips:
            complaint = text.strip().splitlines()[-1:] or ["nothing"]
            raise SourceAbsent(f"npu-smi info says: {complaint[0][:120]}", _GROUP, likely=True)
        watch = access.interface("npu-smi watch", lambda: npu_smi.Watch(program))
    except (OSError, subprocess.SubprocessError) as error:
        raise SourceAbsent(f"npu-smi cannot be used: {error}.", _GROUP, likely=True) from error
    return NpuSmiProvider(access, chips, watch)


class _Info:
    """What `npu-smi info` printed, as an interface that can be recorded."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text


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

    def __init__(self, access: Access, chips: list[npu_smi.Chip], watch: npu_smi.Watch) -> None:
        self._chips = chips
        self._watch = watch
        self._clock_ns = access.clock_ns
        self._seen = (0, access.clock_ns())
        """Number of lines, and when it last changed."""
        self._absences: dict[str, Absence] = {}
        self._signals = tuple(
            Signal(
                f"{own}.{quantity}" if quantity else own,
                unit,
                meaning,
                100.0 if unit == "%" else (chip.memory_mb or (0, 0))[1] * _MEGABYTE if unit == "B" else 0.0,
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
        """Raises RuntimeError when the tool has ended."""
        lines, alive, said, latest = self._watch.snapshot()
        if not alive:
            raise RuntimeError(f"npu-smi has ended: {said or 'it said nothing'}")
        self._absences = {}
        now_ns = self._clock_ns()
        if lines != self._seen[0]:
            self._seen = (lines, now_ns)
        elif not lines or now_ns - self._seen[1] > _SILENCE_NS:
            waiting = Absence(f"npu-smi has not written a new line{f'; it said: {said}' if said else ''}.")
            self._absences = {signal.id: waiting for signal in self._signals}
            return {}
        rows = {(npu, chip): values for npu, chip, values in latest}
        values: dict[str, float | None] = {}
        for own, chip in self._named():
            values.update(self._chip_values(own, chip, rows.get((chip.npu, chip.chip), {})))
        return values

    def absences(self) -> dict[str, Absence]:
        return self._absences

    def close(self) -> None:
        self._watch.close()

    def _named(self) -> list[tuple[str, npu_smi.Chip]]:
        return [(f"npu{number or ''}", chip) for number, chip in enumerate(self._chips)]

    def _chip_values(
        self, own: str, chip: npu_smi.Chip, row: dict[str, float | None]
    ) -> dict[str, float | None]:
        values: dict[str, float | None] = {}
        for quantity, _, unit, _, column in _COLUMNS:
            signal_id, value = (f"{own}.{quantity}" if quantity else own), row.get(column)
            if value is None:
                self._absences[signal_id] = Absence(f"This version of npu-smi has no {column}.", likely=True)
            elif unit == "B":
                value = value / 100.0 * chip.memory_mb[1] * _MEGABYTE if chip.memory_mb else None
            elif quantity == "power" and value == 0.0 and chip.health != "OK":
                self._absences[signal_id], value = _SENSOR_FAULT, None
            values[signal_id] = value
        return values
