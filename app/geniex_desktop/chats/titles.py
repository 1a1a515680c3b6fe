"""Titles of chats, made from the first message: no second generation competes with the reply."""

from __future__ import annotations

import re

_LONGEST = 48
_NOISE = re.compile(r"```.*?(?:```|\Z)|https?://\S+|[`*_#>|~]+", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=[。！？])")
_LEAST = 12
"""A first sentence shorter than this ("Hi.") says too little alone."""


def title_of(text: str) -> str:
    """The first sentence of a message without markup, cut at a word; "" when there is nothing to say."""
    plain = " ".join(_NOISE.sub(" ", text).split()) or " ".join(text.split())
    first = _SENTENCE_END.split(plain, maxsplit=1)[0]
    chosen = first if len(first) >= _LEAST else plain
    if len(chosen) <= _LONGEST:
        return chosen
    cut = chosen[:_LONGEST]
    words = cut.rsplit(" ", 1)[0]
    return (words if len(words) > _LONGEST // 2 else cut).rstrip(" ,;:") + "…"
