"""A scored text as JSON and as Markdown."""

from __future__ import annotations

import json
from typing import Any

from .exports import table
from .text_records import TextRun, as_content
from .text_score import TextScore

_HEADS = ("Model", "Device", "Perplexity", "Bits per byte", "Tokens")


def text_as_json(run: TextRun) -> str:
    """One JSON object: the run as it is kept, with the figures that follow from it."""
    content: dict[str, Any] = as_content(run)
    for row, score in zip(content["scores"], run.scores, strict=True):
        row["bits_per_token"] = score.bits_per_token
        row["bits_per_byte"] = score.bits_per_byte
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1)


def text_as_markdown(run: TextRun) -> str:
    """A table, best first, with what was scored below it."""
    rows = [
        [
            *(score.model, score.device, f"{score.perplexity:.3f} ± {score.error:.3f}"),
            *(f"{score.bits_per_byte:.3f}", f"{score.tokens}"),
        ]
        for score in best_first(run)
    ]
    rows += [[failed.model, failed.device, f"failed: {failed.failure}", "–", "–"] for failed in run.failures]
    about = f"GenieX Desktop {run.app_version}, {run.system}, run {run.id}: {run.text.size} bytes"
    sha = f"SHA-256 {run.text.digest}"
    lines = table(_HEADS, 3, rows)
    return "\n".join([*lines, "", f"{about}, {sha}. Perplexity ± standard error; less is better.", ""])


def best_first(run: TextRun) -> list[TextScore]:
    """By what also compares models that cut a text into different tokens."""
    return sorted(run.scores, key=lambda score: score.bits_per_byte)
