"""Atomic writes: old or new, nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from geniex_desktop import durable


def test_the_new_content_replaces_the_old(tmp_path: Path) -> None:
    path = tmp_path / "file"
    durable.write_atomically(path, b"old")
    durable.write_atomically(path, b"new")
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_at_any_step_leaves_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(*((os, "fsync", fail) if step == "fsync" else (Path, "replace", fail)))
    with pytest.raises(OSError, match="No space"):
        durable.write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_bytes_reach_the_disk_before_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part, final = tmp_path / "file.part", tmp_path / "file"
    part.write_bytes(b"content")
    order: list[str] = []
    real_fsync = os.fsync

    def fsync(descriptor: int) -> None:
        order.append("renamed" if final.exists() else "part")
        real_fsync(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    durable.commit(part, final)
    assert order == (["part"] if os.name == "nt" else ["part", "renamed"])
    assert final.read_bytes() == b"content"
    assert not part.exists()
