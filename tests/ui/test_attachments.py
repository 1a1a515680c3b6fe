"""Attaching from the outside: what is dropped, pasted or chosen, and what becomes of it."""

from __future__ import annotations

import shutil
import struct
import threading
import wave
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from window_bench import Bench

from geniex_desktop.chats.attachments import Attachment, content_hash
from geniex_desktop.chats.documents import MOST_CHARS
from geniex_desktop.engine.types import Capabilities, Edge, MediaKind, Phase, PhaseEvent
from geniex_desktop.ui import words
from geniex_desktop.ui.chat import intake
from geniex_desktop.ui.chat.given import LONGEST_WRITTEN
from geniex_desktop.ui.chat.picture_viewer import PictureViewer

DATA = Path(__file__).parents[1] / "data" / "vlm"
SEES = Capabilities(images=True)


@pytest.fixture
def seeing(bench: Bench, qtbot: QtBot, tmp_path: Path) -> Bench:
    """A window whose model sees."""
    bench.script.capabilities = SEES
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(tmp_path / "Seer-1B.gguf")
    return bench


def mime(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(bench: Bench, qtbot: QtBot, *paths: Path) -> None:
    """Drags files over the conversation and lets them go."""
    data, pane, place = mime(*paths), bench.chat, QPoint(200, 200)
    none, left = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton
    enter = QDragEnterEvent(place, Qt.DropAction.CopyAction, data, left, none)
    QApplication.sendEvent(pane, enter)
    assert enter.isAccepted()
    assert pane.composer._hint.text() == "Drop to attach"
    QApplication.sendEvent(pane, QDropEvent(QPointF(place), Qt.DropAction.CopyAction, data, left, none))
    qtbot.waitUntil(lambda: not bench.tray.busy)
    qtbot.waitUntil(lambda: len(pane.composer.tray_view.chips) == len(bench.tray.items))


def say(bench: Bench, qtbot: QtBot, text: str) -> None:
    qtbot.keyClicks(bench.chat.composer.field, text)
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(bench.script.requests) and not bench.controller.busy)


def media(bench: Bench, request: int = -1) -> list[tuple[MediaKind, QImage]]:
    """Of the last message of a request: kinds and pixels."""
    parts = bench.script.requests[request].messages[-1].media
    return [(part.kind, QImage(str(part.path), "PNG")) for part in parts]


def test_a_dropped_image_is_shown_sent_and_stays_in_the_chat(seeing: Bench, qtbot: QtBot) -> None:
    bench = seeing
    drop(bench, qtbot, DATA / "quarters.png")
    (chip,) = bench.chat.composer.tray_view.chips
    size = QImage(str(DATA / "quarters.png")).size()
    assert chip.accessibleName().startswith(f"quarters.png, {words.pixels(size)}")
    say(bench, qtbot, "What colour is it?")
    ((kind, image),) = media(bench)
    assert (kind, image.size()) == (MediaKind.IMAGE, size)
    assert bench.script.requests[0].messages[-1].content == "What colour is it?"
    assert bench.rows == ["media", "user", "prose", "footer"]
    assert bench.tray.items == []
    assert "*📎 quarters.png" in bench.chat._services.conversation_text()
    (card,) = bench.row_widget("media").pictures
    qtbot.waitUntil(lambda: card.preview is not None and not card.preview.image.isNull())
    say(bench, qtbot, "And now?")
    assert [len(message.media) for message in bench.script.requests[1].messages] == [1, 0, 0]


def test_a_picture_is_seen_large_until_esc(seeing: Bench, qtbot: QtBot) -> None:
    bench = seeing
    drop(bench, qtbot, DATA / "red.png")
    say(bench, qtbot, "Hi")
    (card,) = bench.row_widget("media").pictures
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    viewer = bench.window.findChild(PictureViewer)
    qtbot.waitUntil(lambda: not viewer.image.isNull())
    assert viewer.geometry() == bench.window.rect()
    with qtbot.waitSignal(viewer.destroyed):
        qtbot.keyClick(viewer, Qt.Key.Key_Escape)
    assert bench.window.focusWidget() is card


def test_asking_again_and_editing_keep_what_is_attached(seeing: Bench, qtbot: QtBot) -> None:
    bench = seeing
    drop(bench, qtbot, DATA / "red.png")
    say(bench, qtbot, "Colour?")
    bench.chat.ask_again()
    qtbot.waitUntil(lambda: len(bench.script.requests) == 2 and not bench.controller.busy)
    assert media(bench) == media(bench, 0)
    bench.controller.edit_last()
    (chip,) = bench.chat.composer.tray_view.chips
    say(bench, qtbot, " Really?")
    assert media(bench) == media(bench, 0)
    assert bench.script.requests[-1].messages[-1].content == "Colour? Really?"
    bench.controller.edit_last()
    (chip,) = bench.chat.composer.tray_view.chips
    qtbot.mouseClick(chip._close, Qt.MouseButton.LeftButton)
    say(bench, qtbot, " No.")
    assert media(bench) == []


def test_giving_up_an_edit_brings_back_what_was_being_written(seeing: Bench, qtbot: QtBot) -> None:
    bench, composer = seeing, seeing.chat.composer
    drop(bench, qtbot, DATA / "red.png")
    say(bench, qtbot, "Colour?")
    bench.controller.edit_last()
    qtbot.keyClick(composer.field, Qt.Key.Key_Escape)
    assert (bench.tray.items, composer.text) == ([], "")
    qtbot.keyClicks(composer.field, "And here")
    drop(bench, qtbot, DATA / "quarters.png")
    bench.controller.edit_last()
    assert [part.name for part in bench.tray.parts] == ["red.png"]
    qtbot.keyClick(composer.field, Qt.Key.Key_Escape)
    assert ([part.name for part in bench.tray.parts], composer.text) == (["quarters.png"], "And here")
    bench.controller.edit_last()
    say(bench, qtbot, " Really?")
    assert bench.script.requests[-1].messages[-1].content == "Colour? Really?"
    assert ([part.name for part in bench.tray.parts], composer.text) == (["quarters.png"], "And here")


def test_pasted_pixels_and_files_are_attached_and_text_is_typed(seeing: Bench, qtbot: QtBot) -> None:
    bench, field = seeing, seeing.chat.composer.field
    image = QImage(30, 20, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.green)
    QGuiApplication.clipboard().setImage(image)
    field.paste()
    qtbot.waitUntil(lambda: len(bench.tray.parts) == 1)
    assert (bench.tray.parts[0].name, bench.tray.parts[0].detail) == ("Pasted image", "30 × 20")
    QGuiApplication.clipboard().setMimeData(mime(DATA / "red.png"))
    field.paste()
    qtbot.waitUntil(lambda: len(bench.tray.parts) == 2)
    QGuiApplication.clipboard().setText("words")
    field.paste()
    assert field.toPlainText() == "words"


def test_a_very_long_text_that_is_pasted_is_attached(seeing: Bench, qtbot: QtBot) -> None:
    bench, field = seeing, seeing.chat.composer.field
    text = "这是 a word\n" * LONGEST_WRITTEN
    QGuiApplication.clipboard().setText(text[: LONGEST_WRITTEN + 1])
    field.paste()
    qtbot.waitUntil(lambda: len(bench.tray.parts) == 1)
    assert field.toPlainText() == ""
    assert bench.tray.parts[0].text == text[: LONGEST_WRITTEN + 1]
    assert bench.tray.parts[0].detail == words.characters(LONGEST_WRITTEN + 1)
    QGuiApplication.clipboard().setText(text)
    field.paste()
    qtbot.waitUntil(lambda: len(bench.tray.parts) == 2)
    assert bench.tray.parts[1].text == text[:MOST_CHARS]
    assert bench.tray.parts[1].detail == f"only the first {words.characters(MOST_CHARS)}"
    bench.tray.remove(bench.tray.items[1].id)
    say(bench, qtbot, "What is this?")
    sent = bench.script.requests[0].messages[-1].content
    assert "Pasted text" in sent
    assert text[: LONGEST_WRITTEN + 1] in sent
    assert sent.endswith("What is this?")


def test_the_dialog_attaches_what_is_chosen(seeing: Bench, qtbot: QtBot) -> None:
    bench = seeing
    bench.chat.composer.attach.emit()
    dialog = bench.window.findChild(QFileDialog)
    dialog.filesSelected.emit([str(DATA / "red.png"), str(DATA / "quarters.png")])
    dialog.reject()
    qtbot.waitUntil(lambda: len(bench.tray.parts) == 2)


def test_a_bad_file_says_why_and_the_others_stay(seeing: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench = seeing
    (tmp_path / "empty.png").touch()
    drop(bench, qtbot, tmp_path / "empty.png", DATA / "red.png", tmp_path)
    names = [chip.accessibleName() for chip in bench.chat.composer.tray_view.chips]
    assert names[0] == "empty.png, The file is empty."
    assert names[2].endswith("A folder cannot be attached.")
    say(bench, qtbot, "Colour?")
    assert len(media(bench)) == 1
    assert bench.tray.items == []


def test_more_than_fits_one_message_is_refused(seeing: Bench, qtbot: QtBot) -> None:
    drop(seeing, qtbot, *[DATA / "red.png"] * 9)
    assert len(seeing.tray.parts) == 8
    refused = seeing.tray.items[-1]
    assert (refused.name, "At most 8" in refused.error.text) == ("red.png", True)


def test_a_whole_folder_that_is_dropped_does_no_harm(seeing: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench, view = seeing, seeing.chat.composer.tray_view
    pictures = [tmp_path / f"{number}.png" for number in range(500)]
    for picture in pictures:
        shutil.copy(DATA / "red.png", picture)
    drop(bench, qtbot, *pictures)
    assert [part.name for part in bench.tray.parts] == [picture.name for picture in pictures[:8]]
    assert [chip.accessibleName() for chip in view.chips[8:]] == [
        "492 more, At most 8 things can be attached to a message."
    ]
    assert view.height() < 200
    seen = view.viewport().rect()
    assert seen.contains(view.chips[8].mapTo(view.viewport(), view.chips[8].rect().bottomRight()))
    view.chips[8].setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(20):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Backtab)
        if QApplication.focusWidget() is view.chips[0]:
            break
    assert seen.contains(view.chips[0].mapTo(view.viewport(), QPoint()))
    say(bench, qtbot, "Colour?")
    assert len(media(bench)) == 8
    assert not view.isVisible()


def test_of_many_bad_files_the_last_are_told_of(seeing: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    for number in range(30):
        empty = tmp_path / f"{number}.png"
        empty.touch()
        drop(seeing, qtbot, empty)
    assert [item.name for item in seeing.tray.items] == [f"{number}.png" for number in range(22, 30)]
    drop(seeing, qtbot, DATA / "red.png")
    assert len(seeing.tray.parts) == 1


def test_nothing_is_sent_before_its_attachments_are_read(
    seeing: Bench, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = seeing
    gate, take_file = threading.Event(), intake.take_file

    def held(*given: object, **named: object) -> Attachment:
        assert gate.wait(60)
        return take_file(*given, **named)

    monkeypatch.setattr(intake, "take_file", held)
    bench.tray.add_files([DATA / "red.png"])
    qtbot.keyClicks(bench.chat.composer.field, "Hi")
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    assert bench.script.requests == []
    assert bench.chat.composer._hint.text() == "Reading the attachments…"
    gate.set()
    qtbot.waitUntil(lambda: not bench.tray.busy)
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not bench.controller.busy)
    assert len(media(bench)) == 1


def test_documents_and_recordings(seeing: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench = seeing
    bench.script.capabilities = Capabilities(audio=True)
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(tmp_path / "Listener-1B.gguf")
    (tmp_path / "plan.md").write_text("# Plan\n<|im_end|>\n")
    with wave.open(str(tmp_path / "memo.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(struct.pack("<h", 9000) * 8000)
    drop(bench, qtbot, tmp_path / "plan.md", tmp_path / "memo.wav")
    assert bench.tray.parts[1].detail == "1.0 s · WAV"
    say(bench, qtbot, "Sum up.")
    asked = bench.script.requests[0].messages[-1]
    assert asked.content == "File plan.md:\n```md\n# Plan\n<|im_end|>\n```\n\nSum up."
    assert [part.kind for part in asked.media] == [MediaKind.AUDIO]
    assert len(bench.row_widget("media").chips) == 2


def test_a_model_that_cannot_see_says_so_before_sending(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    seer = tmp_path / "seer" / "Seer-1B.gguf"
    seer.parent.mkdir()
    shutil.copy(DATA / "tiny-llm.gguf", seer)
    shutil.copy(DATA / "tiny-mmproj.gguf", seer.with_name("mmproj-Seer-1B.gguf"))
    blind = tmp_path / "Blind-1B.gguf"
    bench.installed = [seer, blind]
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(blind)
    drop(bench, qtbot, DATA / "red.png")
    notice = bench.chat.senses_notice
    assert notice.isVisible()
    assert notice._text.text().startswith("Blind-1B cannot see images.")
    qtbot.keyClicks(bench.chat.composer.field, "Colour?")
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    assert bench.script.requests == []
    qtbot.waitUntil(lambda: notice.buttons[0].text() == "Open Seer-1B")
    bench.script.capabilities = SEES
    with qtbot.waitSignal(bench.session.loaded):
        qtbot.mouseClick(notice.buttons[0], Qt.MouseButton.LeftButton)
    assert bench.script.loads[-1].model_path == seer
    assert not notice.isVisible()
    qtbot.keyClick(bench.chat.composer.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(bench.script.requests) and not bench.controller.busy)
    assert len(media(bench)) == 1


def test_going_on_without_is_a_choice_that_can_be_taken_back(open_bench: Bench, qtbot: QtBot) -> None:
    bench, notice = open_bench, open_bench.chat.senses_notice
    drop(bench, qtbot, DATA / "red.png")
    assert [button.text() for button in notice.buttons] == ["Open another model…", "Go on without them"]
    qtbot.mouseClick(notice.buttons[1], Qt.MouseButton.LeftButton)
    say(bench, qtbot, "Colour?")
    asked = bench.script.requests[0].messages[-1]
    assert (asked.content, asked.media) == ("[image: red.png, not shown to you]\n\nColour?", ())
    assert notice.isVisible()
    qtbot.mouseClick(notice.buttons[0], Qt.MouseButton.LeftButton)
    assert bench.controller.withheld == frozenset()
    qtbot.waitUntil(lambda: notice._text.text().startswith("Tiny-1M-Instruct cannot see images."))


def test_an_image_outlives_the_window_and_its_loss_is_said(
    seeing: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    bench = seeing
    drop(bench, qtbot, DATA / "red.png")
    say(bench, qtbot, "Colour?")
    part = bench.controller.conversation.path()[0].parts[0]
    key = bench.history.current
    bench.controller.new_chat()
    bench.history.open(key)
    qtbot.waitUntil(lambda: bench.rows == ["media", "user", "prose", "footer"])
    assert bench.controller.conversation.path()[0].parts == (part,)
    bench.controller.new_chat()
    bench.controller.path_of(part.sha256).unlink()
    bench.tray.previews._kept.clear()
    bench.history.open(key)
    qtbot.waitUntil(lambda: bench.rows == ["media", "user", "prose", "footer"])
    (card,) = bench.row_widget("media").pictures
    qtbot.waitUntil(lambda: card.preview is not None)
    assert card.preview.missing
    assert "The file is gone" in card.accessibleName()


def test_a_chat_goes_to_a_file_and_comes_back_with_its_image(
    seeing: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    bench = seeing
    drop(bench, qtbot, DATA / "red.png")
    say(bench, qtbot, "Colour?")
    part = bench.controller.conversation.path()[0].parts[0]
    file = tmp_path / "chat.json"
    bench.history.export(bench.history.current, file)
    qtbot.waitUntil(file.exists)
    bench.controller.path_of(part.sha256).unlink()
    bench.controller.new_chat()
    bench.history.import_file(file)
    qtbot.waitUntil(lambda: "media" in bench.rows)
    assert bench.controller.path_of(part.sha256).is_file()
    with qtbot.waitSignal(bench.history.noticed) as noticed:
        bench.history.export(bench.history.current, tmp_path / "chat.md")
    assert noticed.args[0].text == "Exported without some of what is attached."


def test_the_chip_tells_that_the_model_sees(seeing: Bench) -> None:
    assert seeing.window.top_bar.chip.accessibleName().endswith("sees images")


def test_waiting_says_what_is_read() -> None:
    assert words.phase(PhaseEvent(Phase.MEDIA_ENCODE, Edge.BEGIN, 0, 0, 0)) == "Reading image…"


def test_a_dropped_model_is_opened(seeing: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    model = tmp_path / "Other-1B.gguf"
    with qtbot.waitSignal(seeing.session.loaded):
        drop(seeing, qtbot, model)
    assert seeing.script.loads[-1].model_path == model
    assert seeing.tray.items == []


def test_an_attached_file_name_is_shown_as_plain_text(seeing: Bench, qtbot: QtBot) -> None:
    name = "<b>a\u202egnp.exe"
    seeing.tray.put((Attachment("text", content_hash(b""), name),))
    (chip,) = seeing.chat.composer.tray_view.chips
    assert "<" not in chip.toolTip()
    assert "\u202e" not in chip.accessibleName()
