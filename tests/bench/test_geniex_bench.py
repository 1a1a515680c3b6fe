"""What geniex-bench measures and writes."""

from __future__ import annotations

import json
import math
import re
import shutil
import statistics
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.engine.location import engine_files

from .conftest import PROGRAM, Bench, Finished, read_json, start

Model = Callable[[str], Path]

TINY_MODEL = Path(__file__).parents[1] / "data" / "vlm" / "tiny-llm.gguf"


def test_one_line_tells_what_was_measured(bench: Bench, model: Model) -> None:
    done = bench("-m", model("slow-decode:1:64"), "--plugin", "fake", "-p", "32", "-n", "8", "-r", "2")
    assert done.code == 0, done
    number = r"\d+\.\d\d"
    assert re.fullmatch(
        rf"\[ok  \] cell plugin=fake device=cpu ngl=0 ttft={number}ms prefill={number}tps decode={number}tps"
        r" gen=8 tok\n",
        done.out,
    )


def test_json_has_parameters_runs_and_aggregates(bench: Bench, model: Model, tmp_path: Path) -> None:
    path = model("slow:1:64")
    done = bench(
        *("-m", path, "--plugin=fake", "--device", "cpu", "-p", 40, "-n", 5, "-r", 4, "-t", 3, "-c", 512),
        *("--batch", 128, "--ubatch", 64, "--seed", 7, "--power-mode", "balanced", "--cell-id", "a-1"),
        *("--output-json", "result.json"),
    )
    assert done.code == 0, done
    result = read_json(tmp_path / "result.json")
    assert result["schema_version"] == "2"
    assert (result["cell_id"], result["plugin"], result["device"], result["device_id"]) == (
        "a-1",
        "fake",
        "cpu",
        None,
    )
    assert (result["model_path"], result["model_size_bytes"], result["error"]) == (str(path), 2048, None)
    params = result["params"]
    assert {
        name: params[name] for name in ("n_prompt", "n_gen", "n_threads", "n_ctx", "n_batch", "n_ubatch")
    } == {
        "n_prompt": 40,
        "n_gen": 5,
        "n_threads": 3,
        "n_ctx": 512,
        "n_batch": 128,
        "n_ubatch": 64,
    }
    assert (params["mode"], params["seed"], params["power_mode"], params["warmup"]) == ("random-ids", 7, 4, 1)
    runs = result["runs"]
    assert [run["run_idx"] for run in runs] == [0, 1, 2, 3]
    # A reset before each run: the whole prompt counts every time.
    assert {run["prompt_tokens"] for run in runs} == {40}
    assert {(run["gen_tokens"], run["stop_reason"]) for run in runs} == {(5, "length")}
    assert all(run["wall_us"] >= run["prompt_us"] + run["decode_us"] for run in runs)
    for name, key, scale in (
        ("ttft_ms", "ttft_us", 1e-3),
        ("prefill_tps", "prefill_tps", 1),
        ("decode_tps", "decode_tps", 1),
    ):
        values = [run[key] * scale for run in runs]
        assert result["agg"][name] == pytest.approx(
            {
                "median": statistics.median(values),
                "min": min(values),
                "max": max(values),
                "mean": statistics.fmean(values),
                "stdev": statistics.stdev(values),
            },
            rel=1e-3,
        )
    assert result["agg"]["gen_tokens"] == {"median": 5}
    assert result["agg"]["prompt_tokens"] == {"median": 40}


def test_json_on_stdout_keeps_the_console_line_out_of_it(bench: Bench, model: Model) -> None:
    done = bench("-m", model("slow:0:64"), "--plugin", "fake", "-r", 1, "--output-json", "-")
    assert done.out.startswith("{")
    assert done.err.startswith("[ok  ]")


def test_text_that_is_not_utf8_leaves_the_json_readable(bench: Bench, model: Model, tmp_path: Path) -> None:
    done = bench(
        *("-m", model("echo"), "--plugin", "fake", "--prompt", 'say "hi"\t\\', "--accuracy"),
        *("--output-json", "result.json"),
    )
    assert done.code == 0, done
    assert read_json(tmp_path / "result.json")["runs"][0]["text"] == 'say "hi"\t\\'


def test_without_a_reset_the_cache_is_kept_and_the_ids_still_differ(
    bench: Bench, model: Model, tmp_path: Path
) -> None:
    common = (
        "-m",
        model("slow:0:64"),
        "--plugin",
        "fake",
        "-p",
        30,
        "-n",
        2,
        "-r",
        3,
        "--output-json",
        "r.json",
    )
    assert bench(*common, "--no-reset-between-runs").code == 0
    result = read_json(tmp_path / "r.json")
    assert result["params"]["reset_between_runs"] is False
    assert all(run["prompt_tokens"] > 20 for run in result["runs"])
    text = (
        "-m",
        model("slow:0:64"),
        "--plugin",
        "fake",
        "--prompt",
        "the same",
        "-r",
        2,
        "--output-json",
        "r.json",
    )
    assert bench(*text, "--no-reset-between-runs").code == 0
    # The fake counts what its cache does not hold: nothing, from the second run on.
    assert [run["prompt_tokens"] for run in read_json(tmp_path / "r.json")["runs"]] == [0, 0]
    assert bench(*text).code == 0
    assert [run["prompt_tokens"] for run in read_json(tmp_path / "r.json")["runs"]] == [8, 8]


@pytest.mark.parametrize(
    ("arguments", "evaluated"),
    [((), [0, 0]), (("--warmup", "3"), [0, 0]), (("--no-warmup",), [5, 0]), (("--warmup", "0"), [5, 0])],
)
def test_warm_up_runs_come_before_the_measured_ones(
    bench: Bench, model: Model, tmp_path: Path, arguments: tuple[str, ...], evaluated: list[int]
) -> None:
    # Without a reset, a prompt that was seen before costs the fake nothing.
    done = bench(
        *(
            "-m",
            model("slow:0:64"),
            "--plugin",
            "fake",
            "--prompt",
            "again",
            "-r",
            2,
            "--no-reset-between-runs",
        ),
        *("--output-json", "r.json", *arguments),
    )
    assert done.code == 0, done
    assert [run["prompt_tokens"] for run in read_json(tmp_path / "r.json")["runs"]] == evaluated


def test_a_slow_client_is_part_of_the_wall_time(bench: Bench, model: Model, tmp_path: Path) -> None:
    done = bench(
        *("-m", model("slow:0:64"), "--plugin", "fake", "-n", 10, "--token-callback-delay-us", 1000),
        *("-r", 1, "--no-warmup", "--output-json", "r.json"),
    )
    assert done.code == 0, done
    (run,) = read_json(tmp_path / "r.json")["runs"]
    assert run["wall_us"] >= 10 * 1000


def test_random_ids_depend_on_the_seed_alone(bench: Bench, model: Model, tmp_path: Path) -> None:
    def ids(seed: int) -> list[int]:
        done = bench(
            "-m",
            model("echo"),
            "--plugin",
            "fake",
            "--logits",
            "-p",
            64,
            "--seed",
            seed,
            "--output-json",
            "l.json",
        )
        assert done.code == 0, done
        values = read_json(tmp_path / "l.json")["input_ids"]
        assert isinstance(values, list)
        return values

    first = ids(1)
    assert len(first) == 64
    assert all(0 <= value < 256 for value in first)
    assert len(set(first)) > 32
    assert ids(1) == first
    assert ids(2) != first


def test_logits_follow_the_schema(bench: Bench, model: Model, tmp_path: Path) -> None:
    common = ("-m", model("echo"), "--plugin", "fake", "--logits", "-p", 4, "--output-json", "l.json")
    assert bench(*common, "--logits-top-n", 3).code == 0
    result = read_json(tmp_path / "l.json")
    assert (result["schema_version"], result["vocab_size"], result["top_n"]) == ("logits-1", 256, 3)
    assert [row["position"] for row in result["rows"]] == [0, 1, 2, 3]
    # Row r of the fake has the logit (7 * id + r) mod 256.
    for position, row in enumerate(result["rows"]):
        assert row["logits"] == [255, 254, 253]
        assert [(7 * token + position) % 256 for token in row["token_ids"]] == row["logits"]
    assert bench(*common, "--logits-last-only", "--logits-top-n", 0).code == 0
    (row,) = read_json(tmp_path / "l.json")["rows"]
    assert row["position"] == 3
    assert "token_ids" not in row
    assert row["logits"] == [(7 * token) % 256 for token in range(256)]


def test_a_prompt_file_is_cut_at_its_separators(bench: Bench, model: Model, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_bytes(b"first\r\nline two\r\n---\n\n---\nsecond --- not cut\n----\n---\nthird")
    done = bench("-m", model("echo"), "--plugin", "fake", "--prompt-file", "p.txt", "--accuracy", "-n", 100)
    assert done.code == 0, done
    generated = [line for line in done.out.splitlines() if line.startswith("[gen ] ")]
    assert [line.removeprefix("[gen ] ") for line in generated] == [
        "first",
        "line two",
        "second --- not cut",
        "----",
        "third",
    ]
    assert done.out.splitlines()[-1].startswith("[ok  ] cell plugin=fake")


def test_runs_take_the_texts_in_turn(bench: Bench, model: Model, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text("a\n---\nbb\n---\nccc\n", encoding="utf-8")
    done = bench(
        *("-m", model("slow:0:9"), "--plugin", "fake", "--prompt-file", "p.txt", "-r", 4, "-n", 3),
        *("--output-json", "r.json"),
    )
    assert done.code == 0, done
    result = read_json(tmp_path / "r.json")
    assert result["params"]["mode"] == "text"
    assert [run["prompt_tokens"] for run in result["runs"]] == [1, 2, 3, 1]


def test_markdown_has_a_row_per_cell(bench: Bench, model: Model, tmp_path: Path) -> None:
    assert (
        bench("-m", model("slow:0:64"), "--plugin", "fake", "-p", 16, "-n", 8, "--output-md", "t.md").code
        == 0
    )
    header, rule, row = (tmp_path / "t.md").read_text(encoding="utf-8").splitlines()
    assert [cell.strip() for cell in header.strip("|").split("|")] == [
        *("Model", "Size", "Backend", "Device", "ngl", "Test", "TTFT (ms)", "Prefill (t/s)", "Decode (t/s)")
    ]
    assert rule.count("|") == header.count("|")
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert cells[:6] == ["slow:0:64.gguf", "2.00 KiB", "fake", "cpu", "0", "pp16+tg8"]
    assert all(re.fullmatch(r"\d+\.\d\d ± \d+\.\d\d", cell) for cell in cells[6:])


def test_a_matrix_runs_every_cell_and_reports_the_failed_ones(
    bench: Bench, model: Model, tmp_path: Path
) -> None:
    good, bad = model("slow:0:64"), model("fail-load:-100201")
    lines = [
        "# id\tplugin\tdevice\tmodel\ttokenizer\tmmproj",
        f"one\tfake\tcpu\t{good}",
        f"two\tfake\tcpu\t{bad}\t\t",
        f"three\tfake\t\t{good}\ttokens.json",
        f"four\tfake\tcpu\t{good}\t\tprojector.gguf",
    ]
    (tmp_path / "cells.tsv").write_text("\r\n".join(lines), encoding="utf-8")
    (tmp_path / "json").mkdir()
    done = bench(
        "--matrix-file", "cells.tsv", "--output-json-dir", "json", "--output-md", "t.md", "-r", 1, "-n", 2
    )
    assert done.code == 1
    assert [line[:12] for line in done.out.splitlines()] == [
        "[ok  ] one p",
        "[fail] two p",
        "[ok  ] three",
        "[ok  ] four ",
    ]
    results = {path.stem: read_json(path) for path in (tmp_path / "json").iterdir()}
    assert {name: result["error"] is None for name, result in results.items()} == {
        "one": True,
        "two": False,
        "three": True,
        "four": True,
    }
    assert "(-100201)" in results["two"]["error"]
    assert results["two"]["runs"] == []
    assert results["four"]["params"]["mode"] == "vlm"
    table = (tmp_path / "t.md").read_text(encoding="utf-8").splitlines()
    assert len(table) == 6
    assert "failed: " in table[3]


def test_a_vlm_gets_its_turn_rendered_and_its_images_along(
    bench: Bench, model: Model, tmp_path: Path
) -> None:
    done = bench(
        *(
            "-m",
            model("echo"),
            "--plugin",
            "fake",
            "--vlm",
            "--prompt",
            "What is it?",
            "--accuracy",
            "-n",
            200,
        ),
        *("--mm-data-dir", "media", "--image", "cat.png", "--image", "other/dog.png"),
    )
    assert done.code == 0, done
    text = "\n".join(line.removeprefix("[gen ] ") for line in done.out.splitlines() if "[gen ]" in line)
    assert "user" in text
    assert "What is it?" in text


def test_the_default_device_is_one_that_is_there(bench: Bench, model: Model) -> None:
    assert "device=cpu ngl=0" in bench("-m", model("slow:0:64"), "--plugin", "fake", "-r", 1).out
    wanted = bench("-m", model("slow:0:64"), "--plugin", "fake", "-r", 1, "--device", "npu", "-ngl", 5)
    assert "device=npu ngl=5" in wanted.out
    raw = bench("-m", model("slow:0:64"), "--plugin", "fake", "-r", 1, "--device-id", "FAKE0")
    assert "device=FAKE0 ngl=-1" in raw.out


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Finished]:
    """The geniex-bench beside the library that the app uses, with the real plugin."""
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    program = engine_files().library.parent / PROGRAM
    assert program.is_file(), f"{program} is missing: geniex-bench belongs beside the library"
    return lambda *arguments: start(program, arguments, tmp_path, {})


def test_the_real_plugin_generates_exactly_what_was_asked(
    installed: Callable[..., Finished], tmp_path: Path
) -> None:
    done = installed("-m", TINY_MODEL, "-p", 100, "-n", 50, "-r", 3, "-t", 1, "--output-json", "r.json")
    assert done.code == 0, done
    result = read_json(tmp_path / "r.json")
    assert (result["plugin"], result["device"]) == ("llama_cpp", "cpu")
    for run in result["runs"]:
        assert (run["prompt_tokens"], run["gen_tokens"], run["stop_reason"]) == (100, 50, "length")
        assert run["decode_tps"] == pytest.approx(50e6 / run["decode_us"], rel=1e-3)


def test_logits_of_the_real_plugin_do_not_depend_on_how_many_are_asked_for(
    installed: Callable[..., Finished], tmp_path: Path
) -> None:
    common = ("-m", TINY_MODEL, "--logits", "-p", 33, "-t", 1, "--output-json", "l.json")
    assert installed(*common, "--logits-top-n", 0).code == 0
    whole = read_json(tmp_path / "l.json")
    assert len(whole["rows"]) == 33
    assert {len(row["logits"]) for row in whole["rows"]} == {whole["vocab_size"]}
    assert installed(*common, "--logits-top-n", 5).code == 0
    for full, best in zip(whole["rows"], read_json(tmp_path / "l.json")["rows"], strict=True):
        assert best["logits"] == sorted(full["logits"], reverse=True)[:5]
        assert [full["logits"][token] for token in best["token_ids"]] == best["logits"]


def test_the_real_plugin_looks_at_images_if_its_projector_works(
    installed: Callable[..., Finished], tmp_path: Path
) -> None:
    common = ("-m", TINY_MODEL, "-r", 1, "-t", 1, "-n", 4, "--prompt", "What is this?")
    projector = ("--mmproj-path", TINY_MODEL.with_name("tiny-mmproj.gguf"))
    broken = ("--mmproj-path", TINY_MODEL)
    picture = ("--image", TINY_MODEL.with_name("red.png"))
    lengths = {}
    kinds = {"blind": ("--vlm",), "seeing": (*projector, *picture), "broken": (*broken, *picture)}
    for name, options in kinds.items():
        done = installed(*common, *options, "--output-json", f"{name}.json")
        assert done.code == 0, done
        lengths[name] = read_json(tmp_path / f"{name}.json")["runs"][0]["prompt_tokens"]
    assert lengths["seeing"] > lengths["blind"] == lengths["broken"]


@pytest.fixture
def stored(tmp_path: Path) -> str:
    """The name of a model in the store, with the tiny model's file in two precisions."""
    folder = tmp_path / "store" / "models" / "someone" / "Tiny-GGUF"
    folder.mkdir(parents=True)
    files = {"F16": "tiny-f16.gguf", "Q8_0": "tiny-q8.gguf"}
    for name in files.values():
        shutil.copyfile(TINY_MODEL, folder / name)
    manifest = {
        "Name": "someone/Tiny-GGUF",
        "ModelName": "Tiny",
        "ModelType": "llm",
        "PluginId": "llama_cpp",
        "ModelFile": {
            quant: {"Name": name, "Downloaded": True, "Size": TINY_MODEL.stat().st_size}
            for quant, name in files.items()
        },
        "MMProjFile": {"Name": "", "Downloaded": False, "Size": 0},
        "TokenizerFile": {"Name": "", "Downloaded": False, "Size": 0},
        "ExtraFiles": [],
    }
    (folder / "geniex.json").write_text(json.dumps(manifest), encoding="utf-8")
    return "someone/Tiny-GGUF"


@pytest.mark.parametrize(
    ("quant", "file"), [("", "tiny-q8.gguf"), (":F16", "tiny-f16.gguf"), (":q8_0", "tiny-q8.gguf")]
)
def test_a_models_name_is_looked_up_in_the_store(
    installed: Callable[..., Finished], stored: str, tmp_path: Path, quant: str, file: str
) -> None:
    done = installed("-m", stored + quant, "-p", 16, "-n", 4, "-r", 1, "--output-json", "r.json")
    assert done.code == 0, done
    result = read_json(tmp_path / "r.json")
    assert Path(result["model_path"]) == tmp_path / "store" / "models" / stored / file
    assert result["model_size_bytes"] == TINY_MODEL.stat().st_size
    assert (result["plugin"], result["error"]) == ("llama_cpp", None)
    assert result["runs"][0]["gen_tokens"] == 4


@pytest.mark.parametrize("name", ["someone/Other-GGUF", "someone/Tiny-GGUF:Q2_K", "../escape", "someone/.."])
def test_a_name_that_is_not_in_the_store_is_told_with_the_stores_reason(
    installed: Callable[..., Finished], stored: str, name: str
) -> None:
    done = installed("-m", name, "-r", 1)
    assert done.code == 1
    assert f"{name}: there is no such file, and the model store says: " in done.out


def expected_nll(text: bytes, window: int) -> list[float]:
    """Of the fake plugin's tokens, which are bytes, with its logits: id v in row r has (7 v + r) mod 256."""
    step = window - window // 2
    ends = [min(window, len(text))]
    while ends[-1] < len(text):
        ends.append(min(ends[-1] + step, len(text)))
    values = []
    scored_from = 1
    for at, end in enumerate(ends):
        for i in range(scored_from, end):
            row = i - 1 - at * step
            logits = [float((v * 7 + row) % 256) for v in range(256)]
            values.append(math.log(math.fsum(map(math.exp, logits))) - logits[text[i]])
        scored_from = end
    return values


@pytest.mark.parametrize("length", [2, 16, 17, 24, 25, 100])
def test_perplexity_scores_each_token_once(bench: Bench, model: Model, tmp_path: Path, length: int) -> None:
    text = bytes(33 + 7 * i % 90 for i in range(length))
    (tmp_path / "text").write_bytes(text)
    done = bench(
        *("-m", model("text"), "--plugin", "fake", "--device", "cpu", "--perplexity", "-c", 16),
        *("--prompt-file", "text", "--output-json", "score.json", "--logits-top-n", 3),
    )
    assert done.code == 0, done
    assert f"tokens={length - 1}" in done.out
    score = read_json(tmp_path / "score.json")
    values = expected_nll(text, 16)
    assert (score["schema_version"], score["error"], score["window"]) == ("perplexity-1", None, 16)
    assert (score["text_tokens"], score["scored_tokens"]) == (length, length - 1) == (length, len(values))
    assert score["mean_nll"] == pytest.approx(statistics.fmean(values), rel=1e-5)
    assert score["perplexity"] == pytest.approx(math.exp(statistics.fmean(values)), rel=1e-4)
    if len(values) > 1:
        error = statistics.stdev(values) / math.sqrt(len(values))
        assert score["mean_nll_stderr"] == pytest.approx(error, rel=1e-4)
    assert [token["logit"] for token in score["next"]] == sorted(
        (token["logit"] for token in score["next"]), reverse=True
    )
    assert len(score["next"]) == 3
    assert 0.6 < score["next"][0]["probability"] < 0.64  # 1 - 1/e: the logits are whole numbers in a row


def test_a_text_of_one_token_has_no_perplexity(bench: Bench, model: Model, tmp_path: Path) -> None:
    done = bench(
        *("-m", model("text"), "--plugin", "fake", "--perplexity", "--prompt", "x", "--device", "cpu"),
        *("--output-json", "score.json"),
    )
    assert done.code == 1
    score = read_json(tmp_path / "score.json")
    assert (score["error"], score["perplexity"]) == ("the text has fewer than two tokens", None)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--perplexity",),
        ("--perplexity", "--prompt", "x", "--accuracy"),
        ("--perplexity", "--prompt", "x", "--logits"),
        ("--perplexity", "--prompt", "x", "--vlm"),
        ("--perplexity", "--prompt", "x", "--output-md", "-"),
    ],
)
def test_perplexity_goes_with_a_text_alone(bench: Bench, model: Model, arguments: tuple[str, ...]) -> None:
    assert bench("-m", model("text"), *arguments).code == 2


def test_progress_is_told_before_each_step(bench: Bench, model: Model, tmp_path: Path) -> None:
    done = bench(
        *("-m", model("slow-decode:1:64"), "--plugin", "fake", "-p", "8", "-n", "2", "-r", "2"),
        "--progress",
    )
    assert done.code == 0, done
    lines = [line for line in done.err.splitlines() if line.startswith("[")]
    assert lines == ["[load] cell", "[warm] cell 1/1", "[run ] cell 1/2", "[run ] cell 2/2"]
