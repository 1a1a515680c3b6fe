"""A reply's growing end: what is cut off is not drawn again, and nobody sees where."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtGui import QTextCursor
from pytestqt.qtbot import QtBot

from geniex_desktop.ui.chat import prose
from geniex_desktop.ui.chat.continued import position_of, seams, selected_text
from geniex_desktop.ui.chat.live_tail import last_item, line_start, plain_growth
from geniex_desktop.ui.chat.message_rows import ProseRow
from geniex_desktop.ui.chat.reply_text import ReplyText
from geniex_desktop.ui.chat.rows import Row, RowKey, RowKind

WIDTH = 420
WORDS = "Some of the words are **bold**, one is `code`, and [one](https://a.example/x) is a link; more. "
TEXTS = {
    "a paragraph": WORDS * 24,
    "a paragraph in short lines": "\n".join(["Lines that were broken at", "some place, by *habit*."] * 40),
    "Chinese": "这是一个没有空格的**很长的段落。**后面还有更多的文字，用来测量它的每一行。" * 50,
    "Arabic": "هذا **نص** عربي طويل جدا ويستمر في سطور كثيرة حتى النهاية. " * 50,
    "English in an Arabic paragraph": "هذا نص عربي. " + "English words go on and on in it. " * 60,
    "emoji": "Faces 😀👨‍👩‍👧 in a paragraph that is long enough to wrap. " * 40,
    "marks that stay open": "It costs $5 and 2 * 3 is _six and [so on, they say; a_b is a name. " * 30,
    "a list": "- an item with **bold** words\n- another one\n  - and one below it\n" * 20,
    "a numbered list": "".join(f"{n}. item `{n}` of a list that is enough to wrap\n" for n in range(3, 30)),
    "a list of paragraphs": "1. The first is so.\n\n   And goes on.\n\n2. The next is so.\n\n" * 12,
    "tasks under a paragraph": "To do:\n" + "- [ ] this is still to do\n- [x] and this is done\n" * 15,
    "years that are no list": "It was so in\n" + "2019. Then it was not so until the summer of\n" * 25,
    "a word without end": "x" * 3000,
    "addresses": "See https://a.example/" + "path/" * 60 + " and www.b.example for it. " * 40,
}


def lines(view: ProseRow) -> list[tuple[str, str, int, bool]]:
    """Text, number in its list, indent and direction of each paragraph, without the seams."""
    joined = set(seams(view.document()))
    found: list[tuple[str, str, int, bool]] = []
    block = view.document().firstBlock()
    while block.isValid():
        if block.position() - 1 in joined:
            found[-1] = (found[-1][0] + block.text(), *found[-1][1:])
        else:
            items = block.textList()
            number, indent = (items.itemText(block), items.format().indent()) if items else ("", 0)
            found.append((block.text(), number, indent, block.textDirection().name == "RightToLeft"))
        block = block.next()
    return found


@contextmanager
def uncut(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as patch:
        patch.setattr(prose, "_LONG", 10**9)
        patch.setattr(prose, "last_item", lambda _live: 0)
        yield


def row(text: ReplyText) -> Row:
    return Row(RowKey(RowKind.PROSE, 1), block=text.blocks[0])


@pytest.fixture
def view(app: object, qtbot: QtBot) -> ProseRow:
    return new_view(qtbot)


def new_view(qtbot: QtBot) -> ProseRow:
    view = ProseRow(None, None)  # type: ignore[arg-type]
    qtbot.addWidget(view)
    return view


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("piece", [1, 7])
def test_the_growing_end_looks_as_if_drawn_at_once(
    app: object, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, view: ProseRow, name: str, piece: int
) -> None:
    raw, text = TEXTS[name], ReplyText()
    raw = raw[: 700 * piece]
    for number, start in enumerate(range(0, len(raw), piece)):
        text.feed(raw[start : start + piece])
        if not text.blocks:
            continue
        view.show_row(row(text))
        height = view.height_for(WIDTH)
        begun = any(map(str.isalpha, raw[: start + piece].rpartition("\n")[2].replace("[x]", "")))
        if (number % 37 and start + piece < len(raw)) or not begun:
            continue
        with uncut(monkeypatch):
            whole = new_view(qtbot)
            whole.show_row(row(text))
            assert lines(view) == lines(whole)
            assert abs(height - whole.height_for(WIDTH)) <= 1
    text.finish()
    view.show_row(row(text))
    whole = new_view(qtbot)
    whole.show_row(row(ReplyText(raw, finished=True)))
    assert view.document().toHtml() == whole.document().toHtml()


def grow(view: ProseRow, raw: str, piece: int = 6) -> ReplyText:
    text = ReplyText()
    for start in range(0, len(raw), piece):
        text.feed(raw[start : start + piece])
        if text.blocks:
            view.show_row(row(text))
            view.height_for(WIDTH)
    return text


@pytest.mark.parametrize("name", ["a paragraph", "Chinese", "a list", "a numbered list"])
def test_only_the_end_is_drawn_again(view: ProseRow, name: str) -> None:
    text = grow(view, TEXTS[name])
    touched: list[int] = []
    view.document().contentsChange.connect(lambda position, _removed, _added: touched.append(position))
    end = view.document().characterCount()
    for word in (" and", " so **on**", " it", " goes"):
        text.feed(word)
        view.show_row(row(text))
        view.height_for(WIDTH)
    assert touched
    assert min(touched) > end - 700


def test_a_plain_word_is_only_appended(view: ProseRow) -> None:
    text = grow(view, TEXTS["a paragraph"][:300])
    changes: list[tuple[int, int]] = []
    view.document().contentsChange.connect(lambda _position, gone, come: changes.append((gone, come)))
    text.feed(" word")
    view.show_row(row(text))
    assert changes == [(0, len(" word"))]


def test_what_is_selected_stays_selected_and_is_copied_without_seams(view: ProseRow) -> None:
    raw = "One word after the other, and more of them. " * 40
    text = grow(view, raw[:900])
    cursor = view.textCursor()
    cursor.setPosition(position_of(view.document(), 100))
    cursor.setPosition(position_of(view.document(), 780), QTextCursor.MoveMode.KeepAnchor)
    view.setTextCursor(cursor)
    selected = selected_text(view.textCursor())
    assert selected == raw[100:780]
    for start in range(900, len(raw), 6):
        text.feed(raw[start : start + 6])
        view.show_row(row(text))
        view.height_for(WIDTH)
        assert selected_text(view.textCursor()) == selected
    assert len(seams(view.document())) > 1
    assert view.createMimeDataFromSelection().text() == selected
    text.finish()
    view.show_row(row(text))
    assert not seams(view.document())
    assert view.createMimeDataFromSelection().text() == selected


@pytest.mark.parametrize("name", ["a paragraph", "Chinese", "a numbered list"])
def test_another_width_breaks_the_lines_anew(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, view: ProseRow, name: str
) -> None:
    text = grow(view, TEXTS[name][:2000])
    for width in (300, 700, WIDTH):
        height = view.height_for(width)
        with uncut(monkeypatch):
            whole = new_view(qtbot)
            whole.show_row(row(text))
            assert height == whole.height_for(width)
            assert lines(view) == lines(whole)


@pytest.mark.parametrize(
    ("live", "cut"),
    [
        ("- a\n- b", 4),
        ("- a\n  - b", 0),
        ("- a\n* b", 0),
        ("- a\n- b\n- ", 4),
        ("text\n- a\n- b\n", 9),
        ("text\n2019. a\n2020. b", 0),
        ("text\n1. a\n2. b", 10),
        ("3. a\n4. b", 5),
        ("no list", 0),
    ],
)
def test_where_the_last_item_of_a_list_begins(live: str, cut: int) -> None:
    assert last_item(live) == cut


@pytest.mark.parametrize(
    ("live", "above", "below", "cut"),
    [
        ("some words and more", "some words ", "and more", 11),
        ("some **words** and more", "some words ", "and more", 15),
        ("some **words and more", "some **words ", "and more", 0),
        ("see [words and more", "see [words ", "and more", 0),
        ("see [1] and more", "see [1] ", "and more", 8),
        ("in 2020. And more", "in ", "2020. And more", 0),
        ("\\(x and more", "(x ", "and more", 0),
        ("words and then **more**", "words ", "and then more", 6),
        ("words **and more**", "words ", "and more", 8),
        ("https://a.example/pathmore", "https://a.example/path", "more", 0),
    ],
)
def test_where_a_paragraph_can_be_cut(live: str, above: str, below: str, cut: int) -> None:
    assert line_start(live, above, below, lambda text: text.replace("**", "").strip()) == cut


@pytest.mark.parametrize(
    ("live", "added", "new"),
    [
        ("some wor", "ds", "ds"),
        ("some ", "words ", " words"),
        ("some **bold** ", "word", ""),
        ("some **bold** word", " more", " more"),
        ("2020", ".", ""),
        ("- [x", "] done", ""),
        ("see www", ".a.example", ""),
        ("a line", "\n", ""),
        ("a line\n", "more", ""),
        ("a &am", "p", ""),
    ],
)
def test_what_is_only_appended(live: str, added: str, new: str) -> None:
    assert plain_growth(live, added) == new
