"""What watching a reply costs the model: no watcher, geniex_Run, and a token callback into Python.

Run by hand, with GENIEX_LIB_PATH and GENIEX_PLUGIN_PATH set where the package is not installed:
    python tests/engine/bench_callback.py MODEL.gguf [plugin] [tokens]

Each way generates the same tokens several times in turns, with the main thread idle and with one that
burns Python as a busy window does. Printed is the best decode speed of each.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from geniex_desktop.engine.devices import choose_device
from geniex_desktop.engine.library import Library, open_library
from geniex_desktop.engine.location import engine_files
from geniex_desktop.engine.run import CallbackRun, NativeRun, Run
from geniex_desktop.engine.runtime import read_devices
from geniex_desktop.engine.session import LlmSession
from geniex_desktop.engine.types import ChatMessage, GenerateRequest, LoadSpec, Phase, Sampler

ROUNDS = 7

MakeRun = Callable[[Library], Run]


class SilentRun:
    """Nobody watches: the speed that the others are compared with."""

    cancelled = False

    def __init__(self, library: Library) -> None:
        self.on_token: Any = library.ffi.NULL

    def watching(self, _sink: Any, _phase: Phase, /) -> Any:
        return nullcontext()

    def cancel(self) -> None: ...

    def close(self) -> None: ...


@contextmanager
def busy_window(busy: bool) -> Iterator[None]:
    """Another thread that computes in Python 12 of every 16 ms."""
    over = threading.Event()

    def burn() -> None:
        while not over.is_set():
            end = time.perf_counter() + 0.012
            while time.perf_counter() < end:
                sum(range(50))
            time.sleep(0.004)

    thread = threading.Thread(target=burn)
    if busy:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if busy:
            thread.join()


def measure(library: Library, make_run: MakeRun, spec: LoadSpec, request: GenerateRequest) -> float:
    """Tokens per second of one decode, loading aside."""
    run = make_run(library)
    choice = choose_device(spec.device, read_devices(library, spec.plugin_id))
    with run.watching(lambda event: None, Phase.LOAD):
        session = LlmSession.open(library, run, spec, choice)
    with session, run.watching(lambda event: None, Phase.PREFILL):
        reply = session.generate(request)
    run.close()
    return reply.profile.decoding_speed


def main() -> None:
    path, plugin, tokens = (*sys.argv[1:], *("", "llama_cpp", "256")[len(sys.argv) - 1 :])
    spec = LoadSpec(Path(path), plugin_id=plugin)
    message = ChatMessage("user", "Tell me a long story about a lighthouse.")
    request = GenerateRequest((message,), Sampler.greedy(), max_tokens=int(tokens))
    library = open_library(engine_files())
    library.init()
    ways: dict[str, MakeRun] = {"none": SilentRun, "run": NativeRun, "callback": CallbackRun}
    for busy in (False, True):
        speeds: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                with busy_window(busy):
                    speeds[name].append(measure(library, way, spec, request))
        print("busy window" if busy else "idle window")
        for name, values in speeds.items():
            loss = 1 - max(values) / max(speeds["none"])
            median = statistics.median(values)
            print(f"  {name:9} best {max(values):10.1f} tok/s  median {median:10.1f}  loss {loss:6.2%}")
    library.deinit()


if __name__ == "__main__":
    main()
