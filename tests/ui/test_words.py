"""Numbers and reasons as people read them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from geniex_desktop.engine.types import Edge, Phase, PhaseEvent, ProfileData
from geniex_desktop.ui import words

PROFILE = ProfileData(0.21, 0.0, 0.18, 3.7, 213, 128, 1184.2, 34.24, 0, 0, "eos")


def event(phase: Phase, done: int, total: int) -> PhaseEvent:
    return PhaseEvent(phase, Edge.PROGRESS, done, total, 0)


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.214, "0.21 s"), (3.24, "3.2 s"), (59.0, "59.0 s"), (61.4, "1 min 1 s"), (3600, "60 min 0 s")],
)
def test_durations(app: QApplication, value: float, text: str) -> None:
    assert words.seconds(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(999, "999 B"), (98_362_432, "98 MB"), (2_400_000_000, "2.4 GB"), (212e9, "212 GB"), (3e12, "3.0 TB")],
)
def test_sizes(app: QApplication, value: float, text: str) -> None:
    assert words.size(value) == text


def test_memory_is_in_binary_gigabytes(app: QApplication) -> None:
    assert words.memory(16 * 2**30) == "16"
    assert words.memory(5.12 * 2**30) == "5.1"


def test_a_profile_in_words(app: QApplication) -> None:
    facts = [fact.text for fact in words.profile_facts(PROFILE, "NPU")]
    assert " · ".join(facts) == (
        "0.21 s to first token · prefill 1,184 tok/s · decode 34.2 tok/s · 128 tokens · finished · NPU"
    )
    assert all(fact.meaning for fact in words.profile_facts(PROFILE, "NPU"))


def test_a_system_prompt_without_a_turn_of_its_own_is_told(app: QApplication) -> None:
    (told,) = set(words.profile_facts(replace(PROFILE, system_place="user"), "NPU")) - set(
        words.profile_facts(PROFILE, "NPU")
    )
    assert "system prompt" in told.text
    assert told.meaning


def test_what_did_not_happen_is_left_out_and_not_zero(app: QApplication) -> None:
    empty = replace(
        PROFILE, ttft=0.0, prefill_speed=0.0, decoding_speed=0.0, generated_tokens=1, stop_reason="user"
    )
    assert [fact.text for fact in words.profile_facts(empty, "")] == ["1 token", "stopped by you"]


@pytest.mark.parametrize(
    "reason", ["eos", "completed", "length", "user", "stop_sequence", "context_length", "unknown"]
)
def test_every_stop_reason_has_words(app: QApplication, reason: str) -> None:
    assert words.stop_reason(reason) != reason


def test_phases_say_how_far_they_are(app: QApplication) -> None:
    assert words.phase(event(Phase.LOAD, 640, 1000)) == "Loading weights 64 %"
    assert words.phase(event(Phase.PREFILL, 620, 1240)) == "Prefill 620 of 1,240 tokens"
    assert words.phase(None) == "Waiting for the engine"
    assert words.progress(event(Phase.PREFILL, 620, 1240)) == 0.5
    assert words.progress(event(Phase.DECODE, 0, 0)) is None
