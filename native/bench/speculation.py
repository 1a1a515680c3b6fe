"""What speculation without a draft model gains on text that repeats itself, by kind and length of guess.

Plain and speculative runs of geniex-bench alternate; each pair gives one ratio of decode speeds, and the
table has their medians. Replies are greedy, so both say the same.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compare_runs import RunError, clean_environment, output_of, parse

KINDS = ("ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-cache")
LENGTHS = (0, 3, 32)
"""Most tokens of a guess; 0 is the plugin's default."""

ROW = "The days of the week are Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday.\n"
REPETITIVE = ROW * 12


@dataclass(frozen=True)
class Gain:
    """One row of the table; `ratio` is the median of the pairs' decode speeds."""

    kind: str
    length: int
    plain_tps: float
    tps: float
    ratio: float
    drafted: int
    accepted: int


class Bench:
    """One geniex-bench and one model."""

    def __init__(self, program: Path, model: Path, prompt: Path, n_gen: int, threads: int) -> None:
        self._command = [str(program), "-m", str(model), "--plugin", "llama_cpp", "--device", "cpu"]
        self._command += ["--prompt-file", str(prompt), "-n", str(n_gen), "-r", "1", "--output-json", "-"]
        if threads > 0:
            self._command += ["-t", str(threads)]

    def run(self, *arguments: str) -> dict[str, Any]:
        """The figures of one run. Raises RunError."""
        command = [*self._command, *arguments]
        (run,) = parse(command, output_of(command, clean_environment()))["runs"]
        return dict(run)

    def gain(self, kind: str, length: int, rounds: int) -> Gain:
        """Raises RunError."""
        options = ["--spec-type", kind, *(["--draft-tokens", str(length)] if length else [])]
        pairs = [(self.run(), self.run(*options)) for _ in range(rounds)]
        return summarize(kind, length, pairs)


def summarize(kind: str, length: int, pairs: Sequence[tuple[dict[str, Any], dict[str, Any]]]) -> Gain:
    """Of pairs of a plain and a speculative run."""
    last = pairs[-1][1]
    return Gain(
        kind,
        length,
        statistics.median(float(plain["decode_tps"]) for plain, _ in pairs),
        statistics.median(float(run["decode_tps"]) for _, run in pairs),
        statistics.median(float(run["decode_tps"]) / float(plain["decode_tps"]) for plain, run in pairs),
        int(last["draft_n_total"]),
        int(last["draft_n_accepted"]),
    )


def table(gains: Sequence[Gain]) -> str:
    """Markdown."""
    lines = [
        "| Kind | Longest guess | Plain (t/s) | Speculative (t/s) | Speed-up | Accepted |",
        "| --- | --: | --: | --: | --: | --: |",
    ]
    for gain in gains:
        length = str(gain.length) if gain.length else "default"
        lines.append(
            f"| {gain.kind} | {length} | {gain.plain_tps:.1f} | {gain.tps:.1f} | {gain.ratio:.2f} "
            f"| {gain.accepted} of {gain.drafted} |"
        )
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """0; 1 when a run failed or no kind reached --at-least by default."""
    options = _options(arguments)
    with tempfile.TemporaryDirectory() as folder:
        prompt = options.prompt_file or Path(folder, "prompt.txt")
        if options.prompt_file is None:
            prompt.write_text(REPETITIVE, encoding="utf-8")
        bench = Bench(options.geniex_bench, options.model, prompt, options.n_gen, options.threads)
        try:
            gains = [
                bench.gain(kind, length, options.rounds)
                for kind in options.kinds.split(",")
                for length in map(int, options.lengths.split(","))
            ]
        except RunError as error:
            print(error, file=sys.stderr)
            return 1
    print(table(gains), end="")
    best = max((gain.ratio for gain in gains if gain.length == 0), default=0.0)
    if best < options.at_least:
        print(f"by default the best speed-up is {best:.2f}, below {options.at_least}", file=sys.stderr)
        return 1
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--geniex-bench", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--prompt-file", type=Path, help="instead of the built-in text that repeats itself")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--lengths", default=",".join(map(str, LENGTHS)), help="0 = the plugin's default")
    parser.add_argument("--n-gen", type=int, default=128)
    parser.add_argument("--threads", type=int, default=0, help="0 = the plugin's default")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--at-least", type=float, default=0.0, help="fail below this speed-up by default")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
