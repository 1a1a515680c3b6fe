"""Text files of any encoding as text, and what is none."""

from __future__ import annotations

import pytest

from geniex_desktop.chats.documents import MOST_CHARS, read_document

GERMAN = "Größe: 5 µm, naïve Übung\r\nzweite Zeile\n"
CHINESE = "今天天气很好，我们去公园散步。\n第二行。\n"


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        (GERMAN, "utf-8", "utf-8"),
        (GERMAN, "utf-8-sig", "utf-8"),
        (GERMAN, "utf-16", "utf-16-le"),
        (GERMAN, "utf-16-le", "utf-16-le"),
        (GERMAN, "utf-16-be", "utf-16-be"),
        (GERMAN, "utf-32", "utf-32-le"),
        (GERMAN, "cp1252", "cp1252"),
        (CHINESE, "utf-8", "utf-8"),
        (CHINESE, "gb18030", "gb18030"),
        ("plain ascii", "ascii", "utf-8"),
    ],
)
def test_the_encoding_is_found_out(text: str, encoding: str, found: str) -> None:
    document = read_document(text.encode(encoding))
    assert document is not None
    assert document.text == text.replace("\r\n", "\n")
    assert (document.encoding, document.whole) == (found, True)


def test_binary_content_is_no_text() -> None:
    assert read_document(bytes(range(256)) * 20) is None
    assert read_document(b"\x7fELF\x02\x01\x01" + b"\x00" * 64) is None


def test_a_long_text_is_cut_and_that_is_known() -> None:
    document = read_document(b"x" * (MOST_CHARS + 1))
    assert document is not None
    assert (len(document.text), document.whole) == (MOST_CHARS, False)


def test_a_character_cut_by_the_bound_does_not_change_the_encoding() -> None:
    document = read_document("日本語".encode()[:-1], whole=False)
    assert document is not None
    assert (document.text, document.encoding, document.whole) == ("日本", "utf-8", False)
