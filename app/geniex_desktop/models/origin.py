"""What is known about a stored model's files: where they came from, what was promised, when checked."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..durable import write_atomically

_VERSION = 1


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file's promise and the last look at it.

    Attributes:
        identity: "algorithm:hex", as in `Artifact.identity`.
        size: Bytes.
        verified: Unix time of the last check that found the promised bytes; 0 when there was none.
        damaged: Whether the last check found other bytes.
    """

    identity: str
    size: int
    verified: int = 0
    damaged: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a model came from; `reference` and `revision` are in the hub's own words."""

    hub: str = ""
    reference: str = ""
    revision: str = ""
    quant: str = ""
    """What was asked for last; "" for all."""
    files: dict[str, FileRecord] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Origin:
        """An empty one when there is none, or none that can be read: then nothing counts as verified."""
        try:
            content: dict[str, Any] = json.loads(path.read_bytes())
            files = {str(name): FileRecord(**record) for name, record in content["files"].items()}
            texts = {key: str(content[key]) for key in ("hub", "reference", "revision", "quant")}
            return cls(**texts, files=files)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return cls()

    def save(self, path: Path) -> None:
        """Raises OSError."""
        write_atomically(path, json.dumps({"version": _VERSION, **asdict(self)}).encode())
