"""How the next token is chosen where nobody says otherwise: the same in the window and in `ask`."""

from __future__ import annotations

from ..settings import GREEDY, TEMPERATURE, Settings
from .types import Sampler


def usual_sampler(settings: Settings, greedy: bool | None = None) -> Sampler:
    """What the settings say; `greedy` decides in place of theirs."""
    if settings.get(GREEDY) if greedy is None else greedy:
        return Sampler.greedy()
    return Sampler(temperature=settings.get(TEMPERATURE) / 100)
