"""A libgeniex without our extensions runs too, in both carriers, with what can be known of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import ChatMessage, Edge, GenerateRequest, LoadSpec, Phase, TextEvent
from geniex_desktop.errors import Blame


@pytest.fixture(params=[False, True], ids=["in-process", "isolated"])
def desk(request, make_desk, foreign_library: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GENIEX_LIB_PATH", str(foreign_library))
    return make_desk(make_engine(request.param))


def ask(text: str) -> GenerateRequest:
    return GenerateRequest((ChatMessage("system", "be brief"), ChatMessage("user", text)))


def test_runtime(desk, foreign_library: Path) -> None:
    runtime = desk.answer(desk.thread.request_runtime())
    assert (runtime.version, runtime.library) == ("foreign 1.0", str(foreign_library))
    assert not runtime.has_extensions
    assert [device.name for device in runtime.plugins[0].devices] == ["A processor"]


def test_a_reply_streams_with_phases_from_what_can_be_known(desk) -> None:
    load = desk.thread.load(LoadSpec(Path(__file__)))
    reply = desk.thread.generate(ask("one two three"))
    model = desk.answer(load)
    assert model.placement is None
    assert model.found_devices == ("CPU",)
    assert desk.phases(load) == [(Phase.LOAD, Edge.BEGIN), (Phase.LOAD, Edge.END)]
    assert desk.answer(reply).text == desk.text(reply) == "one two three"
    assert desk.answer(reply).profile.generated_tokens == 3
    assert desk.phases(reply) == [
        (Phase.PREFILL, Edge.BEGIN),
        (Phase.PREFILL, Edge.END),
        (Phase.DECODE, Edge.BEGIN),
        (Phase.DECODE, Edge.END),
    ]
    assert all(len(event.times_ns) == 1 for event in desk.events(reply) if isinstance(event, TextEvent))


def test_cancel_is_heard_at_a_token(desk) -> None:
    desk.answer(desk.thread.load(LoadSpec(Path(__file__))))
    request = desk.thread.generate(ask("word " * 40_000))
    desk.until(lambda: desk.text(request) != "")
    desk.thread.cancel(request)
    reply = desk.answer(request)
    assert reply.profile.stop_reason == "user"
    assert reply.text == desk.text(request)
    assert len(reply.text) < 200_000


def test_what_it_cannot_tell_is_none(desk) -> None:
    desk.answer(desk.thread.load(LoadSpec(Path(__file__))))
    assert desk.answer(desk.thread.count_tokens("hello")) is None


def test_a_missing_file_is_the_users_to_mend(desk, tmp_path: Path) -> None:
    error = desk.error(desk.thread.load(LoadSpec(tmp_path / "gone.gguf")))
    assert error.blame is Blame.USER
    assert "gone.gguf" in error.text


def test_generating_without_a_model_is_the_users_to_mend(desk) -> None:
    error = desk.error(desk.thread.generate(ask("hello")))
    assert error.blame is Blame.USER
    assert error.hint


@pytest.mark.parametrize("isolated", [False, True])
def test_a_missing_library_is_named(isolated: bool, make_desk, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GENIEX_LIB_PATH", str(tmp_path / "nowhere"))
    desk = make_desk(make_engine(isolated))
    error = desk.error(desk.thread.request_runtime())
    assert "nowhere" in error.text
    assert error.blame is Blame.USER


def test_a_file_that_is_no_library_is_told(
    make_desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "libgeniex.so"
    fake.write_text("not a library")
    monkeypatch.setenv("GENIEX_LIB_PATH", str(fake))
    desk = make_desk(make_engine(isolated=False))
    assert "cannot be loaded" in desk.error(desk.thread.request_runtime()).text
