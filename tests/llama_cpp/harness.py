"""A conversation with a loaded model, with all that a test wants to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from geniex_desktop.engine.run import Run
from geniex_desktop.engine.session import LlmSession, _messages
from geniex_desktop.engine.types import (
    ChatMessage,
    GenerateRequest,
    Phase,
    Reply,
    Sampler,
    StreamEvent,
    TextEvent,
)

TINY_MODEL = Path(__file__).parents[1] / "data" / "vlm" / "tiny-llm.gguf"

Messages = tuple[ChatMessage, ...]


def user(text: str) -> ChatMessage:
    return ChatMessage("user", text)


def assistant(reply: Reply) -> ChatMessage:
    return ChatMessage("assistant", reply.text, reply.token_ids)


class Continuation(NamedTuple):
    token_ids: tuple[int, ...]
    prompt_tokens: int
    generated_tokens: int


class Conversation:
    """One session and its run; greedy unless told otherwise."""

    def __init__(self, session: LlmSession, run: Run) -> None:
        self.session = session
        self.run = run

    def reply(self, messages: Messages, *, cancel_after: int | None = None, **options: Any) -> Reply:
        """One reply; with `cancel_after`, cancelled as soon as that many pieces have arrived."""
        request = GenerateRequest(messages, **{"sampler": Sampler.greedy(), **options})
        pieces = 0

        def sink(event: StreamEvent) -> None:
            nonlocal pieces
            if isinstance(event, TextEvent):
                pieces += len(event.times_ns)
            if cancel_after is not None and pieces >= cancel_after:
                self.run.cancel()

        with self.run.watching(sink, Phase.PREFILL):
            if cancel_after == 0:
                self.run.cancel()
            return self.session.generate(request)

    def reset(self) -> None:
        """Forgets the conversation; as good as a new handle."""
        self.session._library.checked("geniex_llm_reset", self.session._handle)

    def rendered(self, messages: Messages) -> tuple[int, ...]:
        """The token ids that `messages` are sent as."""
        arena = self.session._library.arena()
        ids = self.session._render_ids(GenerateRequest(messages), _messages(messages, arena), arena)
        assert ids is not None
        return ids

    def detokenize(self, ids: tuple[int, ...]) -> str:
        """The text of token ids, control tokens included."""
        library = self.session._library
        arena = library.arena()
        output = arena.new("char**")
        library.checked(
            "geniex_llm_detokenize", self.session._handle, arena.new("int32_t[]", ids), len(ids), output
        )
        return library.take_text(output[0])

    def continue_ids(
        self, ids: tuple[int, ...], max_tokens: int, *, ignore_eos: bool = False
    ) -> Continuation:
        """Greedy generation from bare token ids, through the plain ABI."""
        library = self.session._library
        arena = library.arena()
        sampler = arena.new("geniex_SamplerConfig*")
        sampler.top_k = 1
        sampler.ignore_eos = ignore_eos
        config = arena.new("geniex_GenerationConfig*")
        config.sampler_config = sampler
        config.max_tokens = max_tokens
        ask = arena.new("geniex_LlmGenerateInput*")
        ask.input_ids = arena.new("int32_t[]", ids)
        ask.input_ids_count = len(ids)
        ask.config = config
        output = arena.new("geniex_LlmGenerateOutput*")
        library.checked("geniex_llm_generate", self.session._handle, ask, output)
        library.free(output.full_text)
        profile = output.profile_data
        return Continuation(self.session.reply_tokens(), profile.prompt_tokens, profile.generated_tokens)

    def best_two_logits(self, ids: tuple[int, ...]) -> tuple[float, float]:
        """The two highest logits of the token that follows `ids`."""
        library = self.session._library
        arena = library.arena()
        query = arena.new("geniex_LlmForwardLogitsInput*")
        query.input_ids = arena.new("int32_t[]", ids)
        query.input_ids_count = len(ids)
        query.top_n = 2
        output = arena.new("geniex_LlmForwardLogitsOutput*")
        library.checked("geniex_llm_forward_logits", self.session._handle, query, output)
        best = (output.logits[0], output.logits[1])
        library.free(output.logits)
        library.free(output.token_ids)
        return best
