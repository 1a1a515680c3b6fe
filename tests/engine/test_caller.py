"""Every native engine call is made from the EngineThread, in both carriers."""

from __future__ import annotations

import json
import sys
import textwrap
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QThread

from geniex_desktop.engine.inprocess import InProcessEngine
from geniex_desktop.engine.isolated import IsolatedEngine
from geniex_desktop.engine.library import open_library
from geniex_desktop.engine.location import engine_files
from geniex_desktop.engine.thread import EngineThread
from geniex_desktop.engine.types import ChatMessage, GenerateRequest

ASK = GenerateRequest((ChatMessage("user", "hello"),))
EXPECTED = {
    "geniex_init",
    "geniex_get_plugin_list",
    "geniex_get_device_list",
    "geniex_resolve_device",
    "geniex_llm_create",
    "geniex_llm_render",
    "geniex_llm_generate",
    "geniex_llm_tokenize",
    "geniex_llm_get_placement",
    "geniex_llm_destroy",
    "geniex_run_attach",
    "geniex_deinit",
}


def use_everything(desk, fake_model) -> None:
    desk.answer(desk.thread.request_runtime())
    desk.answer(desk.thread.load(fake_model("echo")))
    desk.answer(desk.thread.count_tokens("abc"))
    request = desk.thread.generate(ASK)
    desk.answer(request)
    desk.answer(desk.thread.load(fake_model("hang")))
    request = desk.thread.generate(ASK)
    desk.until(lambda: desk.started[-1] == request)
    desk.thread.cancel()
    desk.answer(request)
    desk.answer(desk.thread.unload())
    assert desk.thread.shutdown(60)


def test_in_process(make_desk, fake_runtime, fake_model) -> None:
    library = open_library(engine_files())
    calls: list[tuple[str, QThread]] = []
    library.on_call = lambda function: calls.append((function, QThread.currentThread()))
    desk = make_desk(InProcessEngine)
    try:
        use_everything(desk, fake_model)
    finally:
        library.on_call = None
    assert {name for name, _ in calls} >= EXPECTED
    assert {thread for _, thread in calls} == {desk.thread}
    assert desk.thread.thread() is QCoreApplication.instance().thread(), (
        "it belongs to the main thread, but runs beside"
    )


def test_isolated(make_desk, fake_runtime, fake_model, tmp_path: Path) -> None:
    record = tmp_path / "calls.json"
    watched_host = textwrap.dedent(f"""
        import json, sys
        from pathlib import Path
        from PySide6.QtCore import QCoreApplication, QThread
        from geniex_desktop.engine import host
        from geniex_desktop.engine.library import open_library
        from geniex_desktop.engine.location import engine_files
        from geniex_desktop.engine.thread import EngineThread
        calls = []
        def note(function):
            thread = QThread.currentThread()
            main = thread is QCoreApplication.instance().thread()
            calls.append([function, type(thread).__name__, isinstance(thread, EngineThread), main])
        open_library(engine_files()).on_call = note
        host.main(sys.argv)
        Path({str(record)!r}).write_text(json.dumps(calls))
    """)
    desk = make_desk(lambda: IsolatedEngine([sys.executable, "-c", watched_host]))
    use_everything(desk, fake_model)
    calls = json.loads(record.read_text())
    assert {name for name, *_ in calls} >= EXPECTED
    assert {tuple(where) for _, *where in calls} == {(EngineThread.__name__, True, False)}


def test_a_call_from_another_thread_is_refused(fake_runtime) -> None:
    library = open_library(engine_files())
    with pytest.raises(RuntimeError, match="outside the engine thread"):
        library.call("geniex_get_plugin_list", library.ffi.NULL)


def test_two_engines_in_one_process_are_refused(make_desk, fake_runtime) -> None:
    first, second = make_desk(InProcessEngine), make_desk(InProcessEngine)
    first.answer(first.thread.request_runtime())
    assert "in use by another engine" in second.error(second.thread.request_runtime()).cause
    assert first.thread.shutdown(60)
    assert second.answer(second.thread.request_runtime()).has_extensions


def test_the_switch_interval_is_short_only_while_generating(make_desk, fake_runtime, fake_model) -> None:
    usual = sys.getswitchinterval()
    desk = make_desk(InProcessEngine)
    desk.answer(desk.thread.load(fake_model("hang")))
    assert sys.getswitchinterval() == usual
    request = desk.thread.generate(ASK)
    desk.until(lambda: sys.getswitchinterval() < usual)
    desk.thread.cancel(request)
    desk.answer(request)
    assert sys.getswitchinterval() == usual
