"""Colours of code. No Qt: runs on a worker thread; pygments is imported when first needed."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

LINE_LIMIT = 2000
BYTE_LIMIT = 200_000


class Role(Enum):
    KEYWORD = "keyword"
    NAME = "name"
    STRING = "string"
    NUMBER = "number"
    COMMENT = "comment"


Span = tuple[int, int, Role]
"""Start and length within a line, in UTF-16 units as Qt counts them."""


@lru_cache(maxsize=16)
def spans(code: str, language: str) -> tuple[tuple[Span, ...], ...]:
    """The coloured spans of each line; () when the language is unknown or the code too long."""
    if not language or len(code) > BYTE_LIMIT or code.count("\n") > LINE_LIMIT:
        return ()
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        lexer = get_lexer_by_name(language.lower(), stripnl=False, ensurenl=False)
    except ClassNotFound:
        return ()
    lines: list[list[Span]] = [[]]
    column = 0
    for kind, value in lexer.get_tokens(code):
        role = _role(str(kind))
        for number, part in enumerate(value.split("\n")):
            if number:
                lines.append([])
                column = 0
            length = len(part) if part.isascii() else len(part.encode("utf-16-le")) // 2
            if role is not None and length:
                lines[-1].append((column, length, role))
            column += length
    return tuple(tuple(line) for line in lines)


def _role(kind: str) -> Role | None:
    for prefix, role in (
        ("Token.Keyword", Role.KEYWORD),
        ("Token.Operator.Word", Role.KEYWORD),
        ("Token.Name.Function", Role.NAME),
        ("Token.Name.Class", Role.NAME),
        ("Token.Name.Tag", Role.NAME),
        ("Token.Literal.String", Role.STRING),
        ("Token.Literal.Number", Role.NUMBER),
        ("Token.Comment", Role.COMMENT),
    ):
        if kind.startswith(prefix):
            return role
    return None
