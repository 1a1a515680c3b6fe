"""Reading a GGUF header through the native reader, without an engine."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from geniex_desktop.engine.gguf import inspect_gguf
from geniex_desktop.errors import AppError, Blame


@pytest.fixture(autouse=True)
def _runtime(fake_runtime) -> None:
    """The library under test."""


def test_a_file_that_is_no_gguf_is_fatal(tmp_path: Path) -> None:
    path = tmp_path / "page.gguf"
    path.write_text("<html>sign in first</html>")
    report = inspect_gguf(path)
    assert report.fatal
    assert all(finding.code and finding.message for finding in report.fatal)


def test_a_small_whole_file_gives_facts(tmp_path: Path) -> None:
    def text(value: str) -> bytes:
        return struct.pack("<Q", len(value)) + value.encode()

    key = text("general.architecture") + struct.pack("<I", 8) + text("llama")
    path = tmp_path / "small.gguf"
    path.write_bytes(b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + key + bytes(64))
    report = inspect_gguf(path)
    assert "llama" in str(report.facts)


def test_a_missing_file_is_the_users_to_mend(tmp_path: Path) -> None:
    with pytest.raises(AppError) as caught:
        inspect_gguf(tmp_path / "gone.gguf")
    assert (caught.value.code, caught.value.blame) == (-100004, Blame.USER)
