"""What sampling costs: run `python tests/telemetry/bench_sampler.py [SECONDS]`, by hand.

Samples this machine twice a second with all its providers, as the window does. The goal is 1 % of a core.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import sys
import time

from geniex_desktop.telemetry.providers import default_providers
from geniex_desktop.telemetry.sampler import Sampler
from geniex_desktop.telemetry.signals import State


def main(seconds: float) -> None:
    sampler = Sampler(default_providers(), lambda: None, 0.5)
    sampler.start()
    time.sleep(3.0)  # opening providers costs once
    began, cpu = time.monotonic(), time.process_time()
    time.sleep(seconds)
    share = 100 * (time.process_time() - cpu) / (time.monotonic() - began)
    print(f"{len(sampler.signals)} signals at 2 Hz: {share:.2f} % of a core by the process's clock,")
    print(f"{sampler.cost_percent():.2f} % by the sampler's own meter, which counts from its start")
    for status in sampler.statuses():
        if status.state is State.OK:
            print(f"  {status.provider}: {1000 * status.read_s:.2f} ms every {status.interval_s:g} s")
    sampler.stop()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 40.0)
