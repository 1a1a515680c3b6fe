"""Makes text from a model, a file or a person safe to show. Pure functions, no Qt.

What is shown may differ from what is stored; copying and the model get the stored text.
"""

from __future__ import annotations

import re

from .math_text import readable

UNBROKEN_LIMIT = 4096
"""Longest run without white space that the text layout is given; its cost is quadratic in it."""
_MARKS_PER_BASE = 8
HAIR_SPACE = "\u200a"
"""Put by `emphasis_beside_cjk`; taken out again when a selection is copied."""
MATH_MARK = "\ue000"
"""At the start of a code span: it is mathematics, to be drawn as such."""
LINE_SEPARATOR = "\u2028"

_BIDI_NAMES = {
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
}
_PICTURES: dict[int, str] = {
    **{code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\n\t"},
    0x7F: "\u2421",
    **{code: f"[U+{code:04X}]" for code in range(0x80, 0xA0)},
    0x2028: "\n",
    0x2029: "\n",
    **{code: f"[{name}]" for code, name in _BIDI_NAMES.items()},
}
_TAGS = re.compile("[\U000e0000-\U000e007f]+")
_ZERO_WIDTH_RUN = re.compile("[\u200b-\u200d\u2060\ufeff]{4,}")
_MARKS = re.compile(
    f"([\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]{{{_MARKS_PER_BASE}}})[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]+"
)
_UNBROKEN = re.compile(rf"(\S{{{UNBROKEN_LIMIT}}})(?=\S)")
_CODE_SPAN = re.compile(r"(`+)(?!`)(?:.|\n)*?(?<!`)\1(?!`)")
_CJK = "\u2e80-\u303f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef"
_STRONG = re.compile(r"(?<![*\\])(\*\*\*|\*\*|\*)(?=[^\s*])([^*\n]+?)(?<=[^\s*])\1(?!\*)")
_MARKUP = re.compile(r"\*+|~~|`+|(?<=\s)\|(?=\s)|^\s*(?:#{1,6}|>)\s", re.MULTILINE)
_MATH = re.compile(
    r"\$\$(?P<display>.+?)\$\$|\\\[(?P<bracket>.+?)\\\]|\\\((?P<paren>.+?)\\\)"
    r"|(?<![\w$\\])\$(?P<dollar>[^\s$](?:[^$\n]*[^\s$])?)\$(?![\d$])",
    re.DOTALL,
)


def visible(text: str) -> str:
    """Control and direction characters as marks, hidden characters gone, endless runs cut into lines."""
    text = text.replace("\r\n", "\n").translate(_PICTURES)
    text = _TAGS.sub("", text)
    text = _ZERO_WIDTH_RUN.sub("", text)
    text = _MARKS.sub(r"\1", text)
    return _UNBROKEN.sub(r"\1\n", text)


def one_line(text: str, limit: int = 200) -> str:
    """A name or title from outside for a label: one line, no hidden characters, not endless."""
    flat = " ".join(visible(text[: limit * 4]).split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def without_markup(text: str) -> str:
    """A piece of a reply without the signs of Markdown: a few words for a list, not the whole meaning."""
    return _MARKUP.sub("", text)


def markdown(text: str) -> str:
    """A reply's text as it goes into the Markdown reader: visible, with mathematics readable and kept
    whole (as marked code) and emphasis beside Chinese punctuation working."""
    parts: list[str] = []
    position = 0
    text = visible(text).replace(MATH_MARK, "")
    for span in _CODE_SPAN.finditer(text):
        parts.append(_outside_code(text[position : span.start()]))
        parts.append(span.group())
        position = span.end()
    parts.append(_outside_code(text[position:]))
    return "".join(parts)


def _outside_code(text: str) -> str:
    return _MATH.sub(_math_as_code, emphasis_beside_cjk(text))


def _math_as_code(match: re.Match[str]) -> str:
    source = next(group for group in match.groups() if group is not None)
    shown = MATH_MARK + readable(source).replace("\n", LINE_SEPARATOR)
    return f"`` {shown} ``" if "`" in shown else f"`{shown}`"


def emphasis_beside_cjk(text: str) -> str:
    """CommonMark wants white space beside emphasis that ends in punctuation; Chinese writes none."""

    def spaced(match: re.Match[str]) -> str:
        mark, inner = match.group(1), match.group(2)
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        left = HAIR_SPACE if before and _is_cjk(before) and not inner[0].isalnum() else ""
        right = HAIR_SPACE if after and _is_cjk(after) and not inner[-1].isalnum() else ""
        return f"{left}{mark}{inner}{mark}{right}"

    return _STRONG.sub(spaced, text)


def _is_cjk(char: str) -> bool:
    return re.match(f"[{_CJK}]", char) is not None
