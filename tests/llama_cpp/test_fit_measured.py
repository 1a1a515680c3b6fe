"""The memory estimate against what the engine's process really took."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from geniex_desktop.engine.gguf import inspect_gguf
from geniex_desktop.engine.isolated import IsolatedEngine
from geniex_desktop.engine.types import ChatMessage, GenerateRequest, LoadSpec, Sampler, StreamEvent
from geniex_desktop.models.fit import ModelShape, Target, need_of
from geniex_desktop.models.measurements import peak_bytes

from .harness import TINY_MODEL

TOLERANCE = 0.15
ROOM = 64
"""Tokens of the context that the template and the answer need."""


@pytest.fixture
def isolated(monkeypatch: pytest.MonkeyPatch) -> Iterator[IsolatedEngine]:
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    engine = IsolatedEngine()
    yield engine
    engine.close()


def ignore(_event: StreamEvent) -> None:
    pass


def measure(engine: IsolatedEngine, model: Path, n_ctx: int) -> int:
    """Bytes that a model adds to an empty engine while a conversation fills its context."""
    engine.runtime()
    assert engine.pid is not None
    empty = peak_bytes(engine.pid)
    engine.load(LoadSpec(model, device="cpu", n_ctx=n_ctx), ignore)
    word = " river"
    per_word = (engine.count_tokens(word * 100) or 0) / 100
    text = word * int((n_ctx - ROOM) / per_word)
    request = GenerateRequest((ChatMessage("user", text),), Sampler.greedy(), max_tokens=8)
    assert engine.generate(request, ignore).profile.prompt_tokens > n_ctx * 0.7
    return peak_bytes(engine.pid) - empty


def check(engine: IsolatedEngine, model: Path, n_ctx: int) -> None:
    predicted = need_of(ModelShape.from_facts(inspect_gguf(model).facts), Target.CPU, n_ctx).total
    measured = measure(engine, model, n_ctx)
    ratio = predicted / measured
    assert abs(ratio - 1) <= TOLERANCE, f"predicted {predicted >> 10} KiB, measured {measured >> 10} KiB"


@pytest.mark.parametrize("n_ctx", [256, 1024, 2048])
def test_the_tiny_model_takes_what_was_estimated(isolated: IsolatedEngine, n_ctx: int) -> None:
    check(isolated, TINY_MODEL, n_ctx)


@pytest.mark.full
@pytest.mark.parametrize("n_ctx", [512, 2048, 8192])
def test_the_starter_model_takes_what_was_estimated(
    isolated: IsolatedEngine, smollm2: Path, n_ctx: int
) -> None:
    check(isolated, smollm2, n_ctx)
