"""A loaded model: geniex_LLM for Python, and what it has in common with geniex_VLM."""

from __future__ import annotations

import codecs
import json
from abc import ABC, abstractmethod
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from ..errors import AppError, Blame
from .cvalues import Arena, encode_text
from .devices import DeviceChoice
from .failures import cancelled
from .library import Library
from .run import Run
from .runtime import resolve_device
from .system_prompt import Messages, SystemPlace, find_system_place, without_system
from .types import (
    Capabilities,
    ChatMessage,
    ContextUse,
    GenerateRequest,
    LoadSpec,
    MediaKind,
    ProfileData,
    PromptPreview,
    Reply,
)

if TYPE_CHECKING:
    from typing_extensions import Self

_DEFAULT_CONTEXT = 4096
"""Tokens of context when neither the user nor the library tells."""

_CUT_OFF = ("length", "user", "context_length")
"""Stop reasons of a reply that may be gone on with."""

_MAX_BYTES_PER_TOKEN = 128
"""No text comes near this on average; what is longer is refused before minutes go into its tokens."""


class ModelInfo(NamedTuple):
    vocab_size: int
    bos_token: int
    """-1 = none."""
    add_bos: bool


class Session(ABC):
    """Owns one native handle from `open` to `close`. Engine thread only; every method raises AppError."""

    _KIND: ClassVar[str]
    """llm or vlm, as in the names of its functions."""

    def __init__(self, library: Library, handle: Any, run: Run, spec: LoadSpec) -> None:
        self._library = library
        self._handle = handle
        self._run = run
        self._spec = spec
        self._system_place: SystemPlace | None = None

    @classmethod
    def open(cls, library: Library, run: Run, spec: LoadSpec, choice: DeviceChoice) -> Self:
        """Loads a model; `run` must be watching. Cancelled: AppError with code CANCELLED."""
        device_id, n_gpu_layers = choice.device_id or None, spec.n_gpu_layers
        if choice.alias:
            device_id, n_gpu_layers = resolve_device(library, spec.plugin_id, choice.alias, n_gpu_layers)
        arena = library.arena()
        create = arena.new(f"geniex_{cls._KIND.capitalize()}CreateInput*")
        create.model_path = arena.path(spec.model_path)
        create.plugin_id = arena.text(spec.plugin_id)
        create.device_id = arena.text(device_id) if device_id else library.ffi.NULL
        create.config.n_ctx = spec.n_ctx
        create.config.n_threads = create.config.n_threads_batch = spec.n_threads
        create.config.n_batch = spec.n_batch
        create.config.n_gpu_layers = n_gpu_layers
        create.config.power_mode = library.lib.GENIEX_POWER_BURST
        if spec.chat_template is not None:
            create.config.chat_template_content = arena.text(spec.chat_template)
        cls._fill_create(create, spec, arena)
        handle = arena.new(f"geniex_{cls._KIND.upper()}**")
        library.checked(cls._name("create"), create, handle)
        session = cls(library, handle[0], run, spec)
        if run.cancelled:  # too late for the library, or it cannot be cancelled
            session.close()
            raise cancelled("Loading was cancelled.")
        return session

    @classmethod
    @abstractmethod
    def _fill_create(cls, create: Any, spec: LoadSpec, arena: Arena) -> None:
        """Sets what only this kind of handle is created with."""

    @classmethod
    def _name(cls, verb: str) -> str:
        """The native function of this kind of handle."""
        return f"geniex_{cls._KIND}_{verb}"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Frees the model. Idempotent."""
        handle, self._handle = self._handle, None
        if handle is not None:
            self._library.checked(self._name("destroy"), handle)

    # ------------------------------------------------------------- generation

    def generate(self, request: GenerateRequest) -> Reply:
        """One reply to a whole conversation; `run` must be watching.

        A cancelled one returns with stop_reason "user"; one that filled the context with
        "context_length". A prompt that does not fit: AppError, the user's to mend.
        """
        request, system_place = self._with_system_placed(request)
        library, arena = self._library, self._library.arena()
        n_ctx = self._context_size()
        self._refuse_monstrous(request, n_ctx)
        output = arena.new(f"geniex_{self._KIND.capitalize()}GenerateOutput*")
        code, n_prompt = self._generate(request, n_ctx, output, arena)
        context_full = code == library.code("LLM_TOKENIZATION_CONTEXT_LENGTH")
        if not context_full:
            try:
                self._check_fit(code, n_prompt, n_ctx)
                library.check(code)
            except AppError:
                library.free(output.full_text)
                raise
        room = n_ctx - n_prompt
        limited_by_context = not 0 < request.max_tokens <= room
        profile = self._profile(output.profile_data, context_full, limited_by_context)
        profile = replace(profile, system_place=system_place)
        text = self._take_reply(output.full_text, cut_off=profile.stop_reason in _CUT_OFF)
        return Reply(text, profile, self.reply_tokens(), self.context_use())

    def _take_reply(self, pointer: Any, *, cut_off: bool) -> str:
        """The reply's text; half a character at its end is left out if the reply may be gone on with."""
        raw = self._library.raw_text(pointer)
        self._library.free(pointer)
        return codecs.getincrementaldecoder("utf-8")("replace").decode(raw, final=not cut_off)

    def _with_system_placed(self, request: GenerateRequest) -> tuple[GenerateRequest, str]:
        """The request as the chat template takes it, and `ProfileData.system_place`."""
        if all(message.role != "system" for message in request.messages):
            return request, ""
        if self._system_place is None:
            self._system_place = find_system_place(self._templated)
        if self._system_place is SystemPlace.OWN_TURN:
            return request, ""
        if self._system_place is SystemPlace.NONE:
            request = replace(request, messages=without_system(request.messages))
        return request, "user"

    @abstractmethod
    def _templated(self, messages: Messages, enable_thinking: bool = True, grounding: bool = False) -> str:
        """The chat template applied to the messages, with the beginning of a reply."""

    @abstractmethod
    def _generate(self, request: GenerateRequest, n_ctx: int, output: Any, arena: Arena) -> tuple[int, int]:
        """The native call; answers its code and the prompt's length, 0 = unknown."""

    def capabilities(self) -> Capabilities:
        return Capabilities()

    def preview(self, _request: GenerateRequest) -> PromptPreview | None:
        """The prompt of a request as text and its length; None where the library cannot tell."""
        return None

    def save_kv(self, _path: Path) -> bool:
        """Writes what the KV cache holds to a file; False where the library cannot."""
        return False

    def load_kv(self, _path: Path) -> bool:
        """Fills the KV cache from a file; False where the library cannot. AppError leaves it as it was."""
        return False

    def _profile(self, data: Any, context_full: bool, limited_by_context: bool) -> ProfileData:
        stop_reason = self._library.text(data.stop_reason) or "unknown"
        if context_full or (limited_by_context and stop_reason == "length"):
            stop_reason = "context_length"
        return ProfileData(
            ttft=data.ttft / 1e6,
            media_time=data.media_time / 1e6,
            prompt_time=data.prompt_time / 1e6,
            decode_time=data.decode_time / 1e6,
            prompt_tokens=data.prompt_tokens,
            generated_tokens=data.generated_tokens,
            prefill_speed=data.prefill_speed,
            decoding_speed=data.decoding_speed,
            draft_n_total=data.draft_n_total,
            draft_n_accepted=data.draft_n_accepted,
            stop_reason=stop_reason,
        )

    def _context_size(self) -> int:
        use = self.context_use()
        return use.n_ctx if use is not None and use.n_ctx > 0 else self._spec.n_ctx or _DEFAULT_CONTEXT

    def _refuse_monstrous(self, request: GenerateRequest, n_ctx: int) -> None:
        size = sum(len(message.content) for message in request.messages)
        if size > n_ctx * _MAX_BYTES_PER_TOKEN:
            raise self._too_long(f"{size:,} characters", n_ctx)

    def _check_fit(self, code: int, n_prompt: int, n_ctx: int) -> None:
        """A library that is given text finds by itself that it does not fit; the length is unknown here."""
        if code == self._library.code("LLM_GENERATION_PROMPT_TOO_LONG"):
            raise self._too_long(f"{n_prompt:,} tokens" if n_prompt else "", n_ctx)

    def _too_long(self, size: str, n_ctx: int) -> AppError:
        told = f"{size}, and the" if size else "the"
        text = f"The conversation is too long for this model: {told} context holds {n_ctx:,} tokens."
        return self._library.error("LLM_GENERATION_PROMPT_TOO_LONG", text)

    # ---------------------------------------------------------------- tokens

    def tokenize(self, text: str, *, parse_special: bool = False) -> tuple[int, ...] | None:
        """Token ids of a text, nothing added at its ends; None where the library cannot tell."""
        raw = encode_text(text)
        output = self._library.arena().sized("geniex_TokenList")
        if not self._library.supported(
            self._name("tokenize"), self._handle, raw, len(raw), parse_special, output
        ):
            return None
        return self._library.take_ints(output.ids, output.count)

    def reply_tokens(self) -> tuple[int, ...]:
        """The last reply's own tokens; () when unknown."""
        return self._token_list(self._name("get_reply_tokens"))

    def _token_list(self, function: str) -> tuple[int, ...]:
        output = self._library.arena().sized("geniex_TokenList")
        if not self._library.supported(function, self._handle, output):
            return ()
        return self._library.take_ints(output.ids, output.count)

    # ----------------------------------------------------------------- facts

    def context_use(self) -> ContextUse | None:
        output = self._library.arena().sized("geniex_ContextUse")
        if not self._library.supported(self._name("get_context_use"), self._handle, output):
            return None
        return ContextUse(output.n_ctx, output.n_used, output.n_ctx_train)

    def placement(self) -> dict[str, Any] | None:
        """The placement report of geniex_ext.h, parsed."""
        output = self._library.arena().new("char**")
        if not self._library.supported(self._name("get_placement"), self._handle, output):
            return None
        report: dict[str, Any] = json.loads(self._library.take_text(output[0]))
        return report

    def model_info(self) -> ModelInfo | None:
        """None where the library cannot tell."""
        return None


class LlmSession(Session):
    """A language model."""

    _KIND = "llm"

    @classmethod
    def _fill_create(cls, create: Any, spec: LoadSpec, arena: Arena) -> None:
        """All that it needs is common to both kinds."""

    def _generate(self, request: GenerateRequest, n_ctx: int, output: Any, arena: Arena) -> tuple[int, int]:
        refuse_media(request, Capabilities())
        ask = arena.new("geniex_LlmGenerateInput*")
        n_prompt = self._render(request, arena, ask)
        if n_prompt >= n_ctx:
            raise self._too_long(f"{n_prompt:,} tokens", n_ctx)
        ask.on_token = self._run.on_token
        ask.config = generation_config(request, n_ctx - n_prompt, arena)
        return self._library.call("geniex_llm_generate", self._handle, ask, output), n_prompt

    def _render(self, request: GenerateRequest, arena: Arena, ask: Any) -> int:
        """Puts the prompt into `ask`, as token ids where the library can. Answers its length, 0 = unknown."""
        request, begun = split_begun(request)
        messages = _messages(request.messages, arena)
        rendered = self._render_ids(request, messages, arena)
        if rendered is not None:
            rendered += begun.token_ids or self.tokenize(begun.content) or () if begun else ()
            ask.input_ids = arena.new("int32_t[]", rendered)
            ask.input_ids_count = len(rendered)
            return len(rendered)
        prompt = self._templated(request.messages, request.enable_thinking)
        ask.prompt_utf8 = arena.text(prompt + (begun.content if begun else ""))
        return 0

    def _templated(self, messages: Messages, enable_thinking: bool = True, _grounding: bool = False) -> str:
        arena = self._library.arena()
        query = arena.new("geniex_LlmApplyChatTemplateInput*")
        query.messages = _messages(messages, arena)
        query.message_count = len(messages)
        query.enable_thinking = enable_thinking
        query.add_generation_prompt = True
        output = arena.new("geniex_LlmApplyChatTemplateOutput*")
        self._library.checked("geniex_llm_apply_chat_template", self._handle, query, output)
        return self._library.take_text(output.formatted_text)

    def preview(self, request: GenerateRequest) -> PromptPreview | None:
        """The prompt of a request as text and its length; None where the library cannot tell."""
        request, _ = self._with_system_placed(request)
        self._refuse_monstrous(request, self._context_size())
        arena = self._library.arena()
        output = self._rendered(request, _messages(request.messages, arena), arena)
        if output is None:
            return None
        text = self._library.take_text(output.text)
        return PromptPreview(text, len(self._take_ids(output)))

    def _render_ids(self, request: GenerateRequest, messages: Any, arena: Arena) -> tuple[int, ...] | None:
        output = self._rendered(request, messages, arena)
        if output is None:
            return None
        self._library.free(output.text)
        return self._take_ids(output)

    def _take_ids(self, output: Any) -> tuple[int, ...]:
        for text in (output.thinking_start, output.thinking_end):
            self._library.free(text)
        return self._library.take_ints(output.ids, output.count)

    def _rendered(self, request: GenerateRequest, messages: Any, arena: Arena) -> Any | None:
        """A geniex_LlmRenderOutput whose parts the caller takes; None on a library without it."""
        query = arena.sized("geniex_LlmRenderInput")
        query.messages = messages
        query.message_count = len(request.messages)
        query.contents = token_spans(request.messages, arena)
        query.enable_thinking = request.enable_thinking
        query.add_generation_prompt = True
        output = arena.sized("geniex_LlmRenderOutput")
        if not self._library.supported("geniex_llm_render", self._handle, query, output):
            return None
        return output

    def save_kv(self, path: Path) -> bool:
        return self._with_kv_file("save", path)

    def load_kv(self, path: Path) -> bool:
        return self._with_kv_file("load", path)

    def _with_kv_file(self, verb: str, path: Path) -> bool:
        arena = self._library.arena()
        ask = arena.new(f"geniex_KvCache{verb.capitalize()}Input*")
        ask.path = arena.path(path)
        output = arena.new(f"geniex_KvCache{verb.capitalize()}Output*")
        return self._library.supported(f"geniex_llm_{verb}_kv_cache", self._handle, ask, output)

    def kv_tokens(self) -> tuple[int, ...]:
        """What the KV cache holds; () when unknown."""
        return self._token_list("geniex_llm_get_kv_tokens")

    def model_info(self) -> ModelInfo | None:
        output = self._library.arena().new("geniex_LlmModelInfo*")
        if not self._library.supported("geniex_llm_get_model_info", self._handle, output):
            return None
        return ModelInfo(output.vocab_size, output.bos_token, bool(output.add_bos))


def refuse_media(request: GenerateRequest, taken: Capabilities) -> None:
    """Raises AppError when a message holds something that the model has no sense for."""
    kinds = {part.kind for message in request.messages for part in message.media}
    for kind, able, ability in (
        (MediaKind.IMAGE, taken.images, "see images"),
        (MediaKind.AUDIO, taken.audio, "hear recordings"),
    ):
        if kind in kinds and not able:
            raise AppError(
                f"This model cannot {ability}.",
                hint="Choose a model that can, together with its projector (mmproj) file.",
                blame=Blame.USER,
            )


def split_begun(request: GenerateRequest) -> tuple[GenerateRequest, ChatMessage | None]:
    """A reply that comes last is one to go on with: it stands after the prompt for it, and has no end yet."""
    last = request.messages[-1] if request.messages else None
    if last is None or last.role != "assistant":
        return request, None
    return replace(request, messages=request.messages[:-1]), last


def _messages(messages: tuple[ChatMessage, ...], arena: Arena) -> Any:
    array = arena.new("geniex_LlmChatMessage[]", len(messages))
    for entry, message in zip(array, messages, strict=True):
        entry.role = arena.text(message.role)
        entry.content = arena.text(message.content)
    return array


def token_spans(messages: tuple[ChatMessage, ...], arena: Arena) -> Any:
    spans = arena.new("geniex_TokenSpan[]", len(messages))
    for span, message in zip(spans, messages, strict=True):
        if message.token_ids:
            span.ids = arena.new("int32_t[]", message.token_ids)
            span.count = len(message.token_ids)
    return spans


def generation_config(request: GenerateRequest, room: int, arena: Arena) -> Any:
    """The request's options. No reply is longer than the context's `room`: nothing is dropped unasked."""
    sampler = arena.new("geniex_SamplerConfig*")
    sampler.temperature = request.sampler.temperature
    sampler.top_p = request.sampler.top_p
    sampler.top_k = request.sampler.top_k
    sampler.min_p = request.sampler.min_p
    sampler.repetition_penalty = request.sampler.repetition_penalty
    sampler.presence_penalty = request.sampler.presence_penalty
    sampler.frequency_penalty = request.sampler.frequency_penalty
    sampler.seed = request.sampler.seed
    config = arena.new("geniex_GenerationConfig*")
    config.max_tokens = min(request.max_tokens, room) if request.max_tokens > 0 else room
    config.stop = arena.texts(request.stop)
    config.stop_count = len(request.stop)
    config.sampler_config = sampler
    return config
