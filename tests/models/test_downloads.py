"""The download queue: order, pause, restart, cancel, and what it tells meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fault_server import Answer
from hub_server import HubServer

from geniex_desktop.errors import AppError
from geniex_desktop.models.downloads import DownloadQueue, DownloadSnapshot, DownloadState
from geniex_desktop.models.pull import PullRequest
from geniex_desktop.models.sources import Hub
from geniex_desktop.models.store import ModelStore, State

FIRST = PullRequest("huggingface", "org/model-GGUF", "Q4_0")
SECOND = PullRequest("modelscope", "org/model-GGUF", "Q8_0", name="org/second")


class Watched:
    """A queue whose changes can be waited for."""

    def __init__(self, store: ModelStore, hubs: dict[str, Hub], file: Path) -> None:
        self._changed = threading.Condition()
        self.queue = DownloadQueue(store, hubs, file)
        self.queue.subscribe(self._notify)

    def _notify(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def wait(self, condition: Callable[[tuple[DownloadSnapshot, ...]], bool]) -> tuple[DownloadSnapshot, ...]:
        with self._changed:
            assert self._changed.wait_for(lambda: condition(self.queue.snapshots()), timeout=30)
        return self.queue.snapshots()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "downloads.json"


@pytest.fixture
def watched(store: ModelStore, hubs: dict[str, Hub], file: Path) -> Iterator[Watched]:
    made = Watched(store, hubs, file)
    yield made
    made.queue.close()


def states(*wanted: DownloadState) -> Callable[[tuple[DownloadSnapshot, ...]], bool]:
    return lambda snapshots: tuple(snapshot.state for snapshot in snapshots) == wanted


def stall(server: HubServer, count: int = 30) -> None:
    """Every answer of the content network stops in its middle until `release`."""
    server.faults = [("model-Q", Answer(stall_after=30_000)) for _ in range(count)]


def test_downloads_run_one_after_the_other_and_end_ready(watched: Watched, store: ModelStore) -> None:
    watched.queue.add(FIRST)
    watched.queue.add(SECOND)
    done = watched.wait(states(DownloadState.DONE, DownloadState.DONE))
    assert all(snapshot.done == snapshot.total > 0 for snapshot in done)
    assert {model.name: model.state for model in store.list()} == {
        "org/model-GGUF": State.READY,
        "org/second": State.READY,
    }
    watched.queue.forget_done()
    assert watched.queue.snapshots() == ()


def test_the_order_can_be_changed_while_the_first_one_runs(watched: Watched, server: HubServer) -> None:
    stall(server)
    watched.queue.add(FIRST)
    watched.wait(lambda s: s[0].state is DownloadState.ACTIVE and s[0].done > 0)
    second, third = watched.queue.add(SECOND), watched.queue.add(PullRequest("docker", "ai/model"))
    watched.queue.move(third, 1)
    assert [snapshot.id for snapshot in watched.queue.snapshots()][1:] == [third, second]


def test_pause_keeps_what_has_come_and_resume_goes_on(
    watched: Watched, server: HubServer, store: ModelStore
) -> None:
    stall(server)
    job = watched.queue.add(FIRST)
    watched.wait(lambda s: s[0].done > 64 << 10)
    watched.queue.pause(job)
    (paused,) = watched.wait(states(DownloadState.PAUSED))
    assert paused.speed == 0
    server.faults = []
    watched.queue.resume(job)
    watched.wait(states(DownloadState.DONE))
    assert store.get("org/model-GGUF").state is State.READY


def test_a_closed_queue_goes_on_at_the_next_start(
    store: ModelStore, hubs: dict[str, Hub], file: Path, server: HubServer
) -> None:
    stall(server)
    first = Watched(store, hubs, file)
    job = first.queue.add(FIRST)
    paused = first.queue.add(SECOND)
    first.queue.pause(paused)
    first.wait(lambda s: s[0].done > 0)
    first.queue.close()
    server.faults = []
    second = Watched(store, hubs, file)
    try:
        kept = second.wait(states(DownloadState.DONE, DownloadState.PAUSED))
        assert [snapshot.id for snapshot in kept] == [job, paused]
    finally:
        second.queue.close()


@pytest.mark.parametrize("content", ["", "{", "[{}]", '[{"id": 1, "state": "odd", "request": {}}]', "7"])
def test_a_damaged_queue_file_is_an_empty_queue(
    store: ModelStore, hubs: dict[str, Hub], file: Path, content: str
) -> None:
    file.write_text(content, encoding="utf-8")
    queue = DownloadQueue(store, hubs, file)
    assert queue.snapshots() == ()
    queue.close()


def test_a_failure_is_kept_with_its_reason_and_can_be_tried_again(
    watched: Watched, server: HubServer
) -> None:
    server.faults = [("/api/models/", Answer(status=404, body=b"{}"))]
    job = watched.queue.add(FIRST)
    (failed,) = watched.wait(states(DownloadState.FAILED))
    assert failed.error is not None
    assert "404" in failed.error.text
    watched.queue.resume(job)
    watched.wait(states(DownloadState.DONE))


def test_cancel_keeps_the_part_unless_it_is_thrown_away(
    watched: Watched, server: HubServer, store: ModelStore
) -> None:
    stall(server)
    job = watched.queue.add(FIRST)
    watched.wait(lambda s: s[0].done > 64 << 10)
    watched.queue.cancel(job)
    assert watched.queue.snapshots() == ()
    again = watched.queue.add(FIRST)
    assert again != job
    watched.wait(lambda s: s[0].state is DownloadState.ACTIVE and s[0].done > 0)
    assert store.get("org/model-GGUF").state is State.INCOMPLETE
    watched.queue.cancel(again, discard=True)
    watched.queue.close()
    assert store.list() == []


def test_the_same_download_is_not_queued_twice(watched: Watched, server: HubServer) -> None:
    stall(server)
    assert watched.queue.add(FIRST) == watched.queue.add(FIRST)
    assert len(watched.queue.snapshots()) == 1


def test_an_unknown_download_is_an_error(watched: Watched) -> None:
    with pytest.raises(AppError):
        watched.queue.pause("none")
