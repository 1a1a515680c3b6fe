"""Which library the engine is told to run on, and what it says where that cannot be."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path

import pytest

from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.errors import Blame


def test_the_foreign_library_has_none_of_our_extensions(foreign_library: Path, include: Path) -> None:
    header = (include / "geniex_ext.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"^GENIEX_API [^(]*\b(geniex_\w+)\(", header, re.MULTILINE))
    assert len(declared) > 10
    library = ctypes.CDLL(str(foreign_library))
    assert [name for name in sorted(declared) if hasattr(library, name)] == []


@pytest.mark.parametrize("isolated", [False, True])
def test_the_library_that_is_named_is_the_one_that_runs(
    isolated: bool, make_desk, foreign_library: Path, foreign_runtime: None, fake_model
) -> None:
    desk = make_desk(make_engine(isolated))
    runtime = desk.answer(desk.thread.request_runtime())
    assert (runtime.version, runtime.library) == ("foreign 1.0", str(foreign_library))
    model = desk.answer(desk.thread.load(fake_model("echo")))
    assert model.placement is None
    assert model.found_devices == ("CPU",)  # by the lines that it logs


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
