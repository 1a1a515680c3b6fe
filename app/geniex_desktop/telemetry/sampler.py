"""Reads all providers at a steady pace on a thread of its own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from .ring import Ring
from .signals import Provider, Sample, Signal

log = logging.getLogger(__name__)

MakeProvider = Callable[[], Provider]
HISTORY = 3600
"""Samples kept: half an hour at two a second."""


def default_providers() -> list[MakeProvider]:
    """The providers of this platform, to be made on the sampler's thread."""

    def with_psutil() -> Provider:
        from .psutil_provider import PsutilProvider

        return PsutilProvider()

    return [with_psutil]


class Sampler:
    """Samples from `start` to `stop`; `listener` is called on the sampler's thread after each sample."""

    def __init__(
        self,
        providers: Sequence[MakeProvider],
        listener: Callable[[], None],
        interval_s: float = 1.0,
    ) -> None:
        self.ring = Ring(HISTORY)
        self.signals: dict[str, Signal] = {}
        """By id; filled before the first sample."""
        self._make = providers
        self._listener = listener
        self._interval_s = interval_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="telemetry", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> None:
        """Ends the thread. Idempotent."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    def _run(self) -> None:
        providers = self._open()
        while not self._ended.wait(self._interval_s):
            values: dict[str, float | None] = {}
            for provider in providers:
                values.update(self._read(provider))
            self.ring.append(Sample(time.monotonic_ns(), values))
            self._listener()

    def _open(self) -> list[Provider]:
        made = [self._open_one(make) for make in self._make]
        return [provider for provider in made if provider is not None]

    def _open_one(self, make: MakeProvider) -> Provider | None:
        """A provider that does not start costs its own signals and no others."""
        try:
            provider = make()
            self.signals.update({signal.id: signal for signal in provider.signals()})
        except Exception:
            log.warning("a telemetry provider did not start", exc_info=True)
            return None
        return provider

    @staticmethod
    def _read(provider: Provider) -> dict[str, float | None]:
        try:
            return provider.read()
        except Exception:
            log.debug("a telemetry provider failed", exc_info=True)
            return {signal.id: None for signal in provider.signals()}
