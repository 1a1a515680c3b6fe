"""Conversations in their database: what goes in comes out, after every kind of change."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from samples import PROFILE, ask, database, new_chat, open_store, texts

from geniex_desktop.chats.attachments import Attachment, Attachments, content_hash
from geniex_desktop.chats.conversation import Conversation, Role, State
from geniex_desktop.chats.records import ChatInfo, ChatOptions, Draft
from geniex_desktop.engine.types import Reply, Sampler
from geniex_desktop.errors import AppError, Blame


def test_a_reply_comes_back_with_tokens_figures_model_and_device(tmp_path: Path) -> None:
    ask(new_chat(open_store(tmp_path)), "What is a KV cache?", "Keys and values.")
    chat = open_store(tmp_path).open("k1")
    user, reply = chat.conversation.path()
    assert (user.text, user.role) == ("What is a KV cache?", Role.USER)
    assert (reply.text, reply.state, reply.token_ids) == ("Keys and values.", State.DONE, (5, 70_000, 3))
    assert (reply.profile, reply.device, reply.model) == (PROFILE, "NPU", "Tiny")
    assert chat.info.title == "What is a KV cache?"


def test_branches_and_the_one_shown_last_come_back(tmp_path: Path) -> None:
    conversation = new_chat(open_store(tmp_path))
    first = ask(conversation, "q1", "a1")
    ask(conversation, "q2", "a2")
    again = conversation.start_reply(first.parent)
    conversation.finish(again.id, Reply("a1 again", PROFILE, (), None), "CPU")
    conversation.edit_user(first.parent, "q1 better")
    conversation.select(first.parent)
    conversation.select(first.id)
    stored = open_store(tmp_path).open("k1").conversation
    assert texts(stored) == ["q1", "a1", "q2", "a2"]
    top, reply = stored.path()[:2]
    assert len(stored.siblings(top.id)) == 2
    assert [stored[i].text for i in stored.siblings(reply.id)] == ["a1", "a1 again"]


def test_a_reopened_chat_goes_on_where_it_was(tmp_path: Path) -> None:
    ask(new_chat(open_store(tmp_path)), "q1", "a1")
    store = open_store(tmp_path)
    conversation = store.open("k1").conversation
    conversation.journal = new_chat(store).journal
    ask(conversation, "q2", "a2")
    assert texts(open_store(tmp_path).open("k1").conversation) == ["q1", "a1", "q2", "a2"]


def test_pieces_of_a_running_reply_are_kept_and_replaced_by_the_whole(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    reply = conversation.start_reply(conversation.add_user("q").id)
    store.append_piece("k1", reply.id, "half ")
    store.append_piece("k1", reply.id, "an ans")
    cut = open_store(tmp_path).open("k1").conversation.path()[-1]
    assert (cut.text, cut.state) == ("half an ans", State.FAILED)
    assert cut.error is not None
    conversation.finish(reply.id, Reply("half an answer", PROFILE, (1,), None), "CPU")
    assert texts(open_store(tmp_path).open("k1").conversation) == ["q", "half an answer"]
    assert database(store).execute("SELECT count(*) FROM piece").fetchone() == (0,)


def test_an_interrupted_reply_is_made_whole_once_and_can_be_found(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    reply = conversation.start_reply(conversation.add_user("q").id)
    store.append_piece("k1", reply.id, "a walrus")
    later = open_store(tmp_path)
    assert (later.end_interrupted(), later.end_interrupted()) == (1, 0)
    assert [hit.message_id for hit in later.search("walrus")] == [2]
    # The window that was still writing has the last word.
    conversation.finish(reply.id, Reply("a zebra", PROFILE, (), None), "CPU")
    assert (later.search("walrus"), len(later.search("zebra"))) == ([], 1)


def test_continuing_a_reply_keeps_what_it_had_even_when_cut_short(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    reply = ask(conversation, "q", "once upon")
    conversation.continue_reply(reply.id)
    store.append_piece("k1", reply.id, " a time")
    again = open_store(tmp_path)
    again.end_interrupted()
    message = again.open("k1").conversation.path()[-1]
    assert (message.text, message.state, message.token_ids) == ("once upon a time", State.FAILED, ())
    assert [len(again.search(word)) for word in ("once", "time")] == [1, 1]


def test_a_failure_comes_back_with_all_it_said(tmp_path: Path) -> None:
    conversation = new_chat(open_store(tmp_path))
    reply = conversation.start_reply(conversation.add_user("q").id)
    error = AppError("Dead.", cause="Signal 9.", hint="Again.", detail="log", code=-7, blame=Blame.USER)
    conversation.fail(reply.id, error, "NPU")
    stored = open_store(tmp_path).open("k1").conversation.path()[-1].error
    assert stored is not None
    assert vars(stored) == vars(error)


def test_the_list_is_in_order_of_the_last_message_whatever_the_clock_says(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    first, second = new_chat(store, "first"), new_chat(store, "second")
    message = first.add_user("newest, by a clock that was set back")
    message.created = 5.0
    assert [chat.key for chat in store.chats()] == ["first", "second"]
    second.add_user("now this one")
    assert [chat.key for chat in open_store(tmp_path).chats()] == ["second", "first"]


def test_what_people_set_is_kept(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    store.rename("k1", "My title")
    store.set_pinned("k1", True)
    store.set_folder("k1", "Work")
    store.set_place("k1", "3:14")
    options = ChatOptions("Be brief.", Sampler(temperature=0.5, seed=7))
    store.set_options("k1", options)
    store.set_preset("Brief", options)
    store.set_preset("Gone", options)
    store.set_preset("Gone", None)
    store.remember("last", "k1")
    conversation.add_user("a message does not rename it")
    store.set_drafts("k1", (Draft("unsent"),))
    store = open_store(tmp_path)
    chat = store.open("k1")
    assert chat.info.named
    assert (chat.info.title, chat.info.pinned, chat.info.folder) == ("My title", True, "Work")
    assert (chat.drafts, chat.place, chat.options) == ((Draft("unsent"),), "3:14", options)
    assert (store.presets(), store.recall("last"), store.recall("none")) == ({"Brief": options}, "k1", "")


def test_sending_ends_the_draft(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    store.set_drafts("k1", (Draft("hel"),))
    conversation.add_user("hello")
    assert store.open("k1").drafts == ()


def test_sending_a_new_version_leaves_the_draft_of_the_next_message(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    for number in range(3):
        ask(conversation, f"q{number}", f"a{number}")
    edited = conversation.path()[2].id
    following, version = Draft("the next message"), Draft("q1 bett", edited=edited)
    store.set_drafts("k1", (following, version))
    assert open_store(tmp_path).open("k1").drafts == (following, version)
    conversation.edit_user(edited, "q1 better")
    assert open_store(tmp_path).open("k1").drafts == (following,)


def test_a_draft_keeps_what_is_attached_to_it(tmp_path: Path) -> None:
    store, files = open_store(tmp_path), Attachments(tmp_path / "attachments")
    conversation = new_chat(store)
    image = Attachment("image", files.put(b"pixels"), "a\ud83d.png", "image/png", 6, "3 × 2")
    note = Attachment("text", content_hash("größer".encode()), "a.txt", "text/plain", 8, "6", "größer")
    for key in ("k1", ""):
        store.set_drafts(key, (Draft("look", (image, note)),))
        store.set_drafts(key, (Draft("look at", (note, image)),))
    later = open_store(tmp_path)
    kept = (Draft("look at", (note, replace(image, name="a\ufffd.png"))),)
    assert (later.open("k1").drafts, later.drafts_of_new_chat()) == (kept, kept)
    conversation.add_user("look at this", (note, image))
    store.set_drafts("", ())
    assert (later.open("k1").drafts, later.drafts_of_new_chat()) == ((), ())


def test_what_a_draft_needs_is_not_swept(tmp_path: Path) -> None:
    store, files = open_store(tmp_path), Attachments(tmp_path / "attachments")
    hashes = [files.put(content) for content in (b"of the chat", b"of the new chat", b"of nobody")]
    mine, new = (Attachment("image", sha256, "a.png") for sha256 in hashes[:2])
    new_chat(store).add_user("look", (new,))
    store.set_drafts("k1", (Draft("", (mine,)),))
    store.set_drafts("", (Draft("", (new,)),))
    for sha256 in hashes:
        os.utime(files.path(sha256), (0, 0))
    store.sweep()
    assert [files.path(sha256).is_file() for sha256 in hashes] == [True, True, False]
    store.delete("k1")
    store.purge()
    assert [files.path(sha256).is_file() for sha256 in hashes] == [False, True, False]
    assert store.drafts_of_new_chat() == (Draft("", (new,)),)


def test_a_deleted_chat_is_gone_from_list_and_search_and_comes_back(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    ask(new_chat(store), "question", "a walrus")
    store.delete("k1")
    assert (store.chats(), store.search("walrus"), store.search("question")) == ([], [], [])
    store.undelete("k1")
    assert len(store.chats()) == 1
    assert len(store.search("walrus")) == 1
    store.delete("k1")
    store.purge()
    with pytest.raises(KeyError):
        store.open("k1")
    for table in ("chat", "message"):
        assert database(store).execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    assert database(store).execute("SELECT count(*) FROM word WHERE word MATCH 'walrus'").fetchone() == (0,)


def test_a_reply_of_a_chat_that_was_deleted_for_good_ends_quietly(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation = new_chat(store)
    reply = conversation.start_reply(conversation.add_user("question").id)
    store.delete("k1")
    store.purge("k1")
    store.append_piece("k1", reply.id, "half an")
    conversation.finish(reply.id, Reply("half an answer", PROFILE, (), None), "CPU")
    store.set_drafts("k1", (Draft("and more"),))
    store.set_pinned("k1", True)
    assert store.chats() == []
    assert database(store).execute("SELECT count(*) FROM piece").fetchone() == (0,)
    assert database(store).execute("SELECT count(*) FROM message").fetchone() == (0,)


def test_a_chat_of_thousands_of_turns_can_be_deleted(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    conversation, parent = Conversation(), 0
    for _ in range(1500):
        parent = conversation.start_reply(conversation.add_user("q").id).id
        conversation.finish(parent, Reply("a", PROFILE, (), None), "CPU")
    store.add_all(ChatInfo("long", created=1.0, updated=1.0), ChatOptions(), conversation)
    assert len(store.open("long").conversation.path()) == 3000
    store.delete("long")
    store.purge("long")
    assert database(store).execute("SELECT count(*) FROM message").fetchone() == (0,)


def test_attachments_come_back_and_leave_with_their_last_message(tmp_path: Path) -> None:
    store, files = open_store(tmp_path), Attachments(tmp_path / "attachments")
    shared = Attachment("image", files.put(b"shared"), "a.png", "image/png", 6, "3 × 2")
    alone = Attachment("audio", files.put(b"alone"), "b.wav", "audio/wav", 5, "2 s")
    new_chat(store).add_user("look", (shared, alone))
    new_chat(store, "k2").add_user("look again", (shared,))
    assert open_store(tmp_path).open("k1").conversation.path()[0].parts == (shared, alone)
    store.delete("k1")
    store.purge()
    assert files.path(shared.sha256).read_bytes() == b"shared"
    assert not files.path(alone.sha256).exists()
    with pytest.raises(ValueError, match="SHA-256"):
        files.path("../../../etc/passwd")


def test_what_was_attached_and_never_sent_leaves_after_a_day(tmp_path: Path) -> None:
    store, files = open_store(tmp_path), Attachments(tmp_path / "attachments")
    hashes = [files.put(content) for content in (b"sent", b"forgotten", b"fresh", b"again")]
    new_chat(store).add_user("look", (Attachment("image", hashes[0], "a.png"),))
    for sha256 in (hashes[0], hashes[1], hashes[3]):
        os.utime(files.path(sha256), (0, 0))
    files.put(b"again")
    store.sweep()
    assert [files.path(sha256).is_file() for sha256 in hashes] == [True, False, True, True]


def test_documents_come_back_with_their_text(tmp_path: Path) -> None:
    note = Attachment("text", content_hash("größer".encode()), "a.txt", "text/plain", 8, "6", "größer")
    new_chat(open_store(tmp_path)).add_user("look", (note,))
    assert open_store(tmp_path).open("k1").conversation.path()[0].parts == (note,)


def test_two_windows_may_write_to_one_chat(tmp_path: Path) -> None:
    one, two = open_store(tmp_path), open_store(tmp_path)
    ask(new_chat(one), "q", "a")
    left, right = one.open("k1").conversation, two.open("k1").conversation
    left.journal, right.journal = new_chat(one).journal, new_chat(two).journal
    ask(left, "left", "to the left")
    ask(right, "right", "to the right")
    stored = open_store(tmp_path).open("k1").conversation
    fork = [stored[i].text for i in stored.siblings(stored.path()[2].id)]
    assert fork == ["left", "right"]
    assert len(stored) == 6


def test_halves_of_characters_and_nul_do_no_harm(tmp_path: Path) -> None:
    conversation = new_chat(open_store(tmp_path))
    conversation.add_user("broken \ud83d here, whole \ud83d\ude00, nul \0 end")
    assert texts(open_store(tmp_path).open("k1").conversation) == [
        "broken \ufffd here, whole \U0001f600, nul \0 end"
    ]


def test_a_damaged_figure_does_not_keep_a_chat_from_opening(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    ask(new_chat(store), "q", "a")
    database(store).execute("UPDATE message SET profile = '{\"ttft\": \"x\"}', tokens = x'0102'")
    database(store).execute("UPDATE chat SET options = '[]', shown = 999")
    reply = open_store(tmp_path).open("k1").conversation.path()[-1]
    assert (reply.text, reply.profile, reply.token_ids) == ("a", None, ())
