"""What a person does with chats over a window's whole life, for the tests."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from scripted import Script
from window_bench import MODEL, Bench


def start(bench: Bench, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bench.history.changed):
        bench.history.start()
    settle(bench, qtbot)


def settle(bench: Bench, qtbot: QtBot) -> None:
    """Waits until the store has done everything it was asked for, and the list shows it."""
    future = bench.history._thread().read(lambda store: store.chats())
    qtbot.waitUntil(future.done)
    qtbot.waitUntil(lambda: not bench.history._reading and bench.history.chats == future.result())


def again(
    old: Bench, windows: list[Bench], folder: Path, qtbot: QtBot, script: Script | None = None
) -> Bench:
    """The next start of the app."""
    assert old.history.close()
    bench = Bench(script or Script(), folder)
    windows.append(bench)
    qtbot.addWidget(bench.window)
    bench.window.resize(1000, 700)
    bench.window.show()
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(MODEL)
    start(bench, qtbot)
    return bench


def ask(bench: Bench, qtbot: QtBot, text: str) -> None:
    qtbot.keyClicks(bench.chat.composer.field, text)
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not bench.controller.busy)
    settle(bench, qtbot)


def shown(bench: Bench) -> list[str]:
    return [message.text for message in bench.controller.conversation.path()]


def open_chat(bench: Bench, qtbot: QtBot, title: str) -> None:
    info = next(chat for chat in bench.history.chats if chat.title == title)
    bench.history.open(info.key)
    qtbot.waitUntil(lambda: bench.history.current == info.key)
