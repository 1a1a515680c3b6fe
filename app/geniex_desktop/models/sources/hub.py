"""The Hugging Face hub, or a mirror of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from ..answers import Patience
from ..artifact import Artifact, Cancelled, Progress
from ..transfer import Transfer


@dataclass(frozen=True, slots=True)
class HubSource:
    """A file of a repository at one commit, so that the same bytes come for ever or none.

    The hub library makes the address; the transfer is ours, because the library's own one starts
    again after every interruption.
    """

    repository: str
    revision: str
    """A commit's full hash, never a branch."""
    endpoint: str | None = None
    """A mirror's address; None = the environment's HF_ENDPOINT or the hub itself."""
    patience: Patience = field(default_factory=Patience)
    name: str = "Hugging Face"

    def available(self) -> bool:
        return True

    def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
        from huggingface_hub import hf_hub_url

        url = hf_hub_url(self.repository, artifact.file_name, revision=self.revision, endpoint=self.endpoint)
        Transfer(url, artifact, part, patience=self.patience, pinned=True).run(progress, cancelled)
