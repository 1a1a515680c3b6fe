"""What a reader made of the chat's pane, which the next one takes over when the window is made anew."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QSize

from .rows import RowKey
from .selecting import Place


@dataclass(frozen=True, slots=True)
class Reading:
    """How far somebody is, and what is marked.

    Attributes:
        size: The transcript's viewport, px.
        place: Where the reader is, as the pane's `place` tells it.
        selected: Both ends of what is selected in the conversation; None for nothing.
        unfolded: The rows of thinking and the like that were opened.
        marked: Anchor and position of the cursor in the draft.
        query: What is looked for in the conversation; "" for nothing.
    """

    size: QSize
    place: str
    selected: tuple[Place, Place] | None
    unfolded: frozenset[RowKey]
    marked: tuple[int, int]
    query: str
