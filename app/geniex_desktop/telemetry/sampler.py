"""Reads all providers at a steady rate; each on a thread of its own, put together on one more."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from .lane import Answer, Lane
from .registry import Registry
from .ring import Ring
from .signals import Absence, Device, DeviceKind, Provider, ProviderSpec, Sample, Signal, State, Status

MakeProvider = Callable[[], Provider]

HISTORY = 18_000
"""Half an hour at ten samples a second, the fastest rate there is."""

_METER_WINDOW_S = 30.0
_MOST_PERCENT = 1.0
"""Of the whole machine; beyond it, sampling slows down by itself."""
_SLOWEST_S = 5.0
_LINGER_S = 30.0
"""Between two replies, providers that are open on demand stay so."""


class Sampler:
    """Samples from `start` to `stop`; `listener` is called on the sampler's thread after each sample.

    A provider that raises leaves a gap; one that hangs, or takes long, is no longer waited for.
    """

    def __init__(
        self,
        providers: Sequence[ProviderSpec | MakeProvider],
        listener: Callable[[], None],
        interval_s: float = 0.5,
        *,
        grace_s: float = 0.25,
        attended: bool = True,
    ) -> None:
        """`grace_s`: how long a sample waits for providers that are usually quick; `attended` as `attend`."""
        self.ring = Ring(HISTORY)
        self._listener = listener
        self._wanted_s = interval_s
        self._brake = 1
        self._grace_s = grace_s
        self._changed = threading.Condition()
        self._ended = False
        self._attended = attended
        self._attended_s = float("-inf")
        self._lanes = [Lane(_spec(provider), self._answered) for provider in providers]
        self._registry = Registry(len(self._lanes))
        self._seen: list[tuple[Signal, ...] | None] = [None] * len(self._lanes)
        self._cpu_s = 0.0
        self._meter: deque[tuple[float, float]] = deque()
        self._cost_percent: float | None = None
        self._thread = threading.Thread(target=self._run, name="telemetry", daemon=True)

    @property
    def signals(self) -> Mapping[str, Signal]:
        """By id; those of providers that are quick to open are there before the first sample."""
        return self._registry.signals

    @property
    def devices(self) -> tuple[Device, ...]:
        """The devices that have signals, in the order in which a window shows them."""
        found: dict[str, Device] = {}
        for signal in self.signals.values():
            device = signal.device
            if device is not None and (device.id not in found or device.name):
                found[device.id] = device
        kinds = list(DeviceKind)
        return tuple(sorted(found.values(), key=lambda device: (kinds.index(device.kind), device.id)))

    @property
    def interval_s(self) -> float:
        """Time between two samples at present, longer than wanted where sampling is too dear."""
        return max(self._wanted_s, min(_SLOWEST_S, self._wanted_s * self._brake))

    def set_interval(self, interval_s: float) -> None:
        """From any thread; providers keep their own floors."""
        with self._changed:
            self._wanted_s = interval_s
            self._changed.notify_all()

    def attend(self, on: bool) -> None:
        """From any thread: whether somebody looks, so that providers that are open on demand are."""
        with self._changed:
            if self._attended and not on:
                self._attended_s = time.monotonic()
            self._attended = on
            self._changed.notify_all()

    def start(self) -> None:
        self._thread.start()

    def stop(self, timeout_s: float = 1.0) -> None:
        """Ends all threads but those that hang. Idempotent."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()
        deadline = time.monotonic() + timeout_s
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        for lane in self._lanes:
            lane.end()
        for lane in self._lanes:
            lane.join(deadline - time.monotonic())

    def statuses(self) -> tuple[Status, ...]:
        """One for each provider, in the order of their table."""
        now = time.monotonic()
        return tuple(lane.status(now, self.interval_s) for lane in self._lanes)

    def nominal_hz(self, signal_id: str) -> float | None:
        """How often its provider is asked at present; None for a signal that nobody reads."""
        owner = self._registry.owners.get(signal_id)
        if owner is None:
            return None
        status = self._lanes[owner[0]].status(time.monotonic(), self.interval_s)
        return 1.0 / status.interval_s

    def absence(self, signal_id: str) -> Absence | None:
        """Why the signal has no value now, and what would give it one; None when it has one."""
        latest = self.ring.latest()
        if latest is not None and latest.values.get(signal_id) is not None:
            return None
        owner = self._registry.owners.get(signal_id)
        if owner is not None:
            return self._gap(self._lanes[owner[0]], owner[1])
        reasons = [self._gap(lane, signal_id) for lane in self._lanes if _would_fill(lane.spec, signal_id)]
        likely = [reason for reason in reasons if reason.likely]
        if likely or len(reasons) == 1:
            return (likely or reasons)[0]
        if not reasons:
            return Absence("No interface of this system tells.")
        return Absence(" ".join(dict.fromkeys(reason.reason for reason in reasons)))

    def cost_percent(self) -> float | None:
        """CPU time that sampling takes, in per cent of one core over the last half minute."""
        return self._cost_percent

    # ---------------------------------------------------------------- the sampler's thread

    def _run(self) -> None:
        due = time.monotonic()
        while not self._ended:
            self._sample()
            due += self.interval_s
            now = time.monotonic()
            if due < now:
                due = now  # skipped, not caught up with
            due = self._sleep_until(due)

    def _sleep_until(self, due: float) -> float:
        """Returns when it is due after all: a new rate holds from the moment it is set."""
        with self._changed:
            while not self._ended and (left := due - time.monotonic()) > 0:
                before = self.interval_s
                self._changed.wait(left)
                due += self.interval_s - before
        return due

    def _sample(self) -> None:
        began = time.monotonic()
        cpu_began = time.thread_time()
        wanted = [lane for lane in self._lanes if self._is_wanted(lane, began)]
        asked = [lane for lane in wanted if lane.ask(began, self.interval_s)]
        self._wait_for(asked, began + self._grace_s)
        if self._ended:
            return
        now = time.monotonic()
        values: dict[str, float | None] = {}
        for index, lane in enumerate(self._lanes):
            self._update_claim(index, lane.answer, lane)
            values.update(self._registry.public(index, lane.values(now, self.interval_s)))
        self.ring.append(Sample(time.monotonic_ns(), values))
        self._listener()
        self._cpu_s += time.thread_time() - cpu_began
        self._measure(now)

    def _is_wanted(self, lane: Lane, now: float) -> bool:
        """A provider that nobody looks at is closed after a while, if being open costs something."""
        if not lane.spec.on_demand or self._attended or now - self._attended_s < _LINGER_S:
            return True
        lane.rest()
        return False

    def _wait_for(self, asked: Sequence[Lane], deadline: float) -> None:
        with self._changed:
            while not self._ended and any(lane.pending for lane in asked):
                left = deadline - time.monotonic()
                if left <= 0:
                    return
                self._changed.wait(left)

    def _answered(self) -> None:
        """Called on the lanes' threads."""
        with self._changed:
            self._changed.notify_all()

    def _update_claim(self, index: int, answer: Answer | None, lane: Lane) -> None:
        if answer is not None:
            signals = answer.signals
        elif lane.absent:
            signals = ()
        else:
            return  # a provider that fails keeps its signals: they are gaps now
        if signals is not self._seen[index]:
            self._seen[index] = signals
            self._registry.claim(index, signals)

    def _gap(self, lane: Lane, own_id: str) -> Absence:
        answer = lane.answer
        if answer is not None and own_id in answer.absences:
            return answer.absences[own_id]
        if lane.trouble is not None:
            return lane.trouble
        status = lane.status(time.monotonic(), self.interval_s)
        if status.state is State.OK:
            return Absence(f"{lane.spec.name} has no value at the moment.")
        return Absence(status.reason or f"{lane.spec.name} is being opened.", status.remedy)

    def _measure(self, now: float) -> None:
        self._meter.append((now, self._cpu_s + sum(lane.cpu_s for lane in self._lanes)))
        (then, before), (_, used) = self._meter[0], self._meter[-1]
        if now <= then:
            return
        cost = 100.0 * (used - before) / (now - then)
        self._cost_percent = cost
        if now - then >= _METER_WINDOW_S and cost > _MOST_PERCENT * (os.cpu_count() or 1):
            self._brake *= 2
            self._meter.clear()
        while self._meter and now - self._meter[0][0] > _METER_WINDOW_S:
            self._meter.popleft()


def _spec(provider: ProviderSpec | MakeProvider) -> ProviderSpec:
    if isinstance(provider, ProviderSpec):
        return provider
    return ProviderSpec(getattr(provider, "__name__", "provider"), provider)


def _would_fill(spec: ProviderSpec, signal_id: str) -> bool:
    return signal_id in spec.fills or signal_id.partition(".")[0] in spec.fills
