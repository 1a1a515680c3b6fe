"""Pairs of measurements as medians, spreads and ratios, in Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass
class Pairs:
    """One row of a table: the reference and ours, measured side by side, in tokens per second."""

    title: str
    reference_title: str
    wanted: float | None = None
    reference: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)

    def add(self, reference: float, ours: float) -> None:
        self.reference.append(reference)
        self.ours.append(ours)

    def ratios(self) -> list[float]:
        """Ours by the reference, pair by pair: what slowed the machine down hit both of a pair."""
        return [ours / reference for ours, reference in zip(self.ours, self.reference, strict=True)]


def together(row: Pairs) -> str:
    """Tokens by time over all runs, in a sentence; each run makes as many tokens.

    The median of speeds that differ thirtyfold says little of how long one waits in the end.
    """
    reference, ours = statistics.harmonic_mean(row.reference), statistics.harmonic_mean(row.ours)
    return (
        f"Over all runs, tokens by time, {row.title}: reference {reference:.1f} t/s,"
        f" libgeniex {ours:.1f} t/s, {ours / reference:.1f} times."
    )


def spread(values: Sequence[float], digits: int) -> str:
    """The median, and from where to where the values lie."""
    low, middle, high = (
        f"{value:.{digits}f}" for value in (min(values), statistics.median(values), max(values))
    )
    return f"{middle} ({low} – {high})"


def ratio_table(rows: Sequence[Pairs]) -> list[str]:
    lines = [
        "| Test | Compared with | Reference (t/s) | libgeniex (t/s) | Ratio | Wanted |",
        "| --- | --- | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        ratios = row.ratios()
        wanted = "" if row.wanted is None else verdict(statistics.median(ratios), row.wanted)
        cells = (
            row.title,
            row.reference_title,
            spread(row.reference, 1),
            spread(row.ours, 1),
            spread(ratios, 3),
        )
        lines.append(f"| {' | '.join(cells)} | {wanted} |")
    return lines


def verdict(ratio: float, wanted: float) -> str:
    return f"≥ {wanted:g}, {'met' if ratio >= wanted else '**not met**'}"


def outside_table(shares: dict[str, list[float]]) -> list[str]:
    """Per test, the share of decode time outside llama_decode."""
    lines = ["| Test | Outside llama_decode (%) |", "| --- | ---: |"]
    for title, values in shares.items():
        lines.append(f"| {title} | {spread([100 * value for value in values], 2)} |")
    return lines
