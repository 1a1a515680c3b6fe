"""Model files in parts, and what a configuration asks of a device that cannot do it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.errors import AppError

from .gguf_files import split
from .harness import TINY_MODEL, Conversation, user

Make = Callable[..., Conversation]

INVALID = -100203
BURST = 7


@pytest.mark.parametrize("parts", [2, 5])
def test_model_in_parts(conversation: Make, tmp_path: Path, parts: int) -> None:
    chat = conversation(split(TINY_MODEL, tmp_path, parts)[0])
    assert chat.reply((user("Count to ten."),)).text == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."


def test_missing_or_foreign_part(conversation: Make, tmp_path: Path) -> None:
    first, second, third = split(TINY_MODEL, tmp_path, 3)
    for path in (second, third):  # a part that is not the first is no entry
        with pytest.raises(AppError) as caught:
            conversation(path)
        assert caught.value.code == INVALID
    content = second.read_bytes()
    second.write_bytes(third.read_bytes())
    with pytest.raises(AppError):
        conversation(first)
    second.unlink()
    with pytest.raises(AppError) as caught:
        conversation(first)
    assert caught.value.code == INVALID
    assert second.name in caught.value.cause
    second.write_bytes(content)
    assert conversation(first).reply((user("Count to ten."),)).text


@pytest.mark.parametrize("mode", range(BURST))
def test_power_mode_is_ignored_with_one_warning(
    configured: Make, caplog: pytest.LogCaptureFixture, mode: int
) -> None:
    chat = configured(power_mode=mode)
    warnings = [message for record in caplog.records if "power mode" in (message := record.getMessage())]
    assert len(warnings) == 1
    assert f"power mode {mode}" in warnings[0]
    assert chat.reply((user("Count to ten."),)).text


def test_burst_is_silent(configured: Make, caplog: pytest.LogCaptureFixture) -> None:
    assert configured(power_mode=BURST).reply((user("Hello"),)).text
    assert not caplog.records
