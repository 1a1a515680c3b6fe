"""A hub in this process that follows a script: what the Models pane is tested on."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass, field
from pathlib import Path

from geniex_desktop.errors import AppError
from geniex_desktop.models.artifact import Artifact, Cancelled, DownloadCancelled, Progress
from geniex_desktop.models.sources import Place, RemoteFile, Repository, SearchResult
from geniex_desktop.models.zip_directory import ReadRange

TINY = Path(__file__).parents[1] / "data" / "vlm" / "tiny-llm.gguf"
PIECE = 4096


@dataclass
class ScriptedHub:
    """One hub with repositories that hold the tiny model under several names.

    Attributes:
        gate: While cleared, every transfer stops after its first piece.
        repositories: Names of files by repository; what ends in .gguf has the tiny model's bytes.
        spoilt: How many transfers still deliver wrong bytes.
    """

    key: str = "huggingface"
    title: str = "Hugging Face"
    gate: threading.Event = field(default_factory=threading.Event)
    failure: AppError | None = None
    repositories: dict[str, tuple[str, ...]] = field(
        default_factory=lambda: {
            "org/tiny-GGUF": ("tiny-Q4_0.gguf", "tiny-Q8_0.gguf"),
            "org/tiny": ("model.safetensors",),
        }
    )
    refused: dict[str, AppError] = field(default_factory=dict)
    spoilt: int = 0
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.gate.set()
        self.content = TINY.read_bytes()

    def search(self, query: str, limit: int = 20) -> list[SearchResult]:
        self.asked.append(query)
        if self.failure is not None:
            raise self.failure
        found = [name for name in self.repositories if query.lower() in name.lower()]
        return [
            SearchResult(self.key, name, name, downloads=1234, licence="apache-2.0", gated="gated" in name)
            for name in found[:limit]
        ]

    def conversions(self, reference: str, limit: int = 20) -> list[SearchResult]:
        return self.search(f"{reference}-GGUF", limit)

    def repository(
        self, reference: str, revision: str = "", cancelled: Cancelled | None = None
    ) -> Repository:
        if reference in self.refused:
            raise self.refused[reference]
        files = {name: self._file(name) for name in self.repositories[reference]}
        return Repository(self.key, reference, reference, "5e" * 20, files, licence="apache-2.0")

    def _file(self, name: str) -> RemoteFile:
        artifact = Artifact(name, len(self.content), sha256=hashlib.sha256(self.content).hexdigest())
        return RemoteFile(artifact, self._deliver, self._reach)

    def _reach(self, _cancelled: Cancelled) -> ReadRange:
        return lambda offset, length: self.content[offset : offset + length]

    def _deliver(self, artifact: Artifact, place: Place, progress: Progress, cancelled: Cancelled) -> None:
        content = bytes(artifact.size) if self.spoilt else self.content
        self.spoilt = max(0, self.spoilt - 1)
        with place.path.open("wb") as file:
            for start in range(0, artifact.size, PIECE):
                file.write(content[start : start + PIECE])
                progress(min(start + PIECE, artifact.size), artifact.size)
                while not self.gate.wait(0.005):
                    if cancelled():
                        raise DownloadCancelled
