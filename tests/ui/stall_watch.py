"""Notices when the event loop stands still, and what its thread is doing meanwhile."""

from __future__ import annotations

import faulthandler
import gc
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

Place = tuple[str, int, str]
"""File, line, function."""
_LOOKS_EVERY_S = 0.01
_MOST_PLACES = 14
_PLACE = re.compile(r'File "(.*)", line (\d+) in (.*)')
_ROOT = Path(__file__).parents[2]


@dataclass
class Stall:
    """One stretch between two turns of the event loop, in seconds; `places` are stacks, innermost first."""

    wall_s: float = 0.0
    cpu_s: float = 0.0
    collecting_s: float = 0.0
    places: list[tuple[float, list[Place]]] = field(default_factory=list)

    def __str__(self) -> str:
        stood, worked, collecting = (
            f"{1000 * seconds:.0f} ms" for seconds in (self.wall_s, self.cpu_s, self.collecting_s)
        )
        head = f"the window stood still for {stood}: {worked} of CPU time, {collecting} collecting garbage"
        lines = [head]
        for late, places in self.places:
            lines.append(f"  at {1000 * late:.0f} ms:")
            lines += [f"    {_short(file)}:{line} {name}" for file, line, name in places]
        return "\n".join(lines)


class StallWatch(QObject):
    """Made and used on the thread it watches; `take` answers what was too long since the last call.

    `clock` judges: `time.perf_counter` where the machine is one's own, `time.thread_time` where others use
    it at the same time.
    """

    def __init__(self, longest_s: float, clock: Callable[[], float]) -> None:
        super().__init__()
        self.longest_s = longest_s
        self.clock = clock
        self._stalls: list[Stall] = []
        self._watched = threading.get_ident()
        self._ended = threading.Event()
        self._begin()
        gc.callbacks.append(self._collected)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        # Not 0, which would have the loop run without a rest beside the app's own threads.
        self._timer.start(1)
        self._looker = threading.Thread(target=self._look, name="stall-watch", daemon=True)
        self._looker.start()

    def restart(self) -> None:
        """What was until now does not count."""
        self._stalls = []
        self._begin()

    def judge(self, longest_s: float, clock: Callable[[], float]) -> None:
        """Other rules from now on."""
        self.longest_s, self.clock = longest_s, clock
        self._begin()

    def take(self) -> list[Stall]:
        """The stalls so far, which are then forgotten."""
        stalls, self._stalls = self._stalls, []
        return stalls

    def turned(self) -> None:
        """The event loop has turned, perhaps so quickly that no timer was due."""
        self._beat()

    @contextmanager
    def own_time(self) -> Iterator[None]:
        """What happens in it is the test's own work. The stretch before is judged, and one begins after."""
        self._beat()
        yield
        self._begin()

    def stop(self) -> None:
        """No more watching. Idempotent."""
        if not self._ended.is_set():
            self._ended.set()
            self._looker.join()
            gc.callbacks.remove(self._collected)
            self._timer.stop()
            self.deleteLater()

    def _begin(self) -> None:
        self._running = Stall()
        self._collecting_since = 0.0
        self._judged = self.clock()
        self._cpu = time.thread_time()
        self._since = time.perf_counter()

    @Slot()
    def _beat(self) -> None:
        if self.clock() - self._judged > self.longest_s:
            stall = self._running
            stall.wall_s = time.perf_counter() - self._since
            stall.cpu_s = time.thread_time() - self._cpu
            self._stalls.append(stall)
        self._begin()

    def _collected(self, phase: str, _info: dict[str, int]) -> None:
        # Whichever thread collects holds up all others.
        if phase == "start":
            self._collecting_since = time.perf_counter()
        elif self._collecting_since:
            self._running.collecting_s += time.perf_counter() - self._collecting_since

    def _look(self) -> None:
        """On a thread of its own."""
        with tempfile.TemporaryFile() as file:
            while not self._ended.wait(_LOOKS_EVERY_S):
                running, late = self._running, time.perf_counter() - self._since
                if late > self.longest_s / 3:
                    running.places.append((late, _places(file.fileno(), self._watched)))


def _places(file: int, thread: int) -> list[Place]:
    """Where a thread is, innermost first.

    Told by faulthandler, which only reads: a frame object in another thread's hands would end the life of
    what it holds, such as a painter, later and on that thread.
    """
    os.ftruncate(file, 0)
    os.lseek(file, 0, os.SEEK_SET)
    faulthandler.dump_traceback(file, all_threads=True)
    told = os.pread(file, 1_000_000, 0).decode(errors="replace")
    own = re.split(rf"hread 0x0*{thread:x} .*\n", told)[-1].partition("\n\n")[0]
    return [(name, int(line), function) for name, line, function in _PLACE.findall(own)[:_MOST_PLACES]]


def _short(file: str) -> str:
    path = Path(file)
    return path.relative_to(_ROOT).as_posix() if path.is_relative_to(_ROOT) else "/".join(path.parts[-2:])
