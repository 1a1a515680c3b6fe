"""The figures of replies over time."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from geniex_desktop.telemetry.replies import Change, ReplyLog, ReplyRecord, by_setup, drift

DAY = 86_400.0
NOW = 1000 * DAY
RECORD = ReplyRecord(
    *(NOW, "SmolLM2", "Q4_1", "CPU", 0.2, 1.5, 0.0, 0.2, 2.0, 10, 40, 50.0, 20.0, 50),
    means={"cpu": 71.5},
    circumstances={"app": "1.0", "threads": "2"},
)


BAD_MEANS = json.dumps(asdict(replace(RECORD, means={"cpu": "hot"})))  # type: ignore[dict-item]
BAD_AROUND = json.dumps(asdict(replace(RECORD, circumstances={"app": 1})))  # type: ignore[dict-item]


def test_records_come_back_in_order(tmp_path: Path) -> None:
    store = ReplyLog(tmp_path / "replies.jsonl")
    assert store.read() == []
    for depth in (10, 20):
        store.append(replace(RECORD, depth=depth))
    assert store.read() == [replace(RECORD, depth=10), replace(RECORD, depth=20)]
    assert RECORD.total_s == pytest.approx(3.7)


def test_a_line_that_a_crash_cut_short_costs_only_itself(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    store = ReplyLog(path)
    store.append(RECORD)
    with path.open("ab") as file:
        file.write(b'{"time": 12, "model": "x"')
    store.append(RECORD)
    assert store.read() == [RECORD, RECORD]


@pytest.mark.parametrize("line", ["[]", "{}", BAD_MEANS, BAD_AROUND, '{"time":"soon"}', "x", '{"time":{}}'])
def test_a_damaged_line_is_passed_over(tmp_path: Path, line: str) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text(line + "\n", encoding="utf-8")
    store = ReplyLog(path)
    store.append(RECORD)
    assert store.read() == [RECORD]


def test_the_file_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("geniex_desktop.telemetry.replies.KEPT", 3)
    store = ReplyLog(tmp_path / "replies.jsonl")
    for depth in range(7):
        store.append(replace(RECORD, depth=depth))
    assert [record.depth for record in store.read()] == [4, 5, 6]
    assert len((tmp_path / "replies.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def history(before: float, now: float) -> list[ReplyRecord]:
    old = [replace(RECORD, time=NOW - (10 + i) * DAY, decode_speed=before) for i in range(5)]
    new = [replace(RECORD, time=NOW - i * 60, decode_speed=now) for i in range(5, 0, -1)]
    return old + new


def test_a_slower_machine_is_noticed_with_what_changed() -> None:
    records = history(20.0, 17.6)
    records[-1] = replace(records[-1], circumstances={"app": "1.1", "threads": "2"})
    found = drift(records, RECORD.setup, NOW)
    assert found is not None
    assert found.share == pytest.approx(-0.12)
    assert found.changed == (Change("app", "1.0", "1.1"),)


def test_deeper_chats_are_a_reason() -> None:
    records = [replace(r, depth=2000) if r.time > NOW - DAY else r for r in history(20.0, 10.0)]
    found = drift(records, RECORD.setup, NOW)
    assert found is not None
    assert found.changed == (Change("depth", "50", "2000"),)


def test_battery_power_mode_and_heat_are_reasons() -> None:
    cool = {"power": "mains", "mode": "balanced"}
    hot = {"power": "battery", "mode": "power-saver"}
    records = [
        replace(r, circumstances=hot, means={"temperature": 78.0})
        if r.time > NOW - DAY
        else replace(r, circumstances=cool, means={"temperature": 55.0})
        for r in history(20.0, 14.0)
    ]
    found = drift(records, RECORD.setup, NOW)
    assert found is not None
    assert set(found.changed) == {
        Change("power", "mains", "battery"),
        Change("mode", "balanced", "power-saver"),
        Change("temperature", "55", "78"),
    }


def test_a_little_warmer_and_never_measured_are_no_reasons() -> None:
    records = [replace(r, means={"temperature": 60.0}) if r.time > NOW - DAY else r for r in history(20, 14)]
    found = drift(records, RECORD.setup, NOW)
    assert found is not None
    assert found.changed == ()


def test_small_changes_and_few_replies_say_nothing() -> None:
    assert drift(history(20.0, 19.5), RECORD.setup, NOW) is None
    assert drift(history(20.0, 10.0)[3:], RECORD.setup, NOW) is None
    assert drift(history(20.0, 10.0), ("other", "Q4_1", "CPU"), NOW) is None
    assert drift([], RECORD.setup, NOW) is None


def test_setups_are_compared_by_their_medians() -> None:
    records = [replace(RECORD, decode_speed=speed) for speed in (10.0, 30.0, 20.0)]
    records += [replace(RECORD, device="NPU", decode_speed=35.0), replace(RECORD, decode_speed=0.0)]
    npu, cpu = by_setup(records)
    assert (npu.setup[2], npu.replies, npu.decode_speed) == ("NPU", 1, 35.0)
    assert (cpu.setup[2], cpu.replies, cpu.decode_speed) == ("CPU", 3, 20.0)
