"""Typed values across the pipe: nothing is lost on the way, and broken messages are noticed."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from geniex_desktop.engine.frames import FrameError, read_frame, write_frame
from geniex_desktop.engine.types import (
    ChatMessage,
    ContextUse,
    DeviceInfo,
    Edge,
    GenerateRequest,
    LoadedModel,
    LoadSpec,
    Phase,
    PhaseEvent,
    PluginInfo,
    ProfileData,
    Reply,
    RuntimeInfo,
    Sampler,
    TextEvent,
)
from geniex_desktop.engine.wire import pack, pack_error, unpack, unpack_error
from geniex_desktop.errors import AppError, Blame

PROFILE = ProfileData(0.1, 0.0, 0.2, 0.3, 4, 5, 6.5, 7.5, 0, 0, "eos")
SPEC = LoadSpec(Path("/models/名 \udcff.gguf"), device="HTP0,HTP1", n_ctx=512, chat_template="{{ x }}\0")

VALUES = [
    SPEC,
    LoadedModel(SPEC, "m", "Q4_0", "CPU", "why", 1.5, 99, ContextUse(1, 2, 3), {"devices": [{"id": "CPU"}]}),
    LoadedModel(SPEC, "m", "", "CPU", "", 0.0, 0, None, None),
    GenerateRequest(
        (ChatMessage("user", "a\0b\ud800 😀"), ChatMessage("assistant", "", (1, 2))),
        Sampler.greedy(),
        7,
        ("x",),
    ),
    Reply("text", PROFILE, (1, 2, 3), ContextUse(4096, 12, 0)),
    RuntimeInfo(
        "1", "lib", True, (PluginInfo("p", "v", (DeviceInfo("CPU", "c"),)), PluginInfo("q", failure="bad"))
    ),
    PhaseEvent(Phase.PREFILL, Edge.PROGRESS, 3, 9, 2**62),
    TextEvent("héllo", (1, 2)),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_values_survive_the_pipe(value: object) -> None:
    pipe = io.BytesIO()
    write_frame(pipe, {"value": pack(value)})
    pipe.seek(0)
    message = read_frame(pipe)
    assert message is not None
    assert unpack(type(value), message["value"]) == value
    assert read_frame(pipe) is None


def test_errors_survive_the_pipe() -> None:
    error = AppError("text", cause="cause", hint="hint", detail="detail", code=-5, blame=Blame.USER)
    copy = unpack_error(json.loads(json.dumps(pack_error(error))))
    assert vars(copy) == vars(error)


def test_a_message_that_was_cut_is_the_end() -> None:
    pipe = io.BytesIO()
    write_frame(pipe, {"a": 1})
    for length in range(len(pipe.getvalue())):
        assert read_frame(io.BytesIO(pipe.getvalue()[:length])) is None


@pytest.mark.parametrize("raw", [b"\xff\xff\xff\xff", b"\x02\0\0\0[]", b"\x02\0\0\0{x", b"\x01\0\0\0\xff"])
def test_nonsense_is_refused(raw: bytes) -> None:
    with pytest.raises(FrameError):
        read_frame(io.BytesIO(raw))
