"""What an answer costs the disk, by the system's own count of the whole process."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from window_bench import Bench

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what a process writes")

TOKENS = 2000


def written() -> int:
    """Bytes that this process has passed to write calls."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("wchar:"))


def chat_of(megabytes: int) -> str:
    turns = []
    for number in range(10 * megabytes):
        question, answer = 2 * number + 1, 2 * number + 2
        parent = question - 1 or None
        turns.append({"id": question, "parent": parent, "role": "user", "text": f"question {number}"})
        text = "word and " * 11_000
        turns.append({"id": answer, "parent": question, "role": "assistant", "text": text, "state": "done"})
    chats = [{"title": "long", "messages": turns}]
    return json.dumps({"format": "geniex-desktop-chats", "version": 1, "chats": chats})


def test_an_answer_in_a_chat_of_five_megabytes(open_bench: Bench, tmp_path: Path, qtbot: QtBot) -> None:
    bench = open_bench
    bench.history.start()
    (tmp_path / "long.json").write_text(chat_of(5))
    bench.history.import_file(tmp_path / "long.json")
    qtbot.waitUntil(lambda: len(bench.controller.conversation) == 100)
    # Ten seconds of an answer in one: it is kept each time that a second of it has gone.
    bench.history._keep.setInterval(100)
    bench.script.reply, bench.script.pause_s = "token " * TOKENS, 0.0005
    qtbot.waitUntil(lambda: not bench.history._store._jobs)
    before = written()
    assert bench.controller.send("One more")
    qtbot.waitUntil(lambda: not bench.controller.busy, timeout=60_000)
    qtbot.waitUntil(lambda: not bench.history._store._jobs)
    answer = bench.controller.conversation.path()[-1].text
    assert answer == bench.script.reply
    assert len(answer) < written() - before < 20 * len(answer) + 1_000_000
