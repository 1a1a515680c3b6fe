"""Every picture of the chat for the documents: `python tests/ui/chat_pictures.py resources/docs [name ...]`.

By hand. The engine is scripted and the chats are made up, but for the first chat and the image answers: those
are taken only where `--seeing` names a real model with a projector beside it, else they stay as they are.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import wave
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import picture_chats as chats
import small_png
from PySide6.QtCore import QMimeData, QUrl
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QWidget
from scripted import Script
from window_bench import Bench, wait

from geniex_desktop.chats.conversation import Conversation
from geniex_desktop.chats.records import ChatInfo, ChatOptions, new_key
from geniex_desktop.engine.carrier import make_engine
from geniex_desktop.engine.types import Capabilities, Sampler
from geniex_desktop.telemetry import qt
from geniex_desktop.telemetry.machine import Machine
from geniex_desktop.telemetry.signals import ProviderSpec, Signal
from geniex_desktop.ui import theme
from geniex_desktop.ui.chat.rows import RowKind
from geniex_desktop.ui.language import Language
from geniex_desktop.ui.settings.declared import generation_options
from geniex_desktop.ui.widgets.meters import Sparkline

VLM = Path(__file__).parents[1] / "data" / "vlm"
TINY = VLM / "tiny-llm.gguf"
"""Stands for every model of the scripted engine."""
GIB = 2.0**30
SETTINGS = 1
LONG_TURNS = 24


class Meters:
    """A processor that is busy while a reply runs."""

    def __init__(self) -> None:
        self.busy = False
        self._dice = random.Random(7)

    def signals(self) -> tuple[Signal, ...]:
        return (Signal("cpu", "%", "CPU", 100.0), Signal("memory", "B", "memory", 16 * GIB))

    def read(self) -> Mapping[str, float]:
        load = self._dice.uniform(78, 92) if self.busy else self._dice.uniform(3, 9)
        return {"cpu": load, "memory": 5.1 * GIB}


class Studio:
    """A window with something in it, to be photographed."""

    def __init__(self, picture: Picture, folder: Path, seer: Path | None, asked: Asked) -> None:
        self.picture = picture
        self.folder = folder
        self.seer = seer
        self.asked = asked
        self.script = Script(device=chats.DEVICE)
        self.meters = Meters()
        self.over: QWidget | None = None
        """What lies over the window: a menu, a sheet."""
        qt.default_providers = lambda _access: [ProviderSpec("meters", lambda: self.meters)]
        engine = make_engine(isolated=True) if picture.seeing else None
        self.bench = Bench(self.script, folder, engine, interval_s=0.01)
        self.window = self.bench.window
        self.window.set_machine(Machine("8-core x86-64 processor", 8, round(16 * GIB), 212 * 10**9))
        self.bench.start_telemetry()
        self.window.resize(*picture.size)

    def furnish(self) -> None:
        """A model, and the chats of before."""
        bench, shelf = self.bench, chats.shelf(self.picture.language == "zh_CN")
        for info, chat in shelf:
            self._store(info, chat)
        bench.history.start()
        bench.session.ask_runtime()
        if self.picture.seeing and self.seer is not None:
            greedy = replace(generation_options(bench.settings), sampler=Sampler.greedy(), max_tokens=96)
            bench.controller.options = greedy
            bench.session.open(self.seer)
        else:
            bench.session.open(Path(shutil.copy(TINY, self.folder / f"{chats.MODEL}.gguf")))
        until(lambda: bench.session.model is not None and len(bench.history.chats) == len(shelf))

    def _store(self, info: ChatInfo, chat: Conversation) -> None:
        self.bench.history.write(lambda store: store.add_all(info, ChatOptions(), chat))

    def show(self, title: str, chat: Conversation) -> None:
        """Opens a chat as the newest of the list."""
        now = chat.messages()[-1].created
        key = new_key()
        self._store(ChatInfo(key, title, created=now, updated=now), chat)
        history = self.bench.history
        history.refresh()
        history.open(key)
        until(lambda: history.current == key and self.bench.rows and history.info(key) is not None)

    def ask(self, text: str) -> None:
        """Sends a message and waits for the reply."""
        self.bench.controller.send(text)
        until(lambda: not self.bench.controller.busy)

    def attach(self, *files: Path) -> None:
        """Gives files to the next message."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
        self.bench.chat.attaching.take(data)
        tray = self.bench.tray
        until(lambda: len(tray.items) == len(files) and not tray.busy)

    def unfold(self) -> None:
        """Shows what the model thought."""
        self.bench.row_widget(RowKind.THINKING.value)._toggle()

    def take(self) -> QImage:
        """The window with what lies over it."""
        until(lambda: len(self.bench.telemetry.series("cpu", Sparkline.POINTS)) == Sparkline.POINTS)
        wait(200)
        image = self.window.grab().toImage()
        if self.over is not None:
            painter = QPainter(image)
            painter.drawPixmap(self.window.mapFromGlobal(self.over.pos()), self.over.grab())
            painter.end()
        return image

    def close(self) -> None:
        if self.over is not None:
            self.over.close()
        self.script.prefill_pause_s = 0.0
        self.bench.controller.stop()
        until(lambda: not self.bench.controller.busy)
        self.window.close()
        self.bench.close()


Scene = Callable[[Studio], None]
Asked = list[tuple[str, str]]
"""Paths of images, each with the question about it."""


def until(met: Callable[[], object], ms: int = 30_000) -> None:
    """Lets the window work until something is so."""
    for _ in range(ms // 10):
        if met():
            return
        wait(10)
    raise TimeoutError(met)


def first_run(studio: Studio) -> None:
    studio.bench.starter.title, studio.bench.starter.size = "SmolLM2 135M Instruct", 98_000_000
    studio.window.build()
    studio.bench.session.ask_runtime()


def empty(studio: Studio) -> None:
    studio.furnish()


def code(studio: Studio) -> None:
    studio.furnish()
    studio.show("Greeting cards in Python", chats.greeting())


def tool(studio: Studio) -> None:
    studio.furnish()
    studio.show("Greeting cards in Python", chats.tool())


def table(studio: Studio) -> None:
    studio.furnish()
    studio.show("Three quantisations", chats.said("Compare the quantisations, with the error", chats.TABLE))


def thinking(studio: Studio) -> None:
    """Branches, what the model thought, and the wait for the next reply."""
    studio.furnish()
    studio.show("How many comparisons?", chats.thoughtful())
    studio.unfold()
    until(lambda: studio.bench.chat.meter.n_prompt)
    studio.script.prompt_tokens, studio.script.prefill_pause_s = 1240, 0.5
    studio.meters.busy = True
    studio.bench.controller.send("And with a greeting for the night?")
    wait(900)


def long(studio: Studio) -> None:
    """Nearly full, and a message that does not fit any more."""
    studio.furnish()
    studio.bench.session.choose_context(768)
    until(lambda: not studio.bench.session.loading)
    studio.show("What a KV cache holds", chats.long(LONG_TURNS))
    studio.bench.chat.composer.set_text("How does all of that change with a model of 4 B parameters?")
    until(lambda: studio.bench.chat.meter.overflows)
    transcript = studio.bench.chat.transcript
    line = next(row.key for row in transcript.rows if row.key.kind is RowKind.CUT)
    transcript.go_to(line, -180)


def search(studio: Studio) -> None:
    if studio.picture.language == "en":
        code(studio)
    else:
        chinese(studio)
    studio.window.chats.search.setText("greeting" if studio.picture.language == "en" else "公园")
    studio.window.chats.focus_search()
    hit = studio.window.chats.model.index(0)
    until(lambda: studio.window.chats.model.line(hit).hit is not None)
    studio.window.chats.view.opened.emit(hit)
    until(lambda: "1" in studio.bench.chat.find_bar.count.text())


def error(studio: Studio) -> None:
    studio.furnish()
    if studio.picture.language == "zh_CN":
        studio.show("周末去哪里玩", chats.interrupted("周末去哪里玩？", chats.PARK_CHINESE))
    else:
        studio.show(
            "Where at the weekend?", chats.interrupted("Where shall we go at the weekend?", chats.PARK)
        )


def error_details(studio: Studio) -> None:
    error(studio)
    studio.bench.row_widget(RowKind.ERROR.value)._card._toggle()


def chinese(studio: Studio) -> None:
    studio.furnish()
    studio.show("周末去哪里玩", chats.said("周末去哪里玩？", chats.WEEKEND))


def settings(studio: Studio) -> None:
    studio.furnish()
    studio.window.show_page(SETTINGS)


def first_chat(studio: Studio) -> None:
    studio.furnish()
    studio.ask("What is the capital of France?")
    studio.ask("Write a short Python function that adds two numbers.")


def images(studio: Studio) -> None:
    studio.furnish()
    for image, question in studio.asked:
        studio.attach(Path(image))
        studio.bench.chat.composer.set_text(question)
        studio.bench.chat.composer._submit()
        until(lambda: not studio.bench.controller.busy)


def attachments(studio: Studio) -> None:
    """An image, a recording, a text, and what is none of them."""
    studio.script.capabilities = Capabilities(images=True, audio=True)
    studio.furnish()
    recording = studio.folder / "Interview with the neighbour.wav"
    with wave.open(str(recording), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(16_000)
        swells = (12_000 * math.sin(at / 9) * abs(math.sin(at / 9000)) for at in range(12 * 16_000))
        sound.writeframes(b"".join(struct.pack("<h", int(value)) for value in swells))
    notes, nothing = studio.folder / "Notes for Tuesday.md", studio.folder / "empty.png"
    notes.write_text("- buy bread\n- call the neighbour\n")
    nothing.touch()
    studio.attach(VLM / "quarters.png", recording, notes, nothing)
    studio.bench.chat.composer.set_text("What do these have in common?")


def no_sense(studio: Studio) -> None:
    """The model cannot see what is attached."""
    studio.furnish()
    studio.attach(VLM / "quarters.png")
    studio.bench.chat.composer.set_text("What is in this image?")
    until(studio.bench.chat.senses_notice.isVisible)


def deleted(studio: Studio) -> None:
    """The last chat is gone, and can come back."""
    studio.furnish()
    studio.show("Greeting cards in Python", chats.greeting())
    studio.bench.history.delete(studio.bench.history.chats[2].key)


def palette(studio: Studio) -> None:
    code(studio)
    studio.window.show_palette()
    studio.over = QApplication.activePopupWidget()


def shortcuts(studio: Studio) -> None:
    code(studio)
    studio.window.show_shortcuts()
    studio.over = studio.window._sheet


def model_menu(studio: Studio) -> None:
    code(studio)
    studio.window.top_bar._show_menu()
    studio.over = QApplication.activePopupWidget()


def chat_menu(studio: Studio) -> None:
    code(studio)
    column = studio.window.chats
    place = column.view.visualRect(column.model.index(2)).center()
    column._show_menu(place)
    studio.over = QApplication.activePopupWidget()


@dataclass(frozen=True)
class Picture:
    """What is shown, and how; `name` is the file's."""

    name: str
    scene: Scene
    scheme: str
    language: str = "en"
    size: tuple[int, int] = (1280, 800)
    scale: str = "1"
    seeing: bool = False


def both(name: str, scene: Scene, **more: object) -> list[Picture]:
    """The same in light and dark."""
    return [Picture(f"{name}-{scheme}", scene, scheme, **more) for scheme in ("light", "dark")]  # type: ignore[arg-type]


SMALL = (800, 600)
PICTURES = [
    *both("first-run", first_run),
    *both("chat-empty", empty),
    *both("chat-code", code),
    *both("chat-tool", tool),
    *both("chat-table", table),
    *both("chat-thinking-branches", thinking),
    *both("chat-long", long),
    *both("chat-search", search),
    *both("chat-error", error),
    Picture("first-chat", first_chat, "light", seeing=True),
    *both("chat-image", images, seeing=True),
    *both("chat-image-small", images, size=SMALL, seeing=True),
    Picture("chat-image-attachments", attachments, "light"),
    Picture("chat-image-no-sense-dark", no_sense, "dark"),
    *both("chat-chinese", chinese, language="zh_CN"),
    *both("chat-800x600", code, size=SMALL),
    *both("chat-150-percent", thinking, size=SMALL, scale="1.5"),
    *both("settings", settings),
    Picture("error-chinese-dark", error, "dark", "zh_CN"),
    Picture("settings-chinese-dark", settings, "dark", "zh_CN"),
    Picture("chat-search-chinese-light", search, "light", "zh_CN"),
    Picture("chat-error-800x600-dark", error_details, "dark", size=SMALL),
    Picture("chat-undo-light", deleted, "light"),
    Picture("chat-palette-dark", palette, "dark"),
    Picture("chat-shortcuts-light", shortcuts, "light"),
    Picture("chat-model-menu-light", model_menu, "light"),
    Picture("chat-menu-dark", chat_menu, "dark"),
]


def take_all(app: QApplication, pictures: list[Picture], out: Path, seer: Path | None, asked: Asked) -> None:
    """Photographs in this process, whose scale is that of all of them."""
    language = Language(app)
    for picture in pictures:
        language.apply(picture.language)
        theme.apply(app, picture.scheme)
        with tempfile.TemporaryDirectory() as name:
            studio = Studio(picture, Path(name), seer, asked)
            studio.window.show()
            picture.scene(studio)
            image = studio.take()
            studio.close()
        small_png.save(image, out / f"{picture.name}.png")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", metavar="name", help="of pictures; all without")
    parser.add_argument("--seeing", type=Path, help="a model with its projector beside it")
    parser.add_argument(
        "--ask", nargs=2, action="append", default=[], metavar=("IMAGE", "QUESTION"), help="of that model"
    )
    parser.add_argument("--scale", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    wanted = [
        picture
        for picture in PICTURES
        if (not given.names or picture.name in given.names) and (given.seeing or not picture.seeing)
    ]
    if not given.scale:
        for scale in sorted({picture.scale for picture in wanted}):
            # The scale is Qt's for the whole process.
            environment = dict(os.environ, QT_SCALE_FACTOR=scale)
            command = [sys.executable, *sys.argv, "--scale", scale]
            subprocess.run(command, env=environment, check=True)
        return
    app = QApplication([])
    here = [picture for picture in wanted if picture.scale == given.scale]
    take_all(app, here, given.out, given.seeing, given.ask)
    sys.stdout.flush()
    # Python's teardown takes Qt's objects apart in any order.
    os._exit(0)


if __name__ == "__main__":
    main()
