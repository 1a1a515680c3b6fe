"""A native crash is an error card and not the end: the answer so far stays, the next message is answered."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import psutil
import pytest

from geniex_desktop.engine.isolated import IsolatedEngine
from geniex_desktop.engine.types import CANCELLED, ChatMessage, GenerateRequest, Phase
from geniex_desktop.errors import AppError, Blame

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX")

ASK = GenerateRequest((ChatMessage("user", "hello"),))
ANSWER = "user: hello\nassistant: "
FORCE = "GENIEX_FAKE_BEHAVIOUR"


@pytest.fixture
def engine(fake_runtime) -> IsolatedEngine:
    return IsolatedEngine()


@pytest.fixture
def desk(make_desk, engine: IsolatedEngine):
    return make_desk(lambda: engine)


def kill(engine: IsolatedEngine, what: signal.Signals = signal.SIGKILL) -> None:
    assert engine.pid is not None
    os.kill(engine.pid, what)


def freeze(engine: IsolatedEngine, desk) -> None:
    """Stops the child; until the system has done so, one of its threads may still answer."""
    kill(engine, signal.SIGSTOP)
    desk.until(lambda: psutil.Process(engine.pid).status() == psutil.STATUS_STOPPED)


@pytest.mark.parametrize(
    ("behaviour", "word", "name"),
    [
        ("abort-decode", "refused", "SIGABRT"),
        ("segv-decode", "crashed", "SIGSEGV"),
        ("throw-unguarded", "refused", "SIGABRT"),
    ],
)
def test_a_crash_in_a_reply(desk, fake_model, monkeypatch, behaviour: str, word: str, name: str) -> None:
    monkeypatch.setenv(FORCE, behaviour)
    desk.answer(desk.thread.load(fake_model("echo")))
    request = desk.thread.generate(ASK)
    error = desk.error(request)
    assert word in error.text
    assert error.blame is Blame.ENGINE
    assert error.hint
    assert name in error.detail
    assert f"fake model: {behaviour}" in error.detail, "the log's tail is missing"
    monkeypatch.delenv(FORCE)
    assert desk.answer(desk.thread.generate(ASK)).text == ANSWER


def test_a_crash_while_loading(desk, fake_model) -> None:
    error = desk.error(desk.thread.load(fake_model("abort-load")))
    assert "refused" in error.text
    assert desk.error(desk.thread.generate(ASK)).blame is Blame.USER, (
        "the model that kills is not tried again"
    )
    desk.answer(desk.thread.load(fake_model("echo")))
    assert desk.answer(desk.thread.generate(ASK)).text == ANSWER


def test_a_kill_in_a_reply_keeps_the_answer_so_far(desk, engine, fake_model) -> None:
    desk.answer(desk.thread.load(fake_model("slow-decode:2:1000")))
    request = desk.thread.generate(ASK)
    desk.until(lambda: len(desk.text(request)) >= 3)
    kill(engine)
    error = desk.error(request)
    assert "killed" in error.text
    assert "SIGKILL" in error.detail
    assert desk.text(request).startswith("xxx")
    next_request = desk.thread.generate(ASK)
    assert desk.answer(next_request).text == "x" * 1000
    assert (Phase.LOAD, 2) in desk.phases(next_request), "the reload is shown"


def test_a_kill_while_loading(desk, engine, fake_model) -> None:
    request = desk.thread.load(fake_model("hang-load"))
    desk.until_phase(request, Phase.LOAD)
    kill(engine)
    assert "killed" in desk.error(request).text
    assert desk.answer(desk.thread.load(fake_model("echo"))).name == "echo"


def test_a_death_between_requests_goes_unnoticed(desk, engine, fake_model) -> None:
    desk.answer(desk.thread.load(fake_model("echo")))
    process = psutil.Process(engine.pid)
    kill(engine)
    desk.until(lambda: process.status() == psutil.STATUS_ZOMBIE)
    assert desk.answer(desk.thread.count_tokens("abc")) == 3
    assert desk.answer(desk.thread.generate(ASK)).text == ANSWER
    assert engine.pid != process.pid


def test_a_cancelled_reload_is_made_up_for(desk, engine, fake_model) -> None:
    desk.answer(desk.thread.load(fake_model("slow:20:2")))
    kill(engine)
    request = desk.thread.generate(ASK)
    desk.until_phase(request, Phase.LOAD)
    desk.thread.cancel(request)
    assert desk.error(request).code == CANCELLED
    assert desk.answer(desk.thread.generate(ASK)).text == "xx"


def test_a_child_that_froze_between_requests_is_replaced(desk, engine, fake_model) -> None:
    desk.answer(desk.thread.load(fake_model("echo")))
    freeze(engine, desk)
    assert desk.answer(desk.thread.generate(ASK)).text == ANSWER


def test_after_unload_a_new_child_has_no_model(desk, engine, fake_model) -> None:
    desk.answer(desk.thread.load(fake_model("echo")))
    desk.answer(desk.thread.unload())
    kill(engine)
    desk.until(lambda: psutil.Process(engine.pid).status() == psutil.STATUS_ZOMBIE)
    desk.answer(desk.thread.unload())
    assert desk.error(desk.thread.generate(ASK)).text == "No model is loaded."


@pytest.mark.parametrize("loading", [True, False])
def test_a_child_that_ignores_cancel_is_killed(desk, engine, fake_model, loading: bool) -> None:
    if loading:
        request, phase = desk.thread.load(fake_model("hang-load")), Phase.LOAD
    else:
        desk.answer(desk.thread.load(fake_model("hang")))
        request, phase = desk.thread.generate(ASK), Phase.DECODE
    desk.until_phase(request, phase)
    freeze(engine, desk)
    desk.thread.cancel(request)
    assert desk.error(request).code == CANCELLED
    assert desk.answer(desk.thread.load(fake_model("echo"))).name == "echo"


def test_shutdown_leaves_no_process_even_when_the_child_hangs(desk, engine, fake_model) -> None:
    desk.answer(desk.thread.load(fake_model("hang")))
    request = desk.thread.generate(ASK)
    desk.until_phase(request, Phase.DECODE)
    pid = engine.pid
    freeze(engine, desk)
    assert desk.thread.shutdown(60)
    assert desk.error(request).code == CANCELLED
    assert not psutil.pid_exists(pid)


def test_shutdown_leaves_no_process(desk, engine, fake_model) -> None:
    desk.answer(desk.thread.load(fake_model("echo")))
    pid = engine.pid
    assert desk.thread.shutdown(60)
    assert not psutil.pid_exists(pid)


def test_a_child_that_cannot_start(make_desk) -> None:
    desk = make_desk(lambda: IsolatedEngine(["/nonexistent/program"]))
    assert "cannot be started" in desk.error(desk.thread.request_runtime()).text


def test_a_child_that_ends_at_once(make_desk) -> None:
    script = "import sys; print('fatal: no luck', file=sys.stderr); sys.exit(3)"
    desk = make_desk(lambda: IsolatedEngine([sys.executable, "-c", script]))
    error = desk.error(desk.thread.request_runtime())
    assert error.cause == "fatal: no luck"
    assert "exit code 3" in error.detail


def test_a_child_that_speaks_nonsense(make_desk) -> None:
    script = "import sys, time; sys.stdout.write('x' * 99); sys.stdout.flush(); time.sleep(600)"
    desk = make_desk(lambda: IsolatedEngine([sys.executable, "-c", script]))
    assert isinstance(desk.error(desk.thread.request_runtime()), AppError)


def test_cancel_while_the_child_starts(make_desk) -> None:
    desk = make_desk(lambda: IsolatedEngine([sys.executable, "-c", "import time; time.sleep(600)"]))
    request = desk.thread.request_runtime()
    desk.until(lambda: desk.started == [request])
    desk.thread.cancel(request)
    assert desk.error(request).code == CANCELLED


def test_prints_of_native_code_do_not_disturb_the_pipe(make_desk, fake_runtime, fake_model) -> None:
    noisy = textwrap.dedent("""
        import ctypes, sys
        from geniex_desktop.engine import host, inprocess
        class Noisy(inprocess.InProcessEngine):
            def generate(self, request, sink):
                libc = ctypes.CDLL(None)
                libc.puts(b"a stray print")
                libc.fflush(None)
                return super().generate(request, sink)
        host.InProcessEngine = Noisy
        host.main(sys.argv)
    """)
    engine = IsolatedEngine([sys.executable, "-c", noisy])
    desk = make_desk(lambda: engine)
    desk.answer(desk.thread.load(fake_model("echo")))
    assert desk.answer(desk.thread.generate(ASK)).text == ANSWER
    assert engine.log_tail().count("a stray print") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux")
@pytest.mark.parametrize("behaviour", ["echo", "hang"])
def test_no_orphan_when_the_app_is_killed(fake_runtime, fake_model, behaviour: str) -> None:
    spec = fake_model(behaviour)
    app = textwrap.dedent(f"""
        import time
        from pathlib import Path
        from geniex_desktop.engine.isolated import IsolatedEngine
        from geniex_desktop.engine.types import ChatMessage, GenerateRequest, LoadSpec
        engine = IsolatedEngine()
        engine.load(LoadSpec(Path({str(spec.model_path)!r}), plugin_id="fake"), lambda event: None)
        print(engine.pid, flush=True)
        engine.generate(GenerateRequest((ChatMessage("user", "hello"),)), lambda event: None)
        time.sleep(600)
    """)
    with subprocess.Popen([sys.executable, "-c", app], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    psutil.wait_procs([child], timeout=30)
    # Where the first process of a container does not collect orphans, a zombie is left.
    assert not child.is_running() or child.status() == psutil.STATUS_ZOMBIE
