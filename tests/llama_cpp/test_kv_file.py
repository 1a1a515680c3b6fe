"""Conversations saved to files: they go on after loading, and bad files change nothing."""

from __future__ import annotations

import stat
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from geniex_desktop.errors import AppError

from .harness import Conversation, assistant, user

Make = Callable[..., Conversation]

UNUSABLE, UNREADABLE, TOO_LARGE = -100001, -100000, -200004

HEADER = struct.Struct("<8sIIQQQQQ")
VERSION, MODEL, TOKENS, DROPPED, BASE, STATE_BYTES = 1, 3, 4, 5, 6, 7
"""Indexes of the header's fields."""


@pytest.fixture
def saved(conversation: Make, tmp_path: Path) -> Path:
    """The file of a tiny conversation."""
    chat = conversation(n_ctx=512)
    chat.reply((user("Count to ten."),))
    path = tmp_path / "saved.kv"
    chat.save(path)
    return path


def checksum(data: bytes) -> int:
    """As the file format has it; see kv_file.cpp."""
    value = 0xCBF29CE484222325
    whole = len(data) // 8 * 8
    words = [*struct.unpack(f"<{whole // 8}Q", data[:whole]), *data[whole:]]
    for word in words:
        value = (value ^ word) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        value ^= value >> 32
    return value


def patched(data: bytes, index: int, value: int | bytes) -> bytes:
    fields = list(HEADER.unpack(data[: HEADER.size]))
    fields[index] = value
    return HEADER.pack(*fields) + data[HEADER.size :]


def test_conversation_goes_on_after_loading(conversation: Make, smollm2: Path, tmp_path: Path) -> None:
    first = (user("My name is Alice. Remember it."),)
    chat = conversation(smollm2, n_ctx=1024)
    reply = chat.reply(first, max_tokens=24)
    chat.save(tmp_path / "a.kv")
    held = chat.session.kv_tokens()

    other = conversation(smollm2, n_ctx=2048)  # another window is no other model
    other.load(tmp_path / "a.kv")
    assert other.session.kv_tokens() == held
    second = (*first, assistant(reply), user("What is my name?"))
    answer = other.reply(second, max_tokens=12)
    # Only what is new was evaluated, and the answer is the one of the undisturbed conversation.
    assert answer.profile.prompt_tokens == len(chat.rendered(second)) - len(held)
    assert answer.token_ids == chat.reply(second, max_tokens=12).token_ids


def test_prompt_with_only_the_new_text_is_appended(conversation: Make, smollm2: Path, tmp_path: Path) -> None:
    chat = conversation(smollm2)

    def ids(text: str) -> tuple[int, ...]:
        return chat.session.tokenize(text) or ()

    chat.continue_ids(ids("The secret password is swordfish. Nobody else knows it."), 4)
    chat.save(tmp_path / "a.kv")
    held = chat.session.kv_tokens()
    chat.reset()
    assert chat.session.kv_tokens() == ()
    chat.load(tmp_path / "a.kv")

    question = ids("\nI said it before: the secret password is")
    answer = chat.continue_ids(question, 4)
    assert answer.prompt_tokens == len(question)
    assert chat.session.kv_tokens()[: len(held) + len(question)] == (*held, *question)
    assert answer.text.startswith(" swordfish")
    # The client knows only what came after loading; repeating that reuses the cache.
    following = (*question, *answer.token_ids, *ids(" So it is"))
    before = len(chat.session.kv_tokens())
    third = chat.continue_ids(following, 4)
    assert third.prompt_tokens == len(held) + len(following) - before
    # The base of the client's conversation is saved, too.
    chat.save(tmp_path / "b.kv")
    chat.load(tmp_path / "b.kv")
    assert chat.continue_ids((*following, *third.token_ids, 5), 1).prompt_tokens == 2


def test_shifted_conversation_keeps_its_gap(conversation: Make, tmp_path: Path) -> None:
    chat = conversation(n_ctx=256)
    prompt = chat.rendered((user("Tell me a story."),))
    reply = chat.continue_ids(prompt, 400, ignore_eos=True)
    held = chat.session.kv_tokens()
    assert len(held) < len(prompt) + 400
    chat.save(tmp_path / "a.kv")
    other = conversation(n_ctx=256)
    other.load(tmp_path / "a.kv")
    assert other.session.kv_tokens() == held
    following = (*prompt, *reply.token_ids, *chat.rendered((user("Hello"),)))
    answers = [one.continue_ids(following, 8) for one in (chat, other)]
    assert answers[0] == answers[1]
    assert answers[1].prompt_tokens < 64


def test_empty_conversation_is_saved_and_loaded(conversation: Make, saved: Path, tmp_path: Path) -> None:
    chat = conversation(n_ctx=512)
    chat.save(tmp_path / "empty.kv")
    chat.load(saved)
    assert chat.session.kv_tokens()
    chat.load(tmp_path / "empty.kv")
    assert chat.session.kv_tokens() == ()
    assert chat.reply((user("Count to ten."),)).text == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."


def test_saving_replaces_and_leaves_nothing_else(saved: Path, conversation: Make) -> None:
    chat = conversation(n_ctx=512)
    chat.save(saved)
    assert [path.name for path in saved.parent.iterdir()] == [saved.name]
    if sys.platform != "win32":
        assert stat.S_IMODE(saved.stat().st_mode) == 0o600


def test_what_cannot_be_written_leaves_the_old_file(saved: Path, conversation: Make, tmp_path: Path) -> None:
    chat = conversation(n_ctx=512)
    (tmp_path / "folder").mkdir()
    before = saved.read_bytes()
    for path in (tmp_path / "nowhere" / "a.kv", tmp_path / "folder"):
        with pytest.raises(AppError) as caught:
            chat.save(path)
        assert caught.value.code == UNREADABLE
    assert saved.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "saved.kv"]


def assert_refused(chat: Conversation, path: Path, code: int, words: str) -> None:
    """The file is refused, and the conversation is as it was."""
    held = chat.session.kv_tokens()
    with pytest.raises(AppError) as caught:
        chat.load(path)
    assert caught.value.code == code
    assert words in caught.value.cause
    assert chat.session.kv_tokens() == held
    # The cache itself is whole, not only its record.
    sent = (user("Count to ten."),)
    assert chat.reply(sent).text == "1, 2, 3, 4, 5, 6, 7, 8, 9, 10."


@pytest.mark.parametrize("repaired", [False, True], ids=["checksum as it was", "checksum made right"])
@pytest.mark.parametrize(
    ("index", "value"),
    [
        (0, b"GGUF\0\0\0\0"),
        (VERSION, 2),
        (MODEL, 7),
        (TOKENS, 0),
        (TOKENS, 2**62),
        (TOKENS, 2**64 - 1),
        (DROPPED, 2**40),
        (DROPPED, 1),
        (BASE, 2**63),
        (STATE_BYTES, 0),
        (STATE_BYTES, 2**64 - 8),
    ],
)
def test_wrong_header(
    conversation: Make, saved: Path, index: int, value: int | bytes, repaired: bool
) -> None:
    data = patched(saved.read_bytes(), index, value)
    if repaired:
        data = data[:-8] + struct.pack("<Q", checksum(data[:-8]))
    saved.write_bytes(data)
    chat = conversation(n_ctx=512)
    chat.reply((user("Who are you?"),))
    assert_refused(chat, saved, UNUSABLE, "saved.kv")


def test_the_test_s_checksum_is_the_format_s(saved: Path) -> None:
    data = saved.read_bytes()
    assert struct.unpack("<Q", data[-8:])[0] == checksum(data[:-8])


@pytest.mark.parametrize("length", [0, 7, 55, 56, 63, 64, 500, -9, -8, -1])
def test_file_cut_off(conversation: Make, saved: Path, length: int) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[:length] if length >= 0 else data[: len(data) + length])
    assert_refused(conversation(n_ctx=512), saved, UNUSABLE, "saved.kv")


def test_flipped_bits_are_noticed(conversation: Make, saved: Path) -> None:
    data = bytearray(saved.read_bytes())
    chat = conversation(n_ctx=512)
    for position in range(3, len(data), len(data) // 23):
        data[position] ^= 0x10
        saved.write_bytes(data)
        assert_refused(chat, saved, UNUSABLE, "saved.kv")
        data[position] ^= 0x10


def test_state_that_the_engine_refuses_restores_what_was_there(conversation: Make, saved: Path) -> None:
    """A file with a right checksum around a nonsensical state."""
    data = saved.read_bytes()
    fields = HEADER.unpack(data[: HEADER.size])
    begin = HEADER.size + 4 * fields[TOKENS]
    for state in (
        b"\xff" * fields[STATE_BYTES],
        data[begin + 4 : -8] + b"\0" * 4,
        b"\0" * fields[STATE_BYTES],
    ):
        body = data[:begin] + state
        saved.write_bytes(body + struct.pack("<Q", checksum(body)))
        chat = conversation(n_ctx=512)
        chat.reply((user("Who are you?"),))
        assert_refused(chat, saved, UNUSABLE, "engine")


def test_other_model_and_smaller_window(
    conversation: Make, smollm2: Path, saved: Path, tmp_path: Path
) -> None:
    chat = conversation(n_ctx=512)
    chat.reply((user("Count to ten."),))
    conversation(smollm2).save(tmp_path / "smollm2.kv")
    assert_refused(chat, tmp_path / "smollm2.kv", UNUSABLE, "another model")

    large = conversation(n_ctx=1024)
    large.continue_ids(tuple(range(10, 410)), 1)
    large.save(tmp_path / "large.kv")
    small = conversation(n_ctx=256)
    assert_refused(small, tmp_path / "large.kv", TOO_LARGE, "400 tokens")


def test_missing_file_and_folder(conversation: Make, tmp_path: Path) -> None:
    chat = conversation()
    for path in (tmp_path / "nothing.kv", tmp_path):
        assert_refused(chat, path, UNREADABLE, path.name)
