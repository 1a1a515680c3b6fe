"""The mark of a load that the app may not survive."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from geniex_desktop.models.load_mark import LoadMark

MODEL, OTHER = Path("/models/tiny.gguf"), Path("/models/other.gguf")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new" / "loading.json"


def left_by_a_start_that_died(file: Path, **changes: object) -> None:
    LoadMark(file).set(MODEL, "npu")
    mark = {**json.loads(file.read_bytes()), "pid": 2**22 + 1, **changes}
    file.write_text(json.dumps(mark))


def test_what_the_last_start_did_not_survive_is_named(file: Path) -> None:
    left_by_a_start_that_died(file)
    warning = LoadMark(file).warning(MODEL)
    assert warning is not None
    assert warning.text == "tiny.gguf was not opened at the start."
    assert "npu" in warning.detail
    assert warning.cause
    assert warning.hint
    assert LoadMark(file).warning(OTHER) is None


def test_it_stays_until_a_load_ends_well(file: Path) -> None:
    left_by_a_start_that_died(file)
    mark = LoadMark(file)
    mark.clear(0)
    assert mark.warning(MODEL) is not None, "this start has loaded nothing yet"
    mark.clear(mark.set(MODEL, "cpu"))
    assert mark.warning(MODEL) is None


def test_the_end_of_an_earlier_load_leaves_the_mark_of_a_later_one(file: Path) -> None:
    """Of the same model, too: the worker that clears may be late."""
    mark = LoadMark(file)
    earlier, later = mark.set(MODEL, "npu"), mark.set(MODEL, "cpu")
    mark.clear(earlier)
    assert file.exists()
    mark.clear(later)
    assert not file.exists()


def test_a_load_of_another_window_is_none_of_a_start_that_died(file: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        started = psutil.Process(other.pid).create_time()
        left_by_a_start_that_died(file, pid=other.pid, started=started)
        assert LoadMark(file).warning(MODEL) is None
        left_by_a_start_that_died(file, pid=other.pid, started=started - 5)
        assert LoadMark(file).warning(MODEL) is not None, "another process has the number now"


@pytest.mark.parametrize("content", [b"", b"[]", b'{"model": 5}', b"\xff"])
def test_a_broken_mark_is_none(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    assert LoadMark(file).warning(MODEL) is None


def test_a_disk_that_refuses_costs_only_the_mark(file: Path) -> None:
    file.parent.write_text("a file where the folder should be")
    mark = LoadMark(file)
    assert mark.set(MODEL, "cpu") == 0
    mark.clear(0)
    assert mark.warning(MODEL) is None
