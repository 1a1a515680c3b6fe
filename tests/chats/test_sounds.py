"""What recordings are: lengths and shapes, and headers that lie."""

from __future__ import annotations

import io
import wave

import pytest

from geniex_desktop.chats.sounds import BARS, BadSoundError, read_sound


def wav(frames: bytes, channels: int = 1, width: int = 2, rate: int = 16000) -> bytes:
    file = io.BytesIO()
    with wave.open(file, "wb") as writer:
        writer.setnchannels(channels)
        writer.setsampwidth(width)
        writer.setframerate(rate)
        writer.writeframes(frames)
    return file.getvalue()


LOUD_AND_SILENT = b"\xff\x7f" * 8000 + b"\x00\x00" * 8000


def test_length_and_shape_of_a_wav() -> None:
    sound = read_sound(wav(LOUD_AND_SILENT))
    assert sound is not None
    assert (sound.format, sound.seconds, len(sound.bars)) == ("WAV", 1.0, BARS)
    assert (round(sound.bars[0], 3), sound.bars[-1]) == (1.0, 0.0)


@pytest.mark.parametrize(("width", "silence"), [(1, b"\x80"), (2, b"\0\0"), (3, b"\0\0\0"), (4, b"\0" * 4)])
@pytest.mark.parametrize("channels", [1, 2, 8])
def test_every_width_is_drawn(width: int, silence: bytes, channels: int) -> None:
    sound = read_sound(wav(silence * channels * 480, channels, width, 192_000))
    assert sound is not None
    assert sound.seconds == 480 / 192_000
    assert set(sound.bars) == {0.0}


def test_a_data_length_past_the_end_means_until_the_end() -> None:
    content = bytearray(wav(LOUD_AND_SILENT))
    content[40:44] = b"\xff\xff\xff\xff"
    sound = read_sound(bytes(content))
    assert sound is not None
    assert sound.seconds == 1.0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (wav(b""), "no sound"),
        (wav(b"")[:30], "header"),
        (wav(b"\0\0")[:22] + b"\0\0" + wav(b"\0\0")[24:], "header"),
        (b"fLaC\x00\x00\x00\x22short", "header"),
    ],
)
def test_a_recording_without_sound_or_header_is_refused(content: bytes, why: str) -> None:
    with pytest.raises(BadSoundError, match=why):
        read_sound(content)


def test_flac_tells_its_length_and_mp3_does_not() -> None:
    info = bytes(10) + ((44100 << 44) | (1 << 41) | (15 << 36) | 88200).to_bytes(8, "big") + bytes(16)
    flac = read_sound(b"fLaC\x80\x00\x00\x22" + info)
    assert flac is not None
    assert (flac.format, flac.seconds) == ("FLAC", 2.0)
    mp3 = read_sound(b"ID3\x04\x00" + bytes(20))
    assert mp3 is not None
    assert (mp3.format, mp3.seconds, mp3.bars) == ("MP3", None, ())
    assert read_sound(b"hello") is None
