"""Model files that are not what they seem: a code and a reason, never a crash."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.errors import AppError

from .harness import TINY_MODEL

NOT_FOUND, INVALID = -100004, -100203

Open = Callable[..., object]


def wrong_architecture(data: bytes) -> bytes:
    """The tiny model claims to be of a family that nobody knows."""
    key = b"general.architecture" + struct.pack("<IQ", 8, 5) + b"llama"
    assert key in data
    return data.replace(key, key[:-5] + b"lamma", 1)


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("empty.gguf", b"", INVALID, "empty"),
        ("page.gguf", b"<!DOCTYPE html><html></html>", INVALID, "web page"),
        ("magic.gguf", b"GGUF", INVALID, ""),
        ("text.gguf", b"hello", INVALID, "GGUF"),
        ("half.gguf", TINY_MODEL.read_bytes()[: TINY_MODEL.stat().st_size // 2], INVALID, ""),
        ("head.gguf", TINY_MODEL.read_bytes()[:4000], INVALID, ""),
        ("family.gguf", wrong_architecture(TINY_MODEL.read_bytes()), INVALID, "lamma"),
    ],
)
def test_bad_file(
    open_session: Open, tmp_path: Path, name: str, content: bytes, code: int, words: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(AppError) as caught:
        open_session(path)
    assert caught.value.code == code
    assert caught.value.cause
    assert words in caught.value.cause
    # The plugin is as good as before.
    open_session(TINY_MODEL)


def test_missing_file_and_folder(open_session: Open, tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.gguf", tmp_path):
        with pytest.raises(AppError) as caught:
            open_session(path)
        assert caught.value.code in (NOT_FOUND, INVALID)


def test_projector_is_no_language_model(open_session: Open) -> None:
    with pytest.raises(AppError) as caught:
        open_session(TINY_MODEL.with_name("tiny-mmproj.gguf"))
    assert caught.value.code == INVALID
    assert "vision" in caught.value.cause
