"""Long replies and long chats: what made other windows stand still."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot
from window_bench import Bench, wait

from geniex_desktop.chats.conversation import Conversation, Message, State
from geniex_desktop.ui.chat.rows import Row
from geniex_desktop.ui.chat.transcript import Transcript

PARAGRAPH = (
    "Some **bold** words, `code` and 这是**重点。**后面 in a paragraph long enough to wrap.\n\n- item\n\n"
)


def ask(bench: Bench, reply: str) -> None:
    bench.script.reply = reply
    bench.script.pause_s = 0.0005
    assert bench.controller.send("Go on")


def last(bench: Bench) -> Message:
    return bench.controller.conversation.path()[-1]


def test_forty_two_thousand_characters_into_a_thousand_messages(open_bench: Bench, qtbot: QtBot) -> None:
    bench = open_bench
    conversation = Conversation()
    for number in range(500):
        reply = conversation.start_reply(conversation.add_user(f"Question {number}").id)
        reply.text, reply.state = PARAGRAPH * 4, State.DONE
    bench.controller.show(conversation)
    text = (PARAGRAPH + "```python\nx = 1\n```\n\n") * 400
    assert len(text) > 42_000
    ask(bench, text)
    qtbot.waitUntil(lambda: len(last(bench).text) > 5_000, timeout=60_000)
    bench.window.run_keys("Esc")
    assert bench.chat.composer._button.text() == "Stopping…"
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert len(last(bench).text) < len(text)
    ask(bench, text)
    qtbot.waitUntil(lambda: not bench.controller.busy, timeout=120_000)
    assert last(bench).text == text
    assert bench.chat.transcript.widget_count < 80


@pytest.mark.parametrize("ending", ["", "\n```\nAfter it."])
def test_three_thousand_lines_of_code(open_bench: Bench, qtbot: QtBot, ending: str) -> None:
    text = "```python\n" + "\n".join(f"value_{number} = {number}" for number in range(3000)) + ending
    ask(open_bench, text)
    qtbot.waitUntil(lambda: not open_bench.controller.busy, timeout=120_000)
    assert last(open_bench).text == text
    assert open_bench.rows.count("code") >= 1
    assert open_bench.chat.transcript.widget_count < 80


def test_a_change_of_look_lays_each_row_out_for_one_width(
    open_bench: Bench, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    """Rows laid out for a passing width cost a change of theme twice its time."""
    ask(open_bench, "\n\n".join(f"Paragraph {n} " + "word " * 60 for n in range(12)))
    open_bench.window.resize(1000, 700)
    qtbot.waitUntil(lambda: not open_bench.controller.busy)
    wait(50)
    width = open_bench.chat.transcript.column_width()
    widths: list[int] = []
    measure = Transcript._height

    def height(self: Transcript, row: Row, at: int) -> int:
        widths.append(at)
        return measure(self, row, at)

    monkeypatch.setattr(Transcript, "_height", height)
    open_bench.window.clear()
    open_bench.window.build()
    qtbot.waitUntil(lambda: open_bench.window.settled and widths != [])
    wait(50)
    assert open_bench.chat.transcript.column_width() == width
    assert set(widths) == {width}
