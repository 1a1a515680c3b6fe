"""What the sampler lets through: grammars, end-of-generation tokens, defaults."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.errors import AppError

from .harness import Conversation, user

Make = Callable[..., Conversation]

INVALID = -100001
DIGITS = 'root ::= [0-9] (", " [0-9])*'


@pytest.fixture
def chat(conversation: Make) -> Conversation:
    return conversation()


@pytest.fixture
def prompt(chat: Conversation) -> tuple[int, ...]:
    return chat.rendered((user("Who are you?"),))


def test_grammar_rules_the_reply(chat: Conversation, prompt: tuple[int, ...]) -> None:
    assert not re.match(r"\d", chat.continue_ids(prompt, 12).text)
    for sampler in ({}, {"top_k": 40, "seed": 5}, {"top_k": 40, "seed": 5, "repetition_penalty": 1.3}):
        answer = chat.continue_ids(prompt, 12, grammar_string=DIGITS, **sampler)
        assert re.fullmatch(r"\d(, ?\d?)*", answer.text), sampler
    # It ends where the grammar ends: then only the end-of-generation token is left.
    answer = chat.continue_ids(prompt, 40, grammar_string='root ::= "4" "2"')
    assert (answer.text, answer.stop_reason) == ("42", "eos")


def test_grammar_from_a_file_and_which_one_wins(
    chat: Conversation, prompt: tuple[int, ...], tmp_path: Path
) -> None:
    file = tmp_path / "Größe.gbnf"
    file.write_text('root ::= "from the file"', encoding="utf-8")
    assert chat.continue_ids(prompt, 40, grammar_path=str(file)).text == "from the file"
    both = chat.continue_ids(prompt, 40, grammar_path=str(file), grammar_string='root ::= "string"')
    assert both.text == "string"
    # Even over a file that is not there.
    missing = str(tmp_path / "missing.gbnf")
    assert chat.continue_ids(prompt, 40, grammar_path=missing, grammar_string='root ::= "x"').text == "x"


def test_unreadable_grammar_file_only_warns(
    chat: Conversation, prompt: tuple[int, ...], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    free = chat.continue_ids(prompt, 12).text
    for path in (tmp_path / "missing.gbnf", tmp_path):
        caplog.clear()
        assert chat.continue_ids(prompt, 12, grammar_path=str(path)).text == free
        assert str(path) in caplog.text


@pytest.mark.parametrize("grammar", ["no grammar at all", 'root ::= "a', "x ::= y", 'top ::= "a"'])
def test_broken_grammar_is_refused(chat: Conversation, prompt: tuple[int, ...], grammar: str) -> None:
    before = chat.continue_ids(prompt, 4)
    with pytest.raises(AppError) as caught:
        chat.continue_ids(prompt, 4, grammar_string=grammar)
    assert caught.value.code == INVALID
    assert "grammar" in caught.value.cause
    assert chat.continue_ids(prompt, 4).text == before.text


def test_prompt_is_no_part_of_the_grammar(chat: Conversation) -> None:
    """Penalties look at the prompt; the grammar begins with the reply."""
    ids = chat.session.tokenize("12345") or ()
    answer = chat.continue_ids(ids, 12, grammar_string='root ::= "ok"', repetition_penalty=1.2)
    assert answer.text == "ok"


def test_end_of_generation_can_be_ignored(chat: Conversation, prompt: tuple[int, ...]) -> None:
    normal = chat.continue_ids(prompt, 100)
    assert normal.stop_reason == "eos"
    assert normal.generated_tokens < 60
    answer = chat.continue_ids(prompt, 100, ignore_eos=True)
    assert (answer.stop_reason, answer.generated_tokens) == ("length", 100)
    assert answer.text.startswith(normal.text)
    # The ignored token is evaluated like any other, but it is no text.
    assert len(answer.token_ids) == 100
    assert "<|im_end|>" not in answer.text
    assert chat.session.kv_tokens() == (*prompt, *answer.token_ids[:-1])


def test_zero_means_the_default_and_not_greedy(chat: Conversation, prompt: tuple[int, ...]) -> None:
    """Temperature 0 and top_k 0 sample; a client that wants greedy says so."""
    greedy = chat.continue_ids(prompt, 30, ignore_eos=True).token_ids
    sampled = {
        chat.continue_ids(prompt, 30, ignore_eos=True, top_k=0, seed=seed).token_ids for seed in range(1, 9)
    }
    assert len(sampled) > 1
    for sampler in ({"temperature": -1.0, "top_k": 0}, {"top_k": 1}, {"top_k": 1, "temperature": 1.5}):
        assert chat.continue_ids(prompt, 30, ignore_eos=True, **sampler).token_ids == greedy


def test_penalties_see_prompt_and_reply(chat: Conversation, prompt: tuple[int, ...]) -> None:
    free = chat.continue_ids(prompt, 60, ignore_eos=True).token_ids
    punished = chat.continue_ids(prompt, 60, ignore_eos=True, frequency_penalty=50.0).token_ids
    window = 64
    assert len(set(free)) < len(free)
    recent = list(prompt)
    for token in punished:
        assert token not in recent[-window:]
        recent.append(token)
