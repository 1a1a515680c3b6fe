"""Takes out of a report what tells who and which machine it is from.

Done to every report before anyone sees it: what is on the screen is what is copied.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from .findings import AreaFindings, Evidence, Finding, Report
from .host import Identity
from .wording import Text

Clean = Callable[[str], str]

_IMPERSONAL = {"root", "user", "ubuntu", "debian", "orangepi", "openeuler", "hwhiaiuser", "localhost"}
"""Accounts and hosts that images come with; their names tell about the image, not about a person."""

_PATTERNS = (
    (re.compile(r"(?i)\bhttps?://[^\s/@]+@"), "https://<login>@"),
    (re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b"), "<mail>"),
    (re.compile(r"\bhf_[A-Za-z0-9]{8,}\b"), "<token>"),
    (re.compile(r"(?i)\b(bearer|token|password|secret|api[_-]?key)([ =:]+)\S+"), r"\1\2<secret>"),
    (re.compile(r"\b(?:[0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}\b"), "<mac>"),
    (re.compile(r"\b[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}\b"), "<id>"),
    # Four numbers can also be a version: these have a port or stand where addresses stand, ...
    (re.compile(r"(?<=[=@/])(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:\d{1,3}\.){3}\d{1,3}(?=:\d)"), "<address>"),
    # ... or are of a private network.
    (re.compile(r"(?i)(?<!version )(?<![\d.])(?:10|127|172|192)(?:\.\d{1,3}){3}(?![\d.])"), "<address>"),
    (
        re.compile(r"(?i)\b(serial(?:[ _-]?(?:number|no))?|s/n|sn|v?die[ _-]?id)(\s*[:=]\s*)\S.*"),
        r"\1\2<serial>",
    ),
)
_OTHER_HOMES = (
    re.compile(r"(?i)((?<![\w.~-])/(?:home|Users)/)(?!<)[^/\\\s:;,\"']+"),
    # User names of Windows may hold blanks: what follows the name up to the next mark goes with it.
    re.compile(r"(?i)([A-Z]:[/\\]+Users[/\\]+)(?!<)[^/\\:;,\"'\n]+"),
)


def without_personal_data(report: Report, identity: Identity) -> Report:
    """The same report with home folders as ~, and names, addresses, serials and secrets replaced."""
    clean = Cleaner(identity).clean
    return replace(
        report,
        areas=tuple(
            AreaFindings(area.id, area.title, tuple(_cleaned(finding, clean) for finding in area.findings))
            for area in report.areas
        ),
    )


class Cleaner:
    """Replaces what one identity, and patterns that any machine has, put into texts."""

    def __init__(self, identity: Identity) -> None:
        self._home = _path_pattern(identity.home)
        self._names = [
            (_word_pattern(name), mark)
            for names, mark in ((identity.names, "<user>"), (identity.host_names, "<host>"))
            for name in sorted(set(names), key=len, reverse=True)
            if name.lower() not in _IMPERSONAL
        ]

    def clean(self, text: str) -> str:
        if self._home is not None:
            text = self._home.sub("~", text)
        for home in _OTHER_HOMES:
            text = home.sub(r"\1<user>", text)
        for pattern, replacement in _PATTERNS:
            text = pattern.sub(replacement, text)
        for name, mark in self._names:
            text = name.sub(mark, text)
        return text


def _path_pattern(home: str) -> re.Pattern[str] | None:
    """Also with the slashes turned round; None for a home that says nothing, such as /root or /."""
    parts = [part for part in re.split(r"[/\\]+", home.rstrip("/\\")) if part]
    if len(parts) < 2:
        return None
    root = r"[/\\]+" if home[0] in "/\\" else ""
    return re.compile(root + r"[/\\]+".join(map(re.escape, parts)) + r"(?![^/\\\s:;,\"'\)])", re.IGNORECASE)


def _word_pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", re.IGNORECASE)


def _cleaned(finding: Finding, clean: Clean) -> Finding:
    return replace(
        finding,
        found=_cleaned_text(finding.found, clean),
        evidence=tuple(Evidence(clean(e.looked_at), clean(e.found)) for e in finding.evidence),
        action=_cleaned_text(finding.action, clean) if finding.action is not None else None,
    )


def _cleaned_text(text: Text, clean: Clean) -> Text:
    """The pattern is ours; only what was filled in can be personal."""
    return text.of(*map(clean, text.arguments))
