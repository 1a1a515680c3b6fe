"""The log: complete in the file, silent on the terminal, free of secrets."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from geniex_desktop import log, paths

TOKEN = "hf_" + "A1b2C3d4" * 4


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    root, ours = logging.getLogger(), logging.getLogger("geniex_desktop")
    before = (list(root.handlers), root.level, ours.level)
    yield
    for handler in [handler for handler in root.handlers if handler not in before[0]]:
        root.removeHandler(handler)
        handler.close()
    root.setLevel(before[1])
    ours.setLevel(before[2])


def written(role: str = "test") -> str:
    return (paths.log_dir() / f"{role}.log").read_text(encoding="utf-8")


def test_the_file_has_it_and_the_terminal_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    log.setup("test")
    logging.getLogger("geniex_desktop.somewhere").info("hello 你好")
    logging.getLogger("another.library").info("chatter")
    assert "hello 你好" in written()
    assert "chatter" not in written()
    assert capsys.readouterr().err == ""


def test_a_level_shows_the_log_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    log.setup("test", "warning")
    logging.getLogger("geniex_desktop").info("quiet")
    logging.getLogger("geniex_desktop").warning("loud")
    shown = capsys.readouterr().err
    assert "loud" in shown
    assert "quiet" not in shown


def test_a_second_setup_replaces_the_first() -> None:
    log.setup("first")
    log.setup("second")
    logging.getLogger("geniex_desktop").warning("once")
    assert "once" not in written("first")
    assert written("second").count("once") == 1


@pytest.mark.parametrize(
    "text",
    [
        f"token {TOKEN} used",
        f"Authorization: Bearer {TOKEN}",
        f"authorization: bearer x{TOKEN}",
        f"https://host/file?X-Amz-Credential={TOKEN}&X-Amz-Date=1",
        f"https://host/file?a=1&X-Amz-Signature={TOKEN}",
        f"https://host/file?Expires=1&Signature={TOKEN}&Key-Pair-Id={TOKEN}",
        f"https://host/file?token={TOKEN}",
    ],
)
def test_secrets_are_blotted_out(text: str) -> None:
    cleaned = log.redact(text)
    assert TOKEN not in cleaned
    assert "[redacted]" in cleaned


def test_the_rest_of_an_address_stays_readable() -> None:
    address = "https://host/file?X-Amz-Date=20260101&X-Amz-Signature=abc&x=1"
    assert log.redact(address) == "https://host/file?X-Amz-Date=20260101&X-Amz-Signature=[redacted]&x=1"
    assert log.redact("the model hf_x is half_done") == "the model hf_x is half_done"


def test_secrets_in_arguments_and_tracebacks_are_covered() -> None:
    log.setup("test")
    try:
        raise ValueError(f"bad token {TOKEN}")
    except ValueError:
        logging.getLogger("geniex_desktop").exception("failed with %s", {"token": TOKEN})
    assert "ValueError: bad token [redacted]" in written()
    assert TOKEN not in written()


def test_a_folder_that_cannot_be_written_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    monkeypatch.setenv("GENIEX_HOME", str(blocked))
    log.setup("test")
    assert "no log file" in capsys.readouterr().err


def test_a_crash_is_told_once_at_the_next_start() -> None:
    start = "import faulthandler, geniex_desktop.log as log; print(log.watch_crashes('test'))"
    reports = []
    for ending in ("; faulthandler._sigsegv()", "", ""):
        run = [sys.executable, "-c", start + ending]
        reports.append(subprocess.run(run, capture_output=True, text=True, check=False).stdout)
    assert reports[0].strip() == ""
    assert "Segmentation fault" in reports[1]
    assert reports[2].strip() == ""
