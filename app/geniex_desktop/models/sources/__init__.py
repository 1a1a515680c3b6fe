"""Where model files come from. A new kind of place is one module with a `Source`."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ..artifact import Artifact, Cancelled, Progress


class Source(Protocol):
    """One place that can deliver a file."""

    @property
    def name(self) -> str:
        """For people, as in "downloading from <name>"."""

    def available(self) -> bool:
        """Whether it is worth asking on this installation; does not touch the network."""

    def fetch(self, artifact: Artifact, part: Path, progress: Progress, cancelled: Cancelled) -> None:
        """Leaves all the file's bytes in `part`, unverified; what is there already may be continued.

        Raises:
            SourceFailed: not from here, not now.
            DownloadCancelled: `part` is kept if it can be continued.
            AppError: this machine's fault (a full disk); another source would not help.
        """
