"""Text from outside made safe to show."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geniex_desktop.ui.chat.display_text import (
    MATH_MARK,
    UNBROKEN_LIMIT,
    emphasis_beside_cjk,
    markdown,
    one_line,
    visible,
    without_markup,
)


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31mred\x00", "␛[31mred␀"),
        ("a\u202ebc", "a[RLO]bc"),
        ("x\u2066y\u2069", "x[LRI]y[PDI]"),
        ("a\x85b", "a[U+0085]b"),
        ("keep\n\ttab", "keep\n\ttab"),
        ("dos\r\nline", "dos\nline"),
        ("hid\U000e0041\U000e0042den", "hidden"),
        ("a\u200b\u200b\u200b\u200b\u200bb", "ab"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("e" + "\u0301" * 40, "e" + "\u0301" * 8),
        ("مرحبا", "مرحبا"),
    ],
)
def test_control_and_hidden_characters_become_visible_or_go(raw: str, shown: str) -> None:
    assert visible(raw) == shown


def test_a_mebibyte_without_a_break_is_cut_into_lines() -> None:
    lines = visible("x" * 2**20).split("\n")
    assert max(map(len, lines)) == UNBROKEN_LIMIT
    assert "".join(lines) == "x" * 2**20


@given(st.text())
def test_nothing_shown_holds_a_control_character(text: str) -> None:
    assert not [c for c in visible(text) if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160]


def test_one_line_is_one_short_line() -> None:
    assert one_line("a\nb\t c") == "a b c"
    assert len(one_line("x" * 5000)) == 200


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("so $a_1*b_2*c$ is", f"so `{MATH_MARK}a₁*b₂*c` is"),
        ("costs $5 and $6", "costs $5 and $6"),
        (r"with \(x_1\) and \[y\]", f"with `{MATH_MARK}x₁` and `{MATH_MARK}y`"),
        ("$$\na\n+b\n$$", f"`{MATH_MARK}a\u2028+b`"),
        ("code `$x$` stays", "code `$x$` stays"),
    ],
)
def test_mathematics_is_kept_whole(raw: str, shown: str) -> None:
    assert markdown(raw) == shown


def test_emphasis_ending_in_chinese_punctuation_gets_the_space_that_commonmark_wants() -> None:
    assert emphasis_beside_cjk("这是**重点。**后面") == "这是**重点。**\u200a后面"
    assert emphasis_beside_cjk("plain **bold** text") == "plain **bold** text"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("in the **wetland park** and `so_on()`", "in the wetland park and so_on()"),
        ("# A title", "A title"),
        ("> a quotation", "a quotation"),
        ("one | two", "one  two"),
        ("C# and #12, a_b", "C# and #12, a_b"),
    ],
)
def test_a_few_words_for_a_list_have_no_markup(written: str, shown: str) -> None:
    assert without_markup(written) == shown
