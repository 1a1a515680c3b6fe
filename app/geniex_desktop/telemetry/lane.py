"""One provider on a thread of its own: whatever it does there, nobody else waits for it."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .pace import Pace, retry_delay_s
from .signals import Absence, Closes, Explains, Provider, ProviderSpec, Signal, SourceAbsent, State, Status

log = logging.getLogger(__name__)

_STALE_PERIODS = 3
_SHORTEST_LIFE_S = 1.0
_HANGS_AFTER_S = 2.0
_RESTING = Absence("It would keep the device awake: it is read while a reply runs or this is looked at.")


@dataclass(frozen=True, slots=True)
class Answer:
    """What one reading, or opening, brought; `values` is None when it failed."""

    at_s: float
    signals: tuple[Signal, ...]
    values: Mapping[str, float | None] | None
    absences: Mapping[str, Absence]


class Lane:
    """Asks its provider when told to and keeps the last answer.

    One thread, the sampler's, asks and ends; `_run` and what follows it belong to the lane's own. All that is
    public may be read from any thread: it is only ever replaced as a whole.
    """

    def __init__(
        self, spec: ProviderSpec, answered: Callable[[], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.spec = spec
        self.answer: Answer | None = None
        self.cpu_s = 0.0
        """CPU time that the provider has used."""
        self.trouble: Absence | None = None
        """Why it is not open, or why its last reading failed."""
        self._answered = answered
        self._clock = clock
        self._pace = Pace(spec.floor_s, spec.budget_s)
        self._state = State.OPENING
        self._asked_at: float | None = None
        self._attempts = 0
        self._retry_at = 0.0
        self._wake = threading.Event()
        self._ended = False
        self._running = False
        self._resting = False
        self._signals: tuple[Signal, ...] = ()
        self._thread: threading.Thread | None = None

    # ---------------------------------------------------------------- the sampler's side

    @property
    def pending(self) -> bool:
        """Asked, or opening, and not yet answered."""
        return self._asked_at is not None

    @property
    def absent(self) -> bool:
        return self._state is State.ABSENT

    def ask(self, now_s: float, base_s: float) -> bool:
        """Starts a reading, or an opening, if one is due. Tells whether the answer is worth waiting for."""
        if self.pending or self._ended:
            return False
        if not self._running:
            return self._open_if_due(now_s, base_s)
        if not self._pace.due(now_s, base_s):
            return False
        self._pace.asked(now_s, base_s)
        self._asked_at = now_s
        self._wake.set()
        return not self._pace.slow

    def rest(self) -> None:
        """Closes the provider until it is asked again. Does nothing while a reading runs."""
        if self.pending or self._ended or self._resting:
            return
        self._resting = True
        if self._running:
            self._asked_at = self._clock()
            self._wake.set()
        else:
            self._come_to_rest()

    def values(self, now_s: float, base_s: float) -> Mapping[str, float | None]:
        """The last values, while they are not stale."""
        answer = self.answer
        if answer is None or answer.values is None:
            return {}
        lasts_s = max(_SHORTEST_LIFE_S, _STALE_PERIODS * self._pace.interval_s(base_s))
        fresh = now_s - answer.at_s <= lasts_s
        return answer.values if fresh else {}

    def status(self, now_s: float, base_s: float) -> Status:
        state, trouble = self._state, self.trouble or Absence("")
        asked_at = self._asked_at
        if asked_at is not None and now_s - asked_at > _HANGS_AFTER_S:
            state = State.HANGING
            trouble = Absence(f"{self.spec.name} has not answered for {now_s - asked_at:.0f} s.")
        elif state is State.OK and self._pace.slow:
            state = State.SLOW
            trouble = Absence(f"A reading takes {self._pace.read_s * 1000:.0f} ms; it is asked more rarely.")
        return Status(
            self.spec.name,
            state,
            trouble.reason,
            trouble.remedy,
            self._pace.interval_s(base_s),
            self._pace.read_s,
        )

    def end(self) -> None:
        """Tells the thread to close its provider and end."""
        self._ended = True
        self._wake.set()

    def join(self, timeout_s: float) -> None:
        """A thread that hangs is left behind; it is a daemon."""
        if self._thread is not None:
            self._thread.join(max(0.0, timeout_s))

    def _open_if_due(self, now_s: float, base_s: float) -> bool:
        if now_s < self._retry_at:
            return False
        self._resting = False
        self._asked_at = now_s
        self._wake.set()  # once open, it is read at once
        self._pace = Pace(self.spec.floor_s, self.spec.budget_s)
        self._pace.asked(now_s, base_s)
        self._running = True
        self._thread = threading.Thread(target=self._run, name=f"telemetry {self.spec.name}", daemon=True)
        self._thread.start()
        return True

    # ---------------------------------------------------------------- the provider's side

    def _run(self) -> None:
        provider = self._open()
        if provider is None:
            self._leave()
            return
        while True:
            self._wake.wait()
            self._wake.clear()
            if self._ended or self._resting or not self._read(provider):
                break
        self._close(provider)
        if self._resting:
            self._come_to_rest()
        self._leave()

    def _open(self) -> Provider | None:
        """A provider that does not open costs its own signals and no others."""
        started = time.thread_time()
        try:
            provider = self.spec.make()
            self._signals = provider.signals()
        except SourceAbsent as absent:
            self._fail(State.ABSENT, absent.absence)
            return None
        except Exception as error:
            if self._attempts == 0:
                log.warning("telemetry: %s did not start", self.spec.name, exc_info=True)
            self._fail(State.FAILING, Absence(f"{self.spec.name} did not start: {error}", likely=True))
            return None
        finally:
            self.cpu_s += time.thread_time() - started
        self._attempts = 0
        return provider

    def _read(self, provider: Provider) -> bool:
        """One reading; False when the provider should be made anew."""
        began, cpu_began = self._clock(), time.thread_time()
        values: Mapping[str, float | None] | None = None
        absences: Mapping[str, Absence] = {}
        try:
            read = provider.read()
            self._signals, absences = provider.signals(), _absences(provider)
            values, self.trouble, state = read, None, State.OK
        except Exception as error:
            log.debug("telemetry: %s failed", self.spec.name, exc_info=True)
            self.trouble = Absence(f"{self.spec.name}: {str(error) or type(error).__name__}", likely=True)
            state = State.FAILING
        ended = self._clock()
        (self._pace.answered if values is not None else self._pace.failed)(ended - began)
        if self._pace.gave_up:
            self._fail(State.FAILING, self.trouble or Absence(""))
            return False
        self._publish(state, Answer(ended, self._signals, values, absences))
        self.cpu_s += time.thread_time() - cpu_began
        return True

    def _close(self, provider: Provider) -> None:
        if isinstance(provider, Closes):
            try:
                provider.close()
            except Exception:
                log.debug("telemetry: closing %s failed", self.spec.name, exc_info=True)

    def _publish(self, state: State, answer: Answer) -> None:
        self.answer = answer
        self._state = state
        self._asked_at = None
        self._answered()

    def _fail(self, state: State, trouble: Absence) -> None:
        self._attempts += 1
        self.trouble = trouble
        self.answer = None
        self._state = state

    def _come_to_rest(self) -> None:
        """A provider that is absent stays so: there is nothing to rest."""
        if self._state is not State.ABSENT:
            self.trouble, self.answer, self._state = _RESTING, None, State.RESTING

    def _leave(self) -> None:
        """The last act of the thread: from here on the sampler may start another."""
        if not self._resting:
            self._retry_at = self._clock() + retry_delay_s(self._attempts)
        self._running = False
        self._asked_at = None
        self._answered()


def _absences(provider: Provider) -> Mapping[str, Absence]:
    return provider.absences() if isinstance(provider, Explains) else {}
