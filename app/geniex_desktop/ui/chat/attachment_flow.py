"""Cards one beside the other, in as many rows as they need."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from .attachment_chip import HEIGHT, WIDTH

GAP = 8


def place_cards(cards: Sequence[QWidget], width: int, top: int = 0, right: bool = False) -> int:
    """Lays cards of the same size out from the left or from the right; answers the height they take, px."""
    if not cards:
        return 0
    card = min(WIDTH, width)
    columns = max(1, (width + GAP) // (card + GAP))
    for place, widget in enumerate(cards):
        row, column = divmod(place, columns)
        in_row = min(columns, len(cards) - row * columns)
        start = width - in_row * (card + GAP) + GAP if right else 0
        widget.setGeometry(start + column * (card + GAP), top + row * (HEIGHT + GAP), card, HEIGHT)
    rows = -(-len(cards) // columns)
    return rows * (HEIGHT + GAP) - GAP
