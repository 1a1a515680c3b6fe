"""Chat templates that open the model's thinking by themselves: the reply then has the end of it only.

The tag is put back in front of such a reply, as if the model had written it. Without it nobody could tell
the thinking from the answer while it is written, nor ever, if it ends before its closing tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ..errors import AppError
from .protocol import EventSink
from .types import ChatMessage, GenerateRequest, PromptPreview, Reply, StreamEvent, TextEvent

_OPENED = re.compile(r"(<think(?:ing)?>)\s*$")


class ThoughtOpener:
    """Of one loaded model: what its template opens is found out once, by a short conversation."""

    def __init__(self, preview: Callable[[GenerateRequest], PromptPreview | None]) -> None:
        self._preview = preview
        self._found: dict[bool, str] = {}

    def generate(
        self,
        request: GenerateRequest,
        sink: EventSink,
        generate: Callable[[GenerateRequest, EventSink], Reply],
    ) -> Reply:
        """`generate`, with the tag in front of a new reply and out of one that is gone on with."""
        opened = self._tag(request.enable_thinking)
        if not opened:
            return generate(request, sink)
        last = request.messages[-1] if request.messages else None
        if last is not None and last.role == "assistant":
            rest = replace(last, content=last.content.removeprefix(opened))
            return generate(replace(request, messages=(*request.messages[:-1], rest)), sink)
        reply = generate(request, _after(opened, sink))
        return replace(reply, text=opened + reply.text) if reply.text else reply

    def _tag(self, enable_thinking: bool) -> str:
        """What a reply begins with; "" where the template opens nothing, or the library cannot tell."""
        if enable_thinking not in self._found:
            greeting = GenerateRequest((ChatMessage("user", "Hello"),), enable_thinking=enable_thinking)
            try:
                preview = self._preview(greeting)
            except AppError:  # a template that does not work says so with its real messages
                preview = None
            opened = _OPENED.search(preview.text) if preview is not None else None
            self._found[enable_thinking] = f"{opened[1]}\n" if opened else ""
        return self._found[enable_thinking]


def _after(opened: str, sink: EventSink) -> EventSink:
    """A sink that is given `opened` with the first text."""
    waiting = opened

    def take(event: StreamEvent) -> None:
        nonlocal waiting
        if waiting and isinstance(event, TextEvent) and event.text:
            event, waiting = replace(event, text=waiting + event.text), ""
        sink(event)

    return take
