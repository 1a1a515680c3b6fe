"""Templates that open the model's thinking: its reply begins with the tag all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from geniex_desktop.engine.thinking import ThoughtOpener
from geniex_desktop.engine.types import (
    ChatMessage,
    Edge,
    GenerateRequest,
    Phase,
    PhaseEvent,
    ProfileData,
    PromptPreview,
    Reply,
    StreamEvent,
    TextEvent,
)
from geniex_desktop.errors import AppError

PROFILE = ProfileData(0, 0, 0, 0, 1, 1, 0, 0, 0, 0, "eos")
HELLO = ChatMessage("user", "Hello")
PREFILL = PhaseEvent(Phase.PREFILL, Edge.BEGIN, 0, 0, 1)


class Engine:
    """Says its pieces, and keeps what it was asked."""

    def __init__(self, *pieces: str) -> None:
        self.pieces = pieces
        self.asked: list[GenerateRequest] = []
        self.events: list[StreamEvent] = []

    def ask(self, opener: ThoughtOpener, *messages: ChatMessage) -> Reply:
        return opener.generate(GenerateRequest(messages), self.events.append, self._generate)

    def _generate(self, request: GenerateRequest, sink: object) -> Reply:
        self.asked.append(request)
        sink(PREFILL)  # type: ignore[operator]
        for piece in self.pieces:
            sink(TextEvent(piece, (1,)))  # type: ignore[operator]
        return Reply("".join(self.pieces), PROFILE, (), None)

    @property
    def streamed(self) -> str:
        return "".join(event.text for event in self.events if isinstance(event, TextEvent))


def opener_of(end: str) -> ThoughtOpener:
    return ThoughtOpener(lambda _request: PromptPreview(f"<|user|>Hello<|assistant|>{end}", 3))


@pytest.mark.parametrize(("end", "tag"), [("<think>\n", "<think>\n"), ("<thinking>", "<thinking>\n")])
@pytest.mark.parametrize("pieces", [("abc</think>def",), ("", "a", "bc</th", "ink>def"), ("abc",)])
def test_the_tag_stands_before_the_first_text(end: str, tag: str, pieces: tuple[str, ...]) -> None:
    engine = Engine(*pieces)
    reply = engine.ask(opener_of(end), HELLO)
    assert reply.text == engine.streamed == tag + "".join(pieces)
    assert engine.events[0] == PREFILL


@pytest.mark.parametrize("end", ["", "<think>\n\n</think>\n\n", "I <think> so"])
def test_other_templates_change_nothing(end: str) -> None:
    engine = Engine("abc</think>def")
    assert engine.ask(opener_of(end), HELLO).text == engine.streamed == "abc</think>def"


def test_an_empty_reply_stays_empty() -> None:
    engine = Engine()
    assert engine.ask(opener_of("<think>\n"), HELLO).text == engine.streamed == ""


def test_a_reply_that_is_gone_on_with_has_the_tag_already() -> None:
    engine = Engine("def")
    begun = ChatMessage("assistant", "<think>\nabc", (1, 2))
    assert engine.ask(opener_of("<think>\n"), HELLO, begun).text == engine.streamed == "def"
    assert engine.asked[0].messages == (HELLO, replace(begun, content="abc"))


def test_the_template_is_asked_once_for_each_way_of_thinking() -> None:
    asked: list[bool] = []

    def preview(request: GenerateRequest) -> PromptPreview:
        asked.append(request.enable_thinking)
        return PromptPreview("<think>\n" if request.enable_thinking else "", 1)

    opener, engine = ThoughtOpener(preview), Engine("x")
    for thinks in (True, False, True, False):
        reply = opener.generate(
            GenerateRequest((HELLO,), enable_thinking=thinks), engine.events.append, engine._generate
        )
        assert reply.text == ("<think>\nx" if thinks else "x")
    assert asked == [True, False]


def test_what_cannot_be_found_out_changes_nothing() -> None:
    def refuse(_request: GenerateRequest) -> PromptPreview:
        raise AppError("The chat template does not work.")

    for preview in (refuse, lambda _request: None):
        assert Engine("x").ask(ThoughtOpener(preview), HELLO).text == "x"
