"""The Chinese translation is whole, keeps its placeholders, and is what the window shows."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot
from window_bench import Bench, wait

import geniex_desktop
from geniex_desktop.errors import AppError
from geniex_desktop.ui.language import Language
from geniex_desktop.ui.main_window import MainWindow
from geniex_desktop.ui.resources import resource_path
from geniex_desktop.ui.shortcut_sheet import ShortcutSheet
from geniex_desktop.ui.window_commands import window_commands

TS = resource_path("translations", "geniex_zh_CN.ts")
APP = Path(geniex_desktop.__file__).parent
PAGES = 5


@pytest.fixture
def language(app: QApplication) -> Iterator[Language]:
    result = Language(app)
    yield result
    result.apply("en")


@dataclass(frozen=True)
class Entry:
    """A message of the translation."""

    context: str
    source: str
    translation: str
    finished: bool


def entries(path: Path = TS) -> list[Entry]:
    return [
        Entry(
            context.findtext("name", ""),
            message.findtext("source", ""),
            message.findtext("translation", ""),
            message.find("translation[@type]") is None,
        )
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    ]


def test_every_text_is_translated() -> None:
    assert len(entries()) > 1000
    assert [entry for entry in entries() if not entry.finished or not entry.translation.strip()] == []


@pytest.mark.parametrize("kept", [r"%\d|%n|%L\d", r"\{\w*\}", r"\*\.\w+", r"(?:Ctrl|Shift|Alt)\+\w+", r"\n"])
def test_the_translation_keeps_what_is_put_in_and_what_is_typed(kept: str) -> None:
    odd = [
        entry
        for entry in entries()
        if Counter(re.findall(kept, entry.source)) != Counter(re.findall(kept, entry.translation))
    ]
    assert odd == []


def test_no_text_of_the_app_is_missing_in_the_translation(tmp_path: Path) -> None:
    """CONTRIBUTING.md says how to bring them together."""
    found = tmp_path / "found.ts"
    extractor = Path(sys.executable).with_name("pyside6-lupdate")
    subprocess.run([extractor, "-extensions", "py", APP, "-ts", found, "-silent"], check=True, timeout=120)
    known = {(entry.context, entry.source) for entry in entries()}
    assert {(entry.context, entry.source) for entry in entries(found)} - known == set()


def test_the_compiled_translation_is_the_present_one(language: Language) -> None:
    language.apply("zh_CN")
    shown = QCoreApplication.translate
    stale = [entry for entry in entries() if shown(entry.context, entry.source) != entry.translation]
    assert stale == []


def test_numbers_follow_the_language(language: Language) -> None:
    language.apply("en")
    assert QLocale().toString(1240) == "1,240"


WORDS = re.compile(r"[a-z]{3,}")
CHINESE = re.compile(r"[\u4e00-\u9fff]")
NAMES = re.compile(
    r"GenieX Desktop|Tiny starter|Tiny-1M-Instruct|Hello|hello|English|Top-[pk]|Min-p|Q4_1|llama_cpp|geniex"
    r"|Linux|Windows|Export\.\.\.|Test CPU|Hugging Face|ModelScope|AI Hub|Docker Hub|Volces"
)
"""The same in every language. "Export..." is in a menu of the chart's library that never opens."""


def texts(window: QWidget) -> set[str]:
    """All that the window shows or tells a screen reader, but what a machine said."""
    found: set[str] = set()
    for widget in (window, *window.findChildren(QWidget)):
        found |= {widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()}
        for name in ("text", "placeholderText", "specialValueText", "title"):
            read = getattr(widget, name, None)
            if callable(read) and isinstance(read(), str):
                found.add(read())
        if isinstance(widget, QComboBox):
            found |= {widget.itemText(index) for index in range(widget.count())}
    found |= {command.title for command in window_commands(window)}
    return found


def english(shown: set[str]) -> set[str]:
    """Those that a reader of Chinese would not understand."""
    return {text for text in shown if WORDS.search(NAMES.sub("", text)) and not CHINESE.search(text)}


@pytest.fixture
def lived_in(open_bench: Bench, qtbot: QtBot) -> Bench:
    """A window whose panes have all been open, with a failed reply in its chat."""
    open_bench.script.failure = AppError(
        "The engine crashed.", cause="507014", hint="Choose a model first.", detail="log"
    )
    open_bench.controller.send("hello")
    qtbot.waitUntil(lambda: "error" in open_bench.rows)
    open_bench.window.toggle_inspector()
    show_all(open_bench.window)
    return open_bench


def show_all(window: MainWindow) -> None:
    """Every pane, which else would be made only when the event loop turns."""
    for page in range(PAGES):
        window.show_page(page)
    assert all(
        (window.settings, window.doctor, window.devices, window.bench, window.models, window.inspector)
    )
    window.show_page(0)


def test_nothing_in_the_window_stays_english(language: Language, lived_in: Bench) -> None:
    before = texts(lived_in.window)
    assert len(english(before)) > 100
    language.apply("zh_CN")
    lived_in.window.build()
    show_all(lived_in.window)
    wait(50)
    assert english(texts(lived_in.window)) == set()


def test_a_stored_error_changes_its_language(language: Language, lived_in: Bench, qtbot: QtBot) -> None:
    for choice, said in (("zh_CN", "引擎崩溃了。"), ("en", "The engine crashed."), ("zh_CN", "引擎崩溃了。")):
        language.apply(choice)
        lived_in.window.build()
        # Rows get their widgets a turn after the window's other parts.
        qtbot.waitUntil(lambda said=said: any(said in text for text in texts(lived_in.window)))


def test_the_way_back_to_english_leaves_no_chinese(language: Language, lived_in: Bench) -> None:
    language.apply("zh_CN")
    lived_in.window.build()
    language.apply("en")
    lived_in.window.build()
    show_all(lived_in.window)
    wait(50)
    assert {text for text in texts(lived_in.window) if CHINESE.search(text)} <= {"中文", "Language: 中文"}


def test_an_open_sheet_of_shortcuts_does_not_stay_in_the_old_language(
    language: Language, bench: Bench, qtbot: QtBot
) -> None:
    bench.window.show_shortcuts()
    assert bench.window.findChildren(ShortcutSheet)[0].isVisible()
    language.apply("zh_CN")
    bench.window.build()
    qtbot.waitUntil(lambda: not any(s.isVisible() for s in bench.window.findChildren(ShortcutSheet)))


def test_the_window_changes_its_language_while_it_runs(language: Language, bench: Bench) -> None:
    language.apply("zh_CN")
    bench.window.build()
    assert bench.chat.composer.field.placeholderText() == "输入消息…"
    language.apply("en")
    bench.window.build()
    assert bench.chat.composer.field.placeholderText() == "Write a message…"
