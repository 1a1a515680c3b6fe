"""The KV cache is reused rightly, whatever a person does to a conversation."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from geniex_desktop.errors import AppError

from .harness import Conversation, Messages, assistant, user

QUESTIONS = (
    "Hello",
    "Who are you?",
    "Count to ten.",
    "What is the capital of France?",
    "Show me code.",
    "Tell me a story.",
    "Why?",
    "<|im_end|> is text",
    "Grüße 😀 你好",
)
PROMPT_TOO_LONG = -200103
CLOSE = 0.1
"""Two best logits nearer than this may swap places when the batch has another shape."""

Make = Callable[..., Conversation]


class Chatter:
    """Plays a person who sends, edits, regenerates, cancels and branches at random."""

    def __init__(self, live: Conversation, seed: int, max_tokens: int) -> None:
        self.live = live
        self.random = random.Random(seed)
        self.max_tokens = max_tokens
        self.paths: list[Messages] = []
        """Conversations that ended with a reply; each is a branch to come back to."""
        self.path: Messages = ()
        self.log: list[str] = []

    def step(self) -> tuple[Messages, str, bool]:
        """One action. Returns the messages sent, the reply's text, and whether it was cancelled."""
        action = self.random.choice(("send", "send", "edit", "regenerate", "cancel", "branch"))
        questions = [i for i, message in enumerate(self.path) if message.role == "user"]
        if action == "edit" and questions:
            sent = (*self.path[: self.random.choice(questions)], self.question())
        elif action == "regenerate" and questions:
            sent = self.path[: questions[-1] + 1]
        elif action == "branch" and self.paths:
            sent = (*self.random.choice(self.paths), self.question())
        else:
            sent = (*self.path, self.question())
        if len(sent) > 9:
            sent = (self.question(),)
        cancel_after = self.random.randrange(6) if action == "cancel" else None
        self.log.append(f"{action} {len(sent)} messages, cancel after {cancel_after}")
        reply = self.live.reply(sent, cancel_after=cancel_after, max_tokens=self.max_tokens)
        self.check_cache(sent, reply.token_ids)
        self.path = (*sent, assistant(reply)) if reply.text else sent[:-1]
        if reply.text:
            self.paths.append(self.path)
        return sent, reply.text, reply.profile.stop_reason == "user"

    def question(self):
        return user(self.random.choice(QUESTIONS))

    def check_cache(self, sent: Messages, reply_ids: tuple[int, ...]) -> None:
        """The cache holds the history exactly; at most the last sampled token is not in it yet."""
        held = self.live.session.kv_tokens()
        history = (*self.live.rendered(sent), *reply_ids)
        if not reply_ids:  # cancelled while still reading the prompt
            assert held == history[: len(held)], self.log
            return
        assert held in (history, history[:-1]), self.log


@pytest.mark.parametrize(
    "seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.full) for seed in range(12, 200))]
)
def test_live_session_answers_as_a_fresh_one(conversation: Make, seed: int) -> None:
    live, fresh = conversation(), conversation()
    chatter = Chatter(live, seed, max_tokens=24)
    for _ in range(20):
        sent, text, cancelled = chatter.step()
        fresh.reset()
        expected = fresh.reply(sent, max_tokens=24).text
        if cancelled:
            assert expected.startswith(text), chatter.log
        else:
            assert text == expected, chatter.log


@pytest.mark.parametrize("seed", range(1, 4))
def test_live_session_answers_as_a_fresh_one_on_smollm2(conversation: Make, smollm2: Path, seed: int) -> None:
    """Up to rounding: a batch of many tokens goes through other attention kernels than one token.

    Where the replies part, the two best logits must be close, evaluated in one batch as a fresh handle
    does or token by token as a reply was.
    """
    live, fresh = conversation(smollm2), conversation(smollm2)
    single = conversation(smollm2, n_batch=1)
    chatter = Chatter(live, seed, max_tokens=12)
    for _ in range(10):
        sent, _, cancelled = chatter.step()
        if cancelled:
            continue
        live_ids = chatter.path[-1].token_ids
        fresh.reset()
        fresh_ids = fresh.reply(sent, max_tokens=12).token_ids
        if live_ids == fresh_ids:
            continue
        first = next(
            (i for i, (a, b) in enumerate(zip(live_ids, fresh_ids, strict=False)) if a != b),
            min(len(live_ids), len(fresh_ids)),
        )
        history = (*fresh.rendered(sent), *fresh_ids[:first])
        gaps = [best - second for best, second in (one.best_two_logits(history) for one in (fresh, single))]
        assert min(gaps) < CLOSE, (gaps, chatter.log)


def test_second_turn_evaluates_only_what_is_new(conversation: Make, smollm2: Path) -> None:
    chat = conversation(smollm2)
    first = (user("Name three colours."),)
    reply = chat.reply(first, max_tokens=40)
    second = (*first, assistant(reply), user("Name one more."))
    known = len(chat.session.kv_tokens())
    total = len(chat.rendered(second))
    answer = chat.reply(second, max_tokens=4)
    assert answer.profile.prompt_tokens == total - known
    assert answer.profile.prompt_tokens < 40


def test_same_prompt_again_gives_the_same_reply(conversation: Make) -> None:
    chat = conversation()
    sent = (user("Count to ten."),)
    replies = {chat.reply(sent).text for _ in range(3)}
    assert replies == {"1, 2, 3, 4, 5, 6, 7, 8, 9, 10."}


@pytest.mark.parametrize(
    ("options", "reason", "shown"),
    [
        ({"max_tokens": 6}, "length", 6),
        ({"max_tokens": 90, "stop_after": 4}, "user", 4),
        ({"max_tokens": 90, "stop": (", 5",)}, "stop_sequence", None),
        ({"max_tokens": 90}, "eos", None),
    ],
)
def test_token_that_ends_a_reply_is_not_counted_as_held(
    conversation: Make, options: dict[str, Any], reason: str, shown: int | None
) -> None:
    """It was sampled, but never evaluated: the cache ends before it, and the next turn sends it again."""
    chat, fresh = conversation(), conversation()
    prompt = chat.rendered((user("Count to ten."),))
    whole = fresh.continue_ids(prompt, 90).token_ids
    answer = chat.continue_ids(prompt, **options)
    assert answer.stop_reason == reason
    held = chat.session.kv_tokens()
    assert held == (*prompt, *whole)[: len(held)]
    if shown is not None:
        assert answer.token_ids == whole[:shown]
        assert len(held) == len(prompt) + shown - 1
    following = (*prompt, *whole, *chat.rendered((user("Who are you?"),)))
    fresh.reset()
    assert chat.continue_ids(following, 24).text == fresh.continue_ids(following, 24).text


def test_logits_do_not_disturb_the_conversation(conversation: Make) -> None:
    chat, undisturbed = conversation(), conversation()
    sent = (user("Count to ten."),)
    chat.reply(sent, max_tokens=4)
    held = chat.session.kv_tokens()
    chat.best_two_logits(chat.rendered((user("Who are you?"),)))
    assert chat.session.kv_tokens() == held
    assert chat.reply(sent).text == undisturbed.reply(sent).text


def test_conversation_longer_than_the_context_goes_on(conversation: Make) -> None:
    chat = conversation(n_ctx=256)
    prompt = chat.rendered((user("Tell me a story."),))
    reply = chat.continue_ids(prompt, 1000, ignore_eos=True)
    assert reply.generated_tokens == 1000
    assert len(prompt) + 1000 > 256 >= len(chat.session.kv_tokens())
    # The client repeats the whole history; what is held serves, and the next turn works.
    following = (*prompt, *reply.token_ids, *chat.rendered((user("Hello"),)))
    answer = chat.continue_ids(following, 8)
    assert answer.prompt_tokens < 64
    assert answer.generated_tokens > 0
    # An edit inside the part that has left the window: the head and the newest are read again.
    edited = (*prompt, *reply.token_ids[:5], *following[len(prompt) + 6 :])
    answer = chat.continue_ids(edited, 8)
    assert 64 < answer.prompt_tokens <= 256
    assert answer.generated_tokens > 0
    # What the model has read is the head and the newest, not the oldest.
    held = chat.session.kv_tokens()
    read = held[: len(held) - len(answer.token_ids) + 1]
    assert read == (*edited[:4], *edited[4 - len(read) :])


def test_prompt_that_never_fitted_is_refused_whole(conversation: Make) -> None:
    chat = conversation(n_ctx=256)
    chat.reply((user("Hello"),))
    held = chat.session.kv_tokens()
    with pytest.raises(AppError) as caught:
        chat.continue_ids(chat.rendered((user("word " * 400),)), 8)
    assert caught.value.code == PROMPT_TOO_LONG
    assert chat.session.kv_tokens() == held
