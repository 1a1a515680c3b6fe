"""What the transcript costs: run `python tests/ui/bench_transcript.py`, by hand.

A real window over a scripted engine, offscreen. Costs are CPU time of the GUI thread, drawing included;
the two latencies are by the clock. Each line names its goal.
"""

# ruff: noqa: T201 - printing is what it is for

from __future__ import annotations

import gc
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import psutil
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication
from scripted import Script
from window_bench import MODEL, Bench, wait

from geniex_desktop.chats.conversation import Conversation, State
from geniex_desktop.engine.types import TextEvent
from geniex_desktop.ui import theme

SECTION = (
    "## Heading {n}\n\nSome **bold** words, `code`, a [link](https://a.example) and 这是**重点。**后面 in a "
    "paragraph that is long enough to wrap once or twice at the width of the column, as most are. 😀\n\n"
    "- first item\n- second item with $x_1$\n- third\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n"
    "```python\ndef f{n}(value: int) -> str:\n    # a comment\n    return str(value + {n})\n```\n\n"
)
LONG = 42_000
UPDATES = 60
MESSAGES = 1000
STREAM_S = 8.0
PAIRS = 40


def long_text(size: int) -> str:
    text = ""
    number = 0
    while len(text) < size:
        text += SECTION.replace("{n}", str(number))
        number += 1
    return text[:size]


def cost_ms(work: Callable[[], object], app: QApplication) -> float:
    began = time.thread_time()
    work()
    app.processEvents()
    return 1000 * (time.thread_time() - began)


def report(what: str, values: list[float], unit: str, goal: str) -> None:
    values = sorted(values)
    late = values[int(0.95 * (len(values) - 1))]
    print(f"{what:44} median {statistics.median(values):6.2f}  p95 {late:6.2f} {unit}   (goal {goal})")


def spoken(messages: int) -> Conversation:
    """A conversation of so many messages, about 670 characters each."""
    conversation = Conversation()
    for number in range(messages // 2):
        asked = conversation.add_user(f"Question {number}: " + "why is that so? " * 6)
        reply = conversation.start_reply(asked.id)
        reply.text = SECTION.replace("{n}", str(number)) * 2
        reply.state = State.DONE
    return conversation


def show(bench: Bench, conversation: Conversation) -> None:
    bench.controller.conversation = conversation
    bench.controller.reset.emit()


def measure_update(bench: Bench, app: QApplication, size: int, text: str, name: str) -> None:
    conversation = Conversation()
    reply = conversation.start_reply(conversation.add_user("Go on").id)
    conversation.append(reply.id, text[: size - 6 * UPDATES])
    show(bench, conversation)
    app.processEvents()
    costs = []
    for update in range(UPDATES):
        start = size - 6 * (UPDATES - update)
        conversation.append(reply.id, text[start : start + 6])
        costs.append(cost_ms(lambda: bench.controller.reply_changed.emit(reply.id), app))
    report(f"token update, {name}", costs, "ms", "2 ms")


def measure_chat(bench: Bench, app: QApplication) -> None:
    process = psutil.Process()
    show(bench, spoken(40))
    app.processEvents()
    gc.collect()
    before = process.memory_info().rss
    conversation = spoken(MESSAGES)
    told = process.memory_info().rss
    opened = cost_ms(lambda: show(bench, conversation), app)
    report(f"opening a chat of {MESSAGES} messages", [opened], "ms", "100 ms")
    bar = bench.chat.transcript.verticalScrollBar()
    costs = [cost_ms(lambda: bar.setValue(bar.value() - 60), app) for _ in range(300)]
    report("scrolling up through it, 60 px a frame", costs, "ms", "4 ms")
    costs = [cost_ms(lambda: bar.setValue(bar.value() + 60), app) for _ in range(300)]
    report("scrolling back down", costs, "ms", "4 ms")
    bar.setValue(bar.maximum() // 2)
    app.processEvents()
    gc.collect()
    after = process.memory_info().rss
    print(
        f"{'memory that its transcript adds':44} {(after - told) / 1e6:6.1f} MB, "
        f"with the messages themselves {(after - before) / 1e6:.1f} MB   (goal 20 MB)"
    )


def measure_stream(bench: Bench, app: QApplication) -> None:
    """200 pieces a second, with the strip, in a full HD window."""
    script = bench.script
    script.reply = long_text(6 * 200 * 60)
    script.pause_s = 1 / 200
    bench.start_telemetry()
    bench.controller.send("Stream")
    wait(1500)
    before_text = len(bench.controller.conversation.path()[-1].text)
    began, gui, process = time.monotonic(), time.thread_time(), time.process_time()
    wait(int(1000 * STREAM_S))
    took = time.monotonic() - began
    share = 100 * (time.thread_time() - gui) / took
    whole = 100 * (time.process_time() - process) / took
    rate = (len(bench.controller.conversation.path()[-1].text) - before_text) / 6 / took
    print(
        f"{'a stream with the strip at 1080p':44} {share:6.1f} % of a core on the GUI thread, "
        f"{whole:.1f} % in the process, at {rate:.0f} tokens/s   (goal 15 %)"
    )
    began = time.monotonic()
    bench.chat.composer.escape()
    app.processEvents()
    print(f"{'Stop until the button says so':44} {1000 * (time.monotonic() - began):6.1f} ms   (goal 50 ms)")
    while bench.controller.busy:
        wait(5)


class _Painted(QObject):
    """Notes when a widget was painted first."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and not self.at:
            self.at = time.monotonic_ns()
        return False


def measure_first_token(bench: Bench) -> None:
    script = bench.script
    script.reply, script.pause_s, script.gate_at = "First words of an answer. " * 4, 0.02, None
    delays = []
    for number in range(PAIRS):
        arrived: list[int] = []
        painted = _Painted()

        def note(_id: int, event: object, arrived: list[int] = arrived, painted: _Painted = painted) -> None:
            if isinstance(event, TextEvent) and not arrived:
                arrived.append(event.times_ns[0])
                QApplication.instance().installEventFilter(painted)

        bench.session.pump.arrived.connect(note)
        script.prefill_pause_s = 0.011 + 0.001 * (number % 17)
        bench.controller.send(f"Message {number}")
        while bench.controller.busy:
            wait(1)
        bench.session.pump.arrived.disconnect(note)
        QApplication.instance().removeEventFilter(painted)
        delays.append((painted.at - arrived[0]) / 1e6)
    report("engine's first token to pixels", delays, "ms", "25 ms median")


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication([])
    theme.apply(app, "light")
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Script(), Path(folder), interval_s=0.5)
        bench.window.resize(1920, 1080)
        bench.window.show()
        bench.session.open(MODEL)
        while bench.session.model is None:
            wait(5)
        text = long_text(LONG)
        for size in (2_000, 10_000, LONG):
            measure_update(bench, app, size, text, f"mixed text of {size:,} characters")
        measure_update(bench, app, LONG, "```\n" + "a line of code = 1\n" * 3000, "one open fence of 42,000")
        measure_update(bench, app, LONG, "word and " * 6000, "one paragraph of 42,000")
        measure_chat(bench, app)
        show(bench, Conversation())
        measure_stream(bench, app)
        measure_first_token(bench)
        print(f"widgets ever made for rows: {bench.chat.transcript.widget_count}")
        bench.close()


if __name__ == "__main__":
    main()
