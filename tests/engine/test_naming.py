"""Names and precisions read from file names."""

from __future__ import annotations

from pathlib import Path

import pytest

from geniex_desktop.engine.naming import name_and_precision


@pytest.mark.parametrize(
    ("file", "name", "precision"),
    [
        ("SmolLM2-135M-Instruct.Q4_1.gguf", "SmolLM2-135M-Instruct", "Q4_1"),
        ("qwen3-4b-q4_k_m.gguf", "qwen3-4b", "Q4_K_M"),
        ("gemma-3-1b-it-IQ4_NL.gguf", "gemma-3-1b-it", "IQ4_NL"),
        ("Qwen3-8B-UD-Q2_K_XL.gguf", "Qwen3-8B", "Q2_K_XL"),
        ("gpt-oss-20b-mxfp4-00001-of-00003.gguf", "gpt-oss-20b", "MXFP4"),
        ("tiny-F16.gguf", "tiny", "F16"),
        ("tiny-llm.gguf", "tiny-llm", ""),
        ("Q4_0.gguf", "Q4_0", ""),
        ("phi3.5-mini", "phi3.5-mini", ""),
    ],
)
def test_name_and_precision(file: str, name: str, precision: str) -> None:
    assert name_and_precision(Path("models") / file) == (name, precision)
