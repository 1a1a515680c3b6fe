"""Runs of the bench as they are kept: one file each, in a folder for each kind."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from ..durable import write_atomically
from ..errors import AppError

log = logging.getLogger(__name__)


class Kept(Protocol):
    """What every kept run has."""

    @property
    def id(self) -> str:
        """Its name on the disk: when it began, UTC."""

    @property
    def time(self) -> float:
        """When it began, in seconds since 1970."""


R = TypeVar("R", bound=Kept)


class Store(Generic[R]):
    """A folder of runs. Methods block: not for the GUI thread."""

    def __init__(
        self,
        folder: Path,
        encode: Callable[[R], dict[str, Any]],
        decode: Callable[[Mapping[str, Any]], R],
        prefix: str = "",
    ) -> None:
        """`decode` raises KeyError, TypeError or ValueError; `prefix` tells the ids of two stores apart."""
        self.folder = folder
        self._encode = encode
        self._decode = decode
        self._prefix = prefix

    def new_id(self, now: float) -> str:
        """A name that no other run has."""
        stamp = self._prefix + datetime.fromtimestamp(now, timezone.utc).strftime("%Y%m%d-%H%M%S")
        name, number = stamp, 2
        while self._path(name).exists():
            name, number = f"{stamp}-{number}", number + 1
        return name

    def save(self, run: R) -> None:
        """Writes a run in place of its earlier self.

        Raises:
            OSError: no space, no permission; what was there before is still whole.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = json.dumps(self._encode(run), ensure_ascii=False, allow_nan=False, indent=1)
        write_atomically(self._path(run.id), content.encode())

    def keep(self, run: R) -> AppError | None:
        """Saves a run that is shown already; why it is not kept, or None when it is."""
        try:
            self.save(run)
        except OSError as error:
            log.warning("bench results could not be saved: %s", error)
            return AppError(
                "The results could not be saved.",
                cause=error.strerror or str(error),
                hint="Free some space on the disk; export the results to keep them.",
                detail=repr(error),
            )
        return None

    def read(self) -> list[R]:
        """All runs, oldest first. A damaged file stays where it is and is left out.

        Raises:
            OSError: the folder cannot be read.
        """
        if not self.folder.is_dir():
            return []
        return in_order([run for path in self.folder.glob("*.json") if (run := self._read(path)) is not None])

    def remove(self, run_id: str) -> None:
        """Takes a run off the disk. Raises OSError."""
        self._path(run_id).unlink(missing_ok=True)

    def _path(self, run_id: str) -> Path:
        return self.folder / f"{run_id}.json"

    def _read(self, path: Path) -> R | None:
        try:
            return self._decode({**json.loads(path.read_bytes()), "id": path.stem})
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            log.warning("bench result %s cannot be read: %s", path.name, error)
            return None


def in_order(runs: Sequence[R]) -> list[R]:
    """Oldest first."""
    return sorted(runs, key=lambda run: (run.time, run.id))


def before(run: R, runs: Sequence[R]) -> list[R]:
    """Those of `runs` that began earlier, in their order."""
    return [other for other in runs if (other.time, other.id) < (run.time, run.id)]
