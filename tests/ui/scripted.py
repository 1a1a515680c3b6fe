"""An engine that follows a script: what the window's tests run the real EngineThread on."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from geniex_desktop.engine.protocol import EventSink
from geniex_desktop.engine.types import (
    CANCELLED,
    Capabilities,
    ContextUse,
    DeviceInfo,
    Edge,
    GenerateRequest,
    LoadedModel,
    LoadSpec,
    Phase,
    PhaseEvent,
    PluginInfo,
    ProfileData,
    PromptPreview,
    Reply,
    RuntimeInfo,
    TextEvent,
)
from geniex_desktop.errors import AppError

PIECE = 6


@dataclass
class Script:
    """What the engine will do; changed by a test at any time before the request.

    Attributes:
        reply: The whole text; streamed in pieces of `PIECE` characters.
        gate: While cleared, a reply stops before the piece number `gate_at` (and a load at its start).
        fail_at: The piece before which `failure` is raised.
    """

    reply: str = "Hello **there**."
    gate: threading.Event = field(default_factory=threading.Event)
    gate_at: int | None = None
    hold_load: bool = False
    load_failure: AppError | None = None
    runtime_failure: AppError | None = None
    failure: AppError | None = None
    fail_at: int = 0
    prompt_tokens: int = 12
    n_used: int = 97
    """Tokens that the context holds after a reply."""
    placement: dict[str, Any] | None = None
    device: str = "CPU"
    capabilities: Capabilities = field(default_factory=Capabilities)
    devices: tuple[DeviceInfo, ...] = (DeviceInfo("CPU", "Test CPU"),)
    requests: list[GenerateRequest] = field(default_factory=list)
    loads: list[LoadSpec] = field(default_factory=list)
    saved: list[Path] = field(default_factory=list)
    fetched: list[Path] = field(default_factory=list)
    kv_failure: AppError | None = None
    """What a fetch ends in."""
    threads: set[int] = field(default_factory=set)
    """Identifiers of the threads that called the engine."""
    pause_s: float = 0.0
    previews: bool = True
    prefill_pause_s: float = 0.0
    profile: ProfileData | None = None
    """The figures of a whole reply; None for made-up ones."""


class ScriptedEngine:
    """An `engine.protocol.Engine`."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self._cancelled = threading.Event()
        self._n_ctx = 2048

    def runtime(self) -> RuntimeInfo:
        self.script.threads.add(threading.get_ident())
        if self.script.runtime_failure is not None:
            raise self.script.runtime_failure
        plugin = PluginInfo("llama_cpp", "test", self.script.devices)
        return RuntimeInfo("0.9.3", "libgeniex.so", True, (plugin,))

    def load(self, spec: LoadSpec, sink: EventSink) -> LoadedModel:
        self._cancelled.clear()
        self.script.threads.add(threading.get_ident())
        self.script.loads.append(spec)
        sink(_phase(Phase.LOAD, Edge.BEGIN, 0, 1000))
        sink(_phase(Phase.LOAD, Edge.PROGRESS, 640, 1000))
        if self.script.hold_load:
            self._wait()
        if self._cancelled.is_set():
            raise AppError("Stopped.", code=CANCELLED)
        if self.script.load_failure is not None:
            raise self.script.load_failure
        self._n_ctx = spec.n_ctx or 2048
        context = ContextUse(self._n_ctx, 0, 8192)
        return LoadedModel(
            *(spec, spec.model_path.stem, "Q4_1", self.script.device, "chosen", 0.2, 49152, context),
            self.script.placement,
            self.script.capabilities,
        )

    def unload(self) -> None:
        self.script.threads.add(threading.get_ident())

    def generate(self, request: GenerateRequest, sink: EventSink) -> Reply:
        script = self.script
        self._cancelled.clear()
        script.threads.add(threading.get_ident())
        script.requests.append(request)
        for done in range(0, script.prompt_tokens + 1, max(1, script.prompt_tokens // 4)):
            sink(_phase(Phase.PREFILL, Edge.PROGRESS, done, script.prompt_tokens))
            time.sleep(script.prefill_pause_s)
        sink(_phase(Phase.DECODE, Edge.BEGIN, 0, 0))
        said = ""
        pieces = [script.reply[start : start + PIECE] for start in range(0, len(script.reply), PIECE)]
        due = time.monotonic()
        for number, piece in enumerate([*pieces, ""]):
            if script.failure is not None and number == min(script.fail_at, len(pieces)):
                raise script.failure
            if number == script.gate_at:
                self._wait()
            if self._cancelled.is_set():
                break
            said += piece
            if piece:
                sink(TextEvent(piece, (time.monotonic_ns(),)))
                due += script.pause_s
                time.sleep(max(0.0, due - time.monotonic()))
        stopped = "user" if self._cancelled.is_set() else "eos"
        profile = script.profile or _profile(script.prompt_tokens, len(pieces), stopped)
        return Reply(said, profile, (1, 2, 3), ContextUse(self._n_ctx, script.n_used, 8192))

    def count_tokens(self, text: str) -> int | None:
        return len(text.split())

    def preview(self, request: GenerateRequest) -> PromptPreview | None:
        """A word is a token, and so is each message's beginning."""
        self.script.threads.add(threading.get_ident())
        if not self.script.previews:
            return None
        lines = [f"<|{message.role}|>{message.content}" for message in request.messages]
        tokens = sum(1 + len(message.content.split()) for message in request.messages)
        return PromptPreview("\n".join(lines), tokens)

    def save_kv(self, path: Path) -> bool:
        self.script.saved.append(path)
        path.write_bytes(b"kept")
        return True

    def load_kv(self, path: Path) -> bool:
        self.script.fetched.append(path)
        if self.script.kv_failure is not None:
            raise self.script.kv_failure
        return True

    def cancel(self) -> None:
        self._cancelled.set()

    def abort(self) -> None:
        self._cancelled.set()

    def close(self) -> None:
        self._cancelled.set()

    def _wait(self) -> None:
        """Holds until the test opens the gate or the request is cancelled."""
        while not self.script.gate.wait(0.005):
            if self._cancelled.is_set():
                return


def maker(script: Script) -> Callable[[], Any]:
    """What EngineThread wants."""
    return lambda: ScriptedEngine(script)


def _phase(phase: Phase, edge: Edge, done: int, total: int) -> PhaseEvent:
    return PhaseEvent(phase, edge, done, total, time.monotonic_ns())


def _profile(prompt: int, generated: int, stop_reason: str) -> ProfileData:
    return ProfileData(0.21, 0.0, 0.18, 3.74, prompt, generated, 1184.0, 34.2, 0, 0, stop_reason)
