"""Files that have broken other chat windows, dropped on this one."""

from __future__ import annotations

import struct
import wave
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTransform
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from test_attachments import drop
from test_pictures import encoded, marked, reddish, sent, with_orientation
from window_bench import Bench

from geniex_desktop.chats.sounds import LONGEST_S, read_sound
from geniex_desktop.engine.types import Capabilities
from geniex_desktop.ui.chat.intake import MOST_BYTES
from geniex_desktop.ui.chat.pictures import read_picture
from geniex_desktop.ui.chat.tray import MOST_PARTS

DATA = Path(__file__).parents[1] / "data" / "vlm"
TURNS = {
    1: QTransform(),
    2: QTransform(-1, 0, 0, 1, 0, 0),
    3: QTransform().rotate(180),
    4: QTransform(1, 0, 0, -1, 0, 0),
    5: QTransform(0, 1, 1, 0, 0, 0),
    6: QTransform().rotate(270),
    7: QTransform(0, -1, -1, 0, 0, 0),
    8: QTransform().rotate(90),
}
"""What a camera does to an upright picture before it writes this orientation."""


@pytest.fixture
def seeing(bench: Bench, qtbot: QtBot, tmp_path: Path) -> Bench:
    """A window whose model sees and hears."""
    bench.script.capabilities = Capabilities(images=True, audio=True)
    with qtbot.waitSignal(bench.session.loaded):
        bench.session.open(tmp_path / "Seer-1B.gguf")
    return bench


def said(bench: Bench) -> list[str]:
    return [chip.accessibleName() for chip in bench.chat.composer.tray_view.chips]


# ----------------------------------------------------------------------- images


@pytest.mark.parametrize("orientation", TURNS)
def test_a_photo_is_upright_for_the_person_and_for_the_model(
    seeing: Bench, qtbot: QtBot, tmp_path: Path, orientation: int
) -> None:
    photo = tmp_path / "photo.jpg"
    lying = marked().transformed(TURNS[orientation])
    photo.write_bytes(with_orientation(encoded(lying, "jpeg", 95), orientation))
    drop(seeing, qtbot, photo)
    (part,) = seeing.tray.parts
    qtbot.waitUntil(lambda: seeing.tray.previews.get(part) is not None)
    thumbnail = seeing.tray.previews.get(part).image
    assert seeing.controller.send("Which side is red?")
    qtbot.waitUntil(lambda: not seeing.controller.busy)
    (medium,) = seeing.script.requests[-1].messages[-1].media
    for image in (thumbnail, QImage(str(medium.path))):
        assert image.width() == 2 * image.height()
        assert reddish(image.pixelColor(image.width() // 2, 2))
        assert not reddish(image.pixelColor(image.width() // 2, image.height() - 3))


def riff_chunk(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def animated_webp(*frames: QImage) -> bytes:
    """The frames one after the other, as written by hand: Qt writes still ones only."""
    size = struct.pack("<I", frames[0].width() - 1)[:3] + struct.pack("<I", frames[0].height() - 1)[:3]
    chunks = riff_chunk(b"VP8X", b"\x02\0\0\0" + size) + riff_chunk(b"ANIM", bytes(6))
    for frame in frames:
        still = encoded(frame, "webp", 100)
        image = still[12:] if still[12:16] != b"VP8X" else still[30:]
        chunks += riff_chunk(b"ANMF", bytes(6) + size + struct.pack("<I", 100)[:3] + b"\0" + image)
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WEBP" + chunks


def test_of_an_animated_webp_the_first_frame_is_sent_and_said(app: QApplication) -> None:
    other = QImage(60, 30, QImage.Format.Format_RGB32)
    other.fill(Qt.GlobalColor.green)
    picture = read_picture(animated_webp(marked(), other))
    assert picture.detail == "60 × 30, first of 2 frames"
    assert reddish(sent(picture).pixelColor(30, 3))


def png_with_a_bad_checksum() -> bytes:
    content = bytearray(encoded(marked(), "png"))
    at = content.index(b"IDAT")
    (length,) = struct.unpack(">I", content[at - 4 : at])
    content[at + 4 + length] ^= 0xFF
    return bytes(content)


def png_with_bombs() -> bytes:
    """A small picture with texts that unpack to 50 MB each."""
    content = encoded(marked(), "png")
    bomb = zlib.compress(bytes(50_000_000), 9)
    chunks = b""
    for body in (b"zTXt" + b"Comment\0\0" + bomb, b"iCCP" + b"icc\0\0" + bomb):
        chunks += struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))
    return content[:33] + chunks + content[33:]


def test_texts_that_unpack_to_much_do_no_harm(app: QApplication) -> None:
    assert read_picture(png_with_bombs()).detail == "60 × 30"


def test_each_bad_file_has_a_line_with_its_reason_and_the_good_one_is_sent(
    seeing: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    whole = encoded(marked(), "png")
    files = {
        "empty.png": (b"", "The file is empty."),
        "crc.png": (png_with_a_bad_checksum(), "The image cannot be read."),
        "cut.jpg": (encoded(marked(400, 300), "jpeg", 95)[:2000], "The image cannot be read."),
        "photo.heic": (bytes(4) + b"ftypheic" + bytes(50), "HEIC files cannot be attached."),
        "photo.avif": (bytes(4) + b"ftypavif" + bytes(50), "AVIF files cannot be attached."),
    }
    for name, (content, _) in files.items():
        (tmp_path / name).write_bytes(content)
    with (tmp_path / "huge.png").open("wb") as huge:
        huge.write(whole)
        huge.truncate(3 * 1024**3)
    drop(seeing, qtbot, *(tmp_path / name for name in (*files, "huge.png")), tmp_path, DATA / "red.png")
    expected = [f"{name}, {text}" for name, (_, text) in files.items()]
    assert said(seeing)[:-1] == [
        *expected,
        "huge.png, The file is too large.",
        f"{tmp_path.name}, A folder cannot be attached.",
    ]
    assert [part.name for part in seeing.tray.parts] == ["red.png"]
    assert seeing.controller.send("Colour?")
    qtbot.waitUntil(lambda: not seeing.controller.busy)
    assert len(seeing.script.requests[-1].messages[-1].media) == 1


def test_a_file_that_goes_before_the_message_is_sent_is_sent_all_the_same(
    seeing: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "mine.png").write_bytes(encoded(marked(), "png"))
    drop(seeing, qtbot, tmp_path / "mine.png")
    (tmp_path / "mine.png").unlink()
    assert seeing.controller.send("Colour?")
    qtbot.waitUntil(lambda: not seeing.controller.busy)
    (medium,) = seeing.script.requests[-1].messages[-1].media
    assert QImage(str(medium.path)).width() == 60


def test_with_nothing_but_a_bad_image_no_text_goes_alone(seeing: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    drop(seeing, qtbot, tmp_path / "bad.png")
    field = seeing.chat.composer.field
    qtbot.keyClicks(field, "What is it?")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert seeing.script.requests == []
    assert field.toPlainText() == "What is it?"
    seeing.tray.remove(seeing.tray.items[0].id)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(seeing.script.requests))


# ------------------------------------------------------------------- recordings


def write_silence(path: Path, seconds: int, rate: int, width: int = 2) -> None:
    """Without holding it: minutes of silence are many bytes."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(width)
        file.setframerate(rate)
        minute = bytes(60 * rate * width)
        for _ in range(seconds // 60):
            file.writeframes(minute)


@pytest.mark.parametrize("rate", [8000, 16000])
def test_of_forty_minutes_the_first_thirty_are_offered(
    seeing: Bench, qtbot: QtBot, tmp_path: Path, rate: int
) -> None:
    path = tmp_path / "lecture.wav"
    write_silence(path, 40 * 60, rate)
    assert (path.stat().st_size > MOST_BYTES) is (rate == 16000)
    drop(seeing, qtbot, path)
    (chip,) = seeing.chat.composer.tray_view.chips
    assert seeing.tray.parts == ()
    assert "It lasts 40 min 0 s, and at most 30 min 0 s can be attached." in chip.toolTip()
    assert chip._cut.text() == "Take the first 30 min"
    qtbot.mouseClick(chip._cut, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(seeing.tray.parts))
    assert seeing.tray.parts[0].detail == "only the first 30 min 0 s · WAV"
    assert not chip._cut.isVisible()
    assert seeing.controller.send("What is said?")
    qtbot.waitUntil(lambda: not seeing.controller.busy)
    (medium,) = seeing.script.requests[-1].messages[-1].media
    sound = read_sound(medium.path.read_bytes())
    assert sound is not None
    assert sound.seconds == LONGEST_S


def test_a_recording_is_not_cut_into_a_full_message(seeing: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    write_silence(tmp_path / "lecture.wav", 40 * 60, 8000)
    drop(seeing, qtbot, tmp_path / "lecture.wav")
    drop(seeing, qtbot, *[DATA / "red.png"] * MOST_PARTS)
    assert len(seeing.tray.parts) == MOST_PARTS
    long = seeing.tray.items[0]
    seeing.tray.cut(long.id)
    assert len(seeing.tray.parts) == MOST_PARTS
    assert not seeing.tray.busy
    assert "At most 8" in seeing.tray.items[0].error.text


def test_a_recording_that_cannot_be_cut_here_says_what_to_do(
    seeing: Bench, qtbot: QtBot, tmp_path: Path
) -> None:
    rate, samples = 16000, 16000 * 2400
    info = bytes(10) + ((rate << 44) | (15 << 36) | samples).to_bytes(8, "big") + bytes(16)
    (tmp_path / "long.flac").write_bytes(b"fLaC\x80\x00\x00\x22" + info)
    drop(seeing, qtbot, tmp_path / "long.flac")
    (chip,) = seeing.chat.composer.tray_view.chips
    assert said(seeing) == ["long.flac, The recording is too long."]
    assert "Cut out the part that matters." in chip.toolTip()
    assert chip._cut is None
