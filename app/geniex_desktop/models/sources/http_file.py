"""A file that lies at a web address."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..answers import Patience
from ..artifact import Artifact, Cancelled, Progress
from ..transfer import Transfer
from ..webapi import fetch_range
from ..zip_directory import ReadRange
from . import Place


@dataclass(frozen=True, slots=True)
class HttpFile:
    """Delivers by the one transfer; `pinned` and `token` are as there."""

    url: str
    token: str | None = field(default=None, repr=False)
    pinned: bool = False
    patience: Patience = field(default_factory=Patience)

    def __call__(self, artifact: Artifact, place: Place, progress: Progress, cancelled: Cancelled) -> None:
        Transfer(
            self.url,
            artifact,
            place.path,
            token=self.token,
            patience=self.patience,
            chunk_size=place.chunk_size,
            note=place.note,
            pinned=self.pinned,
        ).run(progress, cancelled)

    def reach(self, cancelled: Cancelled) -> ReadRange:
        """Reads ranges of the file where it lies."""

        def read(offset: int, length: int) -> bytes:
            return fetch_range(
                self.url,
                offset,
                offset + length - 1,
                token=self.token,
                patience=self.patience,
                cancelled=cancelled,
            )

        return read
