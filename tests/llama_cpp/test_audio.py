"""Recordings on the tiny model with a made-up encoder: it says nothing of sense, but every step is taken."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.engine.run import Run
from geniex_desktop.engine.types import (
    Capabilities,
    ChatMessage,
    Edge,
    GenerateRequest,
    MediaKind,
    MediaPart,
    Phase,
    PhaseEvent,
    Reply,
    Sampler,
    StreamEvent,
)
from geniex_desktop.engine.vlm_session import VlmSession
from geniex_desktop.errors import AppError

from .gguf_files import write_hearing_projector
from .harness import TINY_MODEL

MODEL_WIDTH = 64
RECORDING_TOKENS = 750
"""What the encoder makes of the 30 seconds that every recording is filled up to."""


@pytest.fixture(scope="module")
def projector(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_hearing_projector(tmp_path_factory.mktemp("audio") / "mmproj-audio.gguf", MODEL_WIDTH)


@pytest.fixture
def session(open_media_session: Callable[..., VlmSession], projector: Path) -> VlmSession:
    return open_media_session(mmproj_path=projector)


@pytest.fixture
def reply(session: VlmSession, run: Run) -> Callable[..., tuple[Reply, list[StreamEvent]]]:
    def ask(*messages: ChatMessage) -> tuple[Reply, list[StreamEvent]]:
        events: list[StreamEvent] = []
        with run.watching(events.append, Phase.PREFILL):
            request = GenerateRequest(messages, sampler=Sampler.greedy(), max_tokens=4)
            return session.generate(request), events

    return ask


def tone(path: Path, rate: int = 16000, channels: int = 1, bits: int = 16, seconds: float = 0.25) -> Path:
    """A WAV file with a sine of 440 Hz."""
    frames = bytearray()
    for i in range(int(rate * seconds)):
        level = math.sin(2 * math.pi * 440 * i / rate)
        sample = {
            8: struct.pack("<B", int(127 + 100 * level)),
            16: struct.pack("<h", int(20000 * level)),
            24: struct.pack("<i", int(2**22 * level))[:3],
            32: struct.pack("<f", level),
        }[bits]
        frames += sample * channels
    block = channels * bits // 8
    kind = 3 if bits == 32 else 1
    head = struct.pack("<4sIHHIIHH", b"fmt ", 16, kind, channels, rate, rate * block, block, bits)
    body = b"WAVE" + head + struct.pack("<4sI", b"data", len(frames)) + bytes(frames)
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    return path


def heard(path: Path, text: str = "What is that?") -> ChatMessage:
    return ChatMessage("user", text, media=(MediaPart(MediaKind.AUDIO, path),))


def test_a_recording_is_encoded_and_read_once(session, reply, tmp_path) -> None:
    assert session.capabilities() == Capabilities(images=False, audio=True)
    question = heard(tone(tmp_path / "tone.wav"))
    first, events = reply(question)
    assert first.profile.prompt_tokens > RECORDING_TOKENS
    assert first.profile.media_time > 0
    phases = [e for e in events if isinstance(e, PhaseEvent) and e.edge is not Edge.PROGRESS]
    assert phases[0].phase is Phase.MEDIA_ENCODE
    answer = ChatMessage("assistant", first.text, first.token_ids)
    second, _ = reply(question, answer, ChatMessage("user", "Hello"))
    assert second.profile.prompt_tokens < RECORDING_TOKENS
    assert second.profile.media_time == 0


@pytest.mark.parametrize(
    "form",
    [{"bits": 8, "rate": 8000}, {"bits": 24, "channels": 8}, {"bits": 32, "rate": 192000}],
    ids=str,
)
def test_every_usual_form_of_wav(reply, tmp_path, form: dict[str, int]) -> None:
    answered, _ = reply(heard(tone(tmp_path / "tone.wav", **form)))
    assert answered.profile.prompt_tokens > RECORDING_TOKENS


def test_a_length_that_nothing_came_up_to(reply, tmp_path) -> None:
    path = tone(tmp_path / "tone.wav")
    data = bytearray(path.read_bytes())
    data[40:44] = b"\xff" * 4
    path.write_bytes(data)
    assert reply(heard(path))[0].profile.media_time > 0


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("silent.wav", b"", -201101, "empty"),
        ("header.wav", 0, -201101, "no sound"),
        ("cut.wav", 36, -201101, "cut off"),
        ("text.mp3", b"I am a text, and no sound at all", -201102, "WAV, MP3 and FLAC"),
        ("picture.wav", TINY_MODEL.parent / "red.png", -201102, "WAV, MP3 and FLAC"),
    ],
)
def test_recordings_that_cannot_be_read(reply, tmp_path, name, content, code, words) -> None:
    path = tmp_path / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif isinstance(content, Path):
        path.write_bytes(content.read_bytes())
    else:
        tone(path, seconds=0)
        path.write_bytes(path.read_bytes()[: content or None])
    with pytest.raises(AppError) as caught:
        reply(heard(path))
    assert caught.value.code == code
    assert name in caught.value.cause
    assert words in caught.value.cause


def test_an_image_is_refused(reply) -> None:
    image = MediaPart(MediaKind.IMAGE, TINY_MODEL.parent / "red.png")
    with pytest.raises(AppError, match="cannot see"):
        reply(ChatMessage("user", "x", media=(image,)))
