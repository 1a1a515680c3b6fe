"""What finds texts that are cut does find them."""

from __future__ import annotations

from clipped import clipped
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot


def test_a_text_without_room_is_found_and_one_with_room_is_not(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 200)
    fits, narrow, low = QLabel("a text", window), QPushButton("a longer text", window), QLabel(window)
    fits.setGeometry(0, 0, 200, 30)
    narrow.setGeometry(0, 40, 40, 30)
    low.setWordWrap(True)
    low.setText("so many words that they need several lines in so narrow a place")
    low.setGeometry(0, 80, 100, 20)
    window.show()
    assert [text for _kind, text, _needed, _there in clipped(window)] == [narrow.text(), low.text()]
