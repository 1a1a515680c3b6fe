"""The installed program as people start it, with the real engine and a tiny model."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data" / "vlm"
MODEL = DATA / "tiny-llm.gguf"
SAMPLES = {
    sample["question"]: sample["answer"]
    for sample in json.loads((DATA / "samples.json").read_text(encoding="utf-8"))["text"]
}
PROGRAM = [sys.executable, "-m", "geniex_desktop"]
GREEDY = ["--greedy", "--device", "cpu"]


def run(*arguments: str | Path, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize("carrier", ["--isolated", "--in-process"])
def test_a_question_is_answered(carrier: str) -> None:
    question = "What is the capital of France?"
    result = run("ask", question, "--model", MODEL, *GREEDY, carrier)
    assert result.stdout.decode() == SAMPLES[question] + "\n"
    assert result.returncode == 0
    profile = result.stderr.decode()
    assert "on CPU" in profile
    assert "stopped: eos" in profile


@pytest.mark.parametrize("question", ["Say it in German.", "Send an emoji.", "Show me code."])
def test_text_is_utf_8_in_any_locale(question: str) -> None:
    odd = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    result = run("ask", "-", "--model", MODEL, *GREEDY, stdin=question.encode(), **odd)
    assert result.stdout.decode("utf-8") == SAMPLES[question] + "\n"


def test_json_tells_everything_about_the_reply() -> None:
    result = run("ask", "Hello", "--model", MODEL, *GREEDY, "--json")
    assert result.returncode == 0
    content = json.loads(result.stdout)
    assert content["answer"] == SAMPLES["Hello"]
    assert content["profile"]["prompt_tokens"] > 0
    assert content["profile"]["generated_tokens"] > 0
    assert content["profile"]["stop_reason"] == "eos"
    assert content["model"]["path"] == str(MODEL)
    assert content["device"]["name"] == "CPU"


def test_max_tokens_ends_the_answer() -> None:
    result = run("ask", "Tell me a story.", "--model", MODEL, *GREEDY, "--max-tokens", "3", "--json")
    profile = json.loads(result.stdout)["profile"]
    assert (profile["generated_tokens"], profile["stop_reason"]) == (3, "length")


NO_MODELS = {
    "empty": b"",
    "magic only": b"GGUF",
    "web page": b"<html>log in</html>",
    "zeros": b"\x00" * 4096,
    "cut header": MODEL.read_bytes()[:100],
    "cut data": MODEL.read_bytes()[:-5000],
}


@pytest.mark.parametrize("content", NO_MODELS.values(), ids=NO_MODELS)
def test_a_file_that_is_no_model_is_the_users_error(tmp_path: Path, content: bytes) -> None:
    model = tmp_path / "bad.gguf"
    model.write_bytes(content)
    result = run("ask", "Hi", "--model", model)
    assert_one_error(result, 1)


def test_a_model_that_the_engine_does_not_know_is_refused_by_name(tmp_path: Path) -> None:
    model = tmp_path / "strange.gguf"
    # Same length, so that nothing else about the file changes.
    model.write_bytes(MODEL.read_bytes().replace(b"llama", b"lxyzq"))
    result = run("ask", "Hi", "--model", model)
    assert_one_error(result, 1)
    assert "lxyzq" in result.stderr.decode()


def test_a_missing_file_and_a_folder_are_the_users_error(tmp_path: Path) -> None:
    assert_one_error(run("ask", "Hi", "--model", tmp_path / "none.gguf"), 1)
    assert_one_error(run("ask", "Hi", "--model", tmp_path), 1)


def test_a_device_that_is_not_there_is_the_users_error() -> None:
    result = run("ask", "Hi", "--model", MODEL, "--device", "HTP7")
    assert_one_error(result, 1)
    assert "HTP7" in result.stderr.decode()


def test_ten_megabytes_of_text_are_too_long_and_no_crash() -> None:
    result = run("ask", "-", "--model", MODEL, *GREEDY, stdin=b"word " * 2_000_000)
    assert_one_error(result, 1)


def test_odd_bytes_in_the_question_do_no_harm() -> None:
    question = b"a\x00b\xff\xfe\xed\xa0\x80"
    result = run("ask", "-", "--model", MODEL, *GREEDY, "--max-tokens", "4", stdin=question)
    assert result.returncode == 0, result.stderr.decode()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGPIPE or SIGINT to send")
@pytest.mark.parametrize("carrier", ["--isolated", "--in-process"])
def test_an_interrupt_ends_it_in_order(carrier: str) -> None:
    command = [*PROGRAM, "ask", "Tell me a story.", "--model", str(MODEL), *GREEDY, carrier]
    # Unbuffered: a buffer would take more than the one byte, and keep it.
    with subprocess.Popen(command, bufsize=0, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        rest, errors = process.communicate()
    # A tiny model may have finished before the signal came.
    assert process.returncode in (130, 0)
    assert b"Traceback" not in errors
    assert (SAMPLES["Tell me a story."] + "\n").startswith("O" + rest.decode().removesuffix("\n"))


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGPIPE or SIGINT to send")
def test_a_reader_that_leaves_is_no_error() -> None:
    command = [*PROGRAM, "ask", "Tell me a story.", "--model", str(MODEL), *GREEDY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        errors = process.stderr.read()
    assert process.returncode == 141
    assert errors == b""


def test_importing_the_package_loads_neither_qt_nor_native_code() -> None:
    check = "import sys, geniex_desktop, geniex_desktop.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    top = {name.split(".")[0] for name in loaded.stdout.split()}
    assert not top & {"PySide6", "shiboken6", "_cffi_backend", "cffi", "huggingface_hub", "httpx2"}


def assert_one_error(result: subprocess.CompletedProcess[bytes], code: int) -> None:
    errors = result.stderr.decode()
    assert result.returncode == code, errors
    assert result.stdout == b""
    assert errors.startswith("error: ")
    assert errors.count("error: ") == 1
    assert "remedy: " in errors
    assert "Traceback" not in errors


def test_an_embedding_model_is_refused_kindly(embedding_model: Path) -> None:
    result = run("ask", "Hello", "--model", embedding_model, *GREEDY)
    assert result.returncode == 1
    assert "is an embedding model and cannot chat." in result.stderr.decode()
