"""A report as text for people and as JSON for programs."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..durable import write_atomically
from .findings import Finding, Report, State
from .wording import Text

FORMAT = 1
"""Of the JSON; raised when a reader of the old one would go wrong."""

MARKS = {State.PASS: "ok", State.WARN: "warn", State.FAIL: "FAIL", State.UNKNOWN: "?"}
_WIDTH = 100
_INDENT = " " * 8

Translated = Callable[[str], str]


def as_json(report: Report) -> str:
    """One object; texts in English, whatever the window speaks."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "app_version": report.app_version,
        "ok": not report.failed,
        "counts": {state.value: report.count(state) for state in State},
        "checks": [
            {"area": area.id, **_finding_as_json(finding)}
            for area in report.areas
            for finding in area.findings
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def as_text(report: Report, translated: Translated = str) -> str:
    """Area by area, each check with its evidence and action."""
    lines = [f"GenieX Desktop {report.app_version}"]
    for area in report.areas:
        lines += ["", area.title.shown(translated)]
        for finding in area.findings:
            lines += _finding_as_lines(finding, translated)
    counts = ", ".join(f"{report.count(state)} {state.value}" for state in State)
    return "\n".join([*lines, "", counts])


def write_report(path: Path, report: Report) -> None:
    """JSON for a name that ends so, else text in English. Raises OSError."""
    text = as_json(report) if path.suffix.lower() == ".json" else as_text(report)
    write_atomically(path, f"{text.rstrip()}\n".encode())


def _finding_as_json(finding: Finding) -> dict[str, Any]:
    return {
        "id": finding.id,
        "title": str(finding.title),
        "state": finding.state.value,
        "found": str(finding.found),
        "evidence": [{"looked_at": e.looked_at, "found": e.found} for e in finding.evidence],
        "action": str(finding.action) if finding.action is not None else None,
    }


def _finding_as_lines(finding: Finding, translated: Translated) -> list[str]:
    def shown(text: Text) -> str:
        return text.shown(translated)

    lines = _wrapped(f"{shown(finding.title)}: {shown(finding.found)}", f"  {MARKS[finding.state]:<4}  ")
    for evidence in finding.evidence:
        first, *rest = evidence.found.splitlines() or [""]
        lines.append(f"{_INDENT}· {evidence.looked_at}: {first}".rstrip())
        lines += [f"{_INDENT}    {line}".rstrip() for line in rest]
    if finding.action is not None:
        lines += _wrapped(shown(finding.action), f"{_INDENT}→ ", f"{_INDENT}  ")
    return lines


def _wrapped(text: str, first: str, rest: str = _INDENT) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
