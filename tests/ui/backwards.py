"""The worst order in which background work can be done: what was asked for last first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager

from geniex_desktop.ui.jobs import Jobs


class LastFirst(Executor):
    """Does nothing until it is told to, then everything, in this thread."""

    def __init__(self) -> None:
        self._waiting: list[tuple[Future[object], Callable[[], object]]] = []

    def submit(self, work: Callable[[], object]) -> Future[object]:  # type: ignore[override]
        future: Future[object] = Future()
        self._waiting.append((future, work))
        return future

    def run(self) -> None:
        while self._waiting:
            future, work = self._waiting.pop()
            try:
                future.set_result(work())
            except Exception as error:  # noqa: BLE001 - told to whoever waits for it
                future.set_exception(error)


@contextmanager
def backwards(jobs: Jobs) -> Iterator[None]:
    """What is asked of `jobs` inside is done at the end, last first, and told when the event loop runs."""
    late, pool = LastFirst(), jobs._pool
    jobs._pool = late  # type: ignore[assignment]
    try:
        yield
    finally:
        jobs._pool = pool
    late.run()
