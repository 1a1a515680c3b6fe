"""geniex_llm_forward_logits is llama.cpp's own answer, and leaves the conversation alone."""

from __future__ import annotations

import array
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from .accelerated import in_own_process, this_machine
from .harness import TINY_MODEL, Conversation, user

Make = Callable[..., Conversation]
Reference = Callable[..., "array.array[float]"]

TOLERANCE = 1e-5

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="modules are loaded at run time on Linux only"
)


@pytest.fixture
def reference(accelerated_plugins: Path) -> Reference:
    """All positions' logits, from a program that has only llama.cpp in it."""

    def compute(path: Path, ids: tuple[int, ...], **options: int) -> array.array[float]:
        folder = accelerated_plugins / "llama_cpp"
        parameters = [options[name] for name in ("n_batch", "n_ubatch", "n_threads", "flash_attention")]
        command = [folder / "reference-logits", folder / "libggml-cpu.so", path, *parameters, *ids]
        done = subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE)
        rows = array.array("f")
        rows.frombytes(done.stdout)
        return rows

    return compute


def some_ids(n_vocab: int, count: int) -> tuple[int, ...]:
    choice = random.Random(count)
    return tuple(choice.randrange(n_vocab) for _ in range(count))


def vocabulary(chat: Conversation) -> int:
    info = chat.session.model_info()
    assert info is not None
    return info.vocab_size


def furthest(values: array.array[float], expected: array.array[float]) -> float:
    return max(abs(a - b) for a, b in zip(values, expected, strict=True))


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize(("n_batch", "n_ubatch"), [(2048, 512), (32, 32), (32, 7), (1, 1)])
def test_logits_are_those_of_the_engine(
    configured: Make, reference: Reference, n_batch: int, n_ubatch: int, n_threads: int
) -> None:
    shape = {"n_batch": n_batch, "n_ubatch": n_ubatch, "n_threads": n_threads}
    chat = configured(n_threads_batch=n_threads, **shape)
    ids = some_ids(vocabulary(chat), 100)
    expected = reference(TINY_MODEL, ids, flash_attention=1, **shape)
    assert furthest(chat.logits(ids, all_positions=True), expected) <= TOLERANCE
    n_vocab = vocabulary(chat)
    assert furthest(chat.logits(ids), expected[-n_vocab:]) <= TOLERANCE
    assert list(chat.logits(ids, top_n=9)) == pytest.approx(
        sorted(expected[-n_vocab:], reverse=True)[:9], abs=TOLERANCE
    )


def test_logits_of_smollm2_are_those_of_the_engine(
    configured: Make, reference: Reference, smollm2: Path
) -> None:
    shape = {"n_batch": 16, "n_ubatch": 16, "n_threads": 2}
    chat = configured(smollm2, n_threads_batch=2, **shape)
    ids = chat.rendered((user("Name three colours."),))
    assert len(ids) > 16
    expected = reference(smollm2, ids, flash_attention=1, **shape)
    assert furthest(chat.logits(ids, all_positions=True), expected) <= TOLERANCE


def logits_without_flash_attention(ids: tuple[int, ...], shape: dict[str, int]) -> array.array[float]:
    """A scenario: on the test GPU, which the CPU computes for."""
    chat = this_machine().load("GPUOpenCL", n_threads_batch=shape["n_threads"], **shape)
    return chat.logits(ids, all_positions=True)


def test_logits_without_flash_attention_are_those_of_the_engine(
    accelerated_plugins: Path, reference: Reference, monkeypatch: pytest.MonkeyPatch
) -> None:
    shape = {"n_batch": 64, "n_ubatch": 64, "n_threads": 1}
    ids = some_ids(256, 100)
    expected = reference(TINY_MODEL, ids, flash_attention=0, **shape)
    monkeypatch.setenv("GENIEX_PLUGIN_PATH", str(accelerated_plugins))
    assert furthest(in_own_process(logits_without_flash_attention, ids, shape), expected) <= TOLERANCE
    assert furthest(reference(TINY_MODEL, ids, flash_attention=1, **shape), expected) > 0, (
        "with and without flash attention are the same computation here, so nothing was shown"
    )


def test_a_reply_goes_on_as_if_nobody_had_asked(configured: Make) -> None:
    """Before, between and after replies; nothing of the conversation's cache is evaluated again."""
    asked, undisturbed = configured(), configured()
    other = some_ids(vocabulary(asked), 300)
    prompt = asked.rendered((user("Count to ten."),))
    for length in (4, 9, 2):
        asked.logits(other[: length * 30], all_positions=True)
        replies = [one.continue_ids(prompt, length) for one in (asked, undisturbed)]
        assert replies[0] == replies[1]
        held = asked.session.kv_tokens()
        asked.logits(other)
        assert asked.session.kv_tokens() == held == undisturbed.session.kv_tokens()
        prompt = (*prompt, *replies[0].token_ids)
        assert replies[0].prompt_tokens < len(prompt)
