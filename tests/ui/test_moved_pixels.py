"""What stays in view is moved, not painted anew; the screen must show what painting would."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import Bench

from geniex_desktop.chats.conversation import Conversation, State

SECTION = (
    "## Heading\n\nSome **bold** words and `code`, in a paragraph that is long enough to wrap.\n\n"
    "- first\n- second\n\n> a quotation\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n\n"
)


def differing(bench: Bench) -> int:
    """Rows of pixels of the transcript in which the screen is not what painting gives."""
    view = bench.chat.transcript.viewport()
    corner = view.mapTo(bench.window, view.rect().topLeft())
    screen = bench.window.screen().grabWindow(bench.window.winId())
    seen = screen.copy(corner.x(), corner.y(), view.width(), view.height()).toImage()
    painted = bench.window.grab().copy(corner.x(), corner.y(), view.width(), view.height()).toImage()
    format_ = QImage.Format.Format_RGB32
    seen, painted = seen.convertToFormat(format_), painted.convertToFormat(format_)
    assert seen.size() == painted.size()
    width = seen.bytesPerLine()
    one, other = bytes(seen.constBits()), bytes(painted.constBits())
    return sum(one[at : at + width] != other[at : at + width] for at in range(0, len(one), width))


def fill(bench: Bench) -> tuple[Conversation, int]:
    conversation = Conversation()
    for _ in range(6):
        reply = conversation.start_reply(conversation.add_user("Why is that so? " * 8).id)
        reply.text, reply.state = SECTION * 2, State.DONE
    reply = conversation.start_reply(conversation.add_user("Go on").id)
    bench.controller.conversation = conversation
    bench.controller.reset.emit()
    return conversation, reply.id


def test_scrolling_leaves_no_trace(open_bench: Bench, qtbot: QtBot) -> None:
    fill(open_bench)
    bar = open_bench.chat.transcript.verticalScrollBar()
    qtbot.wait(50)
    for step in (-60, -60, -7, 300, -900, -1, -333, 60, 60, 5000):
        bar.setValue(bar.value() + step)
        open_bench.window.repaint()
        qtbot.wait(1)
        qtbot.waitUntil(lambda: differing(open_bench) == 0)


@pytest.mark.parametrize("text", ["word and " * 300, SECTION * 4, "```\n" + "a line of code = 1\n" * 60])
def test_a_growing_reply_leaves_no_trace(open_bench: Bench, qtbot: QtBot, script: Script, text: str) -> None:
    conversation, reply = fill(open_bench)
    qtbot.wait(50)
    for start in range(0, len(text), 9):
        conversation.append(reply, text[start : start + 9])
        open_bench.controller.reply_changed.emit(reply)
        qtbot.wait(1)
        if start % 90 == 0:
            qtbot.waitUntil(lambda: differing(open_bench) == 0)
    qtbot.waitUntil(lambda: differing(open_bench) == 0)
