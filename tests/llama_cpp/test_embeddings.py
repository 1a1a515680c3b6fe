"""Embedding rows in place of tokens."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from geniex_desktop.errors import AppError

from .gguf_files import half_precision_rows
from .harness import TINY_MODEL, Conversation, user

Make = Callable[..., Conversation]

INVALID, GENERATION_FAILED, PROMPT_TOO_LONG = -100001, -200101, -200103


@pytest.fixture(scope="module")
def table() -> list[list[float]]:
    """The tiny model's own embeddings [vocabulary, width]."""
    return half_precision_rows(TINY_MODEL, "token_embd.weight")


@pytest.fixture
def chat(conversation: Make) -> Conversation:
    return conversation(n_ctx=256)


def embedding_width(chat: Conversation) -> int:
    library = chat.session._library
    output = library.arena().new("geniex_LlmModelInfo*")
    library.checked("geniex_llm_get_model_info", chat.session._handle, output)
    return output.embd_dim


def test_tokens_own_embeddings_are_as_good_as_the_tokens(
    chat: Conversation, conversation: Make, table: list[list[float]]
) -> None:
    assert embedding_width(chat) == len(table[0])
    ids = chat.rendered((user("Count to ten."),))
    answer = chat.continue_embeddings([table[token] for token in ids], 64)
    assert answer.text == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."
    assert answer.prompt_tokens == len(ids)
    assert answer == conversation(n_ctx=256).continue_ids(ids, 64)


def test_the_next_prompt_starts_from_scratch(chat: Conversation, table: list[list[float]]) -> None:
    ids = chat.rendered((user("Count to ten."),))
    chat.continue_ids(chat.rendered((user("Who are you?"),)), 8)
    chat.continue_embeddings([table[token] for token in ids], 4)
    held = chat.session.kv_tokens()
    assert held == (*[-1] * len(ids), *held[len(ids) :])
    answer = chat.continue_ids(ids, 64)
    assert answer.prompt_tokens == len(ids)
    assert answer.text == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."
    # And two inputs of rows never continue each other.
    for _ in range(2):
        assert chat.continue_embeddings([table[token] for token in ids], 64).text == answer.text


@pytest.mark.parametrize("difference", [-1, 1])
def test_wrong_width(chat: Conversation, difference: int) -> None:
    width = embedding_width(chat)
    chat.continue_ids((1, 2, 3), 1)
    held = chat.session.kv_tokens()
    with pytest.raises(AppError) as caught:
        chat.continue_embeddings([[0.0] * (width + difference)], 4)
    assert caught.value.code == INVALID
    assert str(width) in caught.value.cause
    assert chat.session.kv_tokens() == held


def test_more_rows_than_the_window_holds(chat: Conversation) -> None:
    with pytest.raises(AppError) as caught:
        chat.continue_embeddings([[0.0] * embedding_width(chat)] * 257, 4)
    assert caught.value.code == PROMPT_TOO_LONG


def test_rows_that_are_no_numbers_fail_and_leave_a_working_handle(chat: Conversation) -> None:
    ids = chat.rendered((user("Count to ten."),))
    chat.continue_ids(ids, 4)
    with pytest.raises(AppError) as caught:
        chat.continue_embeddings([[float("nan")] * embedding_width(chat)] * 3, 4)
    assert caught.value.code == GENERATION_FAILED
    assert chat.continue_ids(ids, 64).text == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."
