"""An engine thread with everything that it answered, and the libraries it can run on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject, Slot
from pytestqt.qtbot import QtBot

from geniex_desktop.engine.protocol import Engine
from geniex_desktop.engine.thread import EngineThread
from geniex_desktop.engine.types import (
    Edge,
    LoadSpec,
    Phase,
    PhaseEvent,
    StreamEvent,
    TextEvent,
)
from geniex_desktop.errors import AppError

WAIT_MS = 60_000
"""Only so that a hanging test ends."""


class Desk(QObject):
    """Asks an EngineThread as the window does and keeps the answers."""

    def __init__(self, make_engine: Callable[[], Engine], qtbot: QtBot) -> None:
        super().__init__()
        self._qtbot = qtbot
        self._answers: dict[int, Any] = {}
        self._events: list[tuple[int, StreamEvent]] = []
        self.started: list[int] = []
        self.order: list[int] = []
        """Ids of the requests that ended, in that order."""
        self.extended = True
        """The library is our own, with all of geniex_ext.h."""
        self.thread = EngineThread(make_engine)
        self.thread.started_request.connect(self.started.append)
        self.thread.unloaded.connect(self._keep_nothing)
        self.thread.failed.connect(self._keep)
        answers = (
            "runtime_ready",
            "loaded",
            "replied",
            "tokens_counted",
            "previewed",
            "kv_saved",
            "kv_loaded",
        )
        for answer in answers:
            getattr(self.thread, answer).connect(self._keep)

    @Slot(int, object)
    def _keep(self, request_id: int, answer: object) -> None:
        assert request_id not in self._answers, "answered twice"
        self._answers[request_id] = answer
        self.order.append(request_id)

    @Slot(int)
    def _keep_nothing(self, request_id: int) -> None:
        self._keep(request_id, None)

    def ended(self, request_id: int) -> bool:
        return request_id in self._answers

    def until(self, condition: Callable[[], bool]) -> None:
        self._qtbot.waitUntil(condition, timeout=WAIT_MS)

    def answer(self, request_id: int) -> Any:
        """The result of a request; raises the AppError it failed with."""
        self.until(lambda: self.ended(request_id))
        answer = self._answers[request_id]
        if isinstance(answer, AppError):
            raise answer
        return answer

    def error(self, request_id: int) -> AppError:
        with pytest.raises(AppError) as caught:
            self.answer(request_id)
        return caught.value

    def events(self, request_id: int) -> list[StreamEvent]:
        self._events += self.thread.drain()
        return [event for owner, event in self._events if owner == request_id]

    def text(self, request_id: int) -> str:
        return "".join(event.text for event in self.events(request_id) if isinstance(event, TextEvent))

    def phases(self, request_id: int) -> list[tuple[Phase, Edge]]:
        """The phase events without progress."""
        events = (event for event in self.events(request_id) if isinstance(event, PhaseEvent))
        return [(event.phase, event.edge) for event in events if event.edge is not Edge.PROGRESS]

    def until_phase(self, request_id: int, phase: Phase) -> None:
        self.until(lambda: (phase, Edge.BEGIN) in self.phases(request_id))


@pytest.fixture
def make_desk(qtbot: QtBot) -> Iterator[Callable[[Callable[[], Engine]], Desk]]:
    """Makes desks; afterwards each one's thread must end."""
    desks: list[Desk] = []

    def make(make_engine: Callable[[], Engine]) -> Desk:
        desks.append(Desk(make_engine, qtbot))
        return desks[-1]

    yield make
    for desk in desks:
        assert desk.thread.shutdown(60), "the engine thread hangs"
    left = [thread.name for thread in threading.enumerate() if thread.name.startswith("geniex-")]
    assert not left, "threads outlive their engine"


@pytest.fixture
def foreign_runtime(foreign_library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A libgeniex that is not ours and has no extensions; it does what the fake plugin does."""
    monkeypatch.setenv("GENIEX_LIB_PATH", str(foreign_library))


@pytest.fixture
def fake_model(tmp_path: Path) -> Callable[..., LoadSpec]:
    """Makes the model file whose name chooses the fake plugin's behaviour."""

    def make(behaviour: str, **options: Any) -> LoadSpec:
        path = tmp_path / behaviour
        path.write_bytes(b"GGUF")
        return LoadSpec(path, plugin_id="fake", **options)

    return make
