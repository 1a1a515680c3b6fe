"""Settings: typed, saved at once, and robust against whatever lies in the file."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest

from geniex_desktop import settings as module
from geniex_desktop.settings import (
    ALL,
    CARRIER,
    CHIPSET,
    DEVICE,
    HUB_MIRROR,
    MODEL,
    THEME,
    VERSION,
    Setting,
    Settings,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_every_setting_is_declared_soundly() -> None:
    keys = [setting.key for setting in ALL]
    assert len(set(keys)) == len(keys)
    for setting in ALL:
        assert setting.accepts(setting.default)
        assert setting.text
        assert setting.key.count(".") == 1


def test_a_value_outlives_the_program(path: Path) -> None:
    Settings(path).set(THEME, "dark")
    again = Settings(path)
    assert again.get(THEME) == "dark"
    assert again.get(DEVICE) == "auto"
    assert again.problem == ""


@pytest.mark.parametrize(("setting", "value"), [(THEME, "pink"), (THEME, 1), (MODEL, None), (CARRIER, True)])
def test_a_wrong_value_is_refused_and_nothing_changes(
    path: Path, setting: Setting[Any], value: object
) -> None:
    settings = Settings(path)
    with pytest.raises(ValueError, match=setting.key):
        settings.set(setting, value)
    assert settings.get(setting) == setting.default
    assert not path.exists()


@pytest.mark.parametrize(
    ("setting", "text", "allowed"),
    [
        (HUB_MIRROR, "https://hub.example.org", True),
        (HUB_MIRROR, "https://hub.example.org:8443/hf", True),
        (HUB_MIRROR, "http://localhost:65535", True),
        (HUB_MIRROR, "http://hub.example.org", False),
        (HUB_MIRROR, "https://me:secret@hub.example.org", False),
        (HUB_MIRROR, "https://hub.example.org:65536", False),
        (HUB_MIRROR, "https://", False),
        (HUB_MIRROR, "https://..", False),
        (HUB_MIRROR, "https://a.b?c", False),
        (HUB_MIRROR, "hub.example.org", False),
        (CHIPSET, "qualcomm-snapdragon-x-elite", True),
        (CHIPSET, "Dragonwing RB3 Gen 2 Vision Kit", True),
        (CHIPSET, "-x", False),
        (CHIPSET, "x\n", False),
        (CHIPSET, "x" * 101, False),
    ],
)
def test_a_text_has_to_match_its_settings_pattern(setting: Setting[str], text: str, allowed: bool) -> None:
    assert setting.accepts(text) is allowed


def test_a_bool_is_no_number() -> None:
    assert not Setting("a.b", 1, "A number").accepts(True)
    assert not Setting("a.b", True, "A switch").accepts(1)


def test_callbacks_hear_of_changes_only(path: Path) -> None:
    settings = Settings(path)
    heard: list[str] = []
    stop = settings.on_change(THEME, heard.append)
    settings.set(THEME, "dark")
    settings.set(THEME, "dark")
    settings.set(DEVICE, "cpu")
    stop()
    settings.set(THEME, "light")
    assert heard == ["dark"]


def test_a_callback_may_use_the_settings(path: Path) -> None:
    settings = Settings(path)
    settings.on_change(THEME, lambda theme: settings.set(DEVICE, f"cpu-{theme}"))
    settings.set(THEME, "dark")
    assert settings.get(DEVICE) == "cpu-dark"


def test_a_failing_save_keeps_the_old_value(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(path)
    settings.set(THEME, "dark")

    def fail(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_atomically", fail)
    with pytest.raises(OSError, match="No space"):
        settings.set(THEME, "light")
    assert settings.get(THEME) == "dark"
    assert Settings(path).get(THEME) == "dark"


def test_one_wrong_value_in_the_file_costs_only_itself(path: Path) -> None:
    values = {THEME.key: "pink", DEVICE.key: "cpu", MODEL.key: ["x"]}
    path.write_text(json.dumps({"version": VERSION, "values": values}), encoding="utf-8")
    settings = Settings(path)
    assert (settings.get(THEME), settings.get(DEVICE), settings.get(MODEL)) == ("system", "cpu", "")


def test_keys_of_another_version_are_kept(path: Path) -> None:
    path.write_text(json.dumps({"version": VERSION, "values": {"later.thing": 7}}), encoding="utf-8")
    Settings(path).set(THEME, "dark")
    assert json.loads(path.read_text(encoding="utf-8"))["values"] == {"later.thing": 7, THEME.key: "dark"}


DAMAGED = {
    "empty": b"",
    "cut off": b"{",
    "a list": b"[]",
    "null": b"null",
    "zeros": b"\x00" * 512,
    "no text": b"\xff\xfe",
    "odd version": b'{"version": "x", "values": {}}',
    "no version": b'{"values": {}}',
    "odd values": b'{"version": 1, "values": []}',
    "deep": b"[" * 100_000,
}


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_kept_aside_and_reported(
    path: Path, content: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_bytes(content)
    settings = Settings(path)
    assert settings.get(THEME) == "system"
    kept = [entry for entry in path.parent.iterdir() if "damaged" in entry.name]
    assert [entry.read_bytes() for entry in kept] == [content]
    assert kept[0].name in settings.problem
    assert settings.problem in caplog.text
    settings.set(THEME, "dark")
    assert Settings(path).problem == ""


def test_the_file_of_a_newer_version_is_kept_aside(path: Path) -> None:
    content = json.dumps({"version": VERSION + 1, "values": {THEME.key: "dark"}})
    path.write_text(content, encoding="utf-8")
    settings = Settings(path)
    assert settings.get(THEME) == "system"
    kept = [entry for entry in path.parent.iterdir() if f"version-{VERSION + 1}" in entry.name]
    assert [entry.read_text(encoding="utf-8") for entry in kept] == [content]
    assert "newer version" in settings.problem


def test_threads_do_not_lose_each_others_changes(path: Path) -> None:
    settings = Settings(path)
    own = [Setting(f"thread.n{index}", 0, "A number") for index in range(8)]

    def count(setting: Setting[int]) -> None:
        for value in range(1, 11):
            settings.set(setting, value)

    threads = [threading.Thread(target=count, args=(setting,)) for setting in own]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [Settings(path).get(setting) for setting in own] == [10] * 8
