"""Where a growing paragraph or list can be cut, so that only what comes after is drawn again. No Qt.

A cut is right when both sides, drawn apart, look as the whole does whatever still comes. Where that
is not certain there is none; what has ended is drawn as a whole in any case.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .display_text import HAIR_SPACE

MEMORY = 1000
"""Characters after which a mark that nothing has closed is taken for an ordinary character."""

_ITEM = re.compile(r"^(?:(?P<bullet>[-*+])|(?P<number>\d{1,9})(?P<mark>[.)]))[ \t]+\S", re.MULTILINE)
_OPEN = re.compile(r"(?<!\w)_(?=\S)|[*~](?=\S)|`|(?<![\w$])\$(?=\S)")
_PLAIN = re.compile(r"(?:(?!_)[\w ,.;:?!'\"()/%\-\u0590-\u109f\u2010-\u2027\u3001-\u301b\uff01-\uff65])+")
_WORD = 64
_KEY, _TRIES = 8, 4
_LINK_LIKE = re.compile(r"[:@]|www\.")


def last_item(live: str) -> int:
    """Where the last item of the list in `live` begins; 0 if there are not two of a kind."""
    first = _ITEM.search(live)
    # In a paragraph, a number is the beginning of a list only if it is 1.
    if first is None or (first.start() > 0 and not first["bullet"] and int(first["number"]) != 1):
        return 0
    cut = 0
    for item in _ITEM.finditer(live, first.end()):
        if item["bullet"] == first["bullet"] and item["mark"] == first["mark"]:
            cut = item.start()
    return cut


def line_start(live: str, above: str, below: str, draw: Callable[[str], str]) -> int:
    """Where in `live`, a paragraph drawn as `above` + `below`, the line at the head of `below` begins.

    `draw` answers the text that Markdown is drawn as. 0 if the paragraph cannot be cut there.
    """
    recent = above[-MEMORY:]
    if _OPEN.search(recent) or recent.count("[") > recent.count("]") or not below[:1].isalpha():
        return 0
    if any(live.rfind(opener) > live.rfind(closer) for opener, closer in (("\\(", "\\)"), ("\\[", "\\]"))):
        return 0
    if above[-1:].isascii() and below[0].isascii() and _LINK_LIKE.search(above.rpartition(" ")[2]):
        return 0
    begin = _PLAIN.match(below)
    if begin is None:
        return 0
    # A place is right if the rest of the source is drawn as this; marks make the source the longer one.
    key, source = begin.group()[:_KEY], live.rstrip().replace("\n", " ")
    end = len(source) - len(below.replace(HAIR_SPACE, "")) + len(key)
    for _ in range(_TRIES):
        place = source.rfind(key, 0, end)
        if place <= 0:
            return 0
        if draw(live[place:]) == below:
            return place
        end = place + len(key) - 1
    return 0


def plain_growth(live: str, added: str) -> str:
    """What to append to the drawn `live` for `added`; "" if that may change how the rest is drawn.

    `live` may end in a space, which Markdown does not draw before something follows it.
    """
    bare = live.rstrip(" ")
    line = bare[bare.rfind("\n") + 1 :]
    new = live[len(bare) :] + added
    word = last_word(bare)
    # With a letter in it, a line is of a kind that what follows in it does not change.
    if not _PLAIN.fullmatch(word + new) or "  " in new or not any(map(str.isalpha, line)):
        return ""
    if _LINK_LIKE.search(word + new.partition(" ")[0]) or _LINK_LIKE.search(added):
        return ""
    return new.rstrip(" ")


def last_word(text: str) -> str:
    """The end of a text from its last space on, so far as it matters to what follows."""
    return (text[-_WORD:].split() or [""])[-1]
