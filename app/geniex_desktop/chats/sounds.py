"""What a recording is and how it looks: its length, and the shape of a WAV file. Reads headers, bounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

BARS = 40
"""Of a waveform."""
LONGEST_S = 1800.0
"""Seconds of a recording that can be attached: minutes of work for the model, and most of its context."""
_MOST_CHANNELS = 64
_MOST_FRAMES_DRAWN = 4_000_000
_PCM, _FLOAT, _EXTENSIBLE = 1, 3, 0xFFFE
_STREAMINFO = 34


@dataclass(frozen=True, slots=True)
class Sound:
    """Attributes:
    format: "WAV", "FLAC" or "MP3".
    seconds: None where only playing it would tell.
    bars: Loudness over time, 0 to 1; () where it is not known.
    """

    format: str
    seconds: float | None
    bars: tuple[float, ...] = ()


class BadSoundError(ValueError):
    """The file says that it is a recording, and is not; the text says what is wrong."""


def read_sound(content: bytes) -> Sound | None:
    """What the bytes of a file hold; None when they are no recording that can be sent.

    Raises:
        BadSoundError: a recording without sound, or with a broken header.
    """
    if content[:4] == b"RIFF" and content[8:12] == b"WAVE":
        return _wav(content)
    if content[:4] == b"fLaC":
        return _flac(content)
    if content[:3] == b"ID3" or (len(content) > 3 and content[0] == 0xFF and content[1] & 0xE6 == 0xE2):
        return Sound("MP3", None)
    return None


@dataclass(frozen=True, slots=True)
class _Wav:
    """What a RIFF file says of itself: the format chunk's bytes; its samples lie from `begin` to `end`."""

    layout: bytes
    kind: int
    channels: int
    rate: int
    width: int
    begin: int
    end: int

    @property
    def frame(self) -> int:
        """Bytes of one sample of all channels."""
        return self.channels * self.width


def first_seconds(content: bytes, seconds: float) -> bytes:
    """The beginning of a WAV file as a WAV file. Raises BadSoundError."""
    wav = _read_wav(content)
    end = min(wav.end, wav.begin + int(seconds * wav.rate) * wav.frame)
    samples = content[wav.begin : end]
    chunks = b"fmt " + len(wav.layout).to_bytes(4, "little") + wav.layout + bytes(len(wav.layout) % 2)
    chunks += b"data" + len(samples).to_bytes(4, "little") + samples + bytes(len(samples) % 2)
    return b"RIFF" + (4 + len(chunks)).to_bytes(4, "little") + b"WAVE" + chunks


def _read_wav(content: bytes) -> _Wav:
    """The chunks of a RIFF file; a length that goes past its end means "until the end"."""
    layout: bytes | None = None
    at = 12
    while at + 8 <= len(content):
        name, size = content[at : at + 4], int.from_bytes(content[at + 4 : at + 8], "little")
        begin, end = at + 8, min(at + 8 + size, len(content))
        if name == b"fmt ":
            layout = content[begin:end]
        elif name == b"data":
            if layout is None:
                break
            return _wav_of(layout, begin, end)
        at += 8 + size + size % 2
    raise BadSoundError("its header is broken")


def _wav_of(layout: bytes, begin: int, end: int) -> _Wav:
    if len(layout) < 16:
        raise BadSoundError("its header is broken")
    kind = int.from_bytes(layout[:2], "little")
    channels = int.from_bytes(layout[2:4], "little")
    rate = int.from_bytes(layout[4:8], "little")
    width = int.from_bytes(layout[14:16], "little") // 8
    if kind == _EXTENSIBLE and len(layout) >= 26:
        kind = int.from_bytes(layout[24:26], "little")
    if not 0 < channels <= _MOST_CHANNELS or rate == 0 or width == 0:
        raise BadSoundError("its header is broken")
    wav = _Wav(layout, kind, channels, rate, width, begin, end)
    if end - begin < wav.frame:
        raise BadSoundError("it has no sound in it")
    return wav


def _wav(content: bytes) -> Sound:
    wav = _read_wav(content)
    frames = (wav.end - wav.begin) // wav.frame
    samples = content[wav.begin : wav.begin + frames * wav.frame]
    return Sound("WAV", frames / wav.rate, _bars(samples, wav.kind, wav.width, wav.channels))


def _bars(data: bytes, kind: int, width: int, channels: int) -> tuple[float, ...]:
    """The loudest sample in each of equal stretches."""
    if len(data) > _MOST_FRAMES_DRAWN * channels * width:
        return ()
    samples = _samples(data, kind, width)
    if samples is None:
        return ()
    step = max(1, -(-len(samples) // BARS))
    return tuple(
        float(min(1.0, np.nan_to_num(np.abs(samples[start : start + step])).max()))
        for start in range(0, len(samples), step)
    )


def _samples(data: bytes, kind: int, width: int) -> NDArray[Any] | None:
    """All channels one after the other, -1 to 1; None for a coding that is not drawn."""
    if kind == _FLOAT and width in (4, 8):
        return np.frombuffer(data, f"<f{width}").astype(np.float32)
    if kind != _PCM:
        return None
    if width == 1:
        return (np.frombuffer(data, np.uint8).astype(np.float32) - 128) / 128
    if width in (2, 4):
        samples: NDArray[np.float32] = np.frombuffer(data, f"<i{width}").astype(np.float32)
        samples /= 2 ** (8 * width - 1)
        return samples
    if width == 3:
        # The upper two bytes are enough to draw.
        triples = np.frombuffer(data, np.uint8).reshape(-1, 3)
        upper = np.ascontiguousarray(triples[:, 1:]).view("<i2").ravel()
        return upper.astype(np.float32) / 2**15
    return None


def _flac(content: bytes) -> Sound:
    """The first block of metadata tells rate and number of samples (0 = unknown)."""
    info = content[8 : 8 + _STREAMINFO]
    if len(info) < _STREAMINFO or content[4] & 0x7F != 0:
        raise BadSoundError("its header is broken")
    rate = int.from_bytes(info[10:13], "big") >> 4
    samples = int.from_bytes(info[13:18], "big") & (1 << 36) - 1
    if rate == 0:
        raise BadSoundError("its header is broken")
    return Sound("FLAC", samples / rate if samples else None)
