"""How a message with attachments is put before the model: documents quoted, media named by their files."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from pathlib import Path, PurePath

from ..engine.types import ChatMessage, MediaKind, MediaPart
from .attachments import AUDIO, IMAGE, TEXT, Attachment

PathOf = Callable[[str], Path]
"""Where the bytes of a hash lie."""

_MEDIA = {IMAGE: MediaKind.IMAGE, AUDIO: MediaKind.AUDIO}
_FENCES = re.compile(r"`{3,}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


def present(
    text: str, parts: Iterable[Attachment], path_of: PathOf | None, withheld: Collection[str] = ()
) -> ChatMessage:
    """A user's message for the model: media first, then the documents, then what was written.

    Kinds in `withheld` are not shown to the model; a line in their place says that they are there, so that
    it does not guess. Without `path_of` all media are.
    """
    notes, quotes, media = [], [], []
    for part in parts:
        if part.kind == TEXT:
            quotes.append(quote(part.name, part.text))
        elif path_of is None or part.kind in withheld:
            notes.append(f"[{part.kind}: {_flat(part.name)}, not shown to you]")
        else:
            media.append(MediaPart(_MEDIA[part.kind], path_of(part.sha256)))
    return ChatMessage("user", "\n\n".join([*notes, *quotes, text]), media=tuple(media))


def quote(name: str, text: str) -> str:
    """A document as a fenced block under its name, with a fence that its text cannot close."""
    longest = max((len(run) for run in _FENCES.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    language = PurePath(_flat(name)).suffix.lstrip(".").lower()
    language = language if language.isalnum() else ""
    return f"File {_flat(name)}:\n{fence}{language}\n{text.rstrip()}\n{fence}"


def _flat(name: str) -> str:
    return _CONTROL.sub(" ", name).strip() or "attachment"
