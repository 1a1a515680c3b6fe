"""Replies that other chats have stumbled over, and what a reader sees of them here."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFont, QTextBlock
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from geniex_desktop.ui.chat.browser import SafeBrowser
from geniex_desktop.ui.chat.display_text import HAIR_SPACE
from geniex_desktop.ui.chat.math_text import readable
from geniex_desktop.ui.chat.prose import ProseWriter
from geniex_desktop.ui.chat.reply_text import Kind, ReplyText
from geniex_desktop.ui.chat.tool_row import read_call

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


def shown(qtbot: QtBot, raw: str, piece: int = 0) -> SafeBrowser:
    """The prose of a reply, arriving whole or in pieces of so many characters."""
    view = SafeBrowser()
    qtbot.addWidget(view)
    writer = ProseWriter(view.document())
    text = ReplyText()
    for start in range(0, len(raw), piece or len(raw)):
        text.feed(raw[start : start + (piece or len(raw))])
        for block in text.blocks:
            writer.show(block)
    text.finish()
    for block in text.blocks:
        writer.show(block)
    view.resize(600, max(1, view.height_for(600)))
    return view


def plain(view: SafeBrowser) -> str:
    return view.toPlainText().replace(HAIR_SPACE, "")


def paragraphs(view: SafeBrowser) -> list[QTextBlock]:
    found = []
    block = view.document().firstBlock()
    while block.isValid():
        found.append(block)
        block = block.next()
    return found


def bold_text(view: SafeBrowser) -> str:
    result = ""
    for block in paragraphs(view):
        iterator = block.begin()
        while not iterator.atEnd():
            fragment = iterator.fragment()
            if fragment.charFormat().fontWeight() >= QFont.Weight.Bold.value:
                result += fragment.text()
            iterator += 1
    return result


def cut(raw: str) -> list[tuple[Kind, str]]:
    return [(block.kind, block.text().strip()) for block in ReplyText(raw, finished=True).blocks]


@pytest.mark.parametrize("piece", [0, 1])
@pytest.mark.parametrize(
    ("raw", "bold"),
    [
        ("这是**重点。**后面", "重点。"),
        ("**「注意」**请看", "「注意」"),
        ("* **具体：**与其说", "具体："),
    ],
)
def test_emphasis_beside_chinese_punctuation_is_bold(
    app: QApplication, qtbot: QtBot, raw: str, bold: str, piece: int
) -> None:
    view = shown(qtbot, raw, piece)
    assert "*" not in plain(view)
    assert bold_text(view) == bold


@pytest.mark.parametrize("raw", ["naïve 😀 中文 é(e\u0301)", FAMILY, "flag 🇨🇳 and " + FAMILY])
def test_emoji_and_combined_characters_that_arrive_in_pieces_are_whole(
    app: QApplication, qtbot: QtBot, raw: str
) -> None:
    assert shown(qtbot, raw, 1).toPlainText() == raw


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("from $148+ → $19 today", "from $148+ → $19 today"),
        ("it costs **$5** or $6", "it costs $5 or $6"),
        ("so $x$ and $y_1$", "so x and y₁"),
        (r"with \(e=5.2\frac{\$}{€}\) each", "with e=5.2$/€ each"),
        ("$$\nE = mc^2\n$$", "E = mc²"),
        (r"\[\sum_{i=1}^{n} x_i^2 \leq \infty\]", "∑ᵢ₌₁ⁿ xᵢ² ≤ ∞"),
    ],
)
def test_money_stays_money_and_mathematics_is_readable(
    app: QApplication, qtbot: QtBot, raw: str, text: str
) -> None:
    assert shown(qtbot, raw).toPlainText() == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\frac{-b \pm \sqrt{b^2-4ac}}{2a}", "(-b ± √(b²-4ac))/2a"),
        (r"\mathbb{R}^n \to \mathbb{C}", "ℝⁿ → ℂ"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a = b\nc = d"),
        (r"\hat{y} = \text{softmax}(Wx+b)", "y\u0302 = softmax(Wx+b)"),
        (r"x^{\alpha+1}, 90^\circ, \sqrt[3]{8}", "x^(α+1), 90°, ³√8"),
        (r"\unknown{x} \{a\}", r"\unknown{x} {a}"),
    ],
)
def test_a_formula_in_one_line(source: str, text: str) -> None:
    assert readable(source) == text


@given(st.text(st.sampled_from("\\{}^_$ab1frac sqrt&"), max_size=300))
def test_no_formula_is_too_broken_to_show(source: str) -> None:
    assert isinstance(readable(source), str)


THOUGHTS = [
    (
        "<think>The tag `</think>` ends it. So I write.</think>Done.",
        "The tag `</think>` ends it. So I write.",
    ),
    ('<think>They say "</think>" here.</think>Done.', 'They say "</think>" here.'),
    ("abc</think>Done.", "abc"),
    ('<think>I call <tool_call>{"name":"x"}</tool_call> maybe</think>Done.', None),
    ("<thinking>long</thinking>\n\nDone.", "long"),
]


@pytest.mark.parametrize("piece", [1, 2, 5, 1000])
@pytest.mark.parametrize(("raw", "thought"), THOUGHTS)
def test_the_thinking_is_told_from_the_answer(raw: str, thought: str | None, piece: int) -> None:
    text = ReplyText()
    for start in range(0, len(raw), piece):
        text.feed(raw[start : start + piece])
    text.finish()
    assert [block.kind for block in text.blocks] == [Kind.THINKING, Kind.PROSE]
    assert text.answer() == "Done."
    if thought is not None:
        assert text.blocks[0].text() == thought


def test_a_reply_cut_off_in_its_thinking_has_no_answer() -> None:
    assert cut("<think>I wonder") == [(Kind.THINKING, "I wonder")]
    assert ReplyText("<think>I wonder", finished=True).answer() == ""


CALL = '<tool_call>\n{"name": "weather", "arguments": {"city": "Köln"}}\n</tool_call>'


@pytest.mark.parametrize("piece", [1, 3, 7, 1000])
def test_a_tool_call_between_its_tags_is_a_block_of_its_own(piece: int) -> None:
    raw = f"Let me look.\n{CALL}\nThere."
    text = ReplyText()
    for start in range(0, len(raw), piece):
        text.feed(raw[start : start + piece])
        assert not any("<tool" in block.text() for block in text.blocks)
    text.finish()
    assert [block.kind for block in text.blocks] == [Kind.PROSE, Kind.TOOL, Kind.PROSE]
    assert read_call(text.blocks[1].text()) == ("weather", '{\n  "city": "Köln"\n}')


@pytest.mark.parametrize(
    "raw",
    [
        '```json\n{"name": "weather", "arguments": {}}\n```',
        '{"name": "weather", "arguments": {}}',
        "the tag `<tool_call>` opens one",
    ],
)
def test_json_alone_is_never_a_tool_call(raw: str) -> None:
    assert Kind.TOOL not in [kind for kind, _ in cut(raw)]


@pytest.mark.parametrize("source", ['{"name": "x", "argu', "[1]", '{"name": 3}', "[" * 5000, ""])
def test_what_is_no_call_is_not_read_as_one(source: str) -> None:
    assert read_call(source) is None


def test_each_paragraph_finds_its_own_direction_and_code_stays_left_to_right(
    app: QApplication, qtbot: QtBot
) -> None:
    view = shown(qtbot, "مرحبا بالعالم.\n\nEnglish again.\n\nשלום עולם\n\n- قائمة")
    directions = [block.textDirection() for block in paragraphs(view) if block.text()]
    right, left = Qt.LayoutDirection.RightToLeft, Qt.LayoutDirection.LeftToRight
    assert directions == [right, left, right, right]


def test_tables_tasks_and_nested_lists_are_drawn_as_such(app: QApplication, qtbot: QtBot) -> None:
    view = shown(qtbot, "| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n  - deeper\n\n~~gone~~")
    assert [frame.rows() for frame in view.document().rootFrame().childFrames()] == [2]
    markers = [block.blockFormat().marker() for block in paragraphs(view) if block.textList()]
    assert [marker.name for marker in markers] == ["Checked", "Unchecked", "NoMarker"]
    assert "~~" not in plain(view)


@pytest.mark.parametrize(
    "raw", ["if a<b and c>d then vector<int> x", "<details>more</details> end", "<script>x</script> end"]
)
def test_nothing_after_an_angle_bracket_is_lost(app: QApplication, qtbot: QtBot, raw: str) -> None:
    assert shown(qtbot, raw, 1).toPlainText() == raw


def test_a_screen_reader_reads_the_answer_by_caret(app: QApplication, qtbot: QtBot) -> None:
    view = shown(qtbot, "Hello **world**")
    view.show()
    text = QAccessible.queryAccessibleInterface(view).textInterface()
    assert text.text(0, text.characterCount()) == "Hello world"
