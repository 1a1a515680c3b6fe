"""`geniex-desktop bench`: output, exit codes, comparison with earlier runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop import cli
from geniex_desktop import log as logs
from geniex_desktop.bench import program
from geniex_desktop.commands import bench as command
from geniex_desktop.engine.location import OVERRIDE

STAND_IN = [sys.executable, str(Path(__file__).parent / "bench_app" / "stand_in.py")]
TINY_MODEL = Path(__file__).parent / "data" / "vlm" / "tiny-llm.gguf"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., int]:
    """`run("good", …, options)`: the exit code with models that behave as they are named."""
    real = command.bench
    monkeypatch.setattr(command, "bench", lambda options: real(options, STAND_IN))
    monkeypatch.setattr(command, "require_loadable", lambda path: None)
    monkeypatch.setattr(logs, "watch_crashes", lambda role: "")

    def start(*arguments: str) -> int:
        models = [f"--model={tmp_path / name}.gguf" for name in arguments if not name.startswith("-")]
        return cli.main(["bench", *models, *(name for name in arguments if name.startswith("-"))])

    return start


def test_a_table_on_stdout_and_progress_on_stderr(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("good-50", "good-70", "--device=cpu", "-p8", "-p16", "-n4", "-r2") == 0
    out, err = capsys.readouterr()
    rows = [line for line in out.splitlines() if line.startswith("| good")]
    assert [row.split(" | ")[2] for row in rows] == ["pp8+tg4", "pp8+tg4", "pp16+tg4", "pp16+tg4"]
    assert "50.50 ± 0.71" in rows[0]
    assert "1 of 4: good-50 on cpu, loading" in err
    assert "run 2 of 2" in err


def test_json_list_show_and_comparison(run: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--list") == 0
    assert "Nothing has been measured yet." in capsys.readouterr().err
    assert run("good", "--json") == 0
    first = json.loads(capsys.readouterr().out)
    assert first["results"][0]["summary"]["decode_tps"]["median"] == 102
    assert first["results"][0]["changes"] == {}
    assert run("good", "--json") == 0
    second = json.loads(capsys.readouterr().out)
    assert second["results"][0]["changes"]["decode_tps"]["judgement"] == "within_spread"
    assert run("--list", "--json") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [row["id"] for row in listed] == [first["id"], second["id"]]
    assert run(f"--show={first['id']}", f"--against={second['id']}") == 0
    assert "(within the spread)" in capsys.readouterr().out
    assert run("--show=last", "--against=none", "--json") == 0
    assert json.loads(capsys.readouterr().out)["id"] == second["id"]


def test_a_failed_measurement_is_exit_code_2_and_in_the_table(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("good", "segv") == 2
    assert "failed: The engine crashed." in capsys.readouterr().out


def test_an_interrupt_keeps_what_there_is(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(text: str) -> None:
        if "waits" in text and "run 1" in text:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "note", interrupted)
    assert run("good", "waits") == 130
    capsys.readouterr()
    assert run("--list") == 0
    assert capsys.readouterr().out.endswith("  1 of 2  good\n")


@pytest.mark.parametrize("option", ["--show=nothing", "--show=last"])
def test_a_run_that_is_not_there(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], option: str
) -> None:
    assert run(option) == 1
    assert "bench --list" in capsys.readouterr().err


def test_an_unknown_run_is_refused_before_the_measuring(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("good", "--against=nothing") == 1
    assert "loading" not in capsys.readouterr().err


def test_a_text_is_scored(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("The capital of France is", encoding="utf-8")
    assert run("good", f"--text={tmp_path / 'text'}", "--device=cpu") == 0
    out = capsys.readouterr().out
    assert "good on cpu: perplexity 8.000 ± 0.800 (23 tokens, 2.875 bits per byte)" in out
    assert " 90.00 %  ' Paris'" in out
    assert run("good", f"--text={tmp_path / 'text'}", "--json", "--top-n=1") == 0
    kept = json.loads(capsys.readouterr().out)
    (score,) = kept["scores"]
    assert (score["perplexity"], len(score["next"])) == (8.0, 1)
    assert run("good", f"--text={tmp_path / 'none'}") == 1
    capsys.readouterr()
    assert run("--list") == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[1] == f"{kept['id']}  1 of 1  good  'The capital of France is'"
    assert run(f"--show={kept['id']}", "--json") == 0
    assert json.loads(capsys.readouterr().out) == kept


def test_a_model_that_fails_costs_its_own_score_alone(
    run: Callable[..., int], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("The capital of France is", encoding="utf-8")
    assert run("segv", "good", f"--text={tmp_path / 'text'}", "--device=cpu") == 2
    out, err = capsys.readouterr()
    assert "good on cpu: perplexity 8.000" in out
    assert "segv on cpu failed: The engine crashed." in out
    assert "2 of 2: scoring with good on cpu" in err


def test_without_the_program_it_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(logs, "watch_crashes", lambda role: "")
    monkeypatch.setattr(command, "require_loadable", lambda path: None)
    library = tmp_path / "libgeniex.so"
    library.touch()
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "geniex_ext.h").touch()
    monkeypatch.setenv(OVERRIDE, str(library))
    assert cli.main(["bench", "--model=x.gguf"]) == 2
    assert "geniex-bench is missing" in capsys.readouterr().err


def test_the_real_program_measures_and_scores_the_tiny_model(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(logs, "watch_crashes", lambda role: "")
    assert program.find_program().is_file()
    options = ["--model", str(TINY_MODEL), "--device", "cpu", "--json"]
    assert cli.main(["bench", *options, "-p", "16", "-n", "4", "-r", "2"]) == 0
    (result,) = json.loads(capsys.readouterr().out)["results"]
    assert (result["plugin"], result["device"], result["generated_tokens"]) == ("llama_cpp", "cpu", 4)
    assert len(result["samples"]["decode_tps"]) == 2
    text = tmp_path / "text"
    text.write_text("hello hello hello", encoding="utf-8")
    assert cli.main(["bench", *options, "--text", str(text), "--top-n", "3"]) == 0
    (score,) = json.loads(capsys.readouterr().out)["scores"]
    assert score["perplexity"] > 1
    assert score["model_bytes"] == TINY_MODEL.stat().st_size
    assert score["engine_version"]
    assert len(score["next"]) == 3
    assert sum(token["probability"] for token in score["next"]) <= 1
