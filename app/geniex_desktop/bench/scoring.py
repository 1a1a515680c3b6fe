"""A text scored by models on devices, from the first to the disk."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .. import __version__
from ..errors import AppError
from .matrix import ModelChoice
from .measuring import this_system
from .runner import Runner
from .store import Store
from .text_records import FailedScore, ScoredText, TextRun
from .text_score import TextScore, require_scorable, score_text


@dataclass(frozen=True, slots=True)
class TextOutcome:
    """What a run came to.

    Attributes:
        run: With the scores that there are; fewer than planned when it was cancelled.
        error: Why it is not kept; None when it is.
    """

    run: TextRun
    error: AppError | None = None


def score(
    pairs: Sequence[tuple[ModelChoice, str]],
    content: str,
    top_n: int,
    runner: Runner,
    store: Store[TextRun],
    on_progress: Callable[[float], None],
    on_change: Callable[[TextRun], None],
) -> TextOutcome:
    """Scores a text with models on devices; what there is is on the disk after each.

    Blocks, and calls back on the same thread. A model that fails costs itself alone.

    Args:
        top_n: How many of the likeliest next tokens to keep of each.
        on_progress: Receives the share of the work that has been done.

    Raises:
        AppError: the text is empty or too long.
    """
    require_scorable(content)
    now = time.time()
    text = ScoredText.of(content)
    run = TextRun(store.new_id(now), now, len(pairs), __version__, this_system(), text)
    trouble: AppError | None = None
    for model, device in pairs:
        share = _part(on_progress, run.done, len(pairs))
        found: TextScore | FailedScore | None
        try:
            found = score_text(runner, model, device, content, top_n, share)
        except AppError as error:
            found = _failed(model, device, error)
        if found is None:
            break
        run = run.with_score(found)
        trouble = store.keep(run)
        on_change(run)
    return TextOutcome(run, trouble)


def _part(tell: Callable[[float], None], done: int, total: int) -> Callable[[float], None]:
    """Tells a share of one part as one of the whole."""
    return lambda share: tell((done + share) / total)


def _failed(model: ModelChoice, device: str, error: AppError) -> FailedScore:
    return FailedScore(model.name, device, f"{error.text} {error.cause}".strip(), error.detail)
