"""When a reply counts as one that repeats itself."""

from __future__ import annotations

import random

import pytest

from geniex_desktop.chats.repetition import (
    FEWEST_TIMES,
    LONGEST_SPAN,
    SHORTEST_RUN,
    Repetition,
    repeated_span,
)

SENTENCE = "The answer is that the answer is what it is. "


@pytest.mark.parametrize("span", ["G", "@", " !", "ha ", "嗨", "\n", SENTENCE, "x" * 100 + "y" * 100])
@pytest.mark.parametrize("before", ["", "An answer that begins well, and then: "])
def test_what_is_written_again_and_again_is_found(span: str, before: str) -> None:
    found = repeated_span(before + span * 500)
    assert len(found) == len(span)
    assert found in span * 2


@pytest.mark.parametrize(
    "text",
    [
        "",
        "G" * (SHORTEST_RUN - 1),
        "-" * 120 + "\n",
        SENTENCE * (FEWEST_TIMES - 1),
        ("x" * LONGEST_SPAN + "y") * 20,
        "G" * 1000 + " and on it goes",
        "\n".join(f"| {n} | {n * n} | 0 | 0 | 0 |" for n in range(200)),
    ],
)
def test_what_is_not_endless_is_left_alone(text: str) -> None:
    assert repeated_span(text) == ""


def test_no_ordinary_text_counts() -> None:
    chance = random.Random(7)
    words = ["".join(chance.choice("abcdefgh") for _ in range(chance.randrange(1, 8))) for _ in range(50)]
    assert repeated_span(" ".join(chance.choice(words) for _ in range(2000))) == ""


@pytest.mark.parametrize("piece", [1, 7, 1000])
def test_it_is_noticed_while_the_reply_grows_and_forgotten_when_it_goes_on(piece: int) -> None:
    follower = Repetition()
    text = "All is well. " * 3 + "G" * 600
    for start in range(0, len(text), piece):
        follower.feed(text[start : start + piece])
    assert follower.span == "G"
    follower.feed("Back to the question, which was about something else entirely, namely the weather." * 2)
    assert follower.span == ""
