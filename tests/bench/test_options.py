"""The command line of geniex-bench: what it refuses, and that it does so before anything is loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import Bench

Model = Callable[[str], Path]

ALL_OPTIONS = [
    "--plugin",
    "--device",
    "--device-id",
    "--model",
    "--tokenizer-path",
    "--mmproj-path",
    "--vlm",
    "--image",
    "--audio",
    "--n-prompt",
    "--prompt",
    "--prompt-file",
    "--n-gen",
    "--temperature",
    "--seed",
    "--warmup",
    "--no-warmup",
    "--repetitions",
    "--no-reset-between-runs",
    "--accuracy",
    "--logits",
    "--logits-last-only",
    "--logits-top-n",
    "--ctx-size",
    "--threads",
    "--batch",
    "--ubatch",
    "--n-gpu-layers",
    "--spec-type",
    "--draft-model",
    "--draft-tokens",
    "--draft-min",
    "--draft-p-min",
    "--output-json",
    "--output-md",
    "--cell-id",
    "--matrix-file",
    "--output-json-dir",
    "--mm-data-dir",
    "--chipset",
    "--hub",
    "--token-callback-delay-us",
    "--qairt-lib",
    "--power-mode",
    "--help",
]


def test_help_tells_every_option_and_needs_no_model(bench: Bench) -> None:
    done = bench("-h")
    assert done.code == 0
    assert [option for option in ALL_OPTIONS if option not in done.out] == []
    assert "2 the command line is wrong" in done.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "--model or --matrix-file is needed"),
        (["--modle", "x"], "unknown argument '--modle'"),
        (["-m", "x", "extra"], "unknown argument 'extra'"),
        (["-m"], "--model needs a value"),
        (["--model="], "--model needs a value"),
        (["-m", "x", "--vlm=1"], "--vlm takes no value"),
        (["-m", "x", "-p", "0"], "'0' is not a whole number from 1"),
        (["-m", "x", "-n", "12x"], "'12x' is not a whole number"),
        (["-m", "x", "-r", "99999999999"], "is not a whole number"),
        (["-m", "x", "--seed", "-1"], "'-1' is not a whole number from 0"),
        (["-m", "x", "--temperature", "warm"], "'warm' is not a number"),
        (["-m", "x", "--temperature", "nan"], "'nan' is not a number"),
        (["-m", "x", "--draft-p-min", "1.5"], "is not a number from 0 to 1"),
        (["-m", "x", "--power-mode", "turbo"], "'turbo' is not known"),
        (["-m", "x", "--hub", "nowhere"], "'nowhere' is not known"),
        (["-m", "x", "--cell-id", "../up"], "--cell-id"),
        (["-m", "x", "--device", "cpu", "--device-id", "CPU"], "exclude each other"),
        (["-m", "x", "--accuracy", "--logits"], "exclude each other"),
        (["-m", "x", "--prompt", "a", "--prompt-file", "b"], "exclude each other"),
        (["-m", "x", "--matrix-file", "y"], "exclude each other"),
        (["-m", "x", "--logits"], "--logits needs --output-json"),
        (["-m", "x", "--logits", "--prompt", "a", "--output-json", "o"], "exclude each other"),
        (["-m", "x", "--prompt-file", "absent.txt"], "absent.txt cannot be read"),
        (["-m", "x", "--prompt", "\n"], "the prompt is empty"),
        (["--matrix-file", "absent.tsv"], "absent.tsv cannot be read"),
        (["-m", "x", "--output-json-dir", "absent"], "there is no folder absent"),
    ],
)
def test_a_wrong_command_line_exits_with_2(bench: Bench, arguments: list[str], complaint: str) -> None:
    done = bench(*arguments)
    assert (done.code, done.out) == (2, "")
    assert complaint in done.err


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("a\tfake\tcpu", "4 to 6 fields"),
        ("a\tfake\tcpu\tm\tt\tp\tmore", "4 to 6 fields"),
        ("a/b\tfake\tcpu\tm", "the cell id 'a/b'"),
        ("a\tfake\tcpu\t", "the model is missing"),
        ("first\tfake\tcpu\tm", "the cell id 'first' is there twice"),
    ],
)
def test_a_wrong_matrix_is_refused_with_its_line(
    bench: Bench, tmp_path: Path, line: str, complaint: str
) -> None:
    (tmp_path / "cells.tsv").write_text(f"# comment\nfirst\tfake\tcpu\tm\n\n{line}\n", encoding="utf-8")
    done = bench("--matrix-file", "cells.tsv")
    assert (done.code, done.out) == (2, "")
    assert "cells.tsv:4: " in done.err
    assert complaint in done.err


def test_a_matrix_without_cells_is_refused(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "cells.tsv").write_text("# nothing\n", encoding="utf-8")
    done = bench("--matrix-file", "cells.tsv")
    assert done.code == 2
    assert "has no cells" in done.err


@pytest.mark.parametrize(
    ("behaviour", "arguments", "reason"),
    [
        ("fail-load:-100201", (), "(-100201)"),
        ("fail-generate:-200101", (), "(-200101)"),
        ("no-extras", (), "give a text with --prompt"),
        ("echo", ("--device", "abacus"), "(-100002)"),
        ("echo", ("--device-id", "CPU", "--output-json", "no/such/folder.json"), "no/such/folder.json"),
        ("echo", ("--output-md", "no/such/folder.md"), "no/such/folder.md"),
        ("echo", ("-c", "100", "-p", "101"), "(-200103)"),
    ],
)
def test_a_run_that_fails_exits_with_1_and_says_why(
    bench: Bench, model: Model, behaviour: str, arguments: tuple[str, ...], reason: str
) -> None:
    done = bench("-m", model(behaviour), "--plugin", "fake", *arguments)
    assert done.code == 1
    assert reason in done.out + done.err


def test_an_unknown_plugin_and_a_missing_model_are_run_errors(bench: Bench, model: Model) -> None:
    unknown = bench("-m", model("echo"), "--plugin", "none", "--device", "cpu")
    assert unknown.code == 1
    assert "(-100302)" in unknown.out
    missing = bench("-m", "nobody/nothing", "--plugin", "fake")
    assert missing.code == 1
    assert missing.out.startswith("[fail] cell plugin=fake")
    assert "nobody/nothing: there is no such file, and the model store says: " in missing.out


def test_a_pull_happens_only_when_a_hub_is_named(bench: Bench) -> None:
    assert "pulling" not in bench("-m", "nobody/nothing").err
    wanted = ("-m", "nobody/nothing:Q4_0", "--hub", "huggingface", "--chipset", "some-chip")
    pulled = bench(*wanted, HTTPS_PROXY="http://127.0.0.1:9")  # tests reach no network
    assert pulled.code == 1
    assert "pulling nobody/nothing:Q4_0" in pulled.err
