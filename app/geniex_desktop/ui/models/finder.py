"""Looking for models on hubs: search, what a repository holds, and what that means here; no widgets."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from ...engine.gguf import GgufReport
from ...errors import AppError
from ...models.appraisal import Appraisal, Precision, appraise
from ...models.catalogue import Entry, Suggestion, hub_order, suggest
from ...models.fit import ModelShape, Place, ProjectorShape
from ...models.library import Library
from ...models.pull import PullRequest
from ...models.remote_header import inspect_remote
from ...models.sources import Repository, SearchResult
from ...models.sources.hubs import find_hub
from ...models.tokens import set_token
from ..jobs import InOrder, Jobs, Newest
from ..sentences import localized

log = logging.getLogger(__name__)

LOCAL = "local"
"""Stands in the place of a hub's key for what is on this machine."""

_REPOSITORY = re.compile(r"[\w.-]+/[\w.-]+")

Locate = Callable[[], Place]
"""Where a model would run, and how much memory is free there. Asked on a worker."""


@dataclass(frozen=True, slots=True)
class OfferedModel:
    """What a repository holds, as far as it is known yet.

    Attributes:
        result: How it was found; None when it was asked for by name.
        repository: None until the hub has answered.
        title: The model's name without its organisation.
        model_type: "llm" or "vlm".
        report: What the reader says of the first file's header; None until then.
        place: What it was judged by.
        is_unconverted: Its weights are safetensors only, which no plugin here loads.
        conversions: Repositories with GGUF files that were made from it.
        error: Why no more is known.
    """

    hub: str
    reference: str
    repository: Repository | None = None
    title: str = ""
    model_type: str = "llm"
    projector: str = ""
    appraisal: Appraisal | None = None
    report: GgufReport | None = None
    place: Place | None = None
    is_unconverted: bool = False
    conversions: tuple[SearchResult, ...] = ()
    error: AppError | None = None

    def request(self, quant: str) -> PullRequest:
        """The download of one precision, at the revision that is shown."""
        revision = self.repository.revision if self.repository is not None else ""
        return PullRequest(self.hub, self.reference, quant, "", revision)

    def size(self, quant: str) -> int:
        """Bytes of a precision with the projector that comes with it; 0 for an unknown one."""
        if self.appraisal is None or self.repository is None:
            return 0
        own = next((each.size for each in self.appraisal.precisions if each.quant == quant), 0)
        extra = self.repository.files.get(self.projector)
        return own + (extra.artifact.size if own and extra is not None else 0)


class Finder(QObject):
    """Questions to hubs run on workers of their own; an answer that nobody waits for any more is dropped."""

    changed = Signal()
    """Results, or the chosen repository."""

    def __init__(self, network: Jobs, locate: Locate, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hub = "huggingface"
        self.query = ""
        self.results: list[SearchResult] = []
        self.suggestions: list[Suggestion] = []
        self.searching = False
        self.searched = False
        self.error: AppError | None = None
        self.offer: OfferedModel | None = None
        self.place: Place | None = None
        """As it was at the last look."""
        self._network = network
        self._looks_around = Newest(network)
        self._tokens = InOrder(network)
        self._locate = locate
        self._library: Library | None = None
        self._catalogue: tuple[Entry, ...] = ()
        self._locale = "en"
        self._search_ticket = self._offer_ticket = 0
        self._is_used = False
        """A person has chosen a hub or searched one: it is no more changed for the machine's sake."""

    def use(self, library: Library, catalogue: tuple[Entry, ...], locale: str) -> None:
        """The hubs are there."""
        self._library, self._catalogue, self._locale = library, catalogue, locale
        self.look_around()

    def hubs(self) -> list[tuple[str, str]]:
        """Keys and titles, in their order."""
        return (
            [(hub.key, localized(hub.title)) for hub in self._library.hubs.values()] if self._library else []
        )

    def look_around(self) -> None:
        """Finds out what could run here: suggestions follow the device."""

        def done(place: Place) -> None:
            self.place = place
            self.suggestions = suggest(self._catalogue, place.target, self._locale)
            if not self._is_used:
                self.hub = hub_order(self._locale, place.target)[0]
            self.changed.emit()

        self._looks_around.submit(self._locate, done)

    def choose_hub(self, key: str) -> None:
        """Another hub; the words stay."""
        self._is_used = True
        if key != self.hub:
            self.hub = key
            self.results, self.error, self.searched, self.offer = [], None, False, None
            self._offer_ticket += 1
            self._search_ticket += 1
            self.searching = False
            self.changed.emit()
            if self.query and key != LOCAL:
                self.search(self.query)

    def search(self, query: str) -> None:
        """Asks the hub; "" goes back to the suggestions."""
        self.query = query.strip()
        self._is_used = self._is_used or bool(self.query)
        self._search_ticket += 1
        ticket, library = self._search_ticket, self._library
        self.error = None
        if not self.query or library is None or self.hub == LOCAL:
            self.results, self.searched, self.searching = [], False, False
            self.changed.emit()
            return
        hub, words = find_hub(library.hubs, self.hub), self.query
        self.searching = True

        def done(found: list[SearchResult]) -> None:
            if ticket == self._search_ticket:
                self.results = _with_named(found, hub.key, words)
                self.searching, self.searched = False, True
                self.changed.emit()

        def fail(error: AppError) -> None:
            if ticket == self._search_ticket:
                self.results, self.error = [], error
                self.searching, self.searched = False, True
                self.changed.emit()

        self._network.submit(lambda: hub.search(words), done, fail)
        self.changed.emit()

    def open(self, hub_key: str, reference: str) -> None:
        """Shows what a repository holds: first the sizes, then, from its header, how it fits."""
        library = self._library
        if library is None:
            return
        self._offer_ticket += 1
        ticket = self._offer_ticket
        self.offer = OfferedModel(hub_key, reference, title=short_title(reference))

        def done(offer: OfferedModel) -> None:
            if ticket == self._offer_ticket:
                self.offer = offer
                self.changed.emit()
                if offer.appraisal is not None:
                    self._judge(ticket, offer, library)

        def fail(error: AppError) -> None:
            self._fail(ticket, error)

        self._network.submit(lambda: _ask(library, hub_key, reference), done, fail)
        self.changed.emit()

    def close_offer(self) -> None:
        """Nothing is chosen any more."""
        self._offer_ticket += 1
        self.offer = None
        self.changed.emit()

    def again(self) -> None:
        """Asks once more what failed."""
        if self.offer is not None and self.offer.error is not None:
            self.open(self.offer.hub, self.offer.reference)
        else:
            self.search(self.query)

    def ask_anew(self, hub: str) -> None:
        """Asks a hub once more that now has another address or is asked for other things."""
        if hub != self.hub:
            return
        offer = self.offer
        self.search(self.query)
        if offer is not None:
            self.open(offer.hub, offer.reference)

    def keep_token(self, hub: str, token: str, told: Callable[[bool], None]) -> None:
        """Puts an access token into the keyring, and asks once more; `told` gets whether it outlives us."""

        def done(kept: bool) -> None:
            told(kept)
            self.again()

        self._tokens.submit(lambda: set_token(hub, token.strip()), done)

    def _judge(self, ticket: int, offer: OfferedModel, library: Library) -> None:
        def done(judged: OfferedModel) -> None:
            if ticket == self._offer_ticket:
                self.offer = judged
                self.place = judged.place
                self.changed.emit()

        def fail(error: AppError) -> None:
            # Sizes are known, and the model can be fetched: only the judgement is missing.
            log.warning("no judgement of %s: %s %s", offer.reference, error.text, error.cause)

        self._network.submit(lambda: _judged(offer, library, self._locate()), done, fail)

    def _fail(self, ticket: int, error: AppError) -> None:
        if ticket == self._offer_ticket and self.offer is not None:
            self.offer = replace(self.offer, error=error)
            self.changed.emit()


def short_title(reference: str) -> str:
    """A repository's name without its organisation and format."""
    return re.sub(r"[-_.]GGUF$", "", reference.rpartition("/")[2], flags=re.IGNORECASE)


def _with_named(found: list[SearchResult], hub: str, words: str) -> list[SearchResult]:
    """Words that are a repository's own name lead to it, even where the hub's search does not find it."""
    if _REPOSITORY.fullmatch(words) and all(each.reference.lower() != words.lower() for each in found):
        return [SearchResult(hub, words, words), *found]
    return found


def _ask(library: Library, hub_key: str, reference: str) -> OfferedModel:
    """What a hub has under a reference. Blocks; raises AppError."""
    hub = find_hub(library.hubs, hub_key)
    repository = hub.repository(reference)
    offer = OfferedModel(hub_key, reference, repository, short_title(repository.name))
    try:
        plan: dict[str, Any] = library.store.plan(repository.name, repository.listing())
    except AppError as error:
        if not any(name.endswith(".safetensors") for name in repository.files):
            return replace(offer, error=error)
        conversions = getattr(hub, "conversions", None)
        found = conversions(repository.reference) if conversions is not None else []
        return replace(offer, is_unconverted=True, conversions=tuple(found))
    precisions = tuple(Precision(each["quant"], each["size"], each["file"]) for each in plan["quants"])
    return replace(
        offer,
        title=plan["model_name"],
        model_type=plan["type"],
        projector=plan.get("projector") or "",
        appraisal=Appraisal(precisions, None),
    )


def _judged(offer: OfferedModel, library: Library, place: Place) -> OfferedModel:
    """The offer with how each precision fits, from the header of the smallest. Blocks; raises AppError."""
    appraisal, repository = offer.appraisal, offer.repository
    if appraisal is None or repository is None:
        return offer
    smallest = min(appraisal.precisions, key=lambda each: each.size)
    report = _header(repository, smallest.file)
    sound = report is not None and not report.fatal
    shape = ModelShape.from_facts(report.facts) if report is not None and sound else None
    projector = _header(repository, offer.projector) if offer.projector else None
    judged = appraise(
        appraisal.precisions,
        shape,
        place,
        library.measurements,
        ProjectorShape.from_facts(projector.facts) if projector is not None else None,
    )
    return replace(offer, appraisal=judged, report=report, place=place)


def _header(repository: Repository, name: str) -> GgufReport | None:
    """What the reader says of a file where it lies; None where it is no GGUF or cannot be reached in part."""
    file = repository.files.get(name)
    if file is None or file.reach is None or not name.lower().endswith(".gguf"):
        return None
    return inspect_remote(file.reach(lambda: False), file.artifact.size)
