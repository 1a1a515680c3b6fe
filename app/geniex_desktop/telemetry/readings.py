"""Signals that are native calls: an unsupported one is left out, one that fails is a gap with a reason."""

from __future__ import annotations

from collections.abc import Callable

from .access import NativeError
from .signals import Absence, Signal


class Readings:
    """Pairs of a signal and the call that reads it."""

    def __init__(self, source: str, unsupported: int) -> None:
        """`unsupported`: the error code by which the library says that a device has no such thing."""
        self.absences: dict[str, Absence] = {}
        self._source = source
        self._unsupported = unsupported
        self._signals: list[Signal] = []
        self._readers: dict[str, Callable[[], float | None]] = {}

    @property
    def signals(self) -> tuple[Signal, ...]:
        return tuple(self._signals)

    def add(self, signal: Signal, reader: Callable[[], float | None], *, headline: bool = False) -> None:
        """Adds the signal if the device supports it; a headline is added anyhow, to say why it is empty."""
        try:
            reader()
        except NativeError as error:
            # Other errors may pass, so they cost no signal.
            if error.code == self._unsupported and not headline:
                return
        self._signals.append(signal)
        self._readers[signal.id] = reader

    def constant(self, reader: Callable[[], float]) -> float:
        """A value that never changes; 0.0 where the device does not tell."""
        try:
            return reader()
        except NativeError:
            return 0.0

    def read(self) -> dict[str, float | None]:
        self.absences = {}
        return {signal_id: self._value(signal_id, reader) for signal_id, reader in self._readers.items()}

    def all_absent(self, absence: Absence) -> dict[str, float | None]:
        """No value for any signal, for one reason."""
        self.absences = dict.fromkeys(self._readers, absence)
        return {}

    def _value(self, signal_id: str, reader: Callable[[], float | None]) -> float | None:
        try:
            return reader()
        except NativeError as error:
            self.absences[signal_id] = Absence(f"{self._source}: {error}.", likely=True)
            return None
