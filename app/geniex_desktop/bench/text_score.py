"""How well models foresee a text: perplexity and the likeliest next tokens, out of forward_logits."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import AppError, Blame
from .matrix import FIRST_THERE, ModelChoice
from .process import Stage, Step
from .results import BadResult, count, figure, read_result, text
from .runner import Runner, end_error

_SCHEMA = "perplexity-1"
_CELL = "text"
TEXT_LIMIT = 1_000_000
"""Characters; some hours of work on a slow machine."""


@dataclass(frozen=True, slots=True)
class NextToken:
    """A token that the model expects after the text.

    Attributes:
        probability: 0 to 1, out of the whole vocabulary.
    """

    token_id: int
    text: str
    logit: float
    probability: float


@dataclass(frozen=True, slots=True)
class TextScore:
    """A text as one model sees it.

    Attributes:
        perplexity: exp of `mean_nll`, the mean negative log-likelihood of a token in nats.
        error: One standard error of the perplexity, from that of the mean.
        tokens: Scored ones.
        size: Bytes of the text in UTF-8.
        window: Tokens evaluated together; half of them are context but for the first window.
        model_bytes: Size of its file, or 0.
    """

    model: str
    device: str
    perplexity: float
    error: float
    mean_nll: float
    tokens: int
    size: int
    window: int
    seconds: float
    next: tuple[NextToken, ...]
    model_bytes: int = 0
    engine_version: str = ""
    plugin_version: str = ""

    @property
    def setup(self) -> tuple[object, ...]:
        """What must be equal for two scores of one text to be compared."""
        return (self.model, self.model_bytes, self.device)

    @property
    def bits_per_token(self) -> float:
        return self.mean_nll / math.log(2)

    @property
    def bits_per_byte(self) -> float:
        """What also compares models that cut a text into different tokens."""
        return self.bits_per_token * self.tokens / self.size


def require_scorable(content: str) -> None:
    """Raises AppError for a text that is empty or too long."""
    if not content.strip():
        raise AppError("There is no text to score.", hint="Paste a text, or name a file.", blame=Blame.USER)
    if len(content) > TEXT_LIMIT:
        raise AppError(
            "The text is too long to score.",
            cause=f"It has {len(content)} characters; {TEXT_LIMIT} are the limit.",
            hint="Take a part of it.",
            blame=Blame.USER,
        )


def text_bytes(content: str) -> bytes:
    """The text as models are given it, in UTF-8: a NUL would end it for C."""
    return content.replace("\0", "").encode("utf-8", "replace")


def score_text(
    runner: Runner,
    model: ModelChoice,
    device: str,
    content: str,
    top_n: int,
    on_progress: Callable[[float], None],
) -> TextScore | None:
    """Scores a text; None when it was cancelled. Blocks.

    Args:
        top_n: How many of the likeliest next tokens to tell.
        on_progress: Receives the share of the work that has been done, on the same thread.

    Raises:
        AppError: the text is empty or too long, or the model does not take it.
    """
    require_scorable(content)
    with runner.scratch() as folder:
        prompt, result = folder / "text.txt", folder / f"{_CELL}.json"
        data = text_bytes(content)
        prompt.write_bytes(data)
        arguments = ["--model", str(model.path.absolute()), "--perplexity", "--prompt-file", str(prompt)]
        arguments += ["--cell-id", _CELL, "--output-json", str(result), "--logits-top-n", str(top_n)]
        arguments += ["--device", device] if device != FIRST_THERE else []
        ended = runner.start(arguments, folder, _shares(on_progress))
        if ended is None:
            return None
        try:
            found = read_result(result, _SCHEMA)
        except BadResult as error:
            raise end_error(*ended) from error
    return _parse(found, model, len(data))


def _shares(on_progress: Callable[[float], None]) -> Callable[[Step], None]:
    def take(step: Step) -> None:
        if step.stage is Stage.RUN and step.total:
            on_progress((step.at - 1) / step.total)

    return take


def _parse(found: dict[str, Any], model: ModelChoice, size: int) -> TextScore:
    """Raises AppError for a score that failed or is damaged."""
    perplexity, mean, spread = (figure(found, key) for key in ("perplexity", "mean_nll", "mean_nll_stderr"))
    failure = text(found, "error")
    if failure or perplexity is None or mean is None or spread is None:
        raise AppError(
            "The text could not be scored.",
            cause=failure or "The result holds no figures.",
            hint="Try another text, model or device.",
        )
    rows = found.get("next")
    return TextScore(
        model=model.name,
        device=text(found, "device"),
        perplexity=perplexity,
        error=perplexity * spread,
        mean_nll=mean,
        tokens=count(found, "scored_tokens"),
        size=size,
        window=count(found, "window"),
        seconds=count(found, "wall_us") / 1e6,
        next=tuple(
            NextToken(
                count(row, "token_id"),
                text(row, "text"),
                figure(row, "logit") or 0.0,
                figure(row, "probability") or 0.0,
            )
            for row in (rows if isinstance(rows, list) else [])
            if isinstance(row, dict)
        ),
        model_bytes=count(found, "model_size_bytes"),
        engine_version=text(found, "geniex_version"),
        plugin_version=text(found, "plugin_version"),
    )
