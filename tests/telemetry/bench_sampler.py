"""What sampling costs: run `python tests/telemetry/bench_sampler.py [SECONDS]` by hand, SECONDS at each rate.

Samples this machine with all its providers, as the window does: twice a second while somebody looks, five
times while a reply runs on a PC, ten times where a person chose the most. The goal is 1 % of a core at 2 Hz.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import sys
import time

from geniex_desktop.telemetry.providers import default_providers
from geniex_desktop.telemetry.sampler import Sampler
from geniex_desktop.telemetry.signals import State

RATES_HZ = (2, 5, 10)
SETTLING_S = 3.0
"""Opening providers costs once."""


def measure(rate_hz: int, seconds: float) -> None:
    """One rate, by the clock of this process and by the sampler's own meter."""
    samples = 0

    def count() -> None:
        nonlocal samples
        samples += 1

    sampler = Sampler(default_providers(), count, 1.0 / rate_hz)
    sampler.start()
    time.sleep(SETTLING_S)
    began, cpu, before = time.monotonic(), time.process_time(), samples
    time.sleep(seconds)
    took = time.monotonic() - began
    share = 100 * (time.process_time() - cpu) / took
    print(f"{rate_hz} Hz wanted, {(samples - before) / took:.1f} Hz had, {len(sampler.signals)} signals:")
    print(
        f"  {share:.2f} % of a core by the process's clock, {sampler.cost_percent():.2f} % by its own meter"
    )
    for status in sampler.statuses():
        if status.state is State.OK:
            print(f"  {status.provider}: {1000 * status.read_s:.2f} ms every {status.interval_s:g} s")
    sampler.stop()


def main(seconds: float) -> None:
    for rate_hz in RATES_HZ:
        measure(rate_hz, seconds)


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 40.0)
