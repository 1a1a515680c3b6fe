"""A template that opens the thinking, with a real model: one tag in the prompt, and one in the reply."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from geniex_desktop.engine.inprocess import InProcessEngine
from geniex_desktop.engine.types import (
    ChatMessage,
    GenerateRequest,
    LoadSpec,
    Sampler,
    StreamEvent,
    TextEvent,
)

from .harness import TINY_MODEL, user

TEMPLATE = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n<think>\n{% endif %}"
)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[InProcessEngine]:
    monkeypatch.delenv("GENIEX_PLUGIN_PATH", raising=False)
    result = InProcessEngine()
    result.load(LoadSpec(TINY_MODEL, device="cpu", n_ctx=512, chat_template=TEMPLATE), lambda _event: None)
    yield result
    result.close()


def test_the_thinking_begins_with_its_tag(engine: InProcessEngine) -> None:
    events: list[StreamEvent] = []
    request = GenerateRequest((user("Hello"),), Sampler.greedy(), max_tokens=4)
    reply = engine.generate(request, events.append)
    assert reply.text.startswith("<think>\n")
    assert len(reply.text) > len("<think>\n")
    assert "".join(event.text for event in events if isinstance(event, TextEvent)) == reply.text
    begun = (user("Hello"), ChatMessage("assistant", reply.text, reply.token_ids))
    rest = engine.generate(GenerateRequest(begun, Sampler.greedy(), max_tokens=4), events.append)
    assert not rest.text.startswith("<think>")
    whole = GenerateRequest((user("Hello"),), Sampler.greedy(), max_tokens=8)
    assert engine.generate(whole, events.append).text == reply.text + rest.text
    # Without its tokens the begun reply is read as text: the tag must not stand there twice.
    by_text = (user("Hello"), ChatMessage("assistant", reply.text))
    again = engine.generate(GenerateRequest(by_text, Sampler.greedy(), max_tokens=4), events.append)
    assert again.profile.prompt_tokens <= rest.profile.prompt_tokens + len(reply.token_ids)
    assert again.text == rest.text
