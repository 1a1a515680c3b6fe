"""Speculative decoding: faster or not, the reply and the cache are those of plain decoding."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.errors import AppError

from .harness import TINY_MODEL, Conversation, user
from .test_history import CLOSE, Chatter

Make = Callable[..., Conversation]

LOOKUPS = ("ngram-simple", "ngram-map-k", "ngram-map-k4v", "ngram-mod", "ngram-cache")
KINDS = (*LOOKUPS, "draft-simple", "ngram-cache,draft-simple")
COUNT = "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."


@pytest.fixture
def speculating(configured: Make) -> Make:
    def make(kind: str, path: Path = TINY_MODEL, **config: object) -> Conversation:
        if "draft-" in kind:
            config.setdefault("spec_draft_model", path)
        return configured(path, spec_type=kind, **config)

    return make


def repetitive_prompt(chat: Conversation) -> tuple[int, ...]:
    """A prompt whose continuation can be looked up in it."""
    turn = chat.rendered((user("Count to ten."),))
    reply = chat.session.tokenize(COUNT) or ()
    end = chat.session.tokenize("<|im_end|>\n", parse_special=True) or ()
    return (*turn, *reply, *end) * 3 + turn


@pytest.mark.parametrize("kind", KINDS)
def test_text_is_that_of_plain_decoding(
    speculating: Make, conversation: Make, tiny_answers: list[tuple[str, str]], kind: str
) -> None:
    chat, plain = speculating(kind), conversation()
    for question, answer in tiny_answers:
        assert chat.reply((user(question),)).text == answer
    prompt = repetitive_prompt(plain)
    for limit in (1, 2, 3, 4, 5, 8, 200):
        expected = plain.continue_ids(prompt, limit, ignore_eos=True)
        answer = chat.continue_ids(prompt, limit, ignore_eos=True)
        assert answer.token_ids == expected.token_ids
        assert answer.text == expected.text
        assert answer.generated_tokens == expected.generated_tokens == limit
        assert chat.session.kv_tokens() == plain.session.kv_tokens()
        assert (expected.drafted, expected.accepted) == (0, 0)
        assert answer.accepted <= answer.drafted
    assert answer.accepted > 20, "nothing was guessed, so nothing was tested"


@pytest.mark.parametrize("kind", KINDS)
def test_every_way_to_stop_is_exact(speculating: Make, conversation: Make, kind: str) -> None:
    """Callback, stop string and limit: reply and cache are those of plain decoding, token for token."""
    chat, plain = speculating(kind), conversation()
    prompt = repetitive_prompt(plain)
    choice = random.Random(kind)
    for _ in range(25):
        options: dict[str, object] = {"ignore_eos": choice.random() < 0.5}
        if choice.random() < 0.4:
            options["stop_after"] = choice.randrange(1, 12)
        if choice.random() < 0.4:
            options["stop"] = tuple(choice.sample((", 5", "7, 8, 9", "10", ".", "3", "no such"), 2))
        limit = choice.randrange(1, 40)
        replies = [one.continue_ids(prompt, limit, **options) for one in (plain, chat)]
        assert replies[0]._replace(drafted=0, accepted=0) == replies[1]._replace(drafted=0, accepted=0)
        assert chat.session.kv_tokens() == plain.session.kv_tokens()
        prompt = (*prompt, *replies[0].token_ids, *prompt[-9:]) if choice.random() < 0.3 else prompt
        prompt = prompt if len(prompt) < 900 else repetitive_prompt(plain)


@pytest.mark.parametrize("kind", KINDS)
def test_live_session_answers_as_a_fresh_one(speculating: Make, conversation: Make, kind: str) -> None:
    """Edits, branches and cancels; `Chatter` also checks the cache after each."""
    live, fresh = speculating(kind), conversation()
    chatter = Chatter(live, seed=KINDS.index(kind), max_tokens=24)
    for _ in range(25):
        sent, text, cancelled = chatter.step()
        fresh.reset()
        expected = fresh.reply(sent, max_tokens=24).text
        assert expected.startswith(text) if cancelled else text == expected, chatter.log


@pytest.mark.parametrize("kind", KINDS)
def test_conversation_longer_than_the_context(speculating: Make, conversation: Make, kind: str) -> None:
    chat, plain = speculating(kind, n_ctx=256), conversation(n_ctx=256)
    prompt = plain.rendered((user("Tell me a story."),))
    replies = [one.continue_ids(prompt, 600, ignore_eos=True) for one in (plain, chat)]
    assert replies[0].token_ids == replies[1].token_ids
    assert chat.session.kv_tokens() == plain.session.kv_tokens()


def test_limits_of_a_draft(speculating: Make) -> None:
    drafted = []
    for n_max in (1, 3, 8):
        chat = speculating("draft-simple", spec_n_max=n_max)
        answer = chat.continue_ids(repetitive_prompt(chat), 60, ignore_eos=True)
        assert answer.accepted == answer.drafted, "the model guesses what it will say itself"
        # Each step brings a token of its own and at most n_max guesses.
        steps = answer.generated_tokens - answer.accepted
        assert answer.drafted <= steps * n_max
        drafted.append(answer.drafted)
    assert drafted == sorted(drafted)
    # Looking up costs nothing, so such guesses are longer unless told otherwise.
    counts = [
        chat.continue_ids(repetitive_prompt(chat), 60, ignore_eos=True).drafted
        for chat in (speculating("ngram-cache", spec_n_max=n) for n in (3, 16, 0))
    ]
    assert counts[0] < counts[1] == counts[2]
    # Guesses that nothing is sure enough of are not made; 3 is the default length.
    timid = speculating("draft-simple", spec_p_min=1.5)
    assert timid.continue_ids(repetitive_prompt(timid), 60, ignore_eos=True).drafted == 0
    default = speculating("draft-simple")
    answer = default.continue_ids(repetitive_prompt(default), 60, ignore_eos=True)
    assert answer.drafted == drafted[1]


def test_sampling_with_a_seed_and_a_grammar(speculating: Make, conversation: Make) -> None:
    """The sampler sees each token once and in order, so even random replies are the same."""
    chat, plain = speculating("draft-simple"), conversation()
    prompt = repetitive_prompt(plain)
    for sampler in (
        {"top_k": 40, "temperature": 0.7, "seed": 11, "repetition_penalty": 1.1},
        {"grammar_string": 'root ::= ("1" | ", " | "2" | "3")+', "ignore_eos": True},
    ):
        replies = [one.continue_ids(prompt, 40, **sampler) for one in (plain, chat)]
        assert replies[0].text == replies[1].text
        assert replies[1].drafted > 0


def test_saved_conversation_goes_on_with_a_draft_model(
    speculating: Make, conversation: Make, tmp_path: Path
) -> None:
    chat, plain = speculating("draft-simple"), conversation()
    prompt = repetitive_prompt(plain)
    chat.continue_ids(prompt[:-9], 4)
    chat.save(tmp_path / "a.kv")
    chat.reset()
    chat.load(tmp_path / "a.kv")
    answer = chat.continue_ids(prompt, 40)
    assert answer.text == plain.continue_ids(prompt, 40).text == COUNT
    assert answer.accepted > 0


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ({"spec_type": "draft-simple"}, "draft model"),
        ({"spec_type": "draft-simple", "spec_draft_model": "no/such.gguf"}, "draft model"),
        ({"spec_type": "draft-eagle3", "spec_draft_model": TINY_MODEL}, "no speculative decoding"),
        ({"spec_type": "draft-eagle3"}, "draft model"),
        ({"spec_type": "draft-mtp"}, "no speculative decoding"),
        ({"spec_type": "draft-mtp", "spec_draft_model": TINY_MODEL}, "no speculative decoding"),
        ({"spec_type": "telepathy"}, "telepathy"),
        (
            {"spec_type": "draft-simple", "spec_draft_model": TINY_MODEL.with_name("tiny-mmproj.gguf")},
            "draft",
        ),
    ],
)
def test_what_cannot_be_set_up_decodes_plainly(
    configured: Make, caplog: pytest.LogCaptureFixture, config: dict[str, object], words: str
) -> None:
    chat = configured(**config)
    assert words in caplog.text
    answer = chat.continue_ids(chat.rendered((user("Count to ten."),)), 64)
    assert (answer.text, answer.drafted) == (COUNT, 0)


def test_draft_model_of_another_vocabulary(
    configured: Make, smollm2: Path, caplog: pytest.LogCaptureFixture
) -> None:
    chat = configured(spec_type="draft-simple", spec_draft_model=smollm2)
    assert "no speculative decoding" in caplog.text
    assert chat.reply((user("Count to ten."),)).text == COUNT


@pytest.mark.parametrize("spec_type", ["", "none", " none , "])
def test_none_is_no_speculation(configured: Make, caplog: pytest.LogCaptureFixture, spec_type: str) -> None:
    chat = configured(spec_type=spec_type)
    assert chat.continue_ids((1, 2, 3), 8, ignore_eos=True).drafted == 0
    assert not caplog.records


def test_smollm2_drafts_for_itself(speculating: Make, conversation: Make, smollm2: Path) -> None:
    chat, plain = speculating("draft-simple", smollm2), conversation(smollm2)
    single = conversation(smollm2, n_batch=1)
    prompt = plain.rendered((user("Name the days of the week."),))
    answer, expected = (one.continue_ids(prompt, 48) for one in (chat, plain))
    assert answer.drafted >= 12
    assert answer.accepted >= answer.drafted * 0.8
    pairs = zip(answer.token_ids, expected.token_ids, strict=False)
    first = next((i for i, (a, b) in enumerate(pairs) if a != b), None)
    if first is not None:  # a batch of four is rounded otherwise than a single token
        history = (*prompt, *expected.token_ids[:first])
        gaps = [best - second for best, second in (one.best_two_logits(history) for one in (plain, single))]
        assert min(gaps) < CLOSE


def test_cancelling_the_load_of_a_draft_model_is_cancelling(configured: Make, smollm2: Path, run) -> None:
    from geniex_desktop.engine.types import Phase

    from .harness import open_configured

    chat = configured()
    with run.watching(lambda event: run.cancel(), Phase.LOAD):
        run.cancel()
        with pytest.raises(AppError) as caught:
            open_configured(
                chat.session._library, run, TINY_MODEL, spec_type="draft-simple", spec_draft_model=smollm2
            )
    assert caught.value.code == -100006
