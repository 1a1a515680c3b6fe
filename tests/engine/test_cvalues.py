"""Strings that C cannot hold are changed visibly, never cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from geniex_desktop.engine.cvalues import encode_path, encode_text
from geniex_desktop.errors import AppError, Blame


@pytest.mark.parametrize(
    ("text", "encoded"),
    [
        ("plain", b"plain"),
        ("", b""),
        ("a\0b", "a\ufffdb".encode()),
        ("\ud800x\udfff", "\ufffdx\ufffd".encode()),
        ("😀é", "😀é".encode()),
    ],
)
def test_encode_text(text: str, encoded: bytes) -> None:
    assert encode_text(text) == encoded


def test_path_with_nul_is_refused() -> None:
    with pytest.raises(AppError) as caught:
        encode_path(Path("a\0b"))
    assert caught.value.blame is Blame.USER


@pytest.mark.skipif("sys.platform == 'win32'", reason="bytes of a name exist on POSIX only")
def test_path_keeps_the_file_systems_bytes() -> None:
    assert encode_path(Path("caf\udce9")) == b"caf\xe9"
