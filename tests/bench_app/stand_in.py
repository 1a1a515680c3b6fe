"""Speaks geniex-bench's command line and files, without any model. What it does stands in the model's name:

good, good-<speed>   figures around that decode speed (100)
fails                a cell with an error
segv, kill           dies in the middle of the cell
between              dies after the cell's result
mute                 says that it is done, and writes no file
cut                  a file that ends in the middle
old                  a file of another schema
odd                  a file with texts where numbers belong
waits                begins a run and never ends it
usage                a complaint and exit code 2, before any cell
start                a complaint and exit code 1, before any cell
noise                a great deal of output between the lines
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path


def say(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def done(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def content(cell: str, model: str, device: str, options: argparse.Namespace, speed: float) -> dict:
    runs = [
        {
            "run_idx": index,
            "ttft_us": round(1e6 / speed) + index,
            "prefill_tps": speed * 10 + index,
            "decode_tps": speed + index,
            "prompt_tokens": options.n_prompt,
            "gen_tokens": options.n_gen,
        }
        for index in range(options.repetitions)
    ]
    return {
        "schema_version": "2",
        "cell_id": cell,
        "plugin": "stand-in",
        "plugin_version": "b1",
        "geniex_version": "9.9",
        "device": device or "cpu",
        "device_id": None,
        "model_path": model,
        "model_size_bytes": 1234,
        "params": {"threads": options.threads},
        "error": None,
        "runs": runs,
    }


def act(behaviour: str, cell: str, options: argparse.Namespace) -> None:
    """Everything before the result."""
    say(f"[load] {cell}")
    if behaviour == "noise":
        say("x" * 100_000)
        for _ in range(2000):
            say("[run ] another 1/1")
    say(f"[warm] {cell} 1/1")
    for index in range(options.repetitions):
        say(f"[run ] {cell} {index + 1}/{options.repetitions}")
        if behaviour == "segv":
            say("ggml: assert failed: something is wrong")
            os.kill(os.getpid(), signal.SIGSEGV)
        if behaviour == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        while behaviour == "waits":
            time.sleep(0.05)


def measure(cell: str, model: str, device: str, options: argparse.Namespace) -> bool:
    behaviour, _, speed = Path(model).stem.partition("-")
    act(behaviour, cell, options)
    result = content(cell, model, device, options, float(speed or 100))
    if behaviour == "fails":
        result |= {"runs": [], "error": "no such model (-7)"}
    if behaviour == "old":
        result["schema_version"] = "1"
    if behaviour == "odd":
        result["runs"] = [{"decode_tps": "fast", "ttft_us": None, "prefill_tps": True, "prompt_tokens": -4}]
        result["model_size_bytes"] = "big"
    text = json.dumps(result)
    if behaviour != "mute":
        file = Path(options.output_json_dir, f"{cell}.json")
        file.write_text(text[: len(text) // 2] if behaviour == "cut" else text)
    mark = "[fail]" if behaviour == "fails" else "[ok  ]"
    done(f"{mark} {cell} plugin=stand-in device=cpu ngl=0")
    if behaviour == "between":
        os.kill(os.getpid(), signal.SIGABRT)
    return behaviour != "fails"


def score(options: argparse.Namespace) -> int:
    behaviour = Path(options.model).stem
    say("[load] text")
    say("[run ] text 1/4")
    say("[run ] text 2/4")
    if behaviour == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
    while behaviour == "waits":
        time.sleep(0.05)
    text = Path(options.prompt_file).read_text(encoding="utf-8")
    result = {
        "schema_version": "perplexity-1",
        "device": options.device or "npu",
        "error": "the text has fewer than two tokens" if len(text) < 2 else None,
        "window": 256,
        "scored_tokens": len(text) - 1,
        "perplexity": 8.0,
        "mean_nll": 2.0794415416798357,
        "mean_nll_stderr": 0.1,
        "wall_us": 1_500_000,
        "next": [
            {"token_id": 7, "text": " Paris", "logit": 14.5, "probability": 0.9},
            {"token_id": 8, "text": "\n", "logit": 9.5, "probability": 0.05},
        ][: options.logits_top_n],
    }
    if behaviour == "odd":
        result["perplexity"] = None
    Path(options.output_json).write_text(json.dumps(result))
    done("[ok  ] text plugin=stand-in")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser()
    for name in ("--n-prompt", "--n-gen", "--repetitions", "--warmup", "--ctx-size", "--threads"):
        parser.add_argument(name, type=int, default=1)
    for name in ("--matrix-file", "--output-json-dir", "--output-json", "--model", "--prompt-file"):
        parser.add_argument(name)
    parser.add_argument("--device", default="")
    parser.add_argument("--cell-id")
    parser.add_argument("--logits-top-n", type=int)
    parser.add_argument("--perplexity", action="store_true")
    parser.add_argument("--progress", action="store_true", required=True)
    options = parser.parse_args()
    if options.perplexity:
        return score(options)
    lines = Path(options.matrix_file).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    for _, _, _, model in rows:
        if Path(model).stem in ("usage", "start"):
            say(f"geniex-bench: {Path(model).stem} went wrong")
            return 2 if Path(model).stem == "usage" else 1
    good = [measure(cell, model, device, options) for cell, _, device, model in rows]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
