"""What the list shows: results of a search, first models to offer, or what is on this machine."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ..chat.display_text import one_line
from . import looks
from .card_list import Card
from .finder import Finder
from .shelf import Shelf


def result_cards(finder: Finder) -> list[Card]:
    """Of a search."""
    cards = []
    for result in finder.results:
        verdict, tone = looks.guess_text(result.title, finder.place)
        key = f"{result.hub}:{result.reference}"
        cards.append(Card(key, one_line(result.title, 120), looks.result_note(result), verdict, tone))
    return cards


def suggestion_cards(finder: Finder) -> list[Card]:
    """Of the catalogue, for this machine and language."""
    titles = dict(finder.hubs())
    cards = []
    for suggestion in finder.suggestions:
        entry = suggestion.entry
        verdict, tone = looks.guess_text(suggestion.repository, finder.place)
        note = " · ".join(
            (looks.parameters(entry.parameters), entry.licence, titles.get(suggestion.hub, suggestion.hub))
        )
        cards.append(Card(f"{suggestion.hub}:{suggestion.repository}", entry.name, note, verdict, tone))
    return cards


def local_cards(shelf: Shelf, words: str) -> list[Card]:
    """Of this machine, those whose names hold all the words; those that cannot chat come last."""
    wanted = words.lower().split()
    cards = []
    for model in sorted(shelf.models, key=shelf.is_embedding):
        name = f"{model.name} {model.model_name}".lower()
        if all(word in name for word in wanted):
            embedding = shelf.is_embedding(model)
            verdict, tone = looks.embedding_text(model) if embedding else looks.state_text(model)
            work = shelf.work.get(model.name)
            cards.append(
                Card(
                    model.name,
                    one_line(model.name, 120),
                    looks.model_note(model, shelf.used(model), shelf.quants(model)),
                    work.text if work is not None else verdict,
                    "accent" if work is not None else tone,
                )
            )
    known = {card.key for card in cards}
    arriving = [
        Card(name, one_line(name, 120), "", work.text, "accent")
        for name, work in shelf.work.items()
        if name and name not in known
    ]
    moving = shelf.work.get("")
    if moving is not None:
        text = QCoreApplication.translate("Models", "All models")
        arriving.insert(0, Card("", text, "", moving.text, "accent"))
    return arriving + cards
