"""A text file as text: its encoding found out, its length bounded."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

MOST_CHARS = 200_000
"""Characters of a document that are taken; far more than most contexts hold."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HIGH_RUNS = re.compile(rb"[\x80-\xff]+")
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_SAMPLE = 64 * 1024
_MOST_CONTROLS = 0.01


@dataclass(frozen=True, slots=True)
class Document:
    """Attributes:
    encoding: As Python names it.
    whole: Nothing was cut off.
    """

    text: str
    encoding: str
    whole: bool


def read_document(content: bytes, whole: bool = True) -> Document | None:
    """The text in a file's bytes, or None when they are none. `whole`: these are all of its bytes."""
    text, encoding = _decode(content)
    sample = text[:_SAMPLE]
    if len(_CONTROLS.findall(sample)) > _MOST_CONTROLS * len(sample):
        return None
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Document(text[:MOST_CHARS], encoding, whole and len(text) <= MOST_CHARS)


def _decode(content: bytes) -> tuple[str, str]:
    """Never fails: what no encoding explains comes out as Western European."""
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace"), encoding
    try:
        # A character cut in two by the bound on the bytes is no fault of the file's.
        return codecs.getincrementaldecoder("utf-8")().decode(content), "utf-8"
    except UnicodeDecodeError:
        pass
    encoding = _wide(content) or _chinese(content) or "cp1252"
    return content.decode(encoding, "replace"), encoding


def _wide(content: bytes) -> str:
    """UTF-16 without a mark, by the zero bytes of its Latin letters, spaces and line ends."""
    sample = content[:_SAMPLE]
    half = max(1, len(sample) // 2)
    if sample[1::2].count(0) > 0.3 * half and sample[::2].count(0) < 0.05 * half:
        return "utf-16-le"
    if sample[::2].count(0) > 0.3 * half and sample[1::2].count(0) < 0.05 * half:
        return "utf-16-be"
    return ""


def _chinese(content: bytes) -> str:
    """GB 18030, whose characters are mostly pairs of high bytes; in Western texts those stand alone."""
    runs = _HIGH_RUNS.findall(content[:_SAMPLE])
    pairs = sum(len(run) % 2 == 0 for run in runs)
    if not runs or pairs < 0.8 * len(runs):
        return ""
    try:
        codecs.getincrementaldecoder("gb18030")().decode(content)
    except UnicodeDecodeError:
        return ""
    return "gb18030"
