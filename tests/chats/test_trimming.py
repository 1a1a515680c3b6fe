"""Whole turns are left out, the oldest first, and never the last."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.chats.trimming import first_sent, turns_to_leave_out, with_draft, without_oldest
from geniex_desktop.engine.types import ChatMessage, MediaKind, MediaPart

SYSTEM = ChatMessage("system", "Be kind.")


def chat(*texts: str) -> tuple[ChatMessage, ...]:
    return tuple(
        ChatMessage("user" if place % 2 == 0 else "assistant", text) for place, text in enumerate(texts)
    )


def test_the_oldest_turns_go_and_the_system_prompt_stays() -> None:
    messages = (SYSTEM, *chat("a", "b", "c", "d", "e"))
    assert without_oldest(messages, 1) == (SYSTEM, *chat("c", "d", "e"))
    assert without_oldest(messages, 9) == (SYSTEM, *chat("e"))
    assert without_oldest(messages, 0) == messages
    assert without_oldest((SYSTEM,), 3) == (SYSTEM,)


def test_a_draft_joins_an_unanswered_message() -> None:
    assert with_draft(chat("a", "b"), ChatMessage("user", "c")) == chat("a", "b", "c")
    assert with_draft(chat("a"), ChatMessage("user", "c")) == chat("a\n\nc")
    assert with_draft(chat("a"), ChatMessage("user", "  \n")) == chat("a")


@given(st.lists(st.integers(1, 200), min_size=1, max_size=12), st.integers(1, 2000))
def test_as_few_turns_go_as_make_room(sizes: list[int], room: int) -> None:
    messages = chat(*("x" * size for size in sizes))
    total = sum(sizes)
    count = turns_to_leave_out(messages, total, room)
    left = sum(len(message.content) for message in without_oldest(messages, count))
    turns = (len(sizes) + 1) // 2
    assert left <= room or count == turns - 1
    if count:
        more = sum(len(message.content) for message in without_oldest(messages, count - 1))
        assert more > room


def test_what_an_image_takes_counts_where_it_stands() -> None:
    image = MediaPart(MediaKind.IMAGE, Path("a.png"))
    first, *others = chat("x" * 10, "y" * 10, "z" * 10, "y" * 10, "x" * 10)
    sent = (replace(first, media=(image,)), *others)
    assert turns_to_leave_out(sent, 150, 60, lambda _part: 100) == 1
    assert turns_to_leave_out(sent, 150, 60) == 2
    assert turns_to_leave_out((*others[1:], sent[0]), 150, 60, lambda _part: 100) == 2


def test_an_image_without_words_is_a_message_too() -> None:
    image = ChatMessage("user", "", media=(MediaPart(MediaKind.IMAGE, Path("a.png")),))
    assert with_draft(chat("a", "b"), image) == (*chat("a", "b"), image)


def test_the_place_in_the_path_follows_the_turns_that_are_sent() -> None:
    conversation = Conversation()
    for text in ("one", "two", "three"):
        reply = conversation.start_reply(conversation.add_user(text).id)
        reply.text, reply.state = ("" if text == "one" else "answer"), State.FAILED
    path = conversation.path()
    # The first reply is empty, so its question and the next are one turn.
    assert [first_sent(path, count) for count in range(4)] == [0, 4, 4, 4]
    history = conversation.history(path[-1].id)
    assert without_oldest(history, 1)[0].content == "three"
