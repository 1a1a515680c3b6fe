"""Long texts in the message field: laid out once as they come, and not in search of a long word's end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QResizeEvent, QTextOption
from PySide6.QtWidgets import QApplication

from geniex_desktop.ui.chat.composer import MessageEdit
from geniex_desktop.ui.chat.given import LONGEST_WRITTEN

AT_WORDS = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere
ANYWHERE = QTextOption.WrapMode.WrapAnywhere
ENDLESS = "x" * LONGEST_WRITTEN
LINES = "a line of twenty ch\n" * (LONGEST_WRITTEN // 20)
TEXTS = {
    "endless": ENDLESS,
    "words": "word " * (LONGEST_WRITTEN // 5),
    "CJK": "这是什么" * (LONGEST_WRITTEN // 4),
    "lines": LINES,
}


@pytest.fixture
def field(app: QApplication) -> Iterator[MessageEdit]:
    result = MessageEdit()
    result.resize(600, 200)
    result.show()
    QApplication.processEvents()
    yield result
    result.deleteLater()


class Widths(QObject):
    """How much text there was whenever the field's width became another one: all of it is laid out anew."""

    def __init__(self, field: MessageEdit) -> None:
        super().__init__()
        self.lengths: list[int] = []
        self._field = field
        field.viewport().installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QResizeEvent) and event.size().width() != event.oldSize().width():
            self.lengths.append(len(self._field.toPlainText()))
        return False


@pytest.fixture
def widths(field: MessageEdit) -> Widths:
    return Widths(field)


def paste(field: MessageEdit, text: str) -> None:
    data = QMimeData()
    data.setText(text)
    field.insertFromMimeData(data)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_long_paste_is_laid_out_once(field: MessageEdit, widths: Widths, text: str) -> None:
    paste(field, text)
    QApplication.processEvents()
    assert widths.lengths == [0]
    assert field.toPlainText() == text
    assert field.verticalScrollBar().isVisible()
    assert field.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAsNeeded


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_long_draft_is_laid_out_once(field: MessageEdit, widths: Widths, text: str) -> None:
    field.setPlainText(text)
    QApplication.processEvents()
    assert widths.lengths == [0]
    assert field.toPlainText() == text


def test_only_an_endless_word_is_broken_anywhere(field: MessageEdit) -> None:
    for text in (TEXTS["words"], TEXTS["CJK"], LINES, "short", "y" * 4_000):
        paste(field, text)
        assert field.wordWrapMode() is AT_WORDS
    paste(field, ENDLESS)
    assert field.wordWrapMode() is ANYWHERE


def test_words_are_kept_whole_again_in_the_next_text(field: MessageEdit) -> None:
    paste(field, ENDLESS)
    field.clear()
    assert field.wordWrapMode() is AT_WORDS
    field.setPlainText(ENDLESS)
    assert field.wordWrapMode() is ANYWHERE
    field.setPlainText("The next message.")
    assert field.wordWrapMode() is AT_WORDS


def test_the_scroll_bar_goes_with_the_long_text(field: MessageEdit) -> None:
    field.setPlainText(LINES)
    field.setPlainText("short")
    QApplication.processEvents()
    assert not field.verticalScrollBar().isVisible()
