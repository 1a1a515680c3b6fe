"""Whole machines: what the doctor says of each, check by check."""

from __future__ import annotations

from collections import Counter

import pytest
from machines import (
    Examined,
    FakeHost,
    orangepi,
    pc,
    runtime,
    snapdragon_linux,
    snapdragon_windows,
    subject,
)

from geniex_desktop.doctor.examination import AREAS, Area, examine
from geniex_desktop.doctor.findings import Finding, State
from geniex_desktop.doctor.subject import Subject
from geniex_desktop.doctor.wording import Text
from geniex_desktop.engine.types import PluginInfo, RuntimeInfo
from geniex_desktop.errors import AppError

MACHINES = {
    "a PC": (pc, runtime("CPU")),
    "a Snapdragon laptop with Windows": (snapdragon_windows, runtime("HTP0", "GPUOpenCL", "CPU")),
    "a Snapdragon laptop with Linux": (snapdragon_linux, runtime("HTP0", "CPU")),
}


@pytest.mark.parametrize("name", MACHINES)
def test_a_machine_in_order_passes_every_check(examined: Examined, name: str) -> None:
    make, engine = MACHINES[name]
    findings = examined(make(), engine)
    assert [f"{f.id} {f.found}" for f in findings.values() if f.state is not State.PASS] == []
    assert [f.id for f in findings.values() if f.action is not None] == []


def test_a_board_in_order_leaves_open_only_what_its_driver_does_not_tell(examined: Examined) -> None:
    findings = examined(orangepi(), runtime("CPU"))
    assert [f.id for f in findings.values() if f.state is not State.PASS] == ["ascend.users"]
    assert findings["ascend.users"].state is State.UNKNOWN


def test_nothing_is_said_about_npus_that_are_not_there(examined: Examined) -> None:
    findings = examined(pc())
    npu = [name for name in findings if name.startswith(("snapdragon.", "ascend."))]
    assert npu == ["snapdragon.chip", "ascend.board"]
    assert "nothing to check" in str(findings["ascend.board"].found)


def test_only_commands_that_read_are_run() -> None:
    ran: Counter[str] = Counter()
    for host in (pc(), snapdragon_windows(), snapdragon_linux(), orangepi()):
        examine(subject(host))
        ran.update(host.ran)
    assert all(line.startswith("npu-smi info") or "Get-AuthenticodeSignature" in line for line in ran)
    assert len(ran) == 2


@pytest.mark.parametrize("make", [pc, snapdragon_windows, snapdragon_linux, orangepi])
def test_a_machine_that_answers_nothing_is_no_accident(make: object) -> None:
    """Everything is missing: each check still ends, and none by its own mistake."""
    whole = make()  # type: ignore[operator]
    bare = FakeHost(
        system=whole.system,
        architecture=whole.architecture,
        files={path: "" for path in ("/proc/device-tree/compatible",) if whole.files.get(path)},
        free=OSError(5, "Input/output error"),
        packages={},
        folders={},
    )
    if whole.system == "linux":
        bare.files.update({k: v for k, v in whole.files.items() if k.startswith("/proc/device-tree")})
    report = examine(subject(bare, AppError("No engine.")))
    assert [area.id for area in report.areas] == [area.id for area in AREAS]
    assert not [f.id for f in report.findings if f.id.endswith(".unfinished")]
    assert all(area.findings for area in report.areas)


@pytest.mark.parametrize("make", [pc, snapdragon_windows, snapdragon_linux, orangepi])
def test_every_finding_says_what_was_looked_at_and_what_to_do(make: object) -> None:
    broken = RuntimeInfo("1", "libgeniex.so", False, (PluginInfo("qairt", failure="no such file"),))
    host = make()  # type: ignore[operator]
    host.nodes.clear()
    host.packages.clear()
    for finding in examine(subject(host, broken)).findings:
        assert str(finding.title)
        assert str(finding.found)
        assert "%" not in str(finding.title) + str(finding.found) + str(finding.action or "")
        if finding.state in (State.FAIL, State.WARN):
            assert finding.action is not None, finding.id
            assert finding.evidence, finding.id
        assert finding.id.partition(".")[0] in {area.id for area in AREAS}


def test_a_check_that_breaks_costs_only_its_area() -> None:
    def breaks(_subject: Subject):
        yield Finding("first.one", Text("One"), State.PASS, Text("fine"))
        raise ZeroDivisionError("oh")

    def works(_subject: Subject):
        yield Finding("second.one", Text("One"), State.PASS, Text("fine"))

    areas = (Area("first", Text("First"), breaks), Area("second", Text("Second"), works))
    report = examine(subject(pc()), areas)
    assert [f.id for f in report.findings] == ["first.one", "first.unfinished", "second.one"]
    assert report.findings[1].state is State.UNKNOWN
    assert "ZeroDivisionError: oh" in report.findings[1].evidence[0].found


def test_an_examination_ends_when_it_is_cancelled() -> None:
    answers = iter((False, False, True))
    report = examine(subject(pc()), cancelled=lambda: next(answers))
    assert [area.id for area in report.areas] == [area.id for area in AREAS[:2]]
