"""Telemetry for the window: the only module here that knows Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal

from .access import Access
from .providers import default_providers
from .ring import History
from .sampler import Sampler
from .signals import Absence, Device, Status
from .signals import Signal as MeasuredSignal


class Telemetry(QObject):
    """Samples in the background; `sampled` arrives in the GUI thread. Nothing here waits."""

    sampled = Signal()
    status_changed = Signal()
    """A provider came, went, or has another trouble than before."""

    def __init__(
        self,
        parent: QObject | None = None,
        interval_s: float = 0.5,
        engine_pid: Callable[[], int | None] = lambda: None,
    ) -> None:
        """`engine_pid` is called on a telemetry thread."""
        super().__init__(parent)
        self._states: tuple[object, ...] = ()
        providers = default_providers(Access(engine_pid=engine_pid))
        self._sampler = Sampler(providers, self._announce, interval_s, attended=False)

    def start(self) -> None:
        self._sampler.start()

    def stop(self) -> None:
        self._sampler.stop()

    def set_interval(self, interval_s: float) -> None:
        """Seconds between two samples; providers keep their own floors."""
        self._sampler.set_interval(interval_s)

    def attend(self, on: bool) -> None:
        """Whether somebody looks or a reply runs: some providers are open only then."""
        self._sampler.attend(on)

    @property
    def interval_s(self) -> float:
        """Seconds between two samples at present."""
        return self._sampler.interval_s

    def signals(self) -> tuple[MeasuredSignal, ...]:
        """All that have a source on this machine."""
        return tuple(self._sampler.signals.values())

    def devices(self) -> tuple[Device, ...]:
        """NPUs, GPUs, CPU, memory, processes, power, temperature: those with signals, in this order."""
        return self._sampler.devices

    def signal(self, signal_id: str) -> MeasuredSignal | None:
        """What a signal is; None where this machine has no source for it."""
        return self._sampler.signals.get(signal_id)

    def latest(self, signal_id: str) -> float | None:
        sample = self._sampler.ring.latest()
        return sample.values.get(signal_id) if sample is not None else None

    def series(self, signal_id: str, count: int) -> list[float | None]:
        """The last values of a signal, oldest first."""
        return self._sampler.ring.series(signal_id, count)

    def history(self, signal_ids: Iterable[str], since_ns: int = 0) -> History:
        """Times and columns of some signals since a time of time.monotonic_ns(); NaN is a gap."""
        return self._sampler.ring.history(signal_ids, since_ns)

    def nominal_hz(self, signal_id: str) -> float | None:
        """How often a signal is read at present; None where this machine has no source for it."""
        return self._sampler.nominal_hz(signal_id)

    def absence(self, signal_id: str) -> Absence | None:
        """Why a signal has no value now and what would fill it; None when it has one."""
        return self._sampler.absence(signal_id)

    def statuses(self) -> tuple[Status, ...]:
        """How each provider is."""
        return self._sampler.statuses()

    def cost_percent(self) -> float | None:
        """What sampling costs, in per cent of one core; None before the second sample."""
        return self._sampler.cost_percent()

    def _announce(self) -> None:
        """On the sampler's thread; the signals cross to the window's."""
        states = tuple((status.provider, status.state) for status in self._sampler.statuses())
        if states != self._states:
            self._states = states
            self.status_changed.emit()
        self.sampled.emit()
