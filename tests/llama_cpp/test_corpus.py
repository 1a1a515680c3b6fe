"""Broken and hostile model files through the reader and an engine in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from geniex_desktop.engine.isolated import IsolatedEngine
from geniex_desktop.engine.types import ChatMessage, GenerateRequest, LoadSpec, Sampler
from geniex_desktop.errors import AppError
from geniex_desktop.models.trial import TrialRecord, try_model

GENERATOR = Path(__file__).parents[1] / "data" / "gguf" / "make_corpus.py"
LIMIT_SECONDS = 10.0

SAMPLE = (
    "a00_control",
    "a03_html",
    "a14_str_len_gib",
    "b14_missing_tensor",
    "b22_nan_weights",
    "c10_layers513",
    "d04_tok_dup",
    "d13_no_bytes",
    "d18_wpm",
    "e03_double",
    "e04_recurse",
    "e05_parens",
    "m17_mm_missing",
)
"""One of each kind of harm."""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus")
    subprocess.run([sys.executable, "-B", str(GENERATOR), str(folder)], check=True)
    return folder


@pytest.fixture
def isolated(monkeypatch: pytest.MonkeyPatch) -> Iterator[IsolatedEngine]:
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    engine = IsolatedEngine()
    yield engine
    engine.close()


def check(file: Path, engine: IsolatedEngine, record: TrialRecord) -> None:
    """It works, or ends with a cause, and the engine outlives it. Vision parts go with a sound model."""
    engine.runtime()
    process = engine.pid
    model, projector = file, None
    if file.name.startswith("m"):
        model, projector = file.with_name("a00_control.gguf"), file
    verdict = try_model(model, engine, record, "cpu", LIMIT_SECONDS, projector)
    assert verdict.works or (verdict.text and verdict.cause), file.name
    assert "did not answer" not in verdict.text, file.name
    assert engine.pid == process, f"{file.name} has ended the engine"


def test_one_file_of_each_kind(corpus: Path, isolated: IsolatedEngine, tmp_path: Path) -> None:
    record = TrialRecord(tmp_path / "trials.json")
    for name in SAMPLE:
        check(corpus / f"{name}.gguf", isolated, record)


def test_the_sound_vision_part_sees(corpus: Path, isolated: IsolatedEngine, tmp_path: Path) -> None:
    model, projector = corpus / "a00_control.gguf", corpus / "m00_control.gguf"
    record = TrialRecord(tmp_path / "trials.json")
    assert try_model(model, isolated, record, "cpu", LIMIT_SECONDS, projector).works


def test_hostile_templates_leave_the_model_usable(
    corpus: Path, isolated: IsolatedEngine, tmp_path: Path
) -> None:
    record = TrialRecord(tmp_path / "trials.json")
    for name in (
        "e01_range",
        "e02_nested",
        "e03_double",
        "e04_recurse",
        "e05_parens",
        "e06_ifs",
        "e13_strmul",
    ):
        assert try_model(corpus / f"{name}.gguf", isolated, record, "cpu", LIMIT_SECONDS).works, name


def test_a_vocabulary_without_bytes_reads_what_it_knows(corpus: Path, isolated: IsolatedEngine) -> None:
    """And says of a letter that it has no token for that it cannot read it, in a process that lives on."""
    # The corpus file's own template has a newline, which is no token of its vocabulary either.
    template = "{% for m in messages %}{{ m.content }}{% endfor %}"
    spec = LoadSpec(corpus / "d13_no_bytes.gguf", device="cpu", n_ctx=128, chat_template=template)
    isolated.load(spec, lambda event: None)
    process = isolated.pid

    def ask(text: str) -> int:
        request = GenerateRequest((ChatMessage("user", text),), Sampler.greedy(), max_tokens=2)
        return isolated.generate(request, lambda event: None).profile.prompt_tokens

    assert ask("hello") > 0
    for text in ("wörld 😀", "ö"):
        for use in (ask, isolated.count_tokens):
            with pytest.raises(AppError) as caught:
                use(text)
            assert caught.value.code < 0
            assert caught.value.cause
    assert ask("hello") > 0
    assert isolated.pid == process


@pytest.mark.full
def test_every_file(corpus: Path, isolated: IsolatedEngine, tmp_path: Path) -> None:
    record = TrialRecord(tmp_path / "trials.json")
    models = sorted(corpus.iterdir())
    assert len(models) == 150
    for model in models:
        check(model, isolated, record)
