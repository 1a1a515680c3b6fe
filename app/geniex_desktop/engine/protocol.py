"""What an engine can do, whichever process it lives in.

Both carriers (in-process and isolated) implement `Engine`, are driven only by
the worker of `EngineThread`, and pass the same contract tests.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from .types import GenerateRequest, LoadedModel, LoadSpec, PromptPreview, Reply, RuntimeInfo, StreamEvent

EventSink = Callable[[StreamEvent], None]
"""Receives text and phases as they happen, on a thread of the carrier's own; must not block."""


class Engine(Protocol):
    """One native engine with at most one loaded model.

    All methods block and are called from the engine thread, but `cancel`. All raise
    `geniex_desktop.errors.AppError`, also when the engine has died; the next call then
    starts a fresh one (and loads the last model again before a generate).
    """

    def runtime(self) -> RuntimeInfo:
        """The native library and its plugins."""

    def load(self, spec: LoadSpec, sink: EventSink) -> LoadedModel:
        """Loads a model in place of the present one. Cancelled: AppError with code -100006."""

    def unload(self) -> None:
        """Frees the model; harmless without one."""

    def generate(self, request: GenerateRequest, sink: EventSink) -> Reply:
        """One reply. A cancelled one returns normally, with stop_reason "user"."""

    def count_tokens(self, text: str) -> int | None:
        """Tokens of a text under the loaded model; None where the library cannot tell."""

    def preview(self, request: GenerateRequest) -> PromptPreview | None:
        """What `generate` would give the loaded model; None where the library cannot tell."""

    def save_kv(self, path: Path) -> bool:
        """Writes what the model holds of its conversation to a file, whole or not at all.

        False where nothing is held or the library cannot.
        """

    def load_kv(self, path: Path) -> bool:
        """Takes over what `save_kv` wrote, so that the conversation goes on without being read again.

        False where no model is loaded or the library cannot. A file that is missing, damaged or of
        another model: AppError, and what the model holds stays.
        """

    def cancel(self) -> None:
        """Stops the running load or generate. Any thread; returns at once; harmless when idle."""

    def abort(self) -> None:
        """Gives up on the running call whatever it takes: a child process is killed, its call fails as
        cancelled. In-process no more than `cancel` is possible. Any thread; returns at once."""

    def close(self) -> None:
        """Frees everything, ends a child process. Idempotent."""
