"""What a check has to say."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .wording import Text, translate


class State(Enum):
    """How a check ended."""

    PASS = "pass"  # noqa: S105
    WARN = "warn"
    """It works, but not as well as it could."""
    FAIL = "fail"
    """Something that was wanted cannot work like this."""
    UNKNOWN = "unknown"
    """It could not be looked at."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing that was looked at, and what was there; not translated."""

    looked_at: str
    found: str


@dataclass(frozen=True, slots=True)
class Finding:
    """One check's result.

    Attributes:
        id: Stable name: area, dot, check.
        found: What it comes to, one sentence.
        action: The one thing to do; None when there is nothing to do.
    """

    id: str
    title: Text
    state: State
    found: Text
    evidence: tuple[Evidence, ...] = ()
    action: Text | None = None


@dataclass(frozen=True, slots=True)
class AreaFindings:
    """The results of one area, in the order of the checks."""

    id: str
    title: Text
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """All results."""

    app_version: str
    areas: tuple[AreaFindings, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for area in self.areas for finding in area.findings)

    def count(self, state: State) -> int:
        """How many checks ended so."""
        return sum(finding.state is state for finding in self.findings)

    @property
    def failed(self) -> bool:
        return self.count(State.FAIL) > 0


def not_looked_at(finding_id: str, title: Text, before: Finding) -> Finding:
    """A check whose question makes no sense until another problem is mended."""
    return Finding(
        finding_id,
        title,
        State.UNKNOWN,
        translate("Doctor", "Not looked at: it needs the step before."),
        (Evidence(before.id, before.state.value),),
    )
