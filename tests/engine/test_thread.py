"""The engine thread's queue, with an engine of Python: order, cancelling, errors, end."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QThread

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.failures import cancelled
from geniex_desktop.engine.protocol import EventSink
from geniex_desktop.engine.types import (
    CANCELLED,
    ChatMessage,
    GenerateRequest,
    LoadedModel,
    LoadSpec,
    ProfileData,
    Reply,
    RuntimeInfo,
    TextEvent,
)
from geniex_desktop.errors import AppError

REQUEST = GenerateRequest((ChatMessage("user", "hello"),))
SPEC = LoadSpec(Path("m.gguf"))


class FakeEngine:
    """Generates until it is cancelled or released; a load fails."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self.calls: list[tuple[str, QThread]] = []
        self.aborted = False

    def _note(self, name: str) -> None:
        self.calls.append((name, QThread.currentThread()))

    def runtime(self) -> RuntimeInfo:
        self._note("runtime")
        return RuntimeInfo("1", "lib", True, ())

    def load(self, spec: LoadSpec, sink: EventSink) -> LoadedModel:
        self._note("load")
        raise AppError("cannot load", code=-7)

    def unload(self) -> None:
        self._note("unload")

    def generate(self, request: GenerateRequest, sink: EventSink) -> Reply:
        self._note("generate")
        sink(TextEvent("first", (1,)))
        self.release.wait()
        sink(TextEvent(" last", (2,)))
        profile = ProfileData(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "user")
        return Reply("first last", profile, (), None)

    def count_tokens(self, text: str) -> int | None:
        self._note("count_tokens")
        return 1 // len(text)

    def preview(self, request: GenerateRequest) -> None:
        return None

    def save_kv(self, path: Path) -> bool:
        self._note("save_kv")
        return True

    def load_kv(self, path: Path) -> bool:
        self._note("load_kv")
        return False

    def cancel(self) -> None:
        self.release.set()

    def abort(self) -> None:
        self.aborted = True
        self.release.set()

    def close(self) -> None:
        self._note("close")


class DeafEngine(FakeEngine):
    """Does not hear a cancel."""

    def cancel(self) -> None:
        """Nothing."""


@pytest.fixture
def engine() -> FakeEngine:
    return FakeEngine()


def test_requests_are_answered_in_order_from_the_engine_thread(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    ids = [desk.thread.request_runtime(), desk.thread.unload(), desk.thread.count_tokens("x")]
    assert [desk.answer(i) for i in ids] == [RuntimeInfo("1", "lib", True, ()), None, 1]
    assert desk.order == desk.started == ids
    assert desk.thread.shutdown(60)
    assert [name for name, _ in engine.calls] == ["runtime", "unload", "count_tokens", "close"]
    assert {thread for _, thread in engine.calls} == {desk.thread}
    assert QThread.currentThread() is QCoreApplication.instance().thread()


def test_an_engine_error_is_reported_and_the_next_request_runs(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    load, runtime = desk.thread.load(SPEC), desk.thread.request_runtime()
    assert desk.error(load).code == -7
    assert desk.answer(runtime).version == "1"


def test_a_bug_becomes_an_error_and_the_thread_lives(make_desk, engine: FakeEngine, caplog) -> None:
    desk = make_desk(lambda: engine)
    broken, runtime = desk.thread.count_tokens(""), desk.thread.request_runtime()
    error = desk.error(broken)
    assert "ZeroDivisionError" in error.cause
    assert "Traceback" in error.detail
    assert desk.answer(runtime).version == "1"
    assert "failed unexpectedly" in caplog.text


def test_events_are_there_when_the_reply_arrives(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    engine.release.set()
    request = desk.thread.generate(REQUEST)
    assert desk.answer(request).text == desk.text(request) == "first last"
    assert desk.thread.drain() == []


def test_cancelling_the_running_request_lets_it_reply(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    request = desk.thread.generate(REQUEST)
    desk.until(lambda: desk.text(request) != "")
    desk.thread.cancel(request)
    assert desk.answer(request).profile.stop_reason == "user"
    desk.thread.cancel(request)  # too late, and harmless


def test_a_queued_request_is_dropped_after_cancel_has_returned(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    running, queued = desk.thread.generate(REQUEST), desk.thread.request_runtime()
    desk.until(lambda: desk.started == [running])
    desk.thread.cancel(queued)
    assert not desk.ended(queued)
    assert desk.error(queued).code == CANCELLED
    assert not desk.ended(running)
    assert desk.started == [running]
    engine.release.set()
    assert desk.answer(running).text == "first last"


def test_a_queued_save_makes_room_for_a_message(make_desk, engine: FakeEngine, tmp_path: Path) -> None:
    desk = make_desk(lambda: engine)
    running = desk.thread.generate(REQUEST)
    desk.until(lambda: desk.started == [running])
    saved, counted = desk.thread.save_kv(tmp_path / "a.kv"), desk.thread.count_tokens("x")
    loaded = desk.thread.load_kv(tmp_path / "b.kv")
    wanted = desk.thread.generate(REQUEST)
    assert desk.error(saved).code == CANCELLED
    engine.release.set()
    assert desk.answer(counted) == 1
    assert desk.answer(loaded) is False
    assert desk.answer(wanted).text == "first last"
    assert desk.thread.settle(60)
    assert "save_kv" not in [name for name, _ in engine.calls]
    assert desk.answer(desk.thread.save_kv(tmp_path / "a.kv")) is True


def test_cancel_without_an_id_ends_everything(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    running, queued = desk.thread.generate(REQUEST), desk.thread.generate(REQUEST)
    desk.until(lambda: desk.started == [running])
    desk.thread.cancel()
    assert desk.answer(running).profile.stop_reason == "user"
    assert desk.error(queued).code == CANCELLED


def test_cancel_of_another_request_leaves_the_running_one(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    running = desk.thread.generate(REQUEST)
    desk.until(lambda: desk.started == [running])
    desk.thread.cancel(running + 1)
    assert not engine.release.is_set()
    engine.release.set()
    assert desk.answer(running).text == "first last"


def test_shutdown_ends_running_and_queued_requests(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    running, queued = desk.thread.generate(REQUEST), desk.thread.request_runtime()
    desk.until(lambda: desk.started == [running])
    assert desk.thread.shutdown(60)
    assert desk.thread.isFinished()
    assert desk.answer(running).profile.stop_reason == "user"
    assert desk.error(queued).code == CANCELLED
    assert engine.calls[-1][0] == "close"
    assert desk.thread.shutdown(60)
    assert desk.error(desk.thread.request_runtime()).code == CANCELLED


def test_shutdown_aborts_an_engine_that_does_not_hear(make_desk) -> None:
    engine = DeafEngine()
    desk = make_desk(lambda: engine)
    running = desk.thread.generate(REQUEST)
    desk.until(lambda: desk.started == [running])
    assert desk.thread.shutdown(1.0)
    assert engine.aborted


def test_a_thread_that_was_never_used_shuts_down(make_desk, engine: FakeEngine) -> None:
    desk = make_desk(lambda: engine)
    assert desk.thread.shutdown(60)
    assert engine.calls == []


def test_a_cancel_before_the_engine_listens_is_repeated_at_the_first_event(make_desk) -> None:
    class SlowStarter(FakeEngine):
        def __init__(self) -> None:
            super().__init__()
            self.entered, self.go = threading.Event(), threading.Event()

        def generate(self, request: GenerateRequest, sink: EventSink) -> Reply:
            self.entered.set()
            self.go.wait()
            self.release.clear()  # as a real engine does when its call begins: the cancel is forgotten
            return super().generate(request, sink)

    engine = SlowStarter()
    desk = make_desk(lambda: engine)
    request = desk.thread.generate(REQUEST)
    desk.until(engine.entered.is_set)
    desk.thread.cancel(request)
    engine.go.set()
    assert desk.answer(request).profile.stop_reason == "user"


def test_cancelled_errors_carry_the_code() -> None:
    assert cancelled().code == CANCELLED


def whole_or_stopped(desk, request: int) -> bool:
    """The whole reply, or a stop's beginning of it, or nothing as it was stopped before it began."""
    answer = desk._answers[request]
    if isinstance(answer, AppError):
        return answer.code == CANCELLED
    assert desk.text(request) == answer.text
    assert set(answer.text) <= {"x"}
    return len(answer.text) == 40 or answer.profile.stop_reason == "user"


@pytest.mark.parametrize("rounds", [30, pytest.param(1000, marks=pytest.mark.full)])
def test_a_first_message_another_request_and_a_stop_at_once(
    make_desk, fake_runtime, fake_model, rounds: int
) -> None:
    """Each request is answered whole, stopped or dropped; nothing is mixed, nothing hangs."""
    desk = make_desk(make_engine(isolated=False))
    desk.answer(desk.thread.load(fake_model("slow-decode:0:40")))
    chance = random.Random(1)
    for _ in range(rounds):
        together = threading.Barrier(3)
        asked: list[int] = []

        def ask(together: threading.Barrier = together, asked: list[int] = asked) -> None:
            together.wait()
            asked.append(desk.thread.generate(REQUEST))

        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        together.wait()
        for _ in range(chance.randrange(4)):
            QCoreApplication.processEvents()
        desk.thread.cancel(desk.started[-1])
        for thread in threads:
            thread.join()
        for request in asked:
            desk.until(lambda request=request: desk.ended(request))
            assert whole_or_stopped(desk, request)
        assert desk.answer(desk.thread.generate(REQUEST)).text == "x" * 40
        desk._events.clear()
