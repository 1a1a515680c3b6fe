"""`ask` about images and recordings, as people start it, with the tiny model and its projector."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

DATA = Path(__file__).parent / "data" / "vlm"
QUESTION = "What colour is it?"


class Outcome(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    """The tiny model with its projector beside it."""
    for name in ("tiny-llm.gguf", "tiny-mmproj.gguf"):
        shutil.copy(DATA / name, tmp_path)
    return tmp_path / "tiny-llm.gguf"


def ask(*arguments: str | Path, question: str = QUESTION) -> Outcome:
    command = [sys.executable, "-m", "geniex_desktop", "ask", question, "--greedy", "--device", "cpu"]
    result = subprocess.run([*command, *map(str, arguments)], capture_output=True, text=True, check=False)
    return Outcome(result.returncode, result.stdout, result.stderr)


@pytest.mark.parametrize("carrier", ["--isolated", "--in-process"])
def test_an_image_is_answered(pair: Path, carrier: str) -> None:
    outcome = ask("--model", pair, "--image", DATA / "quarters.png", carrier)
    assert outcome.code == 0
    assert outcome.out == (
        "The image is red at the top left, green at the top right, "
        "yellow at the bottom left, white at the bottom right.\n"
    )
    assert "images and audio" in outcome.err


def test_json_tells_the_projector_and_its_time(pair: Path) -> None:
    content = json.loads(ask("--model", pair, "--image", DATA / "red.png", "--json", "--in-process").out)
    assert content["answer"] == "The image is red."
    assert content["model"]["projector"] == str(pair.with_name("tiny-mmproj.gguf"))
    assert content["profile"]["media_time"] > 0
    two = ["--image", DATA / "red.png", "--image", DATA / "quarters.png"]
    longer = json.loads(ask("--model", pair, *two, "--json", "--in-process").out)
    assert longer["profile"]["prompt_tokens"] > content["profile"]["prompt_tokens"]


def test_a_projector_from_elsewhere(pair: Path) -> None:
    pair.with_name("tiny-mmproj.gguf").unlink()
    options = ["--model", pair, "--image", DATA / "blue-wide.jpg", "--in-process"]
    missing = ask(*options)
    assert (missing.code, "--mmproj" in missing.err) == (1, True)
    assert ask(*options, "--mmproj", DATA / "tiny-mmproj.gguf").out == "The image is blue.\n"


def test_a_question_without_media_needs_no_projector(pair: Path) -> None:
    content = json.loads(ask("--model", pair, "--json", "--in-process", question="Hello").out)
    assert content["model"]["projector"] is None


@pytest.mark.parametrize(
    ("option", "file", "words"),
    [
        ("--image", "gone.png", "gone.png"),
        ("--audio", "gone.wav", "gone.wav"),
        ("--audio", "samples.json", "cannot hear"),
        ("--image", "samples.json", "PNG, JPEG"),
        ("--mmproj", "gone.gguf", "gone.gguf"),
        ("--mmproj", "tiny-llm.gguf", "cannot be used with tiny-llm.gguf"),
    ],
)
def test_what_does_not_go_is_named(pair: Path, option: str, file: str, words: str) -> None:
    outcome = ask("--model", pair, option, DATA / file, "--in-process")
    assert (outcome.code, outcome.out) == (1, "")
    assert words in outcome.err
