"""Ends of an engine process, told in words."""

from __future__ import annotations

import signal

import pytest

from geniex_desktop.engine.death import death_error


@pytest.mark.parametrize(
    ("returncode", "platform", "word"),
    [
        (-signal.SIGABRT, "linux", "refused"),
        (-signal.SIGSEGV, "linux", "crashed"),
        (-signal.SIGBUS, "linux", "lost its model file"),
        (-signal.SIGILL, "linux", "instruction"),
        (-signal.SIGKILL, "linux", "memory"),
        (-200, "linux", "unexpectedly"),
        (1, "linux", "unexpectedly"),
        (None, "linux", "unexpectedly"),
        (3, "win32", "refused"),
        (0xC0000409, "win32", "refused"),
        (-1073741819, "win32", "crashed"),
        (0xC00000FD, "win32", "stack"),
        (0xC000001D, "win32", "instruction"),
        (77, "win32", "unexpectedly"),
    ],
)
def test_kinds_of_death(returncode: int | None, platform: str, word: str) -> None:
    error = death_error(returncode, "", platform=platform)
    assert word in error.text
    assert error.hint
    assert error.detail.startswith("engine process: ")


def test_the_reason_is_the_assert_and_not_pythons_stack() -> None:
    log = "loading\nggml.c:1: GGML_ASSERT(x > 0) failed\nFatal Python error: Aborted\n  File errors.py"
    error = death_error(-signal.SIGABRT, log)
    assert error.cause == "ggml.c:1: GGML_ASSERT(x > 0) failed"
    assert log in error.detail
    assert "SIGABRT" in error.detail
