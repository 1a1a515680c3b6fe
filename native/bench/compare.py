#!/usr/bin/env python3
"""Compares libgeniex with llama.cpp's own llama-bench on the same libraries; standard library only.

Build both with -DGENIEX_BENCHMARK=ON -DGENIEX_LLAMA_BENCH=ON, leave the machine alone, and run

    python3 native/bench/compare.py --llama-bench BUILD/lib/llama_cpp/llama-bench \\
        --geniex-bench BUILD/lib/geniex-bench --model MODEL.gguf --output resources/docs/benchmarks.md

The two programs run in turns, each pair on the same model, threads, batch, ubatch, flash attention and KV
types; which of the two comes first changes from pair to pair. No priority is changed. A quick look:
--pairs 3 --tests pp64,tg128.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from compare_runs import (
    BATCH,
    PATIENCE_S,
    UBATCH,
    Case,
    GeniexBench,
    LlamaBench,
    RunError,
    at_most,
    spinning,
)
from compare_table import Pairs, outside_table, ratio_table, together

CASES = (
    Case(n_prompt=64),
    Case(n_prompt=512),
    Case(n_prompt=2048),
    Case(n_gen=128),
    Case(n_gen=128, depth=2048),
)
DEFAULTS, BUSY, CROWDED = "defaults", "busy", "crowded"
TESTS = (*(case.name for case in CASES), DEFAULTS, BUSY, CROWDED)

DEFAULTS_CASE = Case(n_gen=128)
BUSY_CASE = Case(n_gen=128)
LOADS = {BUSY: 1, CROWDED: 4}
"""Other processes per core. How far threads that only spin fall beside one is up to the scheduler."""

QUIET_CORES = 0.1
"""Use by other programs, in cores, up to which figures count as measured on an idle machine."""


T = TypeVar("T")


@dataclass
class Results:
    equal: dict[str, Pairs] = field(default_factory=dict)
    bridge: dict[str, Pairs] = field(default_factory=dict)
    outside: dict[str, list[float]] = field(default_factory=dict)
    special: dict[str, Pairs] = field(default_factory=dict)


class Comparison:
    """The programs, and what was measured with them so far."""

    def __init__(self, llama: LlamaBench, geniex: GeniexBench, cores: int) -> None:
        self.llama = llama
        self.geniex = geniex
        self.cores = cores
        self.results = Results()

    def run_pair(self, index: int, tests: Sequence[str]) -> None:
        """One pair of every test. Raises RunError."""
        ours_first = index % 2 == 1
        for threads in sorted({1, self.cores}):
            for case in CASES:
                if case.name not in tests:
                    continue
                measure = self._prefill if case.n_gen == 0 else self._decode
                measure(case, threads, ours_first)
        if DEFAULTS in tests:
            self._defaults(ours_first)
        for test, load in LOADS.items():
            if test in tests:
                self._busy(load, ours_first)

    def _prefill(self, case: Case, threads: int, ours_first: bool) -> None:
        title = test_title(case, threads)
        reference, ours = in_turn(
            lambda: self.llama.speed(case, threads),
            lambda: self.geniex.prefill_speed(case, threads),
            ours_first,
        )
        row = self.results.equal.setdefault(title, Pairs(title, "llama-bench", 0.98))
        row.add(reference, ours)
        say(f"{title}: {reference:.1f} / {ours:.1f} t/s")

    def _decode(self, case: Case, threads: int, ours_first: bool) -> None:
        title = test_title(case, threads)
        reference, ours = in_turn(
            lambda: self.llama.speed(case, threads),
            lambda: self.geniex.decoding(case, threads),
            ours_first,
        )
        self.results.equal.setdefault(title, Pairs(title, "llama-bench", 0.98)).add(reference, ours.steps)
        bridge = self.results.bridge.setdefault(title, Pairs(f"{title}, whole bridge", "llama-bench", 0.97))
        bridge.add(reference, ours.bridge)
        if ours.outside is not None:
            self.results.outside.setdefault(title, []).append(ours.outside)
        say(f"{title}: {reference:.1f} / {ours.steps:.1f} t/s")

    def _defaults(self, ours_first: bool) -> None:
        reference, ours = in_turn(
            lambda: self.llama.speed(DEFAULTS_CASE, None),
            lambda: self.geniex.decoding(DEFAULTS_CASE, None),
            ours_first,
        )
        row = Pairs(f"{DEFAULTS_CASE.name}, own defaults", "llama-bench, own defaults", 1.15)
        self.results.special.setdefault(DEFAULTS, row).add(reference, ours.steps)
        say(f"defaults: {reference:.1f} / {ours.steps:.1f} t/s")

    def _busy(self, load: int, ours_first: bool) -> None:
        with spinning(load * self.cores):
            reference, ours = in_turn(
                lambda: self.llama.speed_at_most(BUSY_CASE, self.cores),
                lambda: self.geniex.decoding(BUSY_CASE, None),
                ours_first,
            )
        title = f"{BUSY_CASE.name}, own defaults, {load} per core"
        if load == 1:
            alone = self.geniex.decoding(BUSY_CASE, 1).steps
            kept = Pairs(title, "libgeniex alone, 1 thread", 0.6)
            self.results.special.setdefault("busy-kept", kept).add(alone, ours.steps)
        reference_title = f"llama-bench -t {self.cores}, {load} per core"
        beside = Pairs(title, reference_title, 10)
        self.results.special.setdefault(f"busy-beside-{load}", beside).add(reference, ours.steps)
        say(f"busy, {load} per core: {reference:.2f} / {ours.steps:.1f} t/s")


def in_turn(reference: Callable[[], float], ours: Callable[[], T], ours_first: bool) -> tuple[float, T]:
    if ours_first:
        measured = ours()
        return reference(), measured
    return reference(), ours()


def test_title(case: Case, threads: int) -> str:
    return f"{case.name}, {threads} thread{'s' if threads > 1 else ''}"


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# -- the machine -----------------------------------------------------------------------------------


def usable_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def processor_name() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def busy_seconds() -> float | None:
    """Processor time of everything on the machine since its start; None where nobody tells."""
    try:
        fields = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:]
    except OSError:
        return None
    user, nice, system, _idle, _wait, irq, soft_irq, steal = map(int, fields[:8])
    return (user + nice + system + irq + soft_irq + steal) / os.sysconf("SC_CLK_TCK")


class Bystanders:
    """How much of the machine other programs used since this was made."""

    def __init__(self) -> None:
        self._begin = (busy_seconds(), own_seconds(), time.monotonic())

    def cores(self) -> float | None:
        total, own, elapsed = busy_seconds(), own_seconds(), time.monotonic()
        if total is None or self._begin[0] is None:
            return None
        return max(0.0, (total - self._begin[0] - (own - self._begin[1])) / (elapsed - self._begin[2]))


def own_seconds() -> float:
    """Processor time of this process and of its ended children."""
    return sum(os.times()[:4])


# -- the report ------------------------------------------------------------------------------------


def report(comparison: Comparison, pairs: int, tests: Sequence[str], others: float | None) -> str:
    results, model = comparison.results, comparison.geniex.model
    chosen = "" if set(tests) == set(TESTS) else f" --tests {','.join(tests)}"
    lines = [
        "# Speed beside llama.cpp's own benchmark",
        "",
        f"- {processor_name()}, {comparison.cores} cores, {platform.system()} {platform.machine()}",
        f"- Model: {model.name}, {model.stat().st_size / 1e6:.1f} MB",
        f"- libgeniex {comparison.geniex.version}; llama.cpp {comparison.llama.commit}, one build for both",
        f"- Unless a row says otherwise: batch {BATCH}, ubatch {UBATCH}, flash attention on, KV in f16",
        f"- Pairs: {pairs}, the two programs in turns; figures are medians with the lowest and the highest",
        others_line(others),
        "",
        "    python3 native/bench/compare.py --llama-bench BUILD/lib/llama_cpp/llama-bench \\",
        f"        --geniex-bench BUILD/lib/geniex-bench --model {model.name} \\",
        f"        --pairs {pairs}{chosen}",
    ]
    rows = [*results.equal.values(), *results.bridge.values()]
    if rows:
        lines += ["", "## The same settings", "", *ratio_table(rows)]
        lines += [
            "",
            "ppN is a prefill of N tokens, tgN@D are N decode steps behind D tokens. *Whole bridge* is",
            "greedy decoding as a client sees it, callbacks included; llama-bench samples nothing.",
        ]
    if results.outside:
        lines += ["", "## Decode time outside llama_decode", "", *outside_table(results.outside)]
    if results.special:
        lines += ["", "## Own defaults, and a busy machine", "", *ratio_table(list(results.special.values()))]
    if set(LOADS) & set(tests):
        lines += [
            "",
            "*N per core*: so many other processes for each core compute without a pause.",
            f"A run of llama-bench beside them is ended after {PATIENCE_S:.0f} s. It then counts as",
            f"{at_most(BUSY_CASE):.2f} t/s, which is more than it made.",
            "",
            *(
                together(results.special[f"busy-beside-{load}"])
                for test, load in LOADS.items()
                if test in tests
            ),
        ]
    return "\n".join(lines) + "\n"


def others_line(others: float | None) -> str:
    if others is None:
        return "- What other programs used meanwhile is not known here"
    line = f"- Other programs used {others:.2f} cores meanwhile"
    return line if others <= QUIET_CORES else f"{line}: **preliminary**, the machine was not idle"


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False
    )
    parser.add_argument("--llama-bench", type=Path, required=True)
    parser.add_argument("--geniex-bench", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True, help="a GGUF file")
    parser.add_argument("--pairs", type=int, default=11, help="default: 11")
    parser.add_argument("--tests", default=",".join(TESTS), help=f"of {','.join(TESTS)}")
    parser.add_argument("--output", type=Path, help="Markdown file; default: stdout")
    options = parser.parse_args(arguments)
    options.tests = options.tests.split(",")
    unknown = [test for test in options.tests if test not in TESTS]
    if unknown:
        parser.error(f"--tests: {', '.join(unknown)}: choose from {', '.join(TESTS)}")
    if options.pairs < 1:
        parser.error("--pairs must be at least 1")
    missing = [p for p in (options.llama_bench, options.geniex_bench, options.model) if not p.is_file()]
    if missing:
        parser.error(f"there is no file {missing[0]}")
    return options


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse_arguments(arguments)
    timer = options.llama_bench.resolve().parent / "decode_timer.so"
    comparison = Comparison(
        LlamaBench(options.llama_bench.resolve(), options.model.resolve()),
        GeniexBench(
            options.geniex_bench.resolve(), options.model.resolve(), timer if timer.is_file() else None
        ),
        usable_cores(),
    )
    bystanders = Bystanders()
    try:
        for index in range(options.pairs):
            say(f"-- pair {index + 1} of {options.pairs}")
            comparison.run_pair(index, options.tests)
    except RunError as error:
        say(f"compare.py: {error}")
        return 1
    text = report(comparison, options.pairs, options.tests, bystanders.cores())
    if options.output is None:
        sys.stdout.write(text)
    else:
        options.output.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
