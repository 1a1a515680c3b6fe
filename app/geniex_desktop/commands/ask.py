"""`ask`: one question, one answer, without a window."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..chats.repetition import Repetition
from ..engine.carrier import make_engine
from ..engine.protocol import Engine
from ..engine.types import (
    CANCELLED,
    ChatMessage,
    GenerateRequest,
    LoadedModel,
    LoadSpec,
    MediaKind,
    MediaPart,
    Reply,
    Sampler,
    StreamEvent,
    TextEvent,
)
from ..errors import AppError, Blame
from ..models.inspection import require_chat_model, require_loadable
from ..models.projectors import find_projector
from ..models.starter import StarterModel
from ..settings import CARRIER, RUNTIME, SYSTEM_PROMPT, Settings
from .starter import starter_file
from .terminal import note, write_answer
from .terminal_engine import TerminalEngine

EXIT_INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class AskOptions:
    """What was asked for on the command line.

    Attributes:
        question: The text, or "-" for standard input.
        model: None = the starter model.
        images: What the model is to see, in front of the question.
        audio: What it is to hear.
        mmproj: The projector for them; None = the one that lies with the model.
        system: None = as the settings say, "" = the model's own.
        isolated: None = as the settings say.
        allow_repetition: An answer that goes round in circles is not stopped.
    """

    question: str
    model: Path | None = None
    images: tuple[Path, ...] = ()
    audio: tuple[Path, ...] = ()
    mmproj: Path | None = None
    device: str = "auto"
    system: str | None = None
    max_tokens: int = 0
    sampler: Sampler = field(default_factory=Sampler)
    as_json: bool = False
    isolated: bool | None = None
    allow_repetition: bool = False


def ask(options: AskOptions, settings: Settings, engine: Callable[[], Engine] | None = None) -> int:
    """Streams the answer to stdout and tells how it went on stderr; returns the exit code.

    Raises:
        AppError: whatever keeps an answer from coming.
    """
    question = _question(options.question)
    model = options.model if options.model is not None else starter_file(StarterModel())
    require_loadable(model)
    if model.is_file():
        require_chat_model(model)
    media = _media(options)
    projector = options.mmproj if options.mmproj is not None or not media else _projector(model)
    system = options.system if options.system is not None else settings.get(SYSTEM_PROMPT)
    messages = _messages(system, question, media)
    isolated = options.isolated if options.isolated is not None else settings.get(CARRIER) == "isolated"
    with TerminalEngine(engine or make_engine(isolated, settings.get(RUNTIME))) as runner:
        shown = _Answer(options.as_json, None if options.allow_repetition else runner.stop)
        try:
            spec = LoadSpec(model, device=options.device, mmproj_path=projector)
            loaded = runner.load(spec, shown.take)
            _require_senses(loaded)
            request = GenerateRequest(messages, sampler=options.sampler, max_tokens=options.max_tokens)
            reply = runner.generate(request, shown.take)
        except AppError as error:
            shown.end()
            if runner.interrupted and error.code == CANCELLED:
                return EXIT_INTERRUPTED
            raise
        shown.end()
        if options.as_json:
            write_answer(_as_json(loaded, reply) + "\n")
        else:
            note(_summary(loaded, reply))
        if shown.repeated and reply.profile.stop_reason == "user" and not runner.interrupted:
            raise _repetition(shown.repeated, loaded)
        return EXIT_INTERRUPTED if runner.interrupted else 0


class _Answer:
    """The answer on its way to stdout."""

    def __init__(self, silent: bool, stop: Callable[[], None] | None) -> None:
        """`stop` ends an answer that goes round in circles; None lets it."""
        self.repeated = ""
        self._silent = silent
        self._stop = stop
        self._repetition = Repetition()
        self._last = ""

    def take(self, event: StreamEvent) -> None:
        if not isinstance(event, TextEvent) or not event.text:
            return
        if not self._silent:
            write_answer(event.text)
            self._last = event.text[-1]
        if self._stop is not None and not self.repeated:
            self._repetition.feed(event.text)
            self.repeated = self._repetition.span
            if self.repeated:
                self._stop()

    def end(self) -> None:
        """The shell's prompt, or the error, begins on a line of its own."""
        if self._last not in ("", "\n"):
            write_answer("\n")


def _repetition(span: str, loaded: LoadedModel) -> AppError:
    """What is said of an answer that was stopped because it repeated itself."""
    again = "Ask for other words with a higher --temperature, or let it go on with --allow-repetition."
    doubt = (
        "" if loaded.device == "CPU" else " If it is right with --device cpu, the device computes wrongly."
    )
    return AppError(
        f"The answer repeated itself on the {loaded.device} and was stopped.",
        cause="It is nothing but white space by now."
        if span.isspace()
        else f"Again and again: {span.strip()}",
        hint=again + doubt,
    )


def _question(argument: str) -> str:
    """The question as text; "-" reads standard input. Raises AppError when there is none."""
    if argument == "-":
        question = sys.stdin.buffer.read().decode("utf-8", "replace").removesuffix("\n")
    else:
        question = _clean(argument)
    if not question.strip():
        raise AppError("The question is empty.", hint='Example: ask "Why is the sky blue?"', blame=Blame.USER)
    return question


def _media(options: AskOptions) -> tuple[MediaPart, ...]:
    """The files in front of the question. Raises AppError for one that is not there."""
    parts = [MediaPart(MediaKind.IMAGE, path) for path in options.images]
    parts += [MediaPart(MediaKind.AUDIO, path) for path in options.audio]
    for part in parts:
        if not part.path.is_file():
            raise AppError(
                f"There is no file {part.path}.", hint="Check the path of the file.", blame=Blame.USER
            )
    return tuple(parts)


def _projector(model: Path) -> Path:
    projector = find_projector(model)
    if projector is None:
        raise AppError(
            f"{model.name} has no projector beside it, so it can neither see nor hear.",
            hint="Name one with --mmproj, or choose a model that comes with an mmproj file.",
            blame=Blame.USER,
        )
    return projector


def _require_senses(loaded: LoadedModel) -> None:
    """The question is about an image: an answer without it would only look like one."""
    if loaded.spec.mmproj_path is None or not loaded.projector_problem:
        return
    raise AppError(
        f"{loaded.spec.mmproj_path.name} cannot be used with {loaded.spec.model_path.name}.",
        cause=loaded.projector_problem,
        hint="Name another projector with --mmproj.",
        blame=Blame.USER,
    )


def _messages(system: str, question: str, media: tuple[MediaPart, ...]) -> tuple[ChatMessage, ...]:
    first = (ChatMessage("system", _clean(system)),) if system else ()
    return (*first, ChatMessage("user", question, media=media))


def _clean(argument: str) -> str:
    """A command-line argument as proper text: bytes that are not UTF-8 come in as lone surrogates."""
    return os.fsencode(argument).decode("utf-8", "replace")


def _as_json(loaded: LoadedModel, reply: Reply) -> str:
    content = {
        "answer": reply.text,
        "profile": dataclasses.asdict(reply.profile),
        "model": {
            "path": str(loaded.spec.model_path),
            "name": loaded.name,
            "precision": loaded.precision,
            "load_seconds": loaded.load_seconds,
            "projector": str(loaded.spec.mmproj_path) if loaded.spec.mmproj_path is not None else None,
        },
        "device": {"name": loaded.device, "reason": loaded.device_reason},
        "context": dataclasses.asdict(reply.context) if reply.context is not None else None,
        "placement": loaded.placement,
    }
    return json.dumps(content, ensure_ascii=False)


def _summary(loaded: LoadedModel, reply: Reply) -> str:
    profile = reply.profile
    model = f"{loaded.name} {loaded.precision}".strip()
    media = [f"images and audio {profile.media_time:.2f} s"] if profile.media_time > 0 else []
    parts = [
        f"first token after {profile.ttft:.2f} s",
        *media,
        f"prompt {profile.prompt_tokens} tokens at {profile.prefill_speed:.1f}/s",
        f"answer {profile.generated_tokens} tokens at {profile.decoding_speed:.1f}/s",
        f"stopped: {profile.stop_reason}",
    ]
    if profile.system_place == "user":
        parts.append("the system prompt stood in front of the question, for the model has no place for it")
    where = f"{model} on {loaded.device} ({loaded.device_reason}), loaded in {loaded.load_seconds:.2f} s"
    return f"\n{where}\n{', '.join(parts)}"
