"""Single runs of llama-bench and geniex-bench, and the spinning processes of the busy-machine case."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BATCH = 2048
UBATCH = 512
TIMEOUT_S = 3600.0
PATIENCE_S, START_S = 90.0, 30.0
"""Of the first, so much is for start and warm-up when a run that takes longer is to be judged by its tokens.

Threads that wait for each other by spinning may fall to less than a token per second on a busy machine."""
SPINNER_LIFETIME_S = 1800.0

# What would make one of the two wait, place or load differently from what its users get.
FOREIGN_VARIABLES = ("OMP_", "GOMP_", "KMP_", "GGML_", "LLAMA_", "GENIEX_", "LD_PRELOAD")

SPINNER = """
import os, sys, time
parent, end = int(sys.argv[1]), time.monotonic() + float(sys.argv[2])
while time.monotonic() < end and os.getppid() == parent:
    for _ in range(200_000):
        pass
"""


class RunError(Exception):
    """A program failed; the text is for the person at the terminal."""


class TooSlow(RunError):
    """A program did not end in time."""


@dataclass(frozen=True)
class Case:
    """What is measured: a prefill of `n_prompt` tokens, or `n_gen` decode steps behind `depth` tokens."""

    n_prompt: int = 0
    n_gen: int = 0
    depth: int = 0

    @property
    def name(self) -> str:
        if self.n_gen == 0:
            return f"pp{self.n_prompt}"
        return f"tg{self.n_gen}" + (f"@{self.depth}" if self.depth else "")


@dataclass(frozen=True)
class Decoding:
    """Speeds in decode steps per second.

    `steps` counts the plugin's own decode time, sampling included; `bridge` all that a client waits for
    between the first token and the end of the call; `outside` is the latter's share outside llama_decode.
    """

    steps: float
    bridge: float
    outside: float | None


def clean_environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN_VARIABLES)}
    return {**kept, **more}


def output_of(command: Sequence[str], environment: Mapping[str, str], timeout_s: float = TIMEOUT_S) -> str:
    """The program's stdout. Raises RunError, and TooSlow after `timeout_s`."""
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, encoding="utf-8", timeout=timeout_s, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise TooSlow(f"{command[0]}: {error}") from error
    except OSError as error:
        raise RunError(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        raise RunError(f"{' '.join(command)}\nended with code {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout


def parse(command: Sequence[str], text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise RunError(f"{' '.join(command)}\nwrote no JSON: {error}") from error


def decoding_of(run: Mapping[str, Any], steps: int, engine_us: float | None) -> Decoding:
    """The speeds of a run with `steps` decode steps, `engine_us` of which were spent in llama_decode."""
    bridge_us = float(run["wall_us"]) - float(run["ttft_us"])
    outside = None if engine_us is None else 1 - engine_us / bridge_us
    return Decoding(steps * 1e6 / float(run["decode_us"]), steps * 1e6 / bridge_us, outside)


def at_most(case: Case) -> float:
    """Tokens per second that a run cannot have made which was ended after PATIENCE_S."""
    return case.n_gen / (PATIENCE_S - START_S)


class LlamaBench:
    """llama.cpp's own benchmark: what the engine does without anything around it."""

    def __init__(self, program: Path, model: Path) -> None:
        self.program = program
        self.model = model
        self.commit = "unknown"

    def speed_at_most(self, case: Case, threads: int | None) -> float:
        """As `speed`, but a run that takes longer than PATIENCE_S is ended: then what it had at most."""
        try:
            return self.speed(case, threads, PATIENCE_S)
        except TooSlow:
            return at_most(case)

    def speed(self, case: Case, threads: int | None, timeout_s: float = TIMEOUT_S) -> float:
        """Tokens per second. `threads` None: all of its own defaults. Raises RunError."""
        command = [str(self.program), "-m", str(self.model), "-r", "1", "-o", "json"]
        command += ["-p", str(case.n_prompt), "-n", str(case.n_gen), "-d", str(case.depth)]
        if threads is not None:
            command += ["-t", str(threads), "-b", str(BATCH), "-ub", str(UBATCH), "-fa", "on", "-ngl", "0"]
            command += ["-ctk", "f16", "-ctv", "f16"]
        (result,) = parse(command, output_of(command, clean_environment(), timeout_s))
        self.commit = result["build_commit"]
        return float(result["samples_ts"][0])


class GeniexBench:
    """The same through libgeniex; flash attention and f16 KV are what the plugin uses on a CPU."""

    def __init__(self, program: Path, model: Path, timer: Path | None) -> None:
        self.program = program
        self.model = model
        self.timer = timer
        self.version = "unknown"

    def prefill_speed(self, case: Case, threads: int | None) -> float:
        """Prompt tokens per second. Raises RunError."""
        run = self._run(case.n_prompt, 1, threads, "--warmup", "1")
        return float(run["prompt_tokens"]) * 1e6 / float(run["prompt_us"])

    def decoding(self, case: Case, threads: int | None) -> Decoding:
        """Raises RunError.

        The first token comes from the prefill's logits and the last one is never evaluated, so n + 1 tokens
        are n decode steps: as many as llama-bench takes for n.
        """
        warmup = "0" if case.depth else "1"  # a deep prefill warms up as well as any run
        arguments = (max(case.depth, 1), case.n_gen + 1, threads, "--warmup", warmup)
        if self.timer is None:
            return decoding_of(self._run(*arguments), case.n_gen, None)
        with tempfile.TemporaryDirectory() as folder:
            times = Path(folder, "decode-times")
            run = self._run(*arguments, LD_PRELOAD=str(self.timer), DECODE_TIMER_FILE=str(times))
            steps = [int(line) for line in times.read_text(encoding="utf-8").splitlines()]
        # Before these come the steps of the warm-up, and a prefill of a single token.
        return decoding_of(run, case.n_gen, sum(steps[-case.n_gen :]) / 1000)

    def _run(
        self, n_prompt: int, n_gen: int, threads: int | None, *arguments: str, **more: str
    ) -> dict[str, Any]:
        command = [str(self.program), "-m", str(self.model), "--plugin", "llama_cpp", "--device", "cpu"]
        command += ["-p", str(n_prompt), "-n", str(n_gen), "-r", "1", "--output-json", "-", *arguments]
        if threads is not None:
            command += ["-t", str(threads), "--batch", str(BATCH), "--ubatch", str(UBATCH)]
            command += ["-c", str(n_prompt + n_gen)]
        result = parse(command, output_of(command, clean_environment(**more)))
        self.version = result["geniex_version"]
        (run,) = result["runs"]
        if run["gen_tokens"] != n_gen:
            raise RunError(f"{' '.join(command)}\ngenerated {run['gen_tokens']} tokens instead of {n_gen}")
        return dict(run)


@contextlib.contextmanager
def spinning(count: int) -> Iterator[None]:
    """Keeps `count` cores busy; the processes also end with this one and after half an hour."""
    command = [sys.executable, "-c", SPINNER, str(os.getpid()), str(SPINNER_LIFETIME_S)]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for _ in range(count):
            processes.append(subprocess.Popen(command))  # noqa: PERF401 - each must be known at once, to be ended
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
