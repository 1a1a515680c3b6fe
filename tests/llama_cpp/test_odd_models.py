"""Models that are odd but sound: what their makers forgot, and what their templates refuse."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.engine.devices import choose_device
from geniex_desktop.engine.library import Library
from geniex_desktop.engine.run import Run
from geniex_desktop.engine.types import (
    ChatMessage,
    GenerateRequest,
    LoadSpec,
    MediaKind,
    MediaPart,
    Phase,
    Sampler,
)
from geniex_desktop.engine.vlm_session import VlmSession
from geniex_desktop.errors import AppError

from .harness import TINY_MODEL, Conversation, Messages, assistant, user
from .made_models import (
    TEMPLATE,
    TOKENIZER,
    Kind,
    gguf,
    reciting_model,
    small_model,
    token_ids,
    write,
)

Make = Callable[..., Conversation]

GENERATION_FAILED, PROMPT_TOO_LONG = -200101, -200103
BOS = 1
WITH_BOS = "{{ bos_token }}" + gguf.CHATML


def plain_prompt(chat: Conversation, messages: Messages) -> tuple[int, ...]:
    """What a client of the plain interface sends: the template's text, tokenized by generate."""
    arena = chat.session._library.arena()
    ask = arena.new("geniex_LlmGenerateInput*")
    ask.prompt_utf8 = arena.text(chat.session._templated(messages))
    return prompt_of(chat, ask)


def prompt_of(chat: Conversation, ask: object) -> tuple[int, ...]:
    """The tokens of a prompt as they were evaluated."""
    chat.reset()
    reply = chat.continue_(ask, 1)
    held = chat.session.kv_tokens()
    assert len(held) == reply.prompt_tokens
    return held


# ------------------------------------------------------------------ the beginning of a prompt


@pytest.mark.parametrize("add_bos", [True, False])
@pytest.mark.parametrize("template", [WITH_BOS, gguf.CHATML], ids=["prints it", "does not"])
def test_a_prompt_begins_with_one_bos(
    conversation: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture, add_bos: bool, template: str
) -> None:
    """None only where neither the tokenizer nor the template wants one."""
    caplog.set_level(logging.DEBUG, "geniex.native")
    model = small_model().set(TOKENIZER + "add_bos_token", Kind.BOOL, add_bos)
    chat = conversation(write(model.set(TEMPLATE, Kind.STRING, template), tmp_path / "model.gguf"))
    messages = (ChatMessage("system", "Be brief."), user("hello"))
    expected = 1 if add_bos or template == WITH_BOS else 0
    for ids in (chat.rendered(messages), plain_prompt(chat, messages)):
        assert ids.count(BOS) == expected
        assert ids[:expected] == (BOS,) * expected
    assert chat.rendered(messages) == plain_prompt(chat, messages)
    assert not [line for line in caplog.messages if "BOS token" in line and "=" not in line]


def test_a_client_s_own_bos_is_not_doubled(
    conversation: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever renders with a template engine of their own sends the text with its BOS."""
    caplog.set_level(logging.DEBUG, "geniex.native")
    chat = conversation(write(small_model(), tmp_path / "model.gguf"))
    arena = chat.session._library.arena()
    prompts = []
    for text in ("<s>hello", "hello"):
        ask = arena.new("geniex_LlmGenerateInput*")
        ask.prompt_utf8 = arena.text(text)
        prompts.append(prompt_of(chat, ask))
    assert prompts[0] == prompts[1]
    assert prompts[0].count(BOS) == 1
    assert not [line for line in caplog.messages if "2 BOS tokens" in line]


@pytest.mark.parametrize("kind", ["llama", "gpt2"])
@pytest.mark.parametrize("add_bos", [None, True, False])
@pytest.mark.parametrize("template", [WITH_BOS, gguf.CHATML], ids=["prints it", "does not"])
def test_a_model_without_a_bos_gets_none(
    conversation: Make, tmp_path: Path, kind: str, add_bos: bool | None, template: str
) -> None:
    """The engine assumes one for each kind of vocabulary: token 11 for byte pairs, whatever that is here."""
    model = small_model().drop(TOKENIZER + "bos_token_id").drop(TOKENIZER + "add_bos_token")
    model.set(TOKENIZER + "model", Kind.STRING, kind).set(TEMPLATE, Kind.STRING, template)
    if kind == "gpt2":
        model.set_array(TOKENIZER + "merges", Kind.STRING, ["h e"])
    if add_bos is not None:
        model.set(TOKENIZER + "add_bos_token", Kind.BOOL, add_bos)
    chat = conversation(write(model, tmp_path / "model.gguf"))
    (begin,) = token_ids("<|im_start|>")
    for ids in (chat.rendered((user("hello"),)), plain_prompt(chat, (user("hello"),))):
        assert ids[0] == begin
        assert not {BOS, 11} & set(ids)
    info = chat.session.model_info()
    assert info is not None
    assert (info.bos_token, info.add_bos) == (-1, False)


# ------------------------------------------------------------------ templates that know no system messages

TURNS = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
OPENING = "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
REFUSALS = {
    "raises at once": "{% if messages[0].role == 'system' %}"
    "{{ raise_exception('System role not supported') }}{% endif %}" + TURNS + OPENING,
    "raises after it has looked": "{% for m in messages %}{% set said = m.content | trim %}"
    "{% if said and m.role == 'system' %}{{ raise_exception('Only user and assistant roles') }}{% endif %}"
    "<|im_start|>{{ m.role }}\n{{ said }}<|im_end|>\n{% endfor %}" + OPENING,
    "leaves it out": "{% for m in messages %}{% if m.role != 'system' %}<|im_start|>{{ m.role }}\n"
    "{{ m.content }}<|im_end|>\n{% endif %}{% endfor %}" + OPENING,
    "puts it before the user's": "{% set system = messages[0].content + '\n\n' "
    "if messages[0].role == 'system' else '' %}{% for m in messages %}{% if m.role != 'system' %}"
    "<|im_start|>{{ m.role }}\n"
    "{% if loop.index0 == 1 %}{{ system }}{% endif %}{{ m.content }}<|im_end|>\n{% endif %}{% endfor %}"
    + OPENING,
}


@pytest.mark.parametrize("template", REFUSALS.values(), ids=REFUSALS)
def test_a_system_prompt_that_the_template_refuses_goes_before_the_question(
    conversation: Make, template: str
) -> None:
    chat = conversation(chat_template=template)
    system, question = ChatMessage("system", "Be brief."), user("Who are you?")
    first = chat.reply((system, question), max_tokens=4)
    assert first.profile.system_place == "user"
    preview = chat.session.preview(GenerateRequest((system, question)))
    assert preview is not None
    opening, said, rest = preview.text.partition("Be brief.")
    assert (opening, bool(said)) == ("<|im_start|>user\n", True)
    assert rest.lstrip("\n") == "Who are you?<|im_end|>\n<|im_start|>assistant\n"
    # The second turn finds the first one in the cache, and says the same of itself.
    second = chat.reply((system, question, assistant(first), user("Hello")), max_tokens=4)
    assert second.profile.system_place == "user"
    assert second.profile.prompt_tokens < preview.n_tokens
    # Without a system prompt there is nothing to say.
    assert chat.reply((question,), max_tokens=4).profile.system_place == ""


@pytest.mark.parametrize("template", REFUSALS.values(), ids=REFUSALS)
def test_the_same_with_a_picture(library: Library, run: Run, template: str) -> None:
    data = TINY_MODEL.parent
    spec = LoadSpec(TINY_MODEL, mmproj_path=data / "tiny-mmproj.gguf", chat_template=template)
    system = ChatMessage("system", "Be brief.")
    picture = MediaPart(MediaKind.IMAGE, data / "quarters.png", offset=len("What is "))
    question = ChatMessage("user", "What is that?", media=(picture,))
    with run.watching(lambda event: None, Phase.LOAD):
        session = VlmSession.open(library, run, spec, choose_device("cpu", (), -1))
    with session, run.watching(lambda event: None, Phase.PREFILL):
        reply = session.generate(GenerateRequest((system, question), Sampler.greedy(), max_tokens=4))
        preview = session.preview(GenerateRequest((system, user("Hello"))))
    assert (reply.profile.system_place, reply.profile.generated_tokens) == ("user", 4)
    assert reply.profile.media_time > 0
    assert preview is not None
    assert re.fullmatch(r"<\|im_start\|>user\nBe brief\.\n+Hello<\|im_end\|>\n.*", preview.text, re.DOTALL)


def test_a_template_with_a_system_turn_is_left_alone(conversation: Make) -> None:
    chat = conversation()
    reply = chat.reply((ChatMessage("system", "Be brief."), user("Hello")), max_tokens=4)
    assert reply.profile.system_place == ""
    assert chat.detokenize(chat.session.kv_tokens()).count("<|im_start|>system\nBe brief.<|im_end|>") == 1


def test_a_template_that_refuses_everything_is_still_an_error(conversation: Make) -> None:
    chat = conversation(chat_template="{{ raise_exception('no chat') }}")
    with pytest.raises(AppError) as caught:
        chat.reply((ChatMessage("system", "Be brief."), user("Hello")))
    assert "no chat" in caught.value.cause


# ------------------------------------------------------------------ the end of a reply


def test_the_template_s_end_of_turn_ends_a_reply_and_is_not_shown(conversation: Make, tmp_path: Path) -> None:
    """Although the file names another token, </s>, as the end."""
    model = reciting_model(token_ids("h", "i", "<|im_end|>", "X"))
    chat = conversation(write(model, tmp_path / "model.gguf"))
    reply = chat.reply((user("hello"),), max_tokens=20)
    assert (reply.text, reply.profile.stop_reason) == ("hi", "eos")
    assert reply.token_ids == tuple(token_ids("h", "i"))
    more = chat.reply((user("hello"), assistant(reply), user("hello")), max_tokens=20)
    assert more.text == "hi"


RECITED = "a😀中é!"
"""No byte of it comes twice."""


@pytest.fixture
def reciting(conversation: Make, tmp_path: Path) -> Conversation:
    """Says RECITED, a byte a token, and ends."""
    (end,) = token_ids("</s>")
    model = reciting_model([*token_ids(*RECITED.encode()), end])
    return conversation(write(model, tmp_path / "bytes.gguf"))


@pytest.mark.parametrize("count", range(1, len(RECITED.encode())))
@pytest.mark.parametrize("way", ["length", "user"])
def test_a_reply_that_stops_within_a_character_is_gone_on_with(
    reciting: Conversation, count: int, way: str
) -> None:
    """Half a character is neither shown nor kept, and comes whole then."""
    question = user("hello")
    options = {"max_tokens": count} if way == "length" else {"cancel_after": count_of_characters(count)}
    cut = reciting.reply((question,), **options)
    if way == "length":
        assert cut.text == RECITED.encode()[:count].decode(errors="ignore")
    assert cut.profile.stop_reason in (way, "eos")
    assert RECITED.startswith(cut.text)
    assert bytes(token - 3 for token in cut.token_ids).decode() == cut.text
    rest = reciting.reply((question, assistant(cut)))
    assert cut.text + rest.text == RECITED
    without_tokens = reciting.reply((question, ChatMessage("assistant", cut.text)))
    assert without_tokens.text == rest.text


def count_of_characters(n_bytes: int) -> int:
    """How many pieces have been shown when so many bytes were said."""
    return len(RECITED.encode()[:n_bytes].decode(errors="ignore"))


def test_half_a_character_at_the_end_of_a_whole_reply_is_replaced(conversation: Make, tmp_path: Path) -> None:
    model = reciting_model(token_ids("a", 0xF0, 0x9F, "</s>"))
    reply = conversation(write(model, tmp_path / "half.gguf")).reply((user("hello"),))
    assert (reply.text, reply.profile.stop_reason) == ("a\ufffd", "eos")


# ------------------------------------------------------------------ the context's end


@pytest.fixture
def endless(conversation: Make, tmp_path: Path) -> Conversation:
    """Never ends by itself; 256 tokens of context."""
    return conversation(write(reciting_model(token_ids("a", "b")), tmp_path / "endless.gguf"), n_ctx=256)


def messages_of(chat: Conversation, n_tokens: int) -> Messages:
    """One message whose prompt has exactly so many tokens."""
    shortest = len(chat.rendered((user("x"),)))
    messages = (user("x" * (n_tokens - shortest + 1)),)
    assert len(chat.rendered(messages)) == n_tokens
    return messages


@pytest.mark.parametrize("max_tokens", [0, 1, -1, 50])
@pytest.mark.parametrize("n_prompt", [100, 255, 256, 257, 5000])
def test_a_stream_without_end_stops_at_the_context_or_the_limit(
    endless: Conversation, n_prompt: int, max_tokens: int
) -> None:
    messages = messages_of(endless, n_prompt)
    room = 256 - n_prompt
    if room <= 0:
        with pytest.raises(AppError) as caught:
            endless.reply(messages, max_tokens=max_tokens)
        assert caught.value.code == PROMPT_TOO_LONG
        assert "256" in caught.value.text
        assert caught.value.hint
    else:
        reply = endless.reply(messages, max_tokens=max_tokens)
        limited = 0 < max_tokens <= room
        assert reply.profile.generated_tokens == len(reply.text) == (max_tokens if limited else room)
        assert reply.profile.stop_reason == ("length" if limited else "context_length")
    assert endless.reply((user("x"),), max_tokens=3).text == "abb"


@pytest.mark.parametrize(("max_tokens", "expected"), [(0, 128), (-1, 128), (1, 1), (500, 500)])
def test_the_plain_interface_obeys_its_limit(endless: Conversation, max_tokens: int, expected: int) -> None:
    """0 and less is 128 by the documented behaviour; what is more than the window holds shifts it."""
    ids = endless.rendered((user("hello"),))
    answer = endless.continue_ids(ids, max_tokens)
    assert (answer.generated_tokens, answer.stop_reason) == (expected, "length")


@pytest.mark.parametrize(("n_prompt", "fits"), [(255, True), (256, True), (257, False), (5000, False)])
def test_the_plain_interface_at_the_window_s_edge(endless: Conversation, n_prompt: int, fits: bool) -> None:
    ids = endless.rendered(messages_of(endless, n_prompt))
    if fits:
        assert endless.continue_ids(ids, 300).generated_tokens == 300
        return
    with pytest.raises(AppError) as caught:
        endless.continue_ids(ids, 300)
    assert caught.value.code == PROMPT_TOO_LONG


# ------------------------------------------------------------------ numbers that are none


@pytest.mark.parametrize("sampler", [Sampler.greedy(), Sampler(), Sampler(repetition_penalty=1.2)])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_logits_that_are_no_numbers_are_told(
    conversation: Make, tmp_path: Path, sampler: Sampler, value: float
) -> None:
    """Elsewhere such a model says GGGG or @@@@ for ever."""
    model = small_model()
    for tensor in model.tensors:
        if tensor.type == gguf.TENSOR_F32:
            tensor.data = gguf.constant_weights([len(tensor.data) // 4], value)
    chat = conversation(write(model, tmp_path / "model.gguf"))
    with pytest.raises(AppError) as caught:
        chat.reply((user("hello"),), sampler=sampler, max_tokens=500)
    assert caught.value.code == GENERATION_FAILED
    assert "not numbers" in caught.value.cause
    assert caught.value.hint
