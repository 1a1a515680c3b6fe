"""What can be done by keyboard: one list for the shortcuts, the palette and the sheet of shortcuts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """Something the person can ask for.

    Attributes:
        keys: As QKeySequence writes them; "" for none. Every command is in the palette, with keys or without.
        reason: Why it cannot be done now; "" when it can.
    """

    title: str
    run: Callable[[], object]
    keys: str = ""
    reason: str = ""


def score(title: str, typed: str) -> int | None:
    """How well a title fits what was typed: smaller is better, None not at all.

    The letters must appear in order; the beginning of a word counts most.
    """
    title, typed = title.casefold(), "".join(typed.casefold().split())
    if not typed:
        return 0
    start = title.replace(" ", "").find(typed)
    if start >= 0:
        return start
    place, cost = -1, 100
    for letter in typed:
        found = title.find(letter, place + 1)
        if found < 0:
            return None
        beginning = found == 0 or title[found - 1] in " -·/("
        cost += 0 if beginning else found - place
        place = found
    return cost


def matching(commands: list[Command], typed: str) -> list[Command]:
    """The commands that fit, best first; those that cannot be done now come last."""
    scored = [(command, score(command.title, typed)) for command in commands]
    found = [(command, value) for command, value in scored if value is not None]
    found.sort(key=lambda pair: (bool(pair[0].reason), pair[1]))
    return [command for command, _ in found]
