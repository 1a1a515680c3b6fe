"""Refusals before an engine sees the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from geniex_desktop.engine.gguf import Finding, GgufReport
from geniex_desktop.errors import AppError, Blame
from geniex_desktop.models import inspection


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    for path, word in ((tmp_path / "none.gguf", "no file"), (tmp_path, "folder")):
        with pytest.raises(AppError, match=word) as caught:
            inspection.require_loadable(path)
        assert caught.value.blame is Blame.USER
        assert caught.value.hint


def test_the_first_fatal_finding_is_the_cause(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(b"GGUF")
    fatal = Finding("truncated", "The file ends early", "offset 4", "Download it again.")
    other = Finding("more", "Something else", "", "")
    monkeypatch.setattr(inspection, "inspect_gguf", lambda _: GgufReport((fatal, other), (), {}))
    with pytest.raises(AppError) as caught:
        inspection.require_loadable(path)
    error = caught.value
    assert error.text == "bad.gguf cannot be used."
    assert error.cause == "The file ends early (offset 4)"
    assert error.hint == "Download it again."
    assert "Something else" in error.detail
    assert error.blame is Blame.USER


def test_a_language_model_is_no_vision_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF")
    architecture = "llama"
    monkeypatch.setattr(
        inspection, "inspect_gguf", lambda _: GgufReport((), (), {"architecture": architecture})
    )
    with pytest.raises(AppError, match="cannot be used") as caught:
        inspection.require_projector(path)
    assert "language model" in caught.value.cause
    architecture = "clip"
    assert inspection.require_projector(path).facts == {"architecture": "clip"}


def test_a_sound_file_gives_its_facts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "good.gguf"
    path.write_bytes(b"GGUF")
    report = GgufReport((), (Finding("odd", "Odd", "", ""),), {"architecture": "llama"})
    monkeypatch.setattr(inspection, "inspect_gguf", lambda _: report)
    assert inspection.require_loadable(path) is report


@pytest.mark.parametrize(
    ("facts", "embeds"),
    [
        ({"architecture": "llama"}, False),
        ({"architecture": "bert"}, True),
        ({"architecture": "nomic-bert-moe"}, True),
        ({"architecture": "gemma-embedding"}, True),
        ({"architecture": "qwen3", "pooling_type": 3}, True),
        ({"architecture": "qwen3", "pooling_type": 0}, False),
        ({"architecture": "qwen3", "pooling_type": None}, False),
        ({}, False),
    ],
)
def test_models_that_only_make_vectors_are_told_from_others(facts: dict[str, object], embeds: bool) -> None:
    assert inspection.is_embedding_model(facts) is embeds


def test_an_embedding_model_is_refused_kindly_and_a_language_model_is_not(embedding_model: Path) -> None:
    with pytest.raises(AppError) as caught:
        inspection.require_chat_model(embedding_model)
    assert caught.value.text == f"{embedding_model.name} is an embedding model and cannot chat."
    assert "texts are found and compared" in caught.value.cause
    assert caught.value.hint
    assert caught.value.blame is Blame.USER
    inspection.require_chat_model(Path(__file__).parents[1] / "data" / "vlm" / "tiny-llm.gguf")
