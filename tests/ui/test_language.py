"""The Chinese translation is whole, keeps its placeholders, and is what the window shows."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication
from window_bench import Bench

from geniex_desktop.ui.language import Language
from geniex_desktop.ui.resources import resource_path

TS = resource_path("translations", "geniex_zh_CN.ts")


@pytest.fixture
def language(app: QApplication) -> Iterator[Language]:
    result = Language(app)
    yield result
    result.apply("en")


def entries() -> list[tuple[str, str, str]]:
    root = ET.parse(TS).getroot()
    return [
        (context.findtext("name", ""), m.findtext("source", ""), m.findtext("translation", ""))
        for context in root.iter("context")
        for m in context.iter("message")
    ]


def test_every_text_is_translated_with_its_placeholders() -> None:
    assert len(entries()) > 150
    for _context, source, translation in entries():
        assert translation, source
        assert sorted(re.findall(r"%\d", source)) == sorted(re.findall(r"%\d", translation)), source


def test_the_compiled_translation_is_the_present_one(language: Language) -> None:
    language.apply("zh_CN")
    stale = [s for context, s, t in entries() if QCoreApplication.translate(context, s) != t]
    assert stale == []


def test_numbers_follow_the_language(language: Language) -> None:
    language.apply("en")
    assert QLocale().toString(1240) == "1,240"


def test_the_window_changes_its_language_while_it_runs(language: Language, bench: Bench) -> None:
    language.apply("zh_CN")
    bench.window.build()
    assert bench.chat.composer.field.placeholderText() == "输入消息…"
    language.apply("en")
    bench.window.build()
    assert bench.chat.composer.field.placeholderText() == "Write a message…"
