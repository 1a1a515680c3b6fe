"""Export to Markdown, HTML and JSON, and import of JSON that may be hostile."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

import pytest
from samples import ask, new_chat, open_store, texts

from geniex_desktop.chats.attachments import Attachment, content_hash, kept_in
from geniex_desktop.chats.exports import file_name, to_html, to_json, to_markdown
from geniex_desktop.chats.imports import read_chats
from geniex_desktop.chats.records import ChatOptions, StoredChat
from geniex_desktop.chats.store import ChatStore
from geniex_desktop.engine.types import Reply, Sampler
from geniex_desktop.errors import AppError

PICTURE = Attachment("image", "ab" * 32, "<b>.png", "image/png", 10, "3 × 2")


def sample(store: ChatStore) -> StoredChat:
    conversation = new_chat(store)
    conversation.add_user("look at <script>alert(1)</script> & say", (PICTURE,))
    reply = conversation.start_reply(1)
    text = "It is `x < y`:\n\n```python\nif a < b:\n    pass\n```\nDone."
    conversation.finish(reply.id, Reply(text, None, (1, 2), None), "CPU", "Tiny")  # type: ignore[arg-type]
    ask(conversation, "second", "two")
    conversation.edit_user(3, "second, edited")
    store.set_options("k1", ChatOptions("Be brief.", Sampler(top_k=1)))
    store.rename("k1", "Title & <more>")
    return store.open("k1")


def test_json_brings_back_every_branch(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    chat = sample(store)
    (back,) = read_chats(to_json([chat]).encode()).chats
    assert back.info.key != chat.info.key
    assert (back.info.title, back.info.named, back.options) == ("Title & <more>", True, chat.options)
    assert back.conversation.messages() == chat.conversation.messages()
    store.add_all(back.info, back.options, back.conversation)
    again = store.open(back.info.key)
    assert texts(again.conversation) == texts(chat.conversation)
    assert to_json([again]) == to_json([chat])


def test_markdown_has_speakers_text_and_attachments(tmp_path: Path) -> None:
    text = to_markdown(sample(open_store(tmp_path)))
    assert text.startswith("# Title & <more>\n\n## You\n\n*📎 <b>.png 3 × 2*\n")
    assert "## Tiny\n\nIt is `x < y`:" in text
    assert "second, edited" in text
    assert "two" not in text


def test_html_holds_no_markup_of_the_chat_and_loads_nothing(tmp_path: Path) -> None:
    page = to_html(sample(open_store(tmp_path)))
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; say" in page
    assert "&lt;b&gt;.png" in page
    assert "<title>Title &amp; &lt;more&gt;</title>" in page
    assert "<pre><code>if a &lt; b:\n    pass</code></pre>" in page
    assert "default-src 'none'" in page


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("A/B: what? <x>", "A B what x.md"),
        ("..", "Chat.md"),
        ("con", "Chat con.md"),
        ("../../etc/passwd", "etc passwd.md"),
        ("周末", "周末.md"),
        ("", "Chat.md"),
        ("a" * 300, "a" * 80 + ".md"),
        ("trailing. ", "trailing.md"),
    ],
)
def test_titles_become_file_names_that_every_system_takes(title: str, name: str) -> None:
    assert file_name(title, "md") == name


def document(*messages: dict[str, Any], **chat: Any) -> bytes:
    content = {
        "format": "geniex-desktop-chats",
        "version": 1,
        "chats": [{"title": "t", "messages": list(messages), **chat}],
    }
    return json.dumps(content).encode()


USER = {"id": 1, "parent": None, "role": "user", "text": "q"}
REPLY = {"id": 2, "parent": 1, "role": "assistant", "text": "a", "state": "done"}


@pytest.mark.parametrize(
    ("content", "cause"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe\x00", "no JSON"),
        (b"[" * 200_000, "no JSON"),
        (b"[]", "not made by this app"),
        (b'{"format": "geniex-desktop-chats", "version": 2, "chats": []}', "newer version"),
        (b'{"format": "geniex-desktop-chats", "version": 1, "chats": {}}', "no list of objects"),
        (b'{"format": "geniex-desktop-chats", "version": 1, "chats": [1]}', "no list of objects"),
        (b'{"format": "geniex-desktop-chats", "version": 1, "chats": [{}]}', "messages are no list"),
        (document({**USER, "id": 0}), "no number"),
        (document({**USER, "id": True}), "no number"),
        (document({**USER, "id": 2**40}), "no number"),
        (document(USER, USER), "no number of its own"),
        (document({**USER, "role": "system"}), "neither the user nor the model"),
        (document({**USER, "parent": 1}), "answers nothing"),
        (document({**USER, "parent": 2}, {**REPLY, "parent": 1}), "answers nothing"),
        (document({**REPLY, "parent": None}), "answers nothing"),
        (document(USER, {**USER, "id": 2, "parent": 1}), "answers nothing"),
        (document({**USER, "text": None}), "no text"),
        (document({**USER, "text": ["q"]}), "no text"),
        (document({**USER, "parts": [{"kind": "image", "sha256": "../../x"}]}), "no known kind"),
        (document({**USER, "parts": [{"kind": "exe", "sha256": "ab" * 32}]}), "no known kind"),
        (document({**USER, "parts": [{"kind": [], "sha256": "ab" * 32}]}), "no known kind"),
        (document({**USER, "role": []}), "neither the user nor the model"),
    ],
)
def test_a_file_that_says_what_cannot_be_is_refused_with_the_reason(content: bytes, cause: str) -> None:
    with pytest.raises(AppError) as caught:
        read_chats(content)
    assert caught.value.text == "The file could not be imported."
    assert cause in caught.value.cause


def test_odd_details_are_left_out_and_the_text_is_kept(tmp_path: Path) -> None:
    odd = {
        **REPLY,
        "created": 1e300,
        "token_ids": [1, -5],
        "profile": {"ttft": 1e999},
        "thinking_seconds": "long",
        "chosen": "x",
        "error": 5,
        "state": "streaming",
        "model": {"a": 1},
        "text": "lone \ud800 half",
    }
    content = document(USER, odd, title="x" * 5000, created=-1, shown=77, options={"sampler": {"seed": "s"}})
    (chat,) = read_chats(content).chats
    reply = chat.conversation.path()[-1]
    assert (reply.text, reply.token_ids, reply.profile, reply.model) == ("lone \ufffd half", (), None, "")
    assert 1.6e9 < reply.created < 2.5e11
    assert len(chat.info.title) == 1000
    assert chat.options == ChatOptions()
    store = open_store(tmp_path)
    store.add_all(chat.info, chat.options, chat.conversation)
    assert texts(store.open(chat.info.key).conversation) == ["q", "lone \ufffd half"]


def test_mutated_files_are_read_or_refused_and_nothing_else(tmp_path: Path) -> None:
    whole = to_json([sample(open_store(tmp_path))]).encode()
    chance = random.Random(5)
    outcomes = set()
    for _ in range(600):
        content = bytearray(whole)
        for _ in range(chance.choice((1, 2, 20))):
            at = chance.randrange(len(content))
            content[at : at + chance.choice((0, 1, 5))] = chance.choice(
                (b"", b"0", b"-", b"null", b"}", b'"')
            )
        try:
            read_chats(bytes(content))
            outcomes.add("read")
        except AppError:
            outcomes.add("refused")
    assert outcomes == {"read", "refused"}


def test_json_takes_attachments_along_to_another_machine(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    files = kept_in(here)
    picture = Attachment("image", files.put(b"pixels"), "a.png", "image/png", 6, "3 × 2")
    note = Attachment("text", content_hash("größer".encode()), "a.txt", "text/plain", 8, "", "größer")
    new_chat(open_store(here)).add_user("look", (picture, note))
    imported = read_chats(to_json([open_store(here).open("k1")], files.read).encode())
    assert imported.contents == (b"pixels",)
    store = open_store(there)
    for content in imported.contents:
        kept_in(there).put(content)
    (chat,) = imported.chats
    store.add_all(chat.info, chat.options, chat.conversation)
    (message,) = store.open(chat.info.key).conversation.path()
    assert message.parts == (picture, note)
    assert kept_in(there).read(picture.sha256) == b"pixels"


@pytest.mark.parametrize(
    ("attachments", "cause"),
    [
        (["x"], "no object"),
        ({"ab" * 32: "!"}, "no base64"),
        ({"ab" * 32: base64.b64encode(b"other").decode()}, "not those that its messages name"),
        ({"ab" * 32: 5}, "not those that its messages name"),
    ],
)
def test_bytes_that_are_not_those_promised_are_refused(attachments: object, cause: str) -> None:
    values = {"format": "geniex-desktop-chats", "version": 1, "chats": [], "attachments": attachments}
    with pytest.raises(AppError) as caught:
        read_chats(json.dumps(values).encode())
    assert cause in caught.value.cause


def test_html_holds_the_images_and_markdown_the_documents(tmp_path: Path) -> None:
    files = kept_in(tmp_path)
    picture = Attachment("image", files.put(b"pixels"), "<a>.png", "image/png", 6)
    note = Attachment("text", content_hash(b"if a < b:"), "a.py", "text/plain", 9, "", "if a < b:")
    new_chat(open_store(tmp_path)).add_user("look", (picture, note))
    chat = open_store(tmp_path).open("k1")
    page = to_html(chat, content_of=files.read)
    assert '<img alt="&lt;a&gt;.png" src="data:image/png;base64,cGl4ZWxz">' in page
    assert "<pre>if a &lt; b:</pre>" in page
    assert "img-src data:" in page
    assert "<img" not in to_html(chat, content_of=lambda _sha256: None)
    assert "```py\nif a < b:\n```" in to_markdown(chat)
