"""Cutting a reply into blocks, whatever the pieces it arrives in."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from geniex_desktop.ui.chat.reply_text import PROSE_LIMIT, Block, Kind, ReplyText

SAMPLE = (
    "<think>hmm `</x>`\nok</think>\n\nHello **w**\n\n- a\n\n- b\n\n"
    "```python\ndef f():\n  '</think>'\n```\nmore\n\nend `x"
)
FRAGMENTS = st.sampled_from(
    [
        "<think>",
        "</think>",
        "```",
        "```py\n",
        "~~~\n",
        "\n",
        "\n\n",
        "- a\n",
        "1. b\n",
        "word ",
        "`",
        "<",
        "  ",
        "> q\n",
        "<thi",
    ]
)


def summary(text: ReplyText) -> list[tuple[Kind, str, str, bool]]:
    return [(block.kind, block.language, block.text(), block.closed) for block in text.blocks]


def kinds(raw: str) -> list[Kind]:
    return [block.kind for block in ReplyText(raw, finished=True).blocks]


@given(st.lists(FRAGMENTS, max_size=30).map("".join), st.lists(st.integers(1, 9), min_size=1))
@example(SAMPLE, [1])
@example(SAMPLE, [3, 1, 7])
def test_the_pieces_do_not_matter(raw: str, cuts: list[int]) -> None:
    streamed = ReplyText()
    position = turn = 0
    while position < len(raw):
        size = cuts[turn % len(cuts)]
        streamed.feed(raw[position : position + size])
        position, turn = position + size, turn + 1
    streamed.finish()
    assert summary(streamed) == summary(ReplyText(raw, finished=True))


def test_thinking_prose_and_code_are_told_apart() -> None:
    text = ReplyText(SAMPLE, finished=True)
    assert [block.kind for block in text.blocks] == [Kind.THINKING, Kind.PROSE, Kind.CODE, Kind.PROSE]
    assert text.blocks[0].text() == "hmm `</x>`\nok"
    assert text.blocks[2].language == "python"
    assert text.blocks[2].text() == "def f():\n  '</think>'\n"
    assert "hmm" not in text.answer()


def test_a_closing_tag_without_an_opener_makes_all_before_it_thinking() -> None:
    text = ReplyText("I wonder.\n\nYes.</think>\nAnswer", finished=True)
    assert [(b.kind, b.text()) for b in text.blocks] == [
        (Kind.THINKING, "I wonder.\n\nYes."),
        (Kind.PROSE, "Answer"),
    ]


@pytest.mark.parametrize("raw", ["use `</think>` to end", "```html\n</think>\n```\n", "a <think> later"])
def test_tags_inside_code_or_in_the_middle_are_text(raw: str) -> None:
    assert Kind.THINKING not in kinds(raw)


def test_a_closed_block_never_changes_again() -> None:
    text = ReplyText()
    frozen: dict[int, tuple[str, Block]] = {}
    for char in SAMPLE * 3:
        text.feed(char)
        for index, block in enumerate(text.blocks):
            if block.closed:
                before = frozen.setdefault(index, (block.text(), block))
                assert before == (block.text(), block)
    assert frozen


def test_finished_pieces_of_open_prose_stay_while_the_tail_grows() -> None:
    text = ReplyText("first paragraph\n\nsecond ")
    block = text.blocks[0]
    assert (block.pieces, block.tail) == (["first paragraph\n\n"], "second ")
    text.feed("grows")
    assert (block.pieces, block.tail) == (["first paragraph\n\n"], "second grows")


def test_an_unclosed_fence_is_code_to_the_end() -> None:
    text = ReplyText("```\nx = 1\ny", finished=True)
    assert summary(text) == [(Kind.CODE, "", "x = 1\ny", True)]


def test_the_beginning_of_a_fence_is_not_shown_as_text() -> None:
    text = ReplyText("intro\n\n``")
    assert text.blocks[0].text() == "intro\n\n"


def test_no_block_grows_without_end() -> None:
    for raw in ("word " * 100_000, "x" * 500_000, "a line\n\n" * 50_000, "```\n" + "code\n" * 60_000):
        text = ReplyText(raw, finished=True)
        assert max(block.size for block in text.blocks) < 70_000
        assert "".join(block.text() for block in text.blocks).replace("\n", "") == raw.removeprefix(
            "```\n"
        ).replace("\n", "")
    assert len(ReplyText("p\n\n" * PROSE_LIMIT, finished=True).blocks) > 1
