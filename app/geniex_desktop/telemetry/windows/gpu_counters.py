"""NPUs and GPUs on Windows: the counters that the Task Manager shows, for every vendor, no privileges."""

from __future__ import annotations

import logging

from ..access import Access, NativeError
from ..signals import Absence, Device, DeviceKind, Signal, SourceAbsent
from .adapter_list import COMPUTE_ONLY, RENDER, SOFTWARE, AdapterSource, open_adapters
from .adapters import Adapter, AdapterKind, Classified, classify
from .engines import EngineMeter, Load
from .instances import parse_memory
from .pdh import NEW_DATA, Pdh, open_pdh

log = logging.getLogger(__name__)

_BUSY = r"\GPU Engine(*)\Utilization Percentage"
_DEDICATED = r"\GPU Adapter Memory(*)\Dedicated Usage"
_SHARED = r"\GPU Adapter Memory(*)\Shared Usage"
_SOURCE = "Windows GPU counters"
_FULL_EVERY = 10
"""Collections between two that decode the names of idle instances too."""
_NO_NPU = Absence("Windows lists no NPU among its adapters.", "An NPU needs its vendor's driver.")


def make(access: Access) -> GpuCountersProvider:
    pdh = open_pdh(access)
    try:
        return GpuCountersProvider(access, pdh, open_adapters(access))
    except NativeError as error:
        pdh.close()
        raise SourceAbsent(
            f"Windows has no GPU counters: {error}.",
            "An administrator can repair them with: lodctr /r",
            likely=True,
        ) from error


def list_adapters(source: AdapterSource) -> list[Adapter]:
    """What the system says by itself; [] for nothing. DXCore knows what an NPU is, so it goes first."""
    try:
        npus = dict(source.npus() or ())
    except NativeError as error:
        log.debug("DXCore: %s", error)
        npus = {}
    try:
        others = source.kernel_adapters()
    except NativeError as error:
        log.debug("D3DKMT: %s", error)
        others = []
    found = [Adapter(luid, name, AdapterKind.NPU) for luid, name in npus.items()]
    for luid, name, bits in others:
        if luid in npus:
            continue
        compute_only = bits & COMPUTE_ONLY and not bits & RENDER
        if bits & SOFTWARE:
            found.append(Adapter(luid, name, AdapterKind.SOFTWARE))
        elif not compute_only:
            found.append(Adapter(luid, name, AdapterKind.GPU))
        elif not npus:
            found.append(Adapter(luid, name, AdapterKind.NPU))
    return found


class GpuCountersProvider:
    """Reads load, our own share of it and memory of every adapter."""

    def __init__(self, access: Access, pdh: Pdh, adapters: AdapterSource) -> None:
        self._access = access
        self._pdh = pdh
        self._source = adapters
        self._busy = pdh.add(_BUSY)
        self._memory = [number for path in (_DEDICATED, _SHARED) if (number := self._add(path)) is not None]
        self._meter = EngineMeter()
        self._collections = 0
        self._silent = False
        """No adapter had an instance at the last full reading."""
        self._listed = list_adapters(adapters)
        self._found = classify(self._listed, {})
        self._ids: dict[str, str] = {}
        self._signals: tuple[Signal, ...] = ()
        self._absences: dict[str, Absence] = {}
        self._describe()

    def signals(self) -> tuple[Signal, ...]:
        return self._signals

    def read(self) -> dict[str, float | None]:
        self._pdh.collect()
        full = self._collections % _FULL_EVERY == 1
        self._collections += 1
        if full:
            self._meter.forget()
        items = self._pdh.items(self._busy, full)
        loads = self._meter.update(items, self._access.pids())
        if full or not self._meter.engines.keys() <= self._known():
            self._resolve()
        if self._collections == 1:
            return {}  # rates begin with the second collection
        self._silent = not items if full else self._silent and not items
        return self._values(loads)

    def absences(self) -> dict[str, Absence]:
        return self._absences

    def close(self) -> None:
        self._pdh.close()

    def _add(self, path: str) -> int | None:
        try:
            return self._pdh.add(path)
        except NativeError as error:
            log.debug("%s: %s", path, error)
            return None

    def _known(self) -> set[str]:
        return {adapter.luid for adapter in (*self._listed, *self._found.adapters)}

    def _resolve(self) -> None:
        """LUIDs change with sleep, driver restarts and monitors, so nothing of them is kept for long."""
        if not self._meter.engines.keys() <= {adapter.luid for adapter in self._listed}:
            self._listed = list_adapters(self._source)
        found = classify(self._listed, self._meter.engines)
        if found != self._found:
            self._found = found
            self._describe()

    def _describe(self) -> None:
        self._ids = device_ids(self._found)
        signals: list[Signal] = []
        for adapter in self._found.adapters:
            own = self._ids[adapter.luid]
            kind = DeviceKind.NPU if adapter.kind is AdapterKind.NPU else DeviceKind.GPU
            device = Device(own, kind, adapter.name or f"{kind.value.upper()} (by its engines)")
            busy = "Load of the busiest engine: time with work queued, as the Task Manager counts it."
            signals += [
                Signal(own, "%", busy, 100.0, "", device, _SOURCE),
                Signal(
                    f"{own}.own", "%", "This app's and its engine's part.", 100.0, "This app", device, _SOURCE
                ),
            ]
            if self._memory:
                meaning = "Dedicated and shared memory that the adapter holds."
                signals.append(Signal(f"{own}.memory", "B", meaning, 0.0, "Memory", device, _SOURCE))
        if tuple(signals) != self._signals:
            self._signals = tuple(signals)

    def _values(self, loads: dict[str, Load]) -> dict[str, float | None]:
        self._absences = {}
        if "npu" not in self._ids.values():
            doubt = self._found.doubt
            self._absences["npu"] = Absence(doubt, likely=True) if doubt else _NO_NPU
        memory = self._memory_in_use()
        values: dict[str, float | None] = {}
        # An adapter that nobody uses has no instances, and is idle; but when nothing at all has
        # instances, the counters are at fault.
        idle = Load(None, None) if self._silent else Load(0.0, 0.0)
        for luid, own in self._ids.items():
            load = loads.get(luid, idle)
            values[own], values[f"{own}.own"] = load.busy, load.own
            values[f"{own}.memory"] = memory.get(luid)
            if load.busy is None:
                reason = "no process has a counter" if self._silent else "the driver's counter miscounts"
                absence = Absence(f"The GPU counters have no usable value: {reason}.", likely=True)
                self._absences.update(dict.fromkeys((own, f"{own}.own"), absence))
        return values

    def _memory_in_use(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for counter in self._memory:
            for name, status, value in self._pdh.items(counter, True):
                luid = parse_memory(name)
                if luid is not None and status <= NEW_DATA and value >= 0:
                    found[luid] = found.get(luid, 0.0) + value
        return found


def device_ids(found: Classified) -> dict[str, str]:
    """The device id of each adapter by its LUID: npu, gpu, gpu1, …"""
    ids: dict[str, str] = {}
    for adapter in found.adapters:
        kind = adapter.kind.value
        number = sum(given.startswith(kind) for given in ids.values())
        ids[adapter.luid] = f"{kind}{number or ''}"
    return ids
