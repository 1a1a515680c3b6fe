"""Takes files and pixels in as attachments: what they are is decided by their content. For workers."""

from __future__ import annotations

import stat
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from ...chats.attachments import AUDIO, IMAGE, TEXT, Attachment, Attachments, content_hash
from ...chats.documents import MOST_CHARS, Document, read_document
from ...errors import AppError, Blame
from .. import words
from .pictures import Picture, as_picture, is_image, read_picture

MOST_BYTES = 64 * 1024 * 1024
"""Of a file."""
_TEXT_BYTES = 4 * MOST_CHARS
_HEAD_BYTES = 12
"""Tell a recording from other files."""
_FOREIGN = (
    (0, b"%PDF", "PDF"),
    (0, b"PK\x03\x04", "ZIP"),
    (0, b"\xd0\xcf\x11\xe0", "Office"),
    (0, b"OggS", "Ogg"),
    (0, b"\x1aE\xdf\xa3", "Matroska"),
    (0, b"GGUF", "GGUF"),
    (8, b"AVI ", "AVI"),
    (4, b"ftypheic", "HEIC"),
    (4, b"ftypheix", "HEIC"),
    (4, b"ftypmif1", "HEIC"),
    (4, b"ftypavif", "AVIF"),
    (4, b"ftyp", "MP4"),
)
_IMAGES = ("HEIC", "AVIF")


class RecordingTooLong(AppError):
    """Attributes:
    keeps: Seconds from its beginning that can be attached, with `take_file(..., cut=True)`; 0 = none.
    """

    def __init__(self, seconds: float, most: float, *, can_be_cut: bool) -> None:
        translate = QCoreApplication.translate
        cause = translate("Attachments", "It lasts %1, and at most %2 can be attached.")
        hint = translate("Attachments", "Cut out the part that matters.")
        super().__init__(
            translate("Attachments", "The recording is too long."),
            cause=cause.replace("%1", words.seconds(seconds)).replace("%2", words.seconds(most)),
            hint=hint,
            blame=Blame.USER,
        )
        self.keeps = most if can_be_cut else 0.0


def take_file(path: Path, attachments: Attachments, *, cut: bool = False) -> Attachment:
    """The file as an attachment, kept under its hash.

    `cut`: of a recording that is too long, its beginning.

    Raises:
        RecordingTooLong: without `cut`.
        AppError: it cannot be attached; says why, and what would help.
    """
    content, size = _content(path)
    if is_image(content):
        return _keep_picture(read_picture(content), path.name, attachments)
    sound = _sound(content, size, path.name, attachments, cut)
    if sound is not None:
        return sound
    foreign = next((name for at, mark, name in _FOREIGN if content[at : at + len(mark)] == mark), "")
    if foreign:
        raise _unknown(foreign)
    document = read_document(content[:_TEXT_BYTES], whole=size <= _TEXT_BYTES)
    if document is None or content.lstrip()[:4] == b"<svg":
        raise _unknown("")
    return _quoted(document, path.name)


def take_text(text: str, name: str) -> Attachment:
    """A text that came without a file. Raises AppError."""
    content = text.encode(errors="replace")
    document = read_document(content[:_TEXT_BYTES], whole=len(content) <= _TEXT_BYTES)
    if document is None:
        raise _unknown("")
    return _quoted(document, name)


def _quoted(document: Document, name: str) -> Attachment:
    detail = words.characters(len(document.text))
    if not document.whole:
        begin = QCoreApplication.translate("Attachments", "only the first %1")
        detail = begin.replace("%1", detail)
    raw = document.text.encode()
    return Attachment(TEXT, content_hash(raw), name, "text/plain", len(raw), detail, text=document.text)


def take_pixels(image: QImage, name: str, attachments: Attachments) -> Attachment:
    """An image that came without a file. Raises AppError."""
    return _keep_picture(as_picture(image), name, attachments)


def _content(path: Path) -> tuple[bytes, int]:
    """The bytes of a file and how many there are; not more than the limit is read."""
    translate = QCoreApplication.translate
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            text = translate("Attachments", "A folder cannot be attached.")
            hint = translate("Attachments", "Attach the files in it.")
            raise AppError(text, hint=hint, blame=Blame.USER)
        if not stat.S_ISREG(status.st_mode):
            raise AppError(translate("Attachments", "This is no ordinary file."), blame=Blame.USER)
        with path.open("rb") as file:
            content = file.read(_HEAD_BYTES)
            # Of a long recording the beginning can be had.
            if status.st_size <= MOST_BYTES or content[8:12] == b"WAVE":
                content += file.read(MOST_BYTES - len(content))
        if status.st_size > MOST_BYTES and content[8:12] != b"WAVE":
            cause = translate("Attachments", "It has %1, and at most %2 can be attached.")
            cause = cause.replace("%1", words.size(status.st_size)).replace("%2", words.size(MOST_BYTES))
            raise AppError(translate("Attachments", "The file is too large."), cause=cause, blame=Blame.USER)
    except OSError as error:
        text = translate("Attachments", "The file cannot be read.")
        raise AppError(text, cause=error.strerror or str(error), blame=Blame.USER) from error
    if not content:
        raise AppError(translate("Attachments", "The file is empty."), blame=Blame.USER)
    return content, status.st_size


def _keep_picture(picture: Picture, name: str, attachments: Attachments) -> Attachment:
    sha256 = attachments.put(picture.content)
    size = len(picture.content)
    return Attachment(IMAGE, sha256, name, "image/png", size, picture.detail)


def _sound(content: bytes, size: int, name: str, attachments: Attachments, cut: bool) -> Attachment | None:
    """`size` is that of the whole file, of which `content` may be the beginning."""
    # numpy takes long to import, and few attach a recording.
    from ...chats.sounds import LONGEST_S, BadSoundError, first_seconds, read_sound

    translate = QCoreApplication.translate
    try:
        sound = read_sound(content)
    except BadSoundError as error:
        text = translate("Attachments", "The recording cannot be used.")
        raise AppError(text, cause=str(error), blame=Blame.USER) from error
    if sound is None:
        return None
    length = translate("Attachments", "length unknown")
    if sound.seconds is not None:
        length = words.seconds(sound.seconds)
        most = min(sound.seconds, LONGEST_S)
        whole = sound.seconds * size / len(content)
        if whole > most:
            can_be_cut = sound.format == "WAV"
            if not cut or not can_be_cut:
                raise RecordingTooLong(whole, most, can_be_cut=can_be_cut)
            content = first_seconds(content, most)
            length = translate("Attachments", "only the first %1").replace("%1", words.seconds(most))
    media_type = {"WAV": "audio/wav", "FLAC": "audio/flac", "MP3": "audio/mpeg"}[sound.format]
    detail = f"{length} · {sound.format}"
    return Attachment(AUDIO, attachments.put(content), name, media_type, len(content), detail)


def _unknown(format_: str) -> AppError:
    translate = QCoreApplication.translate
    text = translate("Attachments", "Files of this type cannot be attached.")
    if format_:
        text = translate("Attachments", "%1 files cannot be attached.").replace("%1", format_)
    hint = translate("Attachments", "Images, WAV, MP3 and FLAC recordings and text files can.")
    if format_ in _IMAGES:
        hint = translate("Attachments", "Save it as JPEG or PNG first.")
    elif format_ == "GGUF":
        hint = translate("Attachments", "It is a model: open it with Ctrl+O.")
    return AppError(text, hint=hint, blame=Blame.USER)
