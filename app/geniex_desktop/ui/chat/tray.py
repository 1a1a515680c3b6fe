"""What is attached to the message being written: taken in by workers, sent with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtGui import QImage

from ...chats.attachments import Attachment, Attachments
from ...chats.records import Draft
from ...errors import AppError, Blame
from ..jobs import Jobs
from . import intake
from .controller import ChatController
from .previews import Previews

MOST_PARTS = 8
"""Of one message."""


@dataclass(frozen=True, slots=True)
class TrayItem:
    """One thing in the tray: being read while both `part` and `error` are None."""

    id: int
    name: str
    part: Attachment | None = None
    error: AppError | None = None


class Tray(QObject):
    """Outlives the widgets. What is ready also stands in `ChatController.draft_parts`."""

    changed = Signal()

    def __init__(self, controller: ChatController, jobs: Jobs, attachments: Attachments) -> None:
        super().__init__(controller)
        self.items: list[TrayItem] = []
        self._controller = controller
        self._jobs = jobs
        self._attachments = attachments
        self._ids = count(1)
        self.previews = Previews(jobs, attachments, self)
        controller.path_of = attachments.path
        controller.draft_given.connect(self._take_draft)

    @property
    def busy(self) -> bool:
        """Something is still being read."""
        return any(item.part is None and item.error is None for item in self.items)

    @property
    def parts(self) -> tuple[Attachment, ...]:
        """What is ready, in its order."""
        return tuple(item.part for item in self.items if item.part is not None)

    def add_files(self, paths: list[Path]) -> None:
        """Takes files in; each that cannot be attached stays with its reason until it is taken away."""
        for path in paths:
            self._take(path.name or str(path), partial(intake.take_file, path, self._attachments))

    def add_pixels(self, image: QImage) -> None:
        """Takes an image in that came without a file."""
        name = QCoreApplication.translate("Attachments", "Pasted image")
        self._take(name, partial(intake.take_pixels, image, name, self._attachments))

    def put(self, parts: tuple[Attachment, ...]) -> None:
        """Replaces everything."""
        self.items = [TrayItem(next(self._ids), part.name, part) for part in parts]
        self._tell()

    def remove(self, item_id: int) -> None:
        """Takes one thing away, also one that is still being read."""
        self.items = [item for item in self.items if item.id != item_id]
        self._tell()

    @Slot(object)
    def _take_draft(self, draft: Draft) -> None:
        self.put(draft.parts)

    def _take(self, name: str, work: Callable[[], Attachment]) -> None:
        item = TrayItem(next(self._ids), name)
        if sum(entry.error is None for entry in self.items) >= MOST_PARTS:
            text = QCoreApplication.translate(
                "Attachments", "At most %1 things can be attached to a message."
            )
            item = replace(item, error=AppError(text.replace("%1", str(MOST_PARTS)), blame=Blame.USER))
            self.items.append(item)
        else:
            self.items.append(item)
            self._jobs.submit(work, partial(self._taken, item), partial(self._refused, item))
        self._tell()

    def _taken(self, item: TrayItem, part: Attachment) -> None:
        self._settle(replace(item, part=part))

    def _refused(self, item: TrayItem, error: AppError) -> None:
        self._settle(replace(item, error=error))

    def _settle(self, settled: TrayItem) -> None:
        self.items = [settled if item.id == settled.id else item for item in self.items]
        self._tell()

    def _tell(self) -> None:
        self._controller.draft_parts = self.parts
        self.changed.emit()
