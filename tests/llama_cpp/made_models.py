"""Models without training that are odd in one way: other keys in the file, or a text known beforehand."""

from __future__ import annotations

import importlib.util
import random
import struct
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

_GENERATOR = Path(__file__).parents[1] / "data" / "gguf" / "gguf_files.py"
_WIDTH = 64
SILENT = ("attn_output.weight", "ffn_down.weight")
"""Without these a block adds nothing, so the next token depends on the last one alone."""


def _load(path: Path) -> ModuleType:
    """The generator of the broken files lies outside of every package."""
    spec = importlib.util.spec_from_file_location("corpus_gguf_files", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


gguf = _load(_GENERATOR)
Kind = gguf.Kind
TOKENIZER = "tokenizer.ggml."
TEMPLATE = "tokenizer.chat_template"


def small_model() -> Any:
    """A `GgufFile` of the small model that all broken files begin from: untrained, SPM with bytes, ChatML."""
    return gguf.language_model()


def write(model: Any, path: Path) -> Path:
    path.write_bytes(model.encode())
    return path


def token_ids(*tokens: str | int) -> list[int]:
    """Ids in the small model's vocabulary: of a token by its text, or of a byte."""
    known = gguf.vocabulary()[0]
    names = [b"<0x%02X>" % token if isinstance(token, int) else token.encode() for token in tokens]
    return [known.index(name) for name in names]


def reciting_model(tokens: Sequence[int]) -> Any:
    """The small model, made to say `tokens` one after the other behind a newline, the last one for ever.

    No token may come twice but as the last, for each is chosen by the one before it. ChatML prompts end with
    a newline.
    """
    chance = random.Random(1)
    (newline,) = token_ids(0x0A)
    count = len(gguf.vocabulary()[0])
    rows = [[chance.choice((-1.0, 1.0)) for _ in range(_WIDTH)] for _ in range(count)]
    output = [[0.0] * _WIDTH for _ in range(count)]
    for last, following in zip((newline, *tokens), (*tokens, tokens[-1]), strict=True):
        output[following] = [a + b for a, b in zip(output[following], rows[last], strict=True)]
    model = small_model()
    for name, values in (("token_embd.weight", rows), ("output.weight", output)):
        data = b"".join(struct.pack(f"<{_WIDTH}f", *row) for row in values)
        model.change(name, type=gguf.TENSOR_F32, data=data)
    for tensor in model.tensors:
        if tensor.name.endswith(SILENT):
            tensor.data = bytes(len(tensor.data))
    return model
