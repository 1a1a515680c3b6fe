"""Words for the full-text index: Chinese, Japanese and Korean characters are words of their own.

The tokenizer of FTS5 takes a run of such characters for one word, so that nothing inside it
would ever be found. Set apart by spaces, and asked for as a phrase, every run is.
"""

from __future__ import annotations

import re

_CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_CJK_CHARACTER = re.compile(f"([{_CJK}])")
_TERM = re.compile(rf"[{_CJK}]+|[^\W{_CJK}]+", re.UNICODE)
_MOST_TERMS = 16
_CONTEXT = 40


def indexable(text: str) -> str:
    """A text as the index wants it."""
    return _CJK_CHARACTER.sub(r" \1 ", text)


def terms(query: str) -> list[str]:
    """The words of what a person types into the search box."""
    return _TERM.findall(query)[:_MOST_TERMS]


def match_expression(query: str) -> str:
    """The FTS5 expression that finds messages with every word or its beginning; "" for none.

    Only quoted strings of word characters go into it, so nothing typed acts as an operator.
    """
    phrases = []
    for term in terms(query):
        ending = "" if _CJK_CHARACTER.match(term) else "*"
        phrases.append(f'"{" ".join(indexable(term).split())}"{ending}')
    return " AND ".join(phrases)


def in_title(query: str, title: str) -> bool:
    """Whether every word of the query stands in a title."""
    folded, found = title.casefold(), terms(query)
    return bool(found) and all(term.casefold() in folded for term in found)


def snippet(text: str, query: str) -> tuple[str, str, str]:
    """The first place of a word of the query in the text: what is before, the word, what is after."""
    pattern = "|".join(re.escape(term) for term in sorted(terms(query), key=len, reverse=True))
    match = re.search(pattern, text, re.IGNORECASE) if pattern else None
    if match is None:
        return "", "", " ".join(text[: 2 * _CONTEXT].split())
    start = max(0, match.start() - _CONTEXT)
    before = " ".join(text[start : match.start()].split())
    if text[max(0, match.start() - 1)].isspace() and before:
        before += " "
    if start:
        before = "…" + before
    rest = text[match.end() : match.end() + 2 * _CONTEXT]
    after = " ".join(rest.split())
    return before, match.group(), f" {after}" if rest[:1].isspace() else after
