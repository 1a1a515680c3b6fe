"""Sampling in the background: absent is not zero, and one bad provider costs only its own signals."""

from __future__ import annotations

import logging
import threading
from pathlib import Path

import pytest

from geniex_desktop.telemetry.machine import read_machine
from geniex_desktop.telemetry.providers import default_providers
from geniex_desktop.telemetry.psutil_provider import CPU, MEMORY, PsutilProvider
from geniex_desktop.telemetry.ring import Ring
from geniex_desktop.telemetry.sampler import Sampler
from geniex_desktop.telemetry.signals import Provider, Sample, Signal


class Counting:
    """Reads 1, 2, 3, …; fails at the second reading."""

    def __init__(self) -> None:
        self.readings = 0

    def signals(self) -> tuple[Signal, ...]:
        return (Signal("count", "%", "test", 100.0),)

    def read(self) -> dict[str, float | None]:
        self.readings += 1
        if self.readings == 2:
            raise OSError("gone for a moment")
        return {"count": float(self.readings)}


class Waiter:
    """Lets a test wait for a number of samples."""

    def __init__(self, wanted: int) -> None:
        self.done = threading.Event()
        self._left = wanted

    def __call__(self) -> None:
        self._left -= 1
        if self._left == 0:
            self.done.set()


def broken() -> Provider:
    raise RuntimeError("no such sensor")


def sampled(makers: list, count: int) -> Sampler:
    waiter = Waiter(count)
    sampler = Sampler(makers, waiter, interval_s=0.001, grace_s=10.0)
    sampler.start()
    assert waiter.done.wait(60)
    sampler.stop()
    return sampler


def test_a_failed_reading_is_a_gap_and_not_a_zero() -> None:
    sampler = sampled([Counting], 3)
    assert sampler.ring.series("count", 100)[:3] == [1.0, None, 3.0]


def test_a_provider_that_does_not_start_leaves_the_others(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        sampler = sampled([broken, Counting], 1)
    assert set(sampler.signals) == {"count"}
    assert "did not start" in caplog.text


def test_stopping_ends_the_thread_and_is_idempotent() -> None:
    sampler = sampled([Counting], 1)
    sampler.stop()
    assert "telemetry" not in [thread.name for thread in threading.enumerate()]


def test_the_ring_keeps_the_newest() -> None:
    ring = Ring(3)
    assert ring.latest() is None
    for number in range(5):
        ring.append(Sample(number, {"x": float(number)}))
    assert ring.series("x", 2) == [3.0, 4.0]
    assert ring.series("x", 10) == [2.0, 3.0, 4.0]
    assert ring.series("absent", 10) == [None, None, None]
    latest = ring.latest()
    assert latest is not None
    assert latest.time_ns == 4


def test_the_machine_has_cpu_time_and_memory() -> None:
    provider = PsutilProvider()
    values = provider.read()
    signals = {signal.id: signal for signal in provider.signals()}
    assert 0 <= (values[CPU] or 0.0) <= signals[CPU].maximum == 100.0
    assert 0 < (values[MEMORY] or 0.0) < signals[MEMORY].maximum
    assert default_providers(platform="linux")


def test_the_machine_knows_its_processor(tmp_path: Path) -> None:
    machine = read_machine(tmp_path)
    assert machine.cpu
    assert "(R)" not in machine.cpu
    assert machine.cores > 0
    assert machine.memory_bytes > 2**28
    assert machine.disk_free_bytes > 0
    assert read_machine(tmp_path / "absent").disk_free_bytes == 0
