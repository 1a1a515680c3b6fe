"""The report as text and as JSON."""

from __future__ import annotations

import json

import pytest
from machines import orangepi, pc, runtime, subject, with_files

from geniex_desktop.doctor.examination import examine
from geniex_desktop.doctor.findings import AreaFindings, Evidence, Finding, Report, State
from geniex_desktop.doctor.report import as_json, as_text
from geniex_desktop.doctor.wording import Text, translate
from geniex_desktop.engine.types import PluginInfo


def report(*findings: Finding) -> Report:
    return Report("1.2", (AreaFindings("area", Text("An area"), findings),))


FAILED = Finding(
    "area.check",
    Text("A check"),
    State.FAIL,
    Text("%1 of %2 is bad.").of("half", "it"),
    (Evidence("a file", "first\nsecond"),),
    Text("Mend it."),
)
PASSED = Finding("area.fine", Text("Another"), State.PASS, Text("fine."))


def test_text_has_the_state_the_evidence_and_the_action() -> None:
    assert as_text(report(FAILED, PASSED)).splitlines() == [
        "GenieX Desktop 1.2",
        "",
        "An area",
        "  FAIL  A check: half of it is bad.",
        "        · a file: first",
        "            second",
        "        → Mend it.",
        "  ok    Another: fine.",
        "",
        "1 pass, 0 warn, 1 fail, 0 unknown",
    ]


def test_text_can_be_in_another_language() -> None:
    words = {"%1 of %2 is bad.": "%2的%1是坏的。", "A check": "检查"}
    text = as_text(report(FAILED), lambda pattern: words.get(pattern, pattern))
    assert "FAIL  检查: it的half是坏的。" in text


def test_long_sentences_are_wrapped_and_long_names_are_not_broken() -> None:
    name = "x" * 120
    finding = Finding("a.b", Text("T"), State.WARN, Text("word " * 40 + name), (), Text("do " * 50))
    lines = as_text(report(finding)).splitlines()
    assert max(len(line) for line in lines if name not in line) <= 100
    assert any(line.strip() == name for line in lines)


def test_json_says_the_same_for_programs() -> None:
    content = json.loads(as_json(report(FAILED, PASSED)))
    assert content["format"] == 1
    assert content["ok"] is False
    assert content["counts"] == {"pass": 1, "warn": 0, "fail": 1, "unknown": 0}
    assert content["checks"][0] == {
        "area": "area",
        "id": "area.check",
        "title": "A check",
        "state": "fail",
        "found": "half of it is bad.",
        "evidence": [{"looked_at": "a file", "found": "first\nsecond"}],
        "action": "Mend it.",
    }
    assert content["checks"][1]["action"] is None


@pytest.mark.parametrize(
    ("engine", "failed"),
    [(runtime("CPU"), False), (runtime("CPU", plugins=(PluginInfo("q", failure="x"),)), True)],
)
def test_a_report_fails_when_a_check_does(engine: object, failed: bool) -> None:
    assert examine(subject(pc(), engine)).failed is failed  # type: ignore[arg-type]


def test_unknown_and_warnings_are_no_failure() -> None:
    host = with_files(orangepi(), {"/proc/cpuinfo": "processor : 0\n"})
    result = examine(subject(host, runtime("CPU")))
    assert result.count(State.UNKNOWN) == 2
    assert not result.failed


def test_an_argument_may_look_like_a_place() -> None:
    assert str(translate("Doctor", "%1 and %2").of("%2", "x")) == "%2 and x"
    assert str(translate("Doctor", "100 %, %1 and %2").of("one")) == "100 %, one and %2"
