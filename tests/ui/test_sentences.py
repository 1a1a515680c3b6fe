"""What the layers below the window say is known to it, and shown in its language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

import geniex_desktop
from geniex_desktop.errors import AppError, Blame
from geniex_desktop.ui.language import Language
from geniex_desktop.ui.sentences import PATTERNS, localized, localized_error

PACKAGE = Path(geniex_desktop.__file__).parent
NATIVE = Path(__file__).parents[2] / "native" / "src"
SPEAKING = ("engine", "models", "chats", "bench", "telemetry")
TELLERS = {
    "AppError",
    "Absence",
    "Advice",
    "Death",
    "EntityChanged",
    "SourceAbsent",
    "SourceFailed",
    "Transient",
    "cancelled",
}
"""Whose arguments people read."""
UNREAD = {"detail", "code", "blame", "likely", "pause", "answered"}


@pytest.fixture
def chinese(app: QApplication) -> Iterator[None]:
    language = Language(app)
    language.apply("zh_CN")
    yield
    language.apply("en")


def spoken() -> Iterator[tuple[str, str]]:
    """Where something is said, and an example of it."""
    for part in SPEAKING:
        for path in sorted((PACKAGE / part).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in TELLERS:
                    named = [keyword.value for keyword in node.keywords if keyword.arg not in UNREAD]
                    for text in (text for value in (*node.args, *named) for text in _examples(value)):
                        if re.search("[a-z]{3}", text.replace("thing", "")):
                            yield f"{path.name}:{node.lineno}", text


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _examples(node: ast.expr) -> list[str]:
    """The literal texts that an expression can be, with "thing" for what is put in."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) else []
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "thing" for part in node.values]
        return ["".join(map(str, parts))]
    if isinstance(node, ast.IfExp):
        return _examples(node.body) + _examples(node.orelse)
    if isinstance(node, ast.BinOp):
        return [a + b for a in _examples(node.left) for b in _examples(node.right)]
    return []


def test_every_error_and_reason_has_a_pattern(chinese: None) -> None:
    said = list(spoken())
    assert len(said) > 200
    assert [(where, text) for where, text in said if localized(text) == text] == []


def test_the_codes_of_the_native_library_have_patterns() -> None:
    messages = re.findall(r'\{GENIEX_ERROR_\w+, "([^"]+)"\}', (NATIVE / "errors.cpp").read_text("utf-8"))
    assert len(messages) > 25
    assert [message for message in messages if message not in PATTERNS] == []


def test_what_a_file_is_instead_of_a_model_has_patterns(chinese: None) -> None:
    source = (NATIVE / "gguf" / "file_kind.cpp").read_text("utf-8")
    sentences = re.findall(r'"((?:This|Files|Choose|Unpack|Convert|Run|Get|Open|The) [^"]+\.)"', source)
    assert len(sentences) > 20
    assert [sentence for sentence in sentences if localized(sentence) == sentence] == []


def test_the_most_telling_pattern_is_taken(chinese: None) -> None:
    assert localized("The archive a.zip cannot be used.") == "无法使用压缩包 a.zip。"
    assert localized("a.gguf cannot be used.") == "无法使用 a.gguf。"
    assert localized("The engine process does not answer.") == "引擎进程没有响应。"
    assert localized("hub.example.com does not answer.") == "hub.example.com 没有响应。"


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("The machine has no battery. A newer kernel.", "这台机器没有电池。更新的内核。"),
        ("The file is empty. (file)", "文件是空的。 (file)"),
        ("The disk is full.\nTry again.", "磁盘已满。\n请重试。"),
        ("The starter of llama.cpp said: 17", "The starter of llama.cpp said: 17"),
        ("There is no file C:\\100%1.gguf.", "没有文件 C:\\100%1.gguf。"),
        ("battery has no value at the moment.", "电池 暂时没有数值。"),
        ("There is no file " + "a" * 2000 + ".", "There is no file " + "a" * 2000 + "."),
        ("", ""),
    ],
)
def test_texts_of_several_sentences_and_strange_ones(chinese: None, said: str, shown: str) -> None:
    assert localized(said) == shown


@pytest.mark.parametrize("text", ["There is no file /m/a.gguf.", "%1 %2", "Odd text (with an aside)"])
def test_english_stays_as_it_was_said(app: QApplication, text: str) -> None:
    assert localized(text) == text


def test_an_error_keeps_what_is_for_its_report(chinese: None) -> None:
    error = AppError(
        "The disk is full.", cause="x", hint="Try again.", detail="log", code=-5, blame=Blame.USER
    )
    shown = localized_error(error)
    assert (shown.text, shown.cause, shown.hint) == ("磁盘已满。", "x", "请重试。")
    assert (shown.detail, shown.code, shown.blame) == ("log", -5, Blame.USER)
