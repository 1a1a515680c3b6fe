"""A conversation with a loaded model, with all that a test wants to look at."""

from __future__ import annotations

import array
from pathlib import Path
from typing import Any, NamedTuple

from geniex_desktop.engine.library import Library
from geniex_desktop.engine.run import Run
from geniex_desktop.engine.session import LlmSession, _messages
from geniex_desktop.engine.types import (
    ChatMessage,
    GenerateRequest,
    LoadSpec,
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
    text: str
    stop_reason: str
    drafted: int
    accepted: int


def open_configured(library: Library, run: Run, path: Path, **config: Any) -> LlmSession:
    """Loads a model on the CPU with any field of geniex_ModelConfig; texts and paths as str and Path."""
    arena = library.arena()
    create = arena.new("geniex_LlmCreateInput*")
    create.model_path = arena.path(path)
    create.plugin_id = arena.text("llama_cpp")
    create.config.power_mode = library.lib.GENIEX_POWER_BURST
    for name, value in config.items():
        convert = arena.path if isinstance(value, Path) else arena.text if isinstance(value, str) else None
        setattr(create.config, name, convert(value) if convert else value)
    handle = arena.new("geniex_LLM**")
    library.checked("geniex_llm_create", create, handle)
    return LlmSession(library, handle[0], run, LoadSpec(path, device="cpu"))


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
        self,
        ids: tuple[int, ...],
        max_tokens: int,
        *,
        stop: tuple[str, ...] = (),
        stop_after: int | None = None,
        **sampler: Any,
    ) -> Continuation:
        """Generation from bare token ids; see `continue_`."""
        arena = self.session._library.arena()
        ask = arena.new("geniex_LlmGenerateInput*")
        ask.input_ids = arena.new("int32_t[]", ids)
        ask.input_ids_count = len(ids)
        return self.continue_(ask, max_tokens, stop=stop, stop_after=stop_after, **sampler)

    def continue_embeddings(self, rows: list[list[float]], max_tokens: int, *, dim: int = 0) -> Continuation:
        """Greedy generation from embedding rows."""
        library = self.session._library
        arena = library.arena()
        ask = arena.new("geniex_LlmGenerateInput*")
        ask.input_embd = arena.new("float[]", [value for row in rows for value in row])
        ask.input_embd_count = len(rows)
        ask.input_embd_dim = dim or len(rows[0])
        return self.continue_(ask, max_tokens)

    def continue_(
        self,
        ask: Any,
        max_tokens: int,
        *,
        stop: tuple[str, ...] = (),
        stop_after: int | None = None,
        **sampler: Any,
    ) -> Continuation:
        """Generation through the plain ABI, greedy unless `sampler` sets top_k.

        With `stop_after`, the token callback answers false at that piece, counted from 1.
        """
        library = self.session._library
        arena = library.arena()
        config = arena.new("geniex_GenerationConfig*")
        config.sampler_config = arena.new("geniex_SamplerConfig*")
        config.sampler_config.top_k = 1
        for name, value in sampler.items():
            setattr(config.sampler_config, name, arena.text(value) if isinstance(value, str) else value)
        config.max_tokens = max_tokens
        config.stop = arena.texts(stop)
        config.stop_count = len(stop)
        pieces = 0

        def on_token(token: Any, user_data: Any) -> bool:
            nonlocal pieces
            pieces += 1
            return pieces != stop_after

        callback = library.ffi.callback("bool(const char*, void*)", on_token)
        ask.on_token = callback
        ask.config = config
        output = arena.new("geniex_LlmGenerateOutput*")
        code = library.call("geniex_llm_generate", self.session._handle, ask, output)
        text = library.take_text(output.full_text)
        library.check(code)
        profile = output.profile_data
        return Continuation(
            self.session.reply_tokens(),
            profile.prompt_tokens,
            profile.generated_tokens,
            text,
            library.text(profile.stop_reason),
            profile.draft_n_total,
            profile.draft_n_accepted,
        )

    def save(self, path: Path) -> None:
        """Writes the conversation's KV cache to a file."""
        self._file_call("save", "Save", path)

    def load(self, path: Path) -> None:
        """Takes the KV cache over from a file."""
        self._file_call("load", "Load", path)

    def _file_call(self, verb: str, kind: str, path: Path) -> None:
        library = self.session._library
        arena = library.arena()
        ask = arena.new(f"geniex_KvCache{kind}Input*")
        ask.path = arena.path(path)
        library.checked(f"geniex_llm_{verb}_kv_cache", self.session._handle, ask, library.ffi.NULL)

    def best_two_logits(self, ids: tuple[int, ...]) -> tuple[float, float]:
        """The two highest logits of the token that follows `ids`."""
        best, second = self.logits(ids, top_n=2)
        return best, second

    def logits(
        self, ids: tuple[int, ...], *, top_n: int = 0, all_positions: bool = False
    ) -> array.array[float]:
        """What geniex_llm_forward_logits answers for `ids`: its rows, one behind the other, as float32."""
        library = self.session._library
        arena = library.arena()
        query = arena.new("geniex_LlmForwardLogitsInput*")
        query.input_ids = arena.new("int32_t[]", ids)
        query.input_ids_count = len(ids)
        query.top_n = top_n
        query.all_positions = all_positions
        output = arena.new("geniex_LlmForwardLogitsOutput*")
        library.checked("geniex_llm_forward_logits", self.session._handle, query, output)
        values = array.array("f")
        values.frombytes(
            library.ffi.buffer(output.logits, output.n_rows * output.row_width * values.itemsize)
        )
        library.free(output.logits)
        library.free(output.token_ids)
        return values
