"""Full-text search in every script, and titles made from what was asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import ask, new_chat, open_store

from geniex_desktop.chats import words
from geniex_desktop.chats.titles import title_of


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("greet", {"english"}),
        ("GREETING hour", {"english"}),
        ("hour banana", set()),
        ("周末", {"chinese"}),
        ("末去", {"chinese"}),
        ("公园", {"chinese"}),
        ("西湖", set()),
        ("café", {"accents"}),
        ("cafe", {"accents"}),
        ("приве", {"accents"}),
        ('"greeting', {"english"}),
        ("greeting* OR (NEAR", set()),
        ("", set()),
        ("*", set()),
    ],
)
def test_search_finds_words_and_beginnings_in_any_script(tmp_path: Path, query: str, found: set[str]) -> None:
    store = open_store(tmp_path)
    ask(new_chat(store, "english"), "Write a function", "It takes the hour; greetings depend on it.")
    ask(new_chat(store, "chinese"), "周末去哪里玩", "可以去公园散步。")
    ask(new_chat(store, "accents"), "Un café?", "Привет!")
    assert {hit.info.key for hit in store.search(query)} == found


def test_a_hit_names_the_message_and_shows_its_place(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    ask(new_chat(store), "first", "nothing here " * 20 + "but a walrus swims " + "and so on " * 20)
    hit = store.search("walr")[0]
    conversation = store.open("k1").conversation
    assert hit.message_id == conversation.path()[1].id
    assert (hit.found, hit.after.startswith("us swims")) == ("walr", True)
    assert hit.before.startswith("…")
    assert hit.before.endswith("but a ")


def test_titles_are_searched_too_and_come_first(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    ask(new_chat(store, "text"), "x", "the packing of trips")
    new_chat(store, "title")
    store.rename("title", "Trip packing list")
    assert [hit.info.key for hit in store.search("trip")] == ["title", "text"]


@given(st.text())
def test_no_query_is_an_error_of_the_index(query: str) -> None:
    expression = words.match_expression(query)
    assert expression.count('"') % 2 == 0
    assert all(part.startswith('"') for part in expression.split(" AND ") if part)


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Write a Python function that greets", "Write a Python function that greets"),
        ("# **Explain** `KV cache`\n\nplease", "Explain KV cache please"),
        ("Hi. What is the capital of France?", "Hi. What is the capital of France?"),
        ("What is in this photo? I took it in June.", "What is in this photo?"),
        (
            "周末去哪里玩？我喜欢爬山和安静的地方，也喜欢美食。",
            "周末去哪里玩？我喜欢爬山和安静的地方，也喜欢美食。",
        ),
        ("word " * 30, "word word word word word word word word word…"),
        ("```python\nprint(1)\n```", "```python print(1) ```"),
        ("  \n ", ""),
    ],
)
def test_a_title_is_the_first_sentence_without_markup(text: str, title: str) -> None:
    assert title_of(text) == title


@given(st.text(max_size=400))
def test_titles_are_short_single_lines(text: str) -> None:
    title = title_of(text)
    assert len(title) <= 49
    assert "\n" not in title
