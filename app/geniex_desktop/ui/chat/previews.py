"""Small pictures of what is attached, read by workers and kept while they are likely to be shown again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QSize, Signal
from PySide6.QtGui import QImage

from ...chats.attachments import AUDIO, IMAGE, Attachment, Attachments
from ..jobs import Jobs
from .pictures import kept_image

_KEEP = 64
_MOST = QSize(640, 320)
"""The most pixels of a preview: twice what is shown, for sharp screens."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Attributes:
    image: Of an image; null for others, and where it cannot be shown.
    bars: Of a recording.
    missing: The bytes are gone.
    """

    image: QImage
    bars: tuple[float, ...] = ()
    missing: bool = False

    @property
    def problem(self) -> str:
        """Why there is no picture of an image, in words; "" where there is one."""
        if self.missing:
            return QCoreApplication.translate("Attachments", "The file is gone")
        return QCoreApplication.translate("Attachments", "Cannot be shown") if self.image.isNull() else ""


class Previews(QObject):
    """Answers from memory, or later with a signal. Outlives the widgets."""

    arrived = Signal(str)
    """The preview of a hash is there now."""
    loaded = Signal(str, QImage)
    """The whole image of a hash; null where it is gone or cannot be read."""

    def __init__(self, jobs: Jobs, attachments: Attachments, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._attachments = attachments
        self._kept: OrderedDict[str, Preview] = OrderedDict()
        self._asked: set[str] = set()

    def get(self, part: Attachment) -> Preview | None:
        """The preview of an image or a recording; None while it is read."""
        kept = self._kept.get(part.sha256)
        if kept is not None:
            self._kept.move_to_end(part.sha256)
            return kept
        if part.sha256 not in self._asked:
            self._asked.add(part.sha256)
            self._jobs.submit(
                partial(_read, part, self._attachments),
                partial(self._keep, part.sha256),
                lambda _error: self._keep(part.sha256, Preview(QImage(), missing=True)),
            )
        return None

    def load(self, part: Attachment) -> None:
        """Reads the whole image, as it was sent; `loaded` answers."""
        self._jobs.submit(
            lambda: kept_image(self._attachments.read(part.sha256) or b""),
            partial(self.loaded.emit, part.sha256),
        )

    def _keep(self, sha256: str, preview: Preview) -> None:
        self._kept[sha256] = preview
        while len(self._kept) > _KEEP:
            self._kept.popitem(last=False)
        self._asked.discard(sha256)
        self.arrived.emit(sha256)


def _read(part: Attachment, attachments: Attachments) -> Preview:
    content = attachments.read(part.sha256)
    if content is None:
        return Preview(QImage(), missing=True)
    if part.kind == IMAGE:
        return Preview(kept_image(content, _MOST))
    if part.kind == AUDIO:
        # numpy takes long to import, and few attach a recording.
        from ...chats.sounds import read_sound

        sound = read_sound(content)
        return Preview(QImage(), sound.bars if sound is not None else ())
    return Preview(QImage())
