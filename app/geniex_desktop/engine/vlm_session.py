"""A loaded model that sees or hears: geniex_VLM for Python."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from .cvalues import Arena
from .session import Session, generation_config, refuse_media, split_begun, token_spans
from .system_prompt import Messages
from .types import Capabilities, ChatMessage, GenerateRequest, LoadSpec, MediaKind, PromptPreview


class VlmSession(Session):
    """A language model with a projector."""

    _KIND = "vlm"

    @classmethod
    def _fill_create(cls, create: Any, spec: LoadSpec, arena: Arena) -> None:
        if spec.mmproj_path is not None:
            create.mmproj_path = arena.path(spec.mmproj_path)
        if spec.vision_device:
            create.vit_device_id = arena.text(spec.vision_device)

    def capabilities(self) -> Capabilities:
        output = self._library.arena().new("geniex_VlmCapabilities*")
        self._library.checked("geniex_vlm_get_capabilities", self._handle, output)
        return Capabilities(images=output.supports_vision, audio=output.supports_audio)

    def _generate(self, request: GenerateRequest, n_ctx: int, output: Any, arena: Arena) -> tuple[int, int]:
        refuse_media(request, self.capabilities())
        # A full context is never shifted here, so there is no need to know the prompt's length before.
        config = generation_config(request, n_ctx, arena)
        code = self._chat(request, config, output, arena)
        if code is None:
            code = self._generate_from_text(request, config, output, arena)
        return code, 0

    def _chat(self, request: GenerateRequest, config: Any, output: Any, arena: Arena) -> int | None:
        """One call for all; None where the library or the plugin does not have it."""
        if not self._library.has("geniex_vlm_chat"):
            return None
        ask = arena.sized("geniex_VlmChatInput")
        ask.messages = _messages(request.messages, arena)
        ask.message_count = len(request.messages)
        ask.contents = token_spans(request.messages, arena)
        ask.enable_thinking = request.enable_thinking
        ask.grounding = request.grounding
        ask.config = config
        ask.on_token = self._run.on_token
        code: int = self._library.call("geniex_vlm_chat", self._handle, ask, output)
        return None if code == self._library.code("COMMON_NOT_SUPPORTED") else code

    def _generate_from_text(self, request: GenerateRequest, config: Any, output: Any, arena: Arena) -> int:
        """For libraries that take media beside a prompt, and may insist on a conversation that only grows."""
        self._library.checked("geniex_vlm_reset", self._handle)
        prompt = self._prompt(request)
        config.image_paths, config.image_count = _paths(request, MediaKind.IMAGE, arena)
        config.audio_paths, config.audio_count = _paths(request, MediaKind.AUDIO, arena)
        ask = arena.new("geniex_VlmGenerateInput*")
        ask.prompt_utf8 = arena.text(prompt)
        ask.config = config
        ask.on_token = self._run.on_token
        code: int = self._library.call("geniex_vlm_generate", self._handle, ask, output)
        return code

    def preview(self, request: GenerateRequest) -> PromptPreview | None:
        request, _ = self._with_system_placed(request)
        self._refuse_monstrous(request, self._context_size())
        text = counted = self._prompt(request)
        if any(message.media for message in request.messages):
            bare = tuple(replace(message, media=()) for message in request.messages)
            counted = self._prompt(replace(request, messages=bare))
        tokens = self.tokenize(counted, parse_special=True)
        return PromptPreview(text, len(tokens)) if tokens is not None else None

    def _prompt(self, request: GenerateRequest) -> str:
        """The chat template applied to all messages; a reply that is begun stands behind."""
        request, begun = split_begun(request)
        prompt = self._templated(request.messages, request.enable_thinking, request.grounding)
        return prompt + (begun.content if begun else "")

    def _templated(self, messages: Messages, enable_thinking: bool = True, grounding: bool = False) -> str:
        arena = self._library.arena()
        query = arena.new("geniex_VlmApplyChatTemplateInput*")
        query.messages = _messages(messages, arena)
        query.message_count = len(messages)
        query.enable_thinking = enable_thinking
        query.grounding = grounding
        rendered = arena.new("geniex_VlmApplyChatTemplateOutput*")
        self._library.checked("geniex_vlm_apply_chat_template", self._handle, query, rendered)
        return self._library.take_text(rendered.formatted_text)


def _contents(message: ChatMessage) -> Iterator[tuple[str, str | Path]]:
    """The message's text and media in the order in which the model is to read them."""
    done = 0
    for part in sorted(message.media, key=lambda part: part.offset):
        offset = min(max(part.offset, 0), len(message.content))
        if offset > done:
            yield "text", message.content[done:offset]
            done = offset
        yield part.kind.value, part.path
    if done < len(message.content) or not message.media:
        yield "text", message.content[done:]


def _messages(messages: tuple[ChatMessage, ...], arena: Arena) -> Any:
    array = arena.new("geniex_VlmChatMessage[]", len(messages))
    for entry, message in zip(array, messages, strict=True):
        contents = [
            {
                "type": arena.text(kind),
                "text": arena.text(what) if isinstance(what, str) else arena.path(what),
            }
            for kind, what in _contents(message)
        ]
        entry.role = arena.text(message.role)
        entry.contents = arena.new("geniex_VlmContent[]", contents)
        entry.content_count = len(contents)
    return array


def _paths(request: GenerateRequest, kind: MediaKind, arena: Arena) -> tuple[Any, int]:
    """All files of a kind, in the order in which their places stand in the prompt."""
    paths = [
        arena.path(part.path)
        for message in request.messages
        for part in sorted(message.media, key=lambda part: part.offset)
        if part.kind is kind
    ]
    return arena.new("const char*[]", paths), len(paths)
