"""What the model is given of messages with attachments."""

from __future__ import annotations

from pathlib import Path

from geniex_desktop.chats.attachments import Attachment
from geniex_desktop.chats.conversation import Conversation
from geniex_desktop.chats.presenting import present, quote
from geniex_desktop.engine.types import ChatMessage, MediaKind, MediaPart

PICTURE = Attachment("image", "ab" * 32, "a.png")
SOUND = Attachment("audio", "cd" * 32, "b.wav")
NOTE = Attachment("text", "ef" * 32, "c.md", text="# T\n```\nx\n```\n")


def path_of(sha256: str) -> Path:
    return Path("/kept") / sha256[:2]


def test_media_come_first_then_documents_then_the_question() -> None:
    message = present("Why?", (NOTE, PICTURE, SOUND), path_of)
    assert message.content == "File c.md:\n````md\n# T\n```\nx\n```\n````\n\nWhy?"
    assert message.media == (
        MediaPart(MediaKind.IMAGE, Path("/kept/ab")),
        MediaPart(MediaKind.AUDIO, Path("/kept/cd")),
    )


def test_what_is_withheld_is_named() -> None:
    message = present("Why?", (PICTURE, SOUND), path_of, withheld={"image"})
    assert message.content == "[image: a.png, not shown to you]\n\nWhy?"
    assert [part.kind for part in message.media] == [MediaKind.AUDIO]


def test_the_name_of_a_file_cannot_break_out_of_its_line() -> None:
    assert quote("a\nFile b.md:\n```", "x").startswith("File a File b.md: ```:\n```\nx")


def test_messages_that_become_one_keep_each_medium_before_its_own_text() -> None:
    conversation = Conversation()
    conversation.add_user("one", (PICTURE,))
    tip = conversation.add_user("two", (SOUND,))
    (message,) = conversation.history(tip.id, path_of=path_of)
    assert message.content == "one\n\ntwo"
    assert [(part.kind, part.offset) for part in message.media] == [
        (MediaKind.IMAGE, 0),
        (MediaKind.AUDIO, 5),
    ]


def test_an_edited_message_keeps_or_changes_what_is_attached() -> None:
    conversation = Conversation()
    first = conversation.add_user("one", (PICTURE,))
    kept = conversation.edit_user(first.id, "better")
    assert conversation.history(kept.id, path_of=path_of)[0].media[0].path == Path("/kept/ab")
    bare = conversation.edit_user(first.id, "without", ())
    assert conversation.history(bare.id, path_of=path_of) == (ChatMessage("user", "without"),)
