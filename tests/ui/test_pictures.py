"""Image files of every kind as upright RGB, and those that must be refused."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter
from PySide6.QtWidgets import QApplication

from geniex_desktop.chats.attachments import Attachments
from geniex_desktop.errors import AppError
from geniex_desktop.ui.chat import intake
from geniex_desktop.ui.chat.intake import take_file, take_pixels
from geniex_desktop.ui.chat.pictures import LONGEST_SIDE, Picture, kept_image, read_picture


def encoded(image: QImage, format_: str, quality: int = -1) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, format_.encode())
    writer.setQuality(quality)
    assert writer.write(image), writer.errorString()
    return bytes(buffer.data().data())


def marked(width: int = 60, height: int = 30, form: QImage.Format = QImage.Format.Format_RGB32) -> QImage:
    """Blue with a red band at the top."""
    image = QImage(width, height, form)
    image.fill(Qt.GlobalColor.blue)
    for y in range(height // 3):
        for x in range(width):
            image.setPixelColor(x, y, Qt.GlobalColor.red)
    return image


def sent(picture: Picture) -> QImage:
    image = QImage.fromData(picture.content, "PNG")
    assert (image.size(), image.hasAlphaChannel(), image.depth()) == (picture.size, False, 32)
    return image


def reddish(colour: QColor) -> bool:
    return colour.red() > 180 and colour.blue() < 90


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    tiff = b"II*\0\x08\0\0\0\x01\0" + struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0) + bytes(4)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


TURNED = {1: 0, 3: 180, 6: 270, 8: 90}
"""How far a photo is turned that has to be shown by this orientation."""


@pytest.mark.parametrize("orientation", TURNED)
def test_photos_are_sent_upright(app: QApplication, orientation: int) -> None:
    from PySide6.QtGui import QTransform

    lying = marked().transformed(QTransform().rotate(TURNED[orientation]))
    picture = read_picture(with_orientation(encoded(lying, "jpeg", 95), orientation))
    image = sent(picture)
    assert picture.size == picture.original == QSize(60, 30)
    assert reddish(image.pixelColor(30, 3))
    assert not reddish(image.pixelColor(30, 26))


@pytest.mark.parametrize("format_", ["png", "jpeg", "webp", "bmp", "tiff", "ppm"])
def test_every_format_comes_out_the_same(app: QApplication, format_: str) -> None:
    picture = read_picture(encoded(marked(), format_, 100))
    assert picture.detail == "60 × 30"
    assert reddish(sent(picture).pixelColor(30, 3))


@pytest.mark.parametrize(
    "form",
    [QImage.Format.Format_Grayscale16, QImage.Format.Format_RGBA64, QImage.Format.Format_Mono],
)
def test_odd_depths_become_eight_bits(app: QApplication, form: QImage.Format) -> None:
    picture = read_picture(encoded(marked().convertToFormat(form), "png"))
    assert sent(picture).pixelColor(30, 26).isValid()


def test_cmyk_becomes_rgb(app: QApplication) -> None:
    picture = read_picture(encoded(marked().convertToFormat(QImage.Format.Format_CMYK8888), "jpeg", 95))
    assert reddish(sent(picture).pixelColor(30, 3))


def test_transparency_is_put_on_white(app: QApplication) -> None:
    image = QImage(4, 4, QImage.Format.Format_ARGB32)
    image.fill(QColor(255, 0, 0, 0))
    assert sent(read_picture(encoded(image, "png"))).pixelColor(1, 1) == QColor(Qt.GlobalColor.white)


def test_of_an_animation_the_first_frame_is_sent_and_said(app: QApplication) -> None:
    head = b"GIF89a\x01\0\x01\0\x80\0\0\xff\0\0\0\0\xff"
    frames = [
        b"\x21\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02" + data + b"\0"
        for data in (b"D\x01", b"L\x01")
    ]
    picture = read_picture(head + b"".join(frames) + b";")
    assert picture.frames == 2
    assert picture.detail == "1 × 1, first of 2 frames"
    assert reddish(sent(picture).pixelColor(0, 0))


def test_a_large_photo_is_sent_smaller_and_both_sizes_are_said(app: QApplication) -> None:
    picture = read_picture(encoded(QImage(4000, 3000, QImage.Format.Format_RGB32), "jpeg"))
    assert picture.detail == "4,000 × 3,000 → 2,048 × 1,536"
    assert max(sent(picture).width(), 0) == LONGEST_SIDE


@pytest.mark.parametrize("size", [(1, 1), (1, 20000), (20000, 1)])
def test_extreme_shapes(app: QApplication, size: tuple[int, int]) -> None:
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    assert min(sent(read_picture(encoded(image, "png"))).size().toTuple()) >= 1


def png_of(width: int, height: int) -> bytes:
    """Only its header is true."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"x") + chunk(b"IEND", b"")


def refusal(path: Path, folder: Path) -> AppError:
    with pytest.raises(AppError) as caught:
        take_file(path, Attachments(folder))
    assert not list(folder.rglob("*.*"))
    return caught.value


@pytest.mark.parametrize(
    ("content", "text", "more"),
    [
        (b"", "The file is empty.", ""),
        (png_of(20000, 20000), "The image is too large.", "20,000 × 20,000"),
        (png_of(40, 40), "The image cannot be read.", ""),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "The image cannot be read.", ""),
        (b"%PDF-1.7", "PDF files cannot be attached.", "text files"),
        (b"PK\x03\x04" + bytes(50), "ZIP files cannot be attached.", "text files"),
        (bytes(4) + b"ftypheic" + bytes(50), "HEIC files cannot be attached.", "JPEG or PNG"),
        (bytes(4) + b"ftypavif" + bytes(50), "AVIF files cannot be attached.", "JPEG or PNG"),
        (b"GGUF" + bytes(50), "GGUF files cannot be attached.", "Ctrl+O"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "Files of this type cannot be attached.", ""),
        (bytes(range(256)) * 4, "Files of this type cannot be attached.", "text files"),
        (b"RIFF\x24\0\0\0WAVEfmt ", "The recording cannot be used.", "header"),
    ],
)
def test_wrong_files_are_refused_with_the_reason(
    app: QApplication, tmp_path: Path, content: bytes, text: str, more: str
) -> None:
    file = tmp_path / "it.png"
    file.write_bytes(content)
    error = refusal(file, tmp_path / "kept")
    assert error.text == text
    assert more in f"{error.cause} {error.hint}"


def test_a_cut_photo_is_refused_also_where_qt_would_fill_it_with_grey(
    app: QApplication, tmp_path: Path
) -> None:
    whole = encoded(marked(400, 300), "jpeg", 95)
    (tmp_path / "cut.jpg").write_bytes(whole[: len(whole) // 2])
    assert refusal(tmp_path / "cut.jpg", tmp_path / "kept").text == "The image cannot be read."


def test_folders_missing_and_huge_files_are_refused(
    app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert refusal(tmp_path, tmp_path / "kept").text == "A folder cannot be attached."
    assert refusal(tmp_path / "gone.png", tmp_path / "kept").text == "The file cannot be read."
    huge = tmp_path / "huge.png"
    with huge.open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    error = refusal(huge, tmp_path / "kept")
    assert error.text == "The file is too large."
    assert "315 MB" in error.cause
    monkeypatch.setattr(intake, "MOST_BYTES", 10)
    (tmp_path / "small").write_bytes(b"x" * 11)
    assert refusal(tmp_path / "small", tmp_path / "kept").text == "The file is too large."


def test_files_become_what_their_content_says(app: QApplication, tmp_path: Path) -> None:
    kept = Attachments(tmp_path / "kept")
    (tmp_path / "photo.txt").write_bytes(encoded(marked(), "png"))
    picture = take_file(tmp_path / "photo.txt", kept)
    assert (picture.kind, picture.name, picture.detail) == ("image", "photo.txt", "60 × 30")
    content = kept.read(picture.sha256)
    assert content is not None
    assert len(content) == picture.size
    (tmp_path / "notes.png").write_text("two\nlines")
    note = take_file(tmp_path / "notes.png", kept)
    assert (note.kind, note.text, note.detail) == ("text", "two\nlines", "9 characters")


def test_pixels_are_taken_as_they_are(app: QApplication, tmp_path: Path) -> None:
    part = take_pixels(marked(), "Pasted image", Attachments(tmp_path))
    assert (part.kind, part.name, part.detail) == ("image", "Pasted image", "60 × 30")


def test_kept_images_are_believed_no_more_than_any_file(app: QApplication) -> None:
    assert kept_image(encoded(marked(), "png"), QSize(30, 30)).size() == QSize(30, 15)
    assert kept_image(encoded(marked(), "png")).size() == QSize(60, 30)
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><image href='file:///x.png'/></svg>"
    for content in (b"", b"text", svg, png_of(20000, 20000)):
        assert kept_image(content).isNull()
