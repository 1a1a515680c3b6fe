"""Watching and stopping a native call that blocks, from other threads."""

from __future__ import annotations

import codecs
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from .library import Library
from .protocol import EventSink
from .types import Edge, Phase, PhaseEvent, TextEvent

_TEXT_BYTES = 64 * 1024
_MARKS = 4096
_EVENTS = 256

_WAIT_MS = 50
"""How long the pump may sleep in native code; only what `close` waits for depends on it."""

_PACE_S = 0.008
"""Rest after each delivery: faster than any screen, and rare enough to leave the processor to the model."""


class Run(Protocol):
    """One watched call at a time; what it reports goes to the sink."""

    on_token: Any
    """geniex_token_callback to pass to generate; NULL where the library reports by itself."""

    def watching(self, sink: EventSink, phase: Phase, /) -> AbstractContextManager[None]:
        """For the duration of one call that starts with `phase`. On leaving, the sink has had everything."""

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called during the present call."""

    def cancel(self) -> None:
        """Any thread; at once; harmless when nothing runs."""

    def close(self) -> None: ...


def make_run(library: Library) -> Run:
    return NativeRun(library) if library.has_extensions else CallbackRun(library)


class NativeRun:
    """geniex_Run: the engine writes to a native buffer and never waits for Python; a pump thread reads it."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lib = library.lib
        arena = self._arena = library.arena()
        handle = arena.new("geniex_Run**")
        library.check(self._lib.geniex_run_create(handle))
        self._run = handle[0]
        self._read = arena.sized("geniex_RunRead")
        self._read.text = self._text = arena.new("char[]", _TEXT_BYTES)
        self._read.text_capacity = _TEXT_BYTES
        self._read.marks = self._marks = arena.new("geniex_TextMark[]", _MARKS)
        self._read.mark_capacity = _MARKS
        self._read.events = self._events = arena.new("geniex_PhaseEvent[]", _EVENTS)
        self._read.event_capacity = _EVENTS
        self.on_token = library.ffi.NULL
        self._sink: EventSink | None = None
        self._reading = threading.Lock()
        self._steering = threading.Lock()
        self._cancelled = False
        self._active = threading.Event()
        self._closing = False
        self._pump = threading.Thread(target=self._pump_events, name="geniex-run", daemon=True)
        self._pump.start()

    @contextmanager
    def watching(self, sink: EventSink, _phase: Phase, /) -> Iterator[None]:
        with self._steering:
            self._lib.geniex_run_reset(self._run)
            self._cancelled = False
            self._sink = sink
            self._active.set()
        self._library.call("geniex_run_attach", self._run)
        try:
            yield
        finally:
            self._library.call("geniex_run_attach", self._library.ffi.NULL)
            with self._steering:
                self._active.clear()
            with self._reading:
                self._deliver()
                self._sink = None

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        with self._steering:
            if self._active.is_set():
                self._cancelled = True
                self._lib.geniex_run_cancel(self._run)

    def close(self) -> None:
        """Idempotent; not during a call."""
        if self._closing:
            return
        self._closing = True
        self._active.set()
        self._pump.join()
        self._lib.geniex_run_destroy(self._run)

    def _pump_events(self) -> None:
        while True:
            self._active.wait()
            if self._closing:
                return
            if self._lib.geniex_run_wait(self._run, _WAIT_MS) > 0:
                with self._reading:
                    self._deliver()
                time.sleep(_PACE_S)

    def _deliver(self) -> None:
        """Hands on all that waits: phases that began before a text, the text, the other phases."""
        read = self._read
        while self._sink is not None and self._lib.geniex_run_read(self._run, read) >= 0:
            text_length, mark_count, event_count = read.text_length, read.mark_count, read.event_count
            if text_length == 0 and event_count == 0:
                return
            times = tuple(self._marks[i].time_ns for i in range(mark_count))
            events = [self._phase_event(self._events[i]) for i in range(event_count)]
            later = [event for event in events if times and event.time_ns > times[0]]
            for event in events[: len(events) - len(later)]:
                self._sink(event)
            if text_length > 0:
                raw = bytes(self._library.ffi.buffer(self._text, text_length))
                self._sink(TextEvent(raw.decode("utf-8", "replace"), times))
            for event in later:
                self._sink(event)

    @staticmethod
    def _phase_event(event: Any) -> PhaseEvent:
        return PhaseEvent(Phase(event.phase), Edge(event.edge), event.done, event.total, event.time_ns)


class CallbackRun:
    """For a library without geniex_ext.h: text by the token callback, phases from what can be known.

    Cancelling is heard at the next token only, and after a load.
    """

    def __init__(self, library: Library) -> None:
        self.on_token = library.ffi.callback("geniex_token_callback", self._take_token)
        self._library = library
        self._sink: EventSink | None = None
        self._phase = Phase.IDLE
        self._pieces = 0
        self._cancelled = False
        # A library may cut its pieces in the middle of a character.
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @contextmanager
    def watching(self, sink: EventSink, phase: Phase, /) -> Iterator[None]:
        self._pieces = 0
        self._cancelled = False
        self._decoder.reset()
        self._sink = sink
        self._enter(phase)
        try:
            yield
        finally:
            rest = self._decoder.decode(b"", final=True)
            if rest and not self._cancelled:  # a stopped reply may be gone on with: no half character then
                sink(TextEvent(rest, ()))
            self._enter(Phase.IDLE)
            self._sink = None

    @property
    def cancelled(self) -> bool:
        return self._cancelled

    def cancel(self) -> None:
        if self._sink is not None:
            self._cancelled = True

    def close(self) -> None:
        """Nothing native is held."""

    def _take_token(self, piece: Any, _user_data: Any) -> bool:
        if self._phase is Phase.PREFILL:
            self._enter(Phase.DECODE)
        self._pieces += 1
        if self._sink is not None:
            text = self._decoder.decode(self._library.raw_text(piece))
            self._sink(TextEvent(text, (time.monotonic_ns(),)))
        return not self._cancelled

    def _enter(self, phase: Phase) -> None:
        """Ends the present phase and begins the next; IDLE has no events of its own."""
        now = time.monotonic_ns()
        for step, edge in ((self._phase, Edge.END), (phase, Edge.BEGIN)):
            if step is not Phase.IDLE and self._sink is not None:
                self._sink(PhaseEvent(step, edge, self._pieces if step is Phase.DECODE else 0, 0, now))
        self._phase = phase
