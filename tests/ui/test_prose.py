"""Hostile and ordinary Markdown in the one view that shows model text."""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from geniex_desktop.ui.chat.browser import SafeBrowser, is_safe_link
from geniex_desktop.ui.chat.prose import ProseWriter
from geniex_desktop.ui.chat.reply_text import ReplyText

HOSTILE = [
    "![x](http://127.0.0.1:9/leak?d=1)",
    "![x](file:///etc/hostname)",
    "![x](/etc/hostname)",
    "![x](//host/share/x.png)",
    "<img src='file:///etc/hostname'> after",
    "<table background='http://127.0.0.1:9/x'><tr><td>cell</td></tr></table>",
    "<style>@import url(http://127.0.0.1:9/x);</style> text",
    "<script>alert(1)</script>",
    "[a](javascript:alert(1)) [f](file:///etc/passwd) [u](\\\\host\\share) [s](ms-settings:x)",
    "if a<b and c>d then vector<int> x",
    "[" * 3000,
    "> " * 500 + "deep",
    "|a" * 60 + "|\n" + "|-" * 60 + "|\n" + ("|x" * 60 + "|\n") * 5,
]

_opened: list[str] = []
_watching = threading.Event()


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _watching.is_set() and event in ("open", "socket.connect", "socket.getaddrinfo"):
        _opened.append(f"{event} {arguments[:2]}")


sys.addaudithook(_hook)


@pytest.fixture
def watched() -> Iterator[list[str]]:
    """Files opened and hosts asked for by Python code during the test."""
    _opened.clear()
    _watching.set()
    yield _opened
    _watching.clear()


def shown(qtbot: QtBot, raw: str) -> SafeBrowser:
    view = SafeBrowser()
    qtbot.addWidget(view)
    writer = ProseWriter(view.document())
    for block in ReplyText(raw, finished=True).blocks:
        writer.show(block)
    view.resize(600, max(1, view.height_for(600)))
    view.show()
    view.grab()
    return view


def hrefs(view: SafeBrowser) -> list[str]:
    found = []
    block = view.document().firstBlock()
    while block.isValid():
        iterator = block.begin()
        while not iterator.atEnd():
            look = iterator.fragment().charFormat()
            assert not look.isImageFormat()
            if look.isAnchor():
                found.append(look.anchorHref())
            iterator += 1
        block = block.next()
    return found


@pytest.mark.parametrize("raw", HOSTILE)
def test_hostile_markdown_loads_nothing_and_links_nowhere(
    app: QApplication, qtbot: QtBot, watched: list[str], raw: str
) -> None:
    with socket.socket() as trap:
        trap.bind(("127.0.0.1", 0))
        trap.listen()
        trap.settimeout(0)
        port = trap.getsockname()[1]
        view = shown(qtbot, raw.replace(":9/", f":{port}/"))
        assert hrefs(view) == []
        assert watched == []
        with pytest.raises(BlockingIOError):
            trap.accept()


def test_html_is_shown_as_text_and_nothing_after_it_is_lost(app: QApplication, qtbot: QtBot) -> None:
    assert shown(qtbot, "a <b>bold</b> end").toPlainText() == "a <b>bold</b> end"
    raw = "if a<b and c>d then vector<int> x"
    assert shown(qtbot, raw).toPlainText() == raw


def test_only_web_and_mail_links_are_live(app: QApplication, qtbot: QtBot) -> None:
    raw = "[w](https://a.example/b) [m](mailto:x@y.example) [f](file:///etc/passwd) [n](https:nohost)"
    assert hrefs(shown(qtbot, raw)) == ["https://a.example/b", "mailto:x@y.example"]


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://a.example", True),
        ("HTTP://A.example/x", True),
        ("mailto:a@b.example", True),
        ("javascript:alert(1)", False),
        ("file:///x", False),
        ("//host/x", False),
        ("\\\\host\\x", False),
        ("http://[bad", False),
        ("", False),
    ],
)
def test_which_links_may_be_opened(url: str, safe: bool) -> None:
    assert is_safe_link(url) is safe


def test_a_link_is_asked_about_with_its_whole_address(app: QApplication, qtbot: QtBot) -> None:
    from PySide6.QtCore import Qt, QUrl
    from PySide6.QtWidgets import QMessageBox

    view = shown(qtbot, "[https://bank.example](https://evil.example/x?y=1)")
    view.anchorClicked.emit(QUrl("https://evil.example/x?y=1"))
    box = view.findChild(QMessageBox)
    assert box is not None
    assert box.textFormat() == Qt.TextFormat.PlainText
    assert box.informativeText() == "https://evil.example/x?y=1"
    box.reject()
    view.anchorClicked.emit(QUrl("file:///etc/passwd"))
    assert view.source().isEmpty()


def test_streaming_gives_the_same_document_as_the_whole(app: QApplication, qtbot: QtBot) -> None:
    raw = (
        "# Title\n\nText `code`.\n\n- one\n- two\n\n> quote\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n### Next\n\nend\n"
    )
    view = SafeBrowser()
    qtbot.addWidget(view)
    writer = ProseWriter(view.document())
    text = ReplyText()
    for start in range(0, len(raw), 3):
        text.feed(raw[start : start + 3])
        if text.blocks:
            writer.show(text.blocks[0])
    text.finish()
    writer.show(text.blocks[0])
    whole = shown(qtbot, raw)
    assert view.toPlainText() == whole.toPlainText()
    assert view.toPlainText().split("\n")[:2] == ["Title", "Text code."]
    levels = [whole.document().findBlockByNumber(n).blockFormat().headingLevel() for n in (0, 1)]
    assert levels == [1, 0]


def test_finished_pieces_are_not_written_again(app: QApplication, qtbot: QtBot) -> None:
    view = SafeBrowser()
    qtbot.addWidget(view)
    writer = ProseWriter(view.document())
    text = ReplyText("first paragraph\n\nsecond")
    writer.show(text.blocks[0])
    changed: list[int] = []
    view.document().contentsChange.connect(lambda position, _removed, _added: changed.append(position))
    text.feed(" grows")
    writer.show(text.blocks[0])
    assert changed
    assert min(changed) >= len("first paragraph")


def test_a_mebibyte_in_one_line_is_laid_out_in_bounded_blocks(app: QApplication, qtbot: QtBot) -> None:
    blocks = ReplyText("x" * 2**20, finished=True).blocks
    view = shown(qtbot, "x" * 8000)
    assert len(blocks) > 100
    assert view.toPlainText().replace("\n", "").replace(" ", "") == "x" * 8000


def test_copying_gives_plain_text_without_our_spaces(app: QApplication, qtbot: QtBot) -> None:
    view = shown(qtbot, "这是**重点。**后面 and **bold**")
    view.moveCursor(QTextCursor.MoveOperation.Start)
    view.selectAll()
    data = view.createMimeDataFromSelection()
    assert data.text() == "这是重点。后面 and bold"
    assert not data.hasHtml()


def test_void_calls_of_qt_keep_their_references(app: QApplication, qtbot: QtBot) -> None:
    view = SafeBrowser()
    qtbot.addWidget(view)
    before = sys.getrefcount(None)
    for _ in range(500):
        view.setPlainText("x")
    assert sys.getrefcount(None) > before - 100
