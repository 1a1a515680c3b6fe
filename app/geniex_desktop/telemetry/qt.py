"""Telemetry for the window: the only module here that knows Qt."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from .ring import History
from .sampler import Sampler, default_providers
from .signals import Signal as MeasuredSignal


class Telemetry(QObject):
    """Samples in the background; `sampled` arrives in the GUI thread."""

    sampled = Signal()

    def __init__(self, parent: QObject | None = None, interval_s: float = 1.0) -> None:
        super().__init__(parent)
        self._sampler = Sampler(default_providers(), self.sampled.emit, interval_s)

    def start(self) -> None:
        self._sampler.start()

    def stop(self) -> None:
        self._sampler.stop()

    def signal(self, signal_id: str) -> MeasuredSignal | None:
        """What a signal is; None where this machine has no source for it."""
        return self._sampler.signals.get(signal_id)

    def signals(self) -> tuple[MeasuredSignal, ...]:
        """All that have a source on this machine."""
        return tuple(self._sampler.signals.values())

    def history(self, signal_ids: Iterable[str], since_ns: int = 0) -> History:
        """Times and columns of some signals since a time of time.monotonic_ns(); NaN is a gap."""
        return self._sampler.ring.history(signal_ids, since_ns)

    def latest(self, signal_id: str) -> float | None:
        sample = self._sampler.ring.latest()
        return sample.values.get(signal_id) if sample is not None else None

    def series(self, signal_id: str, count: int) -> list[float | None]:
        """The last values of a signal, oldest first."""
        return self._sampler.ring.series(signal_id, count)
