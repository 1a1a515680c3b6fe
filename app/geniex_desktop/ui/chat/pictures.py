"""Image files as the model gets them: upright, on white, 8-bit sRGB, as PNG. Any thread; bounded."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QSize, Qt
from PySide6.QtGui import QColorSpace, QImage, QImageIOHandler, QImageReader, QPainter

from ...errors import AppError, Blame
from .. import words

LONGEST_SIDE = 2048
"""Pixels of the longer side that are sent; vision models take less."""
_MOST_PIXELS = 60_000_000
"""So much fits Qt's own limit of 256 MB when it has to be decoded whole."""
_MOST_PIXELS_JPEG = 250_000_000
"""JPEGs are decoded at a smaller size."""
_FORMATS = ("png", "jpeg", "webp", "gif", "bmp", "tiff", "ico", "pbm", "pgm", "ppm")
"""Without SVG, which can name other files."""
_SCALABLE = ("jpeg",)
_FAST = 80
"""For QImage.save: PNG with little compression, for somebody waits."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Attributes:
    content: The PNG.
    size: Its pixels, upright.
    original: Pixels of the file, upright.
    frames: Of an animation; of it `content` is the first.
    """

    content: bytes
    size: QSize
    original: QSize
    frames: int = 1

    @property
    def detail(self) -> str:
        """A line for people: pixels of the file, those sent, and what was left out."""
        translate = QCoreApplication.translate
        text = words.pixels(self.original)
        if self.size != self.original:
            text = f"{text} → {words.pixels(self.size)}"
        if self.frames > 1:
            first = translate("Attachments", "first of %1 frames").replace("%1", words.number(self.frames))
            text = f"{text}, {first}"
        return text


def is_image(content: bytes) -> bool:
    """The bytes begin like an image that can be read here."""
    reader, _buffer = _reader(content)
    return _format(reader) in _FORMATS


def read_picture(content: bytes) -> Picture:
    """The image in a file's bytes.

    Raises:
        AppError: it is broken, cut off or too large.
    """
    reader, _buffer = _reader(content)
    format_ = _format(reader)
    size = reader.size()
    _check_size(size, format_)
    if format_ == "jpeg" and not _jpeg_is_whole(content):
        raise _broken(QCoreApplication.translate("Attachments", "The file is cut off."))
    if format_ in _SCALABLE and max(size.width(), size.height()) > LONGEST_SIDE:
        reader.setScaledSize(size.scaled(LONGEST_SIDE, LONGEST_SIDE, Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        raise _broken(reader.errorString())
    frames = reader.imageCount() if reader.supportsAnimation() else 1
    turned = reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
    original = size.transposed() if turned else size
    return _picture(image, original if original.isValid() else image.size(), max(1, frames))


def as_picture(image: QImage) -> Picture:
    """An image that came as pixels, from the clipboard or from another window."""
    return _picture(image, image.size(), 1)


def kept_image(content: bytes, most: QSize | None = None) -> QImage:
    """A kept image for the screen, reduced so that it fits into `most`; null where it cannot be read.

    It may have come with an imported chat, so it is believed no more than any file.
    """
    reader, _buffer = _reader(content)
    if _format(reader) not in _FORMATS:  # asked first: to tell the size of an SVG, Qt parses it
        return QImage()
    size = reader.size()
    if not 0 < size.width() * size.height() <= _MOST_PIXELS:
        return QImage()
    fitting = size.scaled(most or size, Qt.AspectRatioMode.KeepAspectRatio)
    if fitting.width() < size.width():
        reader.setScaledSize(fitting.expandedTo(QSize(1, 1)))
    return reader.read()


def _reader(content: bytes) -> tuple[QImageReader, QBuffer]:
    """The buffer must live as long as the reader."""
    buffer = QBuffer()
    buffer.setData(QByteArray(content))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer)
    reader.setAutoTransform(True)
    return reader, buffer


def _format(reader: QImageReader) -> str:
    """Of the content; "" for what is no image."""
    return bytes(reader.format().data()).decode("ascii", "replace")


def _check_size(size: QSize, format_: str) -> None:
    most = _MOST_PIXELS_JPEG if format_ in _SCALABLE else _MOST_PIXELS
    if size.isValid() and size.width() * size.height() > most:
        translate = QCoreApplication.translate
        cause = translate("Attachments", "It has %1 pixels, and at most %2 million can be read.")
        cause = cause.replace("%1", words.pixels(size)).replace("%2", words.number(most / 1e6))
        raise AppError(
            translate("Attachments", "The image is too large."),
            cause=cause,
            hint=translate("Attachments", "Make it smaller or cut a part out of it."),
            blame=Blame.USER,
        )


def _broken(cause: str) -> AppError:
    translate = QCoreApplication.translate
    return AppError(
        translate("Attachments", "The image cannot be read."),
        cause=cause,
        hint=translate("Attachments", "Open it in another program and save it anew."),
        blame=Blame.USER,
    )


def _picture(image: QImage, original: QSize, frames: int) -> Picture:
    if max(image.width(), image.height()) > LONGEST_SIDE:
        image = image.scaled(
            *(LONGEST_SIDE, LONGEST_SIDE, Qt.AspectRatioMode.KeepAspectRatio),
            Qt.TransformationMode.SmoothTransformation,
        )
    image = _flattened(image)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, "PNG", _FAST):  # type: ignore[call-overload]
        raise _broken(QCoreApplication.translate("Attachments", "There is not enough memory for it."))
    return Picture(bytes(buffer.data().data()), image.size(), original, frames)


def _flattened(image: QImage) -> QImage:
    """On white, in sRGB, 8 bits a channel, and without the file's comments."""
    space, wanted = image.colorSpace(), QColorSpace(QColorSpace.NamedColorSpace.SRgb)
    image = image.convertToFormat(QImage.Format.Format_ARGB32)
    # What lies under a transparent pixel is not meant to be seen, and a model would see it.
    canvas = QImage(image.size(), QImage.Format.Format_RGB32)
    canvas.fill(Qt.GlobalColor.white)
    painter = QPainter(canvas)
    painter.drawImage(0, 0, image)
    painter.end()
    if space.isValid() and space != wanted and space.colorModel() is QColorSpace.ColorModel.Rgb:
        canvas.setColorSpace(space)
        canvas.convertToColorSpace(wanted)
        canvas.setColorSpace(QColorSpace())
    return canvas.convertToFormat(QImage.Format.Format_RGB888)


def _jpeg_is_whole(content: bytes) -> bool:
    """Qt fills the missing part of a cut JPEG with grey and says nothing: the end mark must be there."""
    at = 2
    while at + 4 <= len(content):
        at = content.find(b"\xff", at)
        if at < 0 or at + 2 > len(content):
            return False
        mark = content[at + 1]
        if mark == 0xD9:
            return True
        if mark == 0xFF:
            at += 1
        elif mark in (0x00, 0x01) or 0xD0 <= mark <= 0xD7:  # in the pixels, or without a length
            at += 2
        else:
            at += 2 + int.from_bytes(content[at + 2 : at + 4], "big")
    return content[at : at + 2] == b"\xff\xd9"
