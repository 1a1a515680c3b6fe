"""One way to run an area's checks and look a result up."""

from __future__ import annotations

import pytest
from machines import Examined, FakeHost, subject

from geniex_desktop.doctor.examination import AREAS, examine
from geniex_desktop.doctor.findings import Finding
from geniex_desktop.engine.types import RuntimeInfo
from geniex_desktop.errors import AppError


@pytest.fixture
def examined() -> Examined:
    """`examined(host, runtime)`: every finding by its id."""

    def run(host: FakeHost, runtime: RuntimeInfo | AppError | None = None) -> dict[str, Finding]:
        report = examine(subject(host, runtime), AREAS)
        findings = {finding.id: finding for finding in report.findings}
        assert len(findings) == len(report.findings)
        return findings

    return run
