"""compare.py: that both programs are asked for the same, and what becomes of their figures."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

NATIVE_BENCH = Path(__file__).parents[2] / "native" / "bench"

# Stands in for both programs: writes down its arguments and says what its file says.
PROGRAM = """#!{python}
import json, os, pathlib, sys
here = pathlib.Path(sys.argv[0])
with here.with_suffix(".calls").open("a") as calls:
    calls.write(json.dumps([sys.argv[1:], dict(os.environ)]) + "\\n")
print(here.with_suffix(".answer").read_text())
"""


class Stand:
    """One stand-in program."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
        path.chmod(0o755)

    def answers(self, value: Any) -> None:
        self.path.with_suffix(".answer").write_text(json.dumps(value), encoding="utf-8")

    def calls(self) -> list[tuple[list[str], dict[str, str]]]:
        lines = self.path.with_suffix(".calls").read_text(encoding="utf-8").splitlines()
        return [tuple(json.loads(line)) for line in lines]


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    monkeypatch.syspath_prepend(str(NATIVE_BENCH))
    return importlib.import_module


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"\0" * 1_500_000)
    return path


@pytest.fixture
def llama(tmp_path: Path) -> Stand:
    stand = Stand(tmp_path / "llama-bench")
    stand.answers([{"build_commit": "abc123", "samples_ts": [50.0]}])
    return stand


@pytest.fixture
def geniex(tmp_path: Path) -> Stand:
    return Stand(tmp_path / "geniex-bench")


def run_of(**values: Any) -> dict[str, Any]:
    """What geniex-bench writes: 129 tokens in 128 steps of 25 ms, 10 ms in all spent by the client."""
    run = {
        "prompt_tokens": 64,
        "prompt_us": 1_000_000,
        "gen_tokens": 129,
        "ttft_us": 1_000_000,
        "decode_us": 3_200_000,
        "wall_us": 4_210_000,
    }
    return {"geniex_version": "9.9", "runs": [{**run, **values}]}


def value_of(arguments: list[str], *names: str) -> str:
    return next(arguments[arguments.index(name) + 1] for name in names if name in arguments)


def test_both_programs_get_the_same_settings(
    modules: Callable[[str], ModuleType],
    llama: Stand,
    geniex: Stand,
    model: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = modules("compare_runs")
    for name in ("OMP_WAIT_POLICY", "GENIEX_PLUGIN_PATH", "LD_PRELOAD"):
        monkeypatch.setenv(name, "")
    geniex.answers(run_of())
    case = runs.Case(n_gen=128, depth=2048)
    assert runs.LlamaBench(llama.path, model).speed(case, 2) == 50
    runs.GeniexBench(geniex.path, model, None).decoding(case, 2)
    (theirs, their_environment), (ours, our_environment) = llama.calls()[0], geniex.calls()[0]
    for names in (("-m",), ("-t",), ("-b", "--batch"), ("-ub", "--ubatch"), ("-r",)):
        assert value_of(theirs, *names) == value_of(ours, *names), names
    assert (value_of(theirs, "-fa"), value_of(theirs, "-ctk"), value_of(theirs, "-ctv")) == (
        "on",
        "f16",
        "f16",
    )
    # As many decode steps, behind as many tokens.
    assert (value_of(theirs, "-d"), value_of(theirs, "-n"), value_of(theirs, "-p")) == ("2048", "128", "0")
    assert (value_of(ours, "-p"), value_of(ours, "-n"), value_of(ours, "-c")) == ("2048", "129", "2177")
    foreign = {"OMP_WAIT_POLICY", "GENIEX_PLUGIN_PATH", "LD_PRELOAD"}
    assert foreign.isdisjoint(their_environment)
    assert foreign.isdisjoint(our_environment)


def test_own_defaults_means_no_setting_at_all(
    modules: Callable[[str], ModuleType], llama: Stand, geniex: Stand, model: Path
) -> None:
    runs = modules("compare_runs")
    geniex.answers(run_of())
    case = runs.Case(n_gen=128)
    runs.LlamaBench(llama.path, model).speed(case, None)
    runs.GeniexBench(geniex.path, model, None).decoding(case, None)
    for arguments, _environment in (*llama.calls(), *geniex.calls()):
        assert {"-t", "-b", "-ub", "--batch", "--ubatch", "-fa", "-c"}.isdisjoint(arguments)


def test_speeds_count_decode_steps_not_tokens(
    modules: Callable[[str], ModuleType], geniex: Stand, model: Path
) -> None:
    runs = modules("compare_runs")
    geniex.answers(run_of())
    decoding = runs.GeniexBench(geniex.path, model, None).decoding(runs.Case(n_gen=128), 1)
    assert decoding.steps == pytest.approx(128 / 3.2)
    assert decoding.bridge == pytest.approx(128 / 3.21)
    assert decoding.outside is None
    assert runs.decoding_of(run_of()["runs"][0], 128, 3_049_500).outside == pytest.approx(0.05)
    geniex.answers(run_of(gen_tokens=1))
    assert runs.GeniexBench(geniex.path, model, None).prefill_speed(runs.Case(n_prompt=64), 1) == 64


def test_a_run_that_stopped_early_is_no_measurement(
    modules: Callable[[str], ModuleType], geniex: Stand, model: Path
) -> None:
    runs = modules("compare_runs")
    geniex.answers(run_of(gen_tokens=17))
    with pytest.raises(runs.RunError, match="generated 17 tokens instead of 129"):
        runs.GeniexBench(geniex.path, model, None).decoding(runs.Case(n_gen=128), 1)


def test_the_report_has_every_row_with_its_ratio(
    modules: Callable[[str], ModuleType],
    llama: Stand,
    geniex: Stand,
    model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compare = modules("compare")
    monkeypatch.setattr(compare, "usable_cores", lambda: 2)
    geniex.answers(run_of())
    output = tmp_path / "table.md"
    programs = ["--llama-bench", str(llama.path), "--geniex-bench", str(geniex.path), "--model", str(model)]
    arguments = [*programs, "--tests", "tg128,tg128@2048,defaults", "--pairs", "2", "--output", str(output)]
    assert compare.main(arguments) == 0
    text = output.read_text(encoding="utf-8")
    assert "- Model: model.gguf, 1.5 MB" in text
    assert "- libgeniex 9.9; llama.cpp abc123" in text
    assert "--pairs 2 --tests tg128,tg128@2048,defaults" in text
    assert str(tmp_path) not in text
    titles = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("| tg")]
    assert titles == [
        "tg128, 1 thread",
        "tg128@2048, 1 thread",
        "tg128, 2 threads",
        "tg128@2048, 2 threads",
        "tg128, 1 thread, whole bridge",
        "tg128@2048, 1 thread, whole bridge",
        "tg128, 2 threads, whole bridge",
        "tg128@2048, 2 threads, whole bridge",
        "tg128, own defaults",
    ]
    assert "| 0.800 (0.800 – 0.800) | ≥ 0.98, **not met** |" in text


def test_the_order_changes_from_pair_to_pair(modules: Callable[[str], ModuleType]) -> None:
    compare = modules("compare")
    order: list[str] = []

    def measured(name: str) -> float:
        order.append(name)
        return 1.0

    for ours_first in (False, True):
        compare.in_turn(lambda: measured("theirs"), lambda: measured("ours"), ours_first)
    assert order == ["theirs", "ours", "ours", "theirs"]


def test_ratios_are_taken_pair_by_pair(modules: Callable[[str], ModuleType]) -> None:
    table = modules("compare_table")
    row = table.Pairs("t", "r", 0.98)
    for reference, ours in ((100, 100), (10, 10.1), (50, 45)):
        row.add(reference, ours)
    assert row.ratios() == pytest.approx([1, 1.01, 0.9])
    line = table.ratio_table([row])[2]
    assert (
        line == "| t | r | 50.0 (10.0 – 100.0) | 45.0 (10.1 – 100.0) | 1.000 (0.900 – 1.010) | ≥ 0.98, met |"
    )


def test_all_runs_together_are_tokens_by_time(modules: Callable[[str], ModuleType]) -> None:
    row = modules("compare_table").Pairs("t", "r")
    for reference in (60.0, 2.0):  # 10 tokens each: 10 of 20 in a sixth of a second, 10 in five seconds
        row.add(reference, 40)
    assert modules("compare_table").together(row) == (
        "Over all runs, tokens by time, t: reference 3.9 t/s, libgeniex 40.0 t/s, 10.3 times."
    )


@pytest.mark.parametrize(("cores", "preliminary"), [(0.02, False), (0.1, False), (0.5, True)])
def test_figures_from_a_shared_machine_are_marked(
    modules: Callable[[str], ModuleType], cores: float, preliminary: bool
) -> None:
    assert ("preliminary" in modules("compare").others_line(cores)) is preliminary


def test_a_program_that_fails_ends_the_comparison_with_its_words(
    modules: Callable[[str], ModuleType],
    llama: Stand,
    geniex: Stand,
    model: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    llama.path.write_text("#!/bin/sh\necho 'no such model' >&2\nexit 3\n", encoding="utf-8")
    programs = ["--llama-bench", str(llama.path), "--geniex-bench", str(geniex.path), "--model", str(model)]
    assert modules("compare").main([*programs, "--tests", "pp64", "--pairs", "1"]) == 1
    error = capsys.readouterr().err
    assert "ended with code 3" in error
    assert "no such model" in error


def test_a_run_that_does_not_end_beside_others_counts_as_what_it_had_at_most(
    modules: Callable[[str], ModuleType],
    llama: Stand,
    geniex: Stand,
    model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs, compare = modules("compare_runs"), modules("compare")
    llama.path.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    monkeypatch.setattr(runs, "PATIENCE_S", 1.0)
    monkeypatch.setattr(runs, "START_S", 0.5)
    monkeypatch.setattr(compare, "spinning", lambda _count: contextlib.nullcontext())
    geniex.answers(run_of())
    output = tmp_path / "table.md"
    programs = ["--llama-bench", str(llama.path), "--geniex-bench", str(geniex.path), "--model", str(model)]
    arguments = [*programs, "--tests", "busy", "--pairs", "1", "--output", str(output)]
    assert compare.main(arguments) == 0
    text = output.read_text(encoding="utf-8")
    # 128 tokens in half a second.
    assert "| 256.0 (256.0 – 256.0) | 40.0 (40.0 – 40.0) |" in text
    assert "reference 256.0 t/s, libgeniex 40.0 t/s, 0.2 times." in text
    with pytest.raises(runs.RunError):
        runs.LlamaBench(llama.path, model).speed(runs.Case(n_gen=128), 2, 0.5)


def test_spinners_run_while_they_are_wanted_and_not_after(
    modules: Callable[[str], ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = modules("compare_runs")
    started: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def popen(*arguments: Any, **options: Any) -> subprocess.Popen[bytes]:
        started.append(real(*arguments, **options))
        return started[-1]

    monkeypatch.setattr(runs.subprocess, "Popen", popen)
    with runs.spinning(2):
        assert [process.poll() for process in started] == [None, None]
    assert len(started) == 2
    assert all(process.poll() is not None for process in started)


def test_a_spinner_ends_without_its_parent(modules: Callable[[str], ModuleType]) -> None:
    runs = modules("compare_runs")
    nobody = str(os.getpid() + 1)  # not the parent of what is started here
    done = subprocess.run([sys.executable, "-c", runs.SPINNER, nobody, "60"], timeout=55, check=False)
    assert done.returncode == 0
