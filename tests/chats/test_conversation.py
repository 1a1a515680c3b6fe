"""The message tree: sending, editing, asking again, branches and what the model is given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geniex_desktop.chats.conversation import Conversation, Message, Role, State
from geniex_desktop.engine.types import ChatMessage, ProfileData, Reply
from geniex_desktop.errors import AppError

PROFILE = ProfileData(0.1, 0, 0.1, 1.0, 5, 3, 50.0, 3.0, 0, 0, "eos")


def answered(conversation: Conversation, question: str, answer: str) -> Message:
    reply = conversation.start_reply(conversation.add_user(question).id)
    conversation.append(reply.id, answer[:2])
    conversation.finish(reply.id, Reply(answer, PROFILE, (7, 8), None), "CPU")
    return reply


def shown(conversation: Conversation) -> list[str]:
    return [message.text for message in conversation.path()]


def test_a_reply_goes_from_waiting_over_streaming_to_done() -> None:
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user("q").id)
    assert reply.state is State.WAITING
    conversation.append(reply.id, "an")
    assert (reply.state, reply.text) == (State.STREAMING, "an")
    conversation.finish(reply.id, Reply("answer", PROFILE, (1,), None), "NPU")
    assert (reply.state, reply.text, reply.token_ids, reply.device) == (State.DONE, "answer", (1,), "NPU")


def test_asking_again_keeps_the_old_reply_as_a_sibling() -> None:
    conversation = Conversation()
    first = answered(conversation, "q", "one")
    second = conversation.start_reply(first.parent)
    conversation.finish(second.id, Reply("two", PROFILE, (), None), "CPU")
    assert shown(conversation) == ["q", "two"]
    assert conversation.siblings(second.id) == (first.id, second.id)
    conversation.select(first.id)
    assert shown(conversation) == ["q", "one"]


def test_editing_makes_a_branch_and_loses_nothing() -> None:
    conversation = Conversation()
    answered(conversation, "q1", "a1")
    last = answered(conversation, "q2", "a2")
    edited = conversation.edit_user(last.parent, "q2 better")
    assert shown(conversation) == ["q1", "a1", "q2 better"]
    conversation.select(last.parent)
    assert shown(conversation) == ["q1", "a1", "q2", "a2"]
    assert conversation.siblings(edited.id) == (last.parent, edited.id)


def test_a_branch_remembers_what_was_shown_below_it() -> None:
    conversation = Conversation()
    first = answered(conversation, "q", "a")
    answered(conversation, "q2", "a2")
    conversation.edit_user(first.parent, "other")
    conversation.select(first.parent)
    assert shown(conversation) == ["q", "a", "q2", "a2"]


def test_history_is_the_line_to_the_question_with_the_replies_own_tokens() -> None:
    conversation = Conversation()
    answered(conversation, "q1", "a1")
    question = conversation.add_user("q2")
    assert conversation.history(question.id, "be brief") == (
        ChatMessage("system", "be brief"),
        ChatMessage("user", "q1"),
        ChatMessage("assistant", "a1", (7, 8)),
        ChatMessage("user", "q2"),
    )


def test_a_reply_that_failed_before_its_first_word_leaves_roles_alternating() -> None:
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user("q1").id)
    conversation.fail(reply.id, AppError("dead"), "CPU")
    question = conversation.add_user("q2")
    assert conversation.history(question.id) == (ChatMessage("user", "q1\n\nq2"),)


def test_what_a_failed_reply_had_said_stays_in_the_history() -> None:
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user("q1").id)
    conversation.append(reply.id, "half an")
    conversation.fail(reply.id, AppError("dead"), "CPU")
    question = conversation.add_user("q2")
    assert conversation.history(question.id)[1] == ChatMessage("assistant", "half an")
    assert reply.state is State.FAILED


def test_wrong_use_is_refused() -> None:
    conversation = Conversation()
    reply = answered(conversation, "q", "a")
    with pytest.raises(ValueError, match="already ended"):
        conversation.append(reply.id, "more")
    with pytest.raises(ValueError, match="answers a user"):
        conversation.start_reply(reply.id)
    with pytest.raises(ValueError, match="can be edited"):
        conversation.edit_user(reply.id, "x")
    with pytest.raises(KeyError):
        conversation[0]
    with pytest.raises(KeyError):
        conversation.select(99)


@given(
    st.lists(
        st.tuples(st.sampled_from(["ask", "again", "edit", "select"]), st.integers(0, 1000)), max_size=40
    )
)
def test_any_sequence_keeps_every_message_and_a_sound_path(actions: list[tuple[str, int]]) -> None:
    conversation = Conversation()
    ids: list[int] = []
    for name, number in actions:
        users = [i for i in ids if conversation[i].role is Role.USER]
        if name == "ask" or not ids:
            reply = answered(conversation, f"q{number}", f"a{number}")
            ids += [reply.parent, reply.id]
        elif name == "again":
            reply = conversation.start_reply(users[number % len(users)])
            conversation.finish(reply.id, Reply("r", PROFILE, (), None), "")
            ids.append(reply.id)
        elif name == "edit":
            ids.append(conversation.edit_user(users[number % len(users)], "e").id)
        else:
            conversation.select(ids[number % len(ids)])
        path = conversation.path()
        assert [message.parent for message in path[1:]] == [message.id for message in path[:-1]]
        assert len({message.id for message in path}) == len(path)
    assert len(conversation) == len(set(ids))
