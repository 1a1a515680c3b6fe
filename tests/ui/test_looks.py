"""What the eye sees: one weight for the same things, nothing half shown, focus and choice marked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from clipped import clipped
from picture_chats import long
from PySide6.QtCore import QMimeData, QPoint, QRect, Qt, QUrl
from PySide6.QtGui import QFont, QImage, QPalette
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPlainTextEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from window_bench import MODEL, Bench

from geniex_desktop.engine.types import Capabilities
from geniex_desktop.ui import icons, theme
from geniex_desktop.ui.chat.rows import RowKind
from geniex_desktop.ui.language import Language
from geniex_desktop.ui.palette import Palette
from geniex_desktop.ui.settings.pane import Switch

VLM = Path(__file__).parents[1] / "data" / "vlm"


def test_footers_that_came_while_one_scrolled_look_like_the_first(open_bench: Bench, qtbot: QtBot) -> None:
    transcript = open_bench.chat.transcript
    open_bench.controller.conversation = long(40)
    open_bench.controller.reset.emit()
    weights = set()
    for _ in range(6):
        footers = [row.key for row in transcript.rows if row.key.kind is RowKind.FOOTER]
        for widget in filter(None, map(transcript.widget, footers)):
            weights.add(tuple(fact.font().weight() for fact in widget._facts))
        transcript.page(-1)
        qtbot.wait(1)
    plain, strong = QFont.Weight.Medium, QFont.Weight.DemiBold
    assert weights == {(plain, plain, strong, plain, plain, plain)}


@pytest.mark.parametrize("locale", ["en", "zh_CN"])
def test_what_can_be_done_about_a_full_context_is_whole_in_a_small_window(
    open_bench: Bench, qtbot: QtBot, locale: str
) -> None:
    bench = open_bench
    language = Language(QApplication.instance())
    language.apply(locale)
    bench.window.build()
    bench.window.resize(640, 480)
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.choose_context(768)
    bench.controller.conversation = long(40)
    bench.controller.reset.emit()
    qtbot.waitUntil(bench.chat._context.isVisible)
    notice = bench.chat._context
    buttons = [button for button in notice.findChildren(QPushButton) if button.isVisible()]
    assert len(buttons) == 3
    qtbot.waitUntil(lambda: all(notice.rect().contains(_within(notice, button)) for button in buttons))
    qtbot.waitUntil(lambda: clipped(bench.window) == [])
    language.apply("en")


@pytest.mark.parametrize("count", [1, 8])
def test_what_is_written_has_its_room_in_a_low_window(
    open_bench: Bench, qtbot: QtBot, tmp_path: Path, count: int
) -> None:
    """An empty chat, a notice, and something attached: the most that stands below a conversation."""
    bench = open_bench
    trouble = "The projector cannot be read, as it is of another model. " * 2
    bench.session.model = replace(bench.session.model, projector_problem=trouble)
    bench.window.resize(640, 480)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(VLM / "red.png"))] * count)
    bench.chat.attaching.take(data)
    qtbot.waitUntil(lambda: bench.chat.senses_notice.isVisible() and not bench.tray.busy)
    composer = bench.chat.composer
    qtbot.waitUntil(lambda: composer.height() >= composer.layout().totalMinimumSize().height())
    tray = composer.tray_view
    qtbot.waitUntil(lambda: len(tray.chips) == count)
    assert _within(composer, tray).bottom() < _within(composer, composer.field).top()
    assert tray.viewport().rect().contains(_within(tray.viewport(), tray.chips[-1]))


def _within(outer: QWidget, inner: QWidget) -> QRect:
    return QRect(inner.mapTo(outer, QPoint()), inner.size())


def test_the_chip_keeps_what_a_model_is_doing(open_bench: Bench, qtbot: QtBot) -> None:
    open_bench.script.hold_load = True
    open_bench.script.gate.clear()
    open_bench.session.open(Path("/models/Qwen3-Coder-30B-A3B-Instruct-UD-Q4_K_XL.gguf"))
    shown = open_bench.window.top_bar.chip._text
    qtbot.waitUntil(lambda: shown.text().endswith(" · Loading weights 64 %"))
    assert "…" in shown.text()
    open_bench.script.gate.set()
    with qtbot.waitSignal(open_bench.session.loaded):
        pass


@pytest.mark.parametrize("scheme", [theme.LIGHT, theme.DARK], ids=["light", "dark"])
def test_hints_in_fields_can_be_read(app: QApplication, bench: Bench, scheme: theme.Colors) -> None:
    theme.apply(app, "dark" if scheme.dark else "light")
    bench.window.build()
    bench.window.toggle_inspector()
    assert bench.window.inspector.prompt
    bench.window.show_palette()
    kinds = QLineEdit | QPlainTextEdit
    fields = [w for w in bench.window.findChildren(QWidget) if isinstance(w, kinds) and w.placeholderText()]
    assert len(fields) >= 4
    for field in fields:
        colour = field.palette().color(QPalette.ColorRole.PlaceholderText)
        assert (colour.name().upper(), colour.alpha()) == (scheme.muted, 255), field.placeholderText()
    bench.window.findChildren(Palette)[-1].close()
    theme.apply(app, "light")


def test_the_palette_shows_whole_rows(bench: Bench) -> None:
    for height in (480, 613, 700):
        bench.window.resize(800, height)
        bench.window.show_palette()
        opened = bench.window.findChildren(Palette)[-1]
        assert opened.list.viewport().height() % opened.list.sizeHintForRow(0) == 0
        assert opened.geometry().bottom() <= bench.window.geometry().bottom()
        opened.close()


def test_the_sheet_of_shortcuts_lies_in_the_middle_of_the_window(bench: Bench, qtbot: QtBot) -> None:
    bench.window.show_shortcuts()
    sheet = bench.window._sheet
    assert bench.window.geometry().contains(sheet.geometry())
    middle = bench.window.geometry().center() - sheet.geometry().center()
    assert middle.manhattanLength() <= 2
    sheet.activateWindow()
    qtbot.waitUntil(sheet.isActiveWindow)
    with qtbot.waitSignal(sheet.finished):
        qtbot.keyClick(sheet, Qt.Key.Key_Escape)


def test_the_menu_ticks_the_model_that_is_open(open_bench: Bench) -> None:
    bar = open_bench.window.top_bar
    bar.set_recent([MODEL, Path("/models/Other-7B.gguf")])
    ticked = {entry.text(): not entry.icon().isNull() for entry in bar.menu().actions()}
    assert (ticked["Tiny-1M-Instruct"], ticked["Other-7B"]) == (True, False)


@pytest.mark.parametrize("on", [True, False])
def test_a_switch_shows_that_it_has_the_focus(app: QApplication, qtbot: QtBot, on: bool) -> None:
    switch = Switch()
    qtbot.addWidget(switch)
    switch.setChecked(on)
    switch.show()
    without = _colours(switch.grab().toImage())
    switch.setFocus()
    qtbot.waitUntil(switch.hasFocus)
    ring = theme.colours().text if on else theme.colours().accent
    assert ring not in without
    assert ring in _colours(switch.grab().toImage())


def _colours(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name().upper() for x in range(image.width()) for y in range(image.height())
    }


@pytest.mark.parametrize(
    ("senses", "said"),
    [
        (Capabilities(), "Text files"),
        (Capabilities(images=True), "Images, text files"),
        (Capabilities(audio=True), "Audio, text files"),
        (Capabilities(images=True, audio=True), "Images, audio, text files"),
    ],
)
def test_the_composer_says_what_can_be_attached(
    bench: Bench, qtbot: QtBot, senses: Capabilities, said: str
) -> None:
    bench.script.capabilities = senses
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(MODEL)
    assert bench.chat.composer._hint.text() == said


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5, 2.0])
@pytest.mark.parametrize("size", [16, 18, 20])
def test_icons_are_drawn_for_the_screen_not_scaled(app: QApplication, size: int, scale: float) -> None:
    sizes = {drawn.width() for drawn in icons.icon("chat", "#000000").availableSizes()}
    assert {int(size * scale), round(size * scale + 0.01)} & sizes


def test_no_label_has_margins_of_its_own(bench: Bench, qtbot: QtBot) -> None:
    """A style sheet takes them away as soon as the label is put elsewhere; those of a layout stay."""
    for page in (1, 2, 3, 4, 0):
        bench.window.show_page(page)
        qtbot.waitUntil(lambda: bench.window.settled)
    assert bench.window.inspector is not None
    # The margins of tags and chips are the style sheet's.
    labels = [
        text for text in bench.window.findChildren(QLabel) if text.property("tone") not in ("tag", "chip")
    ]
    assert len(labels) > 100
    assert [text.text() for text in labels if not text.contentsMargins().isNull()] == []
