"""speculation.py: pairs of runs become a table, and a default that gains too little is an error."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

NATIVE_BENCH = Path(__file__).parents[2] / "native" / "bench"

# Stands in for geniex-bench: guesses make it faster, as many times as its file says.
PROGRAM = """#!{python}
import json, pathlib, sys
here = pathlib.Path(sys.argv[0])
speculative = "--spec-type" in sys.argv
with here.with_suffix(".calls").open("a") as calls:
    calls.write(json.dumps(sys.argv[1:]) + "\\n")
gain = float(here.with_suffix(".gain").read_text()) if speculative else 1.0
run = {{"decode_tps": 40.0 * gain, "draft_n_total": 9 * speculative, "draft_n_accepted": 7 * speculative}}
print(json.dumps({{"runs": [run]}}))
"""


@pytest.fixture
def speculation(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(NATIVE_BENCH))
    return importlib.import_module("speculation")


@pytest.fixture
def measure(speculation: ModuleType, tmp_path: Path) -> Callable[..., int]:
    program = tmp_path / "geniex-bench"
    program.write_text(PROGRAM.format(python=sys.executable), encoding="utf-8")
    program.chmod(0o755)

    def run(gain: float, *arguments: str) -> int:
        program.with_suffix(".gain").write_text(str(gain), encoding="utf-8")
        return speculation.main(
            ["--geniex-bench", str(program), "--model", "m.gguf", "--rounds", "2", *arguments]
        )

    return run


def test_plain_and_speculative_runs_alternate(
    measure: Callable[..., int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--kinds", "ngram-simple", "--lengths", "0,3", "--at-least", "1.2")
    assert measure(1.5, *arguments) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert rows == [
        "| ngram-simple | default | 40.0 | 60.0 | 1.50 | 7 of 9 |",
        "| ngram-simple | 3 | 40.0 | 60.0 | 1.50 | 7 of 9 |",
    ]
    calls = [json.loads(line) for line in (tmp_path / "geniex-bench.calls").read_text().splitlines()]
    assert ["--spec-type" in call for call in calls] == [False, True] * 4
    assert ["--draft-tokens" in call for call in calls] == [False] * 4 + [False, True] * 2


def test_a_default_that_gains_too_little_is_told(
    measure: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert measure(1.1, "--kinds", "ngram-mod", "--lengths", "0", "--at-least", "1.2") == 1
    assert "1.10" in capsys.readouterr().err


def test_the_built_in_text_repeats_itself(speculation: ModuleType) -> None:
    lines = speculation.REPETITIVE.splitlines()
    assert len(lines) > 8
    assert len(set(lines)) == 1
