"""Figures with their spread, and whether two sets of them really differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import fmean, median, stdev

_SIGNIFICANT = 0.05
_EXACT_LIMIT = 400
"""Product of the sample sizes up to which all orders are counted; a normal approximation is good beyond."""


class Metric(Enum):
    """What a run is measured by; the value is geniex-bench's name for it."""

    DECODE = "decode_tps"
    PREFILL = "prefill_tps"
    TTFT = "ttft_ms"

    @property
    def more_is_better(self) -> bool:
        return self is not Metric.TTFT


@dataclass(frozen=True, slots=True)
class Spread:
    """A sample in five figures, in the metric's unit.

    Attributes:
        stdev: Of the sample (n − 1); 0.0 of a single run.
    """

    count: int
    median: float
    minimum: float
    maximum: float
    mean: float
    stdev: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread | None:
        """None of nothing."""
        if not values:
            return None
        deviation = stdev(values) if len(values) > 1 else 0.0
        return cls(len(values), median(values), min(values), max(values), fmean(values), deviation)


class Judgement(Enum):
    """What a difference means."""

    BETTER = "better"
    WORSE = "worse"
    WITHIN_SPREAD = "within_spread"
    TOO_FEW = "too_few"
    """No order of so few runs could tell."""


@dataclass(frozen=True, slots=True)
class Change:
    """From an earlier sample to a later one.

    Attributes:
        share: Of the medians: 0.12 is 12 % more, whatever the metric.
        p_value: Two-sided, of the rank-sum test: how often equal samples would lie so far apart.
    """

    share: float
    p_value: float
    judgement: Judgement


def change(metric: Metric, before: Sequence[float], after: Sequence[float]) -> Change | None:
    """How `after` differs; None where one of them is empty or the earlier median is 0."""
    if not before or not after or median(before) == 0:
        return None
    share = median(after) / median(before) - 1
    p_value = rank_sum_p(before, after)
    if least_p(len(before), len(after)) > _SIGNIFICANT:
        judgement = Judgement.TOO_FEW
    elif p_value > _SIGNIFICANT or share == 0:
        judgement = Judgement.WITHIN_SPREAD
    else:
        judgement = Judgement.BETTER if (share > 0) == metric.more_is_better else Judgement.WORSE
    return Change(share, p_value, judgement)


def least_p(first: int, second: int) -> float:
    """The smallest p value that samples of these sizes can have: that of samples that do not overlap."""
    return min(1.0, 2 / math.comb(first + second, first))


def rank_sum_p(first: Sequence[float], second: Sequence[float]) -> float:
    """Two-sided p value of the Wilcoxon-Mann-Whitney test; a tie counts one half.

    A few benchmark runs are skewed by whatever else the machine did, so ranks are compared, not means.
    """
    n, m = len(first), len(second)
    wins = sum((a > b) + 0.5 * (a == b) for a in first for b in second)
    extreme = min(wins, n * m - wins)
    if n * m > _EXACT_LIMIT:
        deviation = math.sqrt(n * m * (n + m + 1) / 12)
        return min(1.0, math.erfc((n * m / 2 - extreme - 0.5) / deviation / math.sqrt(2)))
    # A tie rounds away from significance.
    counts = _orders_by_wins(n, m)
    return min(1.0, 2 * sum(counts[: math.ceil(extreme) + 1]) / sum(counts))


def _orders_by_wins(n: int, m: int) -> list[int]:
    """How many of the C(n+m, n) orders of two samples have 0, 1, … n·m wins: a Gaussian binomial."""
    counts = [1] + [0] * (n * m)
    for size in range(m + 1, m + n + 1):
        for wins in range(n * m, size - 1, -1):
            counts[wins] -= counts[wins - size]
    for size in range(1, n + 1):
        for wins in range(size, n * m + 1):
            counts[wins] += counts[wins - size]
    return counts
