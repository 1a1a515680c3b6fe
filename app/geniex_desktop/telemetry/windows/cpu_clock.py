"""Clock of the processor on Windows, where the nominal clock never changes: what the counters say of it."""

from __future__ import annotations

from typing import Any

import psutil

from ..access import Access, NativeError
from ..signals import Device, DeviceKind, Signal, SourceAbsent
from .pdh import NEW_DATA, Pdh, open_pdh

_PERFORMANCE = r"\Processor Information(*)\% Processor Performance"
_TOTAL = "_Total"
_CPU = Device("cpu", DeviceKind.CPU)


def make(access: Access, source: Any = psutil) -> CpuClockProvider:
    nominal = source.cpu_freq()
    if nominal is None or not nominal.max:
        raise SourceAbsent("Windows does not tell the processor's nominal clock.")
    pdh = open_pdh(access)
    try:
        pdh.add(_PERFORMANCE)
    except NativeError as error:
        pdh.close()
        raise SourceAbsent(f"Windows does not tell the processor's clock: {error}.") from error
    return CpuClockProvider(pdh, nominal.max * 1e6)


class CpuClockProvider:
    """Reads the mean clock of all cores: a share of the nominal one, which a boost exceeds."""

    def __init__(self, pdh: Pdh, nominal_hz: float) -> None:
        self._pdh = pdh
        self._nominal_hz = nominal_hz
        meaning = "Mean clock of all cores."
        self._signals = (
            Signal("cpu.clock", "Hz", meaning, nominal_hz, "Clock", _CPU, "Processor Information"),
        )

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        self._pdh.collect()
        items = self._pdh.items(0, True)
        share = next((value for name, status, value in items if name == _TOTAL and status <= NEW_DATA), None)
        return {"cpu.clock": None if share is None else share / 100.0 * self._nominal_hz}

    def close(self) -> None:
        self._pdh.close()
