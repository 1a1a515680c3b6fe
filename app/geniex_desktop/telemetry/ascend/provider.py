"""The Ascend NPU: through DCMI, or where that is not to be had through npu-smi."""

from __future__ import annotations

from collections.abc import Callable

from ..access import Access, NativeError
from ..readings import Readings
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from . import dcmi, npu_smi
from .dcmi import CtypesDcmi, Dcmi
from .watching import GROUP, MEGABYTE, SENSOR_FAULT, NpuSmiProvider, open_npu_smi


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
        return open_npu_smi(access, program)
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
        raise SourceAbsent(f"DCMI: {error}.", GROUP if refused else "", likely=True) from error


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
                self._readings.absences.setdefault(signal_id, SENSOR_FAULT)
        return values

    def absences(self) -> dict[str, Absence]:
        return self._readings.absences

    def _describe(self, own: str, card: int, chip: int) -> None:
        library, readings = self._dcmi, self._readings
        device = Device(own, DeviceKind.NPU, self._name(card, chip), self._driver())
        total = readings.constant(lambda: library.memory_mb(card, chip)[1] * MEGABYTE)
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

    def _driver(self) -> str:
        try:
            return self._dcmi.driver()
        except NativeError:
            return ""

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
    return (total - available) * MEGABYTE if 0 <= available <= total else None
