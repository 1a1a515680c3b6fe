"""Providers that fail, hang or are slow: each costs its own signals, says why, and comes back."""

from __future__ import annotations

import itertools
import logging
import threading
import time
from collections.abc import Callable, Mapping

import pytest

from geniex_desktop.telemetry.lane import Lane
from geniex_desktop.telemetry.sampler import Sampler
from geniex_desktop.telemetry.signals import (
    Absence,
    Device,
    DeviceKind,
    ProviderSpec,
    Signal,
    SourceAbsent,
    State,
)


class Steady:
    """Always 7; counts its readings and its closing."""

    def __init__(self, device: str = "cpu") -> None:
        self.id = device
        self.readings = 0
        self.closed = 0

    def signals(self) -> tuple[Signal, ...]:
        return (Signal(self.id, "%", "test", 100.0, device=Device(self.id, DeviceKind.CPU)),)

    def read(self) -> Mapping[str, float | None]:
        self.readings += 1
        return {self.id: 7.0}

    def close(self) -> None:
        self.closed += 1


class Hanging(Steady):
    """Hangs in its second reading until it is let go."""

    def __init__(self) -> None:
        super().__init__("npu")
        self.go = threading.Event()

    def read(self) -> Mapping[str, float | None]:
        if self.readings == 1:
            self.go.wait(60)
        return super().read()


class Failing(Steady):
    """Fails while told to."""

    fails = True

    def read(self) -> Mapping[str, float | None]:
        if self.fails:
            raise RuntimeError("the driver said no")
        return super().read()


class Silent(Steady):
    """Has a signal without a value and knows why."""

    def read(self) -> Mapping[str, float | None]:
        return {}

    def absences(self) -> Mapping[str, Absence]:
        return {self.id: Absence("The file cannot be read (EACCES).", "Ask for it.", likely=True)}


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


class Run:
    """A sampler at a high rate, stopped at the end."""

    def __init__(self, *specs: ProviderSpec, grace_s: float = 0.05) -> None:
        self.sampler = Sampler(specs, lambda: None, 0.005, grace_s=grace_s)

    def __enter__(self) -> Sampler:
        self.sampler.start()
        return self.sampler

    def __exit__(self, *_: object) -> None:
        self.sampler.stop(60.0)


def state(sampler: Sampler, provider: str) -> State:
    return next(status.state for status in sampler.statuses() if status.provider == provider)


def count(sampler: Sampler) -> int:
    return len(sampler.ring.history([]).times_ns)


def test_a_provider_that_hangs_stops_nothing_else() -> None:
    hanging, steady = Hanging(), Steady()
    with Run(ProviderSpec("npu", lambda: hanging), ProviderSpec("cpu", lambda: steady)) as sampler:
        wait_for(lambda: state(sampler, "npu") is State.HANGING)
        before = count(sampler)
        wait_for(lambda: count(sampler) > before + 20)
        latest = sampler.ring.latest()
        assert latest is not None
        assert latest.values == {"npu": None, "cpu": 7.0}
        absence = sampler.absence("npu")
        assert absence is not None
        assert "has not answered" in absence.reason
        assert sampler.absence("cpu") is None
        hanging.go.set()
        wait_for(lambda: state(sampler, "npu") is not State.HANGING and sampler.absence("npu") is None)
    assert (hanging.closed, steady.closed) == (1, 1)


def test_stopping_leaves_a_hanging_thread_behind() -> None:
    hanging = Hanging()
    run = Run(ProviderSpec("npu", lambda: hanging))
    with run as sampler:
        wait_for(lambda: hanging.readings == 1 and count(sampler) > 2)
        sampler.stop(0.05)
        left = [thread for thread in threading.enumerate() if thread.name == "telemetry npu"]
        assert [thread.daemon for thread in left] == [True]
        hanging.go.set()
        wait_for(lambda: not left[0].is_alive())
    assert hanging.closed == 1


def test_a_provider_that_hangs_while_it_opens() -> None:
    go = threading.Event()

    def make() -> Steady:
        go.wait(60)
        return Steady("npu")

    with Run(ProviderSpec("npu", make), ProviderSpec("cpu", Steady)) as sampler:
        wait_for(lambda: count(sampler) > 3)
        assert set(sampler.signals) == {"cpu"}
        absence = sampler.absence("npu.memory")
        assert absence == Absence("No interface of this system tells.")
        go.set()
        wait_for(lambda: "npu" in sampler.signals)


def test_failures_are_gaps_and_the_provider_is_made_anew(caplog: pytest.LogCaptureFixture) -> None:
    clock = [0.0]
    made: list[Failing] = []

    def make() -> Failing:
        made.append(Failing())
        return made[-1]

    answered = threading.Event()
    lane = Lane(ProviderSpec("gpu", make), answered.set, lambda: clock[0])

    def ask(at: float) -> None:
        clock[0] = at
        answered.clear()
        lane.ask(at, 0.5)
        wait_for(lambda: not lane.pending)

    for tick in range(3):
        ask(tick * 0.5)
    assert len(made) == 1
    assert made[0].closed == 1
    assert lane.values(1.0, 0.5) == {}
    status = lane.status(1.0, 0.5)
    assert (status.state, status.reason) == (State.FAILING, "gpu: the driver said no")
    ask(4.0)
    assert len(made) == 1
    Failing.fails = False
    try:
        ask(6.5)
    finally:
        Failing.fails = True
    assert len(made) == 2
    assert lane.values(6.5, 0.5) == {"cpu": 7.0}
    assert lane.status(6.5, 0.5).state is State.OK
    lane.end()
    lane.join(60)


def test_a_provider_that_cannot_describe_itself_fails_like_any_other() -> None:
    class Confused(Steady):
        def signals(self) -> tuple[Signal, ...]:
            if self.readings == 2:
                raise RuntimeError("which device?")
            return super().signals()

    confused = Confused()
    lane = Lane(ProviderSpec("cpu", lambda: confused), lambda: None, lambda: 0.0)
    seen = []
    for tick in range(3):
        lane.ask(float(tick), 0.5)
        wait_for(lambda: not lane.pending)
        seen.append((lane.values(0.0, 0.5), lane.status(0.0, 0.5).state))
    assert seen == [({"cpu": 7.0}, State.OK), ({}, State.FAILING), ({"cpu": 7.0}, State.OK)]
    lane.end()
    lane.join(60)


def test_old_values_are_no_values() -> None:
    lane = Lane(ProviderSpec("cpu", Steady), lambda: None, lambda: 100.0)
    lane.ask(100.0, 0.5)
    wait_for(lambda: not lane.pending)
    assert lane.values(101.4, 0.5) == {"cpu": 7.0}
    assert lane.values(101.6, 0.5) == {}
    lane.end()
    lane.join(60)


def test_a_slow_provider_is_asked_more_rarely_and_not_waited_for() -> None:
    class Slow(Steady):
        def read(self) -> Mapping[str, float | None]:
            time.sleep(0.01)
            return super().read()

    spec = ProviderSpec("npu", lambda: Slow("npu"), budget_s=0.001)
    with Run(spec, ProviderSpec("cpu", Steady)) as sampler:
        wait_for(lambda: state(sampler, "npu") is State.SLOW)
        status = sampler.statuses()[0]
        assert status.interval_s > sampler.interval_s
        assert "more rarely" in status.reason
        assert state(sampler, "cpu") is State.OK


class TestAbsence:
    def absent(self, *specs: ProviderSpec) -> Sampler:
        with Run(*specs, ProviderSpec("cpu", Steady)) as sampler:
            wait_for(lambda: count(sampler) > 0)
        return sampler

    def spec(self, name: str, reason: str, remedy: str = "", *, likely: bool = False) -> ProviderSpec:
        def make() -> Steady:
            raise SourceAbsent(reason, remedy, likely=likely)

        return ProviderSpec(name, make, ("npu",))

    def test_reasons_are_put_together(self) -> None:
        sampler = self.absent(self.spec("a", "No Intel NPU."), self.spec("b", "No Hexagon."))
        assert sampler.absence("npu.memory") == Absence("No Intel NPU. No Hexagon.")
        assert sampler.absence("rocket") == Absence("No interface of this system tells.")
        assert [status.state for status in sampler.statuses()[:2]] == [State.ABSENT, State.ABSENT]

    def test_the_hardware_that_is_there_matters(self) -> None:
        sampler = self.absent(
            self.spec("a", "No Intel NPU."), self.spec("b", "Not permitted.", "Join the group.", likely=True)
        )
        assert sampler.absence("npu") == Absence("Not permitted.", "Join the group.", likely=True)

    def test_a_provider_that_knows_why_is_asked(self) -> None:
        sampler = self.absent(ProviderSpec("c", lambda: Silent("npu")))
        assert sampler.absence("npu") == Absence(
            "The file cannot be read (EACCES).", "Ask for it.", likely=True
        )

    def test_absent_is_no_warning(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.INFO):
            self.absent(self.spec("a", "No Intel NPU."))
        assert caplog.text == ""


def test_a_new_rate_holds_at_once() -> None:
    sampler = Sampler([Steady], lambda: None, 3600.0)
    sampler.start()
    wait_for(lambda: count(sampler) == 1)
    sampler.set_interval(0.001)
    wait_for(lambda: count(sampler) > 5)
    sampler.stop()
    cost = sampler.cost_percent()
    assert cost is not None
    assert cost > 0
    times = list(sampler.ring.history([]).times_ns)
    assert all(later > earlier for earlier, later in itertools.pairwise(times))


class OnDemand(Steady):
    """Counts how often it is opened."""

    def __init__(self) -> None:
        super().__init__("npu")
        self.opened = 0

    def make(self) -> OnDemand:
        self.opened += 1
        return self


def settled(lane: Lane) -> None:
    wait_for(lambda: not lane.pending)


def test_what_is_open_on_demand_is_closed_at_rest_and_opened_again() -> None:
    provider = OnDemand()
    lane = Lane(ProviderSpec("Hexagon", provider.make, on_demand=True), lambda: None)
    for opened in (1, 2):
        assert lane.ask(time.monotonic(), 0.5)
        settled(lane)
        assert (provider.opened, lane.status(time.monotonic(), 0.5).state) == (opened, State.OK)
        lane.rest()
        settled(lane)
        lane.rest()
        assert (provider.closed, lane.status(time.monotonic(), 0.5).state) == (opened, State.RESTING)
        assert not lane.values(time.monotonic(), 0.5)
    lane.end()


def test_rest_waits_for_a_reading_that_runs() -> None:
    hanging = Hanging()
    lane = Lane(ProviderSpec("npu", lambda: hanging), lambda: None)
    lane.ask(time.monotonic(), 0.01)
    settled(lane)
    lane.ask(time.monotonic() + 1, 0.01)
    lane.rest()
    assert lane.pending
    assert hanging.closed == 0
    hanging.go.set()
    settled(lane)
    lane.rest()
    settled(lane)
    assert hanging.closed == 1
    lane.end()


def test_nobody_looking_opens_and_keeps_open_nothing_that_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap, dear = Steady("cpu"), OnDemand()
    specs = [ProviderSpec("cheap", lambda: cheap), ProviderSpec("dear", dear.make, ("npu",), on_demand=True)]
    sampler = Sampler(specs, lambda: None, 0.01, attended=False)
    sampler.start()
    try:
        wait_for(lambda: cheap.readings > 3)
        assert dear.opened == 0
        reason = sampler.absence("npu")
        assert reason is not None
        assert "while a reply runs" in reason.reason
        sampler.attend(True)
        wait_for(lambda: sampler.absence("npu") is None)
        sampler.attend(False)
        before = count(sampler)
        wait_for(lambda: count(sampler) > before + 3)
        assert dear.closed == 0  # a next reply may come soon
        monkeypatch.setattr("geniex_desktop.telemetry.sampler._LINGER_S", 0.0)
        wait_for(lambda: dear.closed == 1)
        wait_for(lambda: sampler.absence("npu") is not None)
        assert "npu" in sampler.signals
        sampler.attend(True)
        wait_for(lambda: dear.opened == 2)
    finally:
        sampler.stop()


def test_devices_come_in_the_windows_order() -> None:
    kinds = {"cpu": DeviceKind.CPU, "gpu": DeviceKind.GPU, "npu": DeviceKind.NPU}

    class Three(Steady):
        def signals(self) -> tuple[Signal, ...]:
            return tuple(Signal(key, "%", "test", device=Device(key, kind)) for key, kind in kinds.items())

    with Run(ProviderSpec("three", Three)) as sampler:
        wait_for(lambda: count(sampler) > 0)
        assert [device.id for device in sampler.devices] == ["npu", "gpu", "cpu"]


def test_a_device_that_goes_takes_its_signals() -> None:
    class Leaving(Steady):
        def signals(self) -> tuple[Signal, ...]:
            return there if self.readings < 5 else ()

    there = Steady().signals()
    with Run(ProviderSpec("leaving", Leaving)) as sampler:
        wait_for(lambda: "cpu" in sampler.signals)
        wait_for(lambda: "cpu" not in sampler.signals)
        assert sampler.devices == ()


def test_sampling_that_is_too_dear_slows_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 4)
    sampler = Sampler([Steady], lambda: None, 0.5)
    intervals = []
    for second in range(200):
        sampler._cpu_s = 0.041 * second  # 4.1 % of a core, more than 1 % of four
        sampler._measure(float(second))
        intervals.append(sampler.interval_s)
    assert intervals[29] == 0.5
    assert intervals[30] == 1.0
    assert intervals[-1] == 5.0
    sampler = Sampler([Steady], lambda: None, 0.5)
    for second in range(200):
        sampler._cpu_s = 0.039 * second
        sampler._measure(float(second))
    assert sampler.interval_s == 0.5
