"""Loading the library, its log, and the way from codes to errors."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from geniex_desktop.engine import location
from geniex_desktop.engine.library import Library, open_library
from geniex_desktop.engine.nativelog import NativeLog
from geniex_desktop.errors import AppError


@pytest.fixture
def library(fake_runtime) -> Library:
    return open_library(location.engine_files())


def test_a_library_is_loaded_once(library: Library) -> None:
    assert open_library(location.engine_files()) is library


def test_the_path_may_name_the_file(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(location.OVERRIDE, str(library.path))
    assert location.engine_files().library == library.path


def test_a_source_tree_without_a_build_says_how_to_build(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv(location.OVERRIDE, raising=False)
    monkeypatch.setattr(location.geniex_desktop, "__path__", [str(tmp_path)])
    with pytest.raises(AppError) as caught:
        location.engine_files()
    assert "dev.py" in caught.value.hint
    assert str(tmp_path) in caught.value.detail


def test_every_code_has_a_text_and_a_name(library: Library) -> None:
    for code, name in library.ffi.typeof("geniex_ErrorCode").elements.items():
        if code == 0:
            continue
        with pytest.raises(AppError) as caught:
            library.check(code)
        assert caught.value.code == code
        assert caught.value.text
        assert name.removeprefix("GENIEX_ERROR_") in caught.value.detail


def test_an_unlisted_code_is_told_too(library: Library) -> None:
    with pytest.raises(AppError, match=r"\w") as caught:
        library.check(-42)
    assert "-42" in caught.value.detail


def test_success_and_counts_pass(library: Library) -> None:
    assert [library.check(code) for code in (0, 1, 7)] == [0, 1, 7]


def test_a_function_that_is_missing_is_named(foreign_library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(location.OVERRIDE, str(foreign_library))
    foreign = open_library(location.engine_files())
    foreign.init()
    try:
        with pytest.raises(AppError, match="geniex_llm_reset"):
            foreign.checked("geniex_llm_reset", foreign.ffi.NULL)
    finally:
        foreign.deinit()


@pytest.mark.parametrize(
    ("level", "expected"), [(0, 5), (1, 10), (2, 20), (3, 30), (4, 40), (-3, 5), (9, 40)]
)
def test_levels_of_the_native_log(level: int, expected: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(1, "geniex.native")
    log = NativeLog()
    log.receive(level, "100 % sure")
    assert [(r.name, r.levelno, r.getMessage()) for r in caplog.records] == [
        ("geniex.native", expected, "100 % sure")
    ]


def test_the_tail_keeps_the_last_lines() -> None:
    log = NativeLog()
    for number in range(1000):
        log.receive(2, f"line {number}")
    assert log.tail(2) == "line 998\nline 999"
    assert len(log.tail(10_000).splitlines()) == 200


def test_an_error_line_is_a_cause_once() -> None:
    log = NativeLog()
    log.receive(4, "no such tensor")
    log.receive(2, "bye")
    assert [log.take_last_problem(), log.take_last_problem()] == ["no such tensor", ""]


@pytest.mark.parametrize(("listening", "level"), [(1, 0), (5, 0), (10, 1), (20, 2), (30, 2), (50, 2)])
def test_nothing_is_sent_that_nobody_hears(listening: int, level: int) -> None:
    logger = logging.getLogger("geniex.native")
    before = logger.level
    logger.setLevel(listening)
    try:
        assert NativeLog.threshold() == level
    finally:
        logger.setLevel(before)


def test_lines_of_a_child(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(1, "geniex.native")
    log = NativeLog()
    log.receive_line("3\x1fcareful")
    log.receive_line("GGML_ASSERT(x) failed")
    log.receive_line("")
    assert [(r.levelno, r.getMessage()) for r in caplog.records] == [
        (30, "careful"),
        (20, "GGML_ASSERT(x) failed"),
    ]


def test_devices_that_were_found_are_told_once_each() -> None:
    log = NativeLog()
    for line in ("Found device: HTP0", "Found device: HTP1", "Found device: HTP0", "Using 2 device(s)"):
        log.receive(2, line)
    log.receive(3, "Device 'HTP9' not found, skipping")
    log.receive(2, "[llama_cpp] Found device: GPUOpenCL, integrated")
    assert log.take_found_devices() == ("HTP0", "HTP1", "GPUOpenCL")
    assert log.take_found_devices() == ()
