"""What is attached to the message being written: taken in by workers, sent with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot
from PySide6.QtGui import QImage

from ...chats.attachments import Attachment, Attachments
from ...chats.records import Draft
from ...errors import AppError, Blame
from ..jobs import InOrder, Jobs
from . import intake
from .controller import ChatController
from .previews import Previews

MOST_PARTS = 8
"""Of one message."""
_MOST_REFUSED = 8
"""So many of the last things that cannot be attached are shown with their reasons."""


@dataclass(frozen=True, slots=True)
class TrayItem:
    """One thing in the tray: being read while both `part` and `error` are None.

    Attributes:
        path: The file that it comes from; None for what came without one.
    """

    id: int
    name: str
    part: Attachment | None = None
    error: AppError | None = None
    path: Path | None = None

    @property
    def keeps(self) -> float:
        """Seconds of a recording that is too long, which `Tray.cut` can take; 0 for anything else."""
        return self.error.keeps if isinstance(self.error, intake.RecordingTooLong) else 0.0


class _Wanted(NamedTuple):
    """Something that is to be attached, and the worker's part of it."""

    name: str
    work: Callable[[], Attachment]
    path: Path | None = None


class Tray(QObject):
    """Outlives the widgets. What is ready also stands in `ChatController.draft_parts`."""

    changed = Signal()

    def __init__(self, controller: ChatController, jobs: Jobs, attachments: Attachments) -> None:
        super().__init__(controller)
        self.items: list[TrayItem] = []
        self._controller = controller
        # One after the other: many workers at once would slow down the window while they decode.
        self._reads = InOrder(jobs)
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
    def all_refused(self) -> bool:
        """Something was to be attached, and none of it can be: a message about it would go without it."""
        return bool(self.items) and all(item.error is not None for item in self.items)

    @property
    def parts(self) -> tuple[Attachment, ...]:
        """What is ready, in its order."""
        return tuple(item.part for item in self.items if item.part is not None)

    def add_files(self, paths: list[Path]) -> None:
        """Takes files in; one that cannot be attached stays with its reason until it is taken away, or until
        many others were refused."""
        self._take([_Wanted(path.name or str(path), self._reading(path), path) for path in paths])

    def cut(self, item_id: int) -> None:
        """Takes the beginning of a recording that is too long."""
        item = next(item for item in self.items if item.id == item_id)
        if item.path is None or not item.keeps:
            return
        if not self._room:
            self._settle(replace(item, error=_too_many()))
            return
        waiting = replace(item, error=None)
        self._settle(waiting)
        self._read(waiting, self._reading(item.path, cut=True))

    def add_pixels(self, image: QImage) -> None:
        """Takes an image in that came without a file."""
        name = QCoreApplication.translate("Attachments", "Pasted image")
        self._take([_Wanted(name, partial(intake.take_pixels, image, name, self._attachments))])

    def add_text(self, text: str) -> None:
        """Takes a text in that came without a file."""
        name = QCoreApplication.translate("Attachments", "Pasted text")
        self._take([_Wanted(name, partial(intake.take_text, text, name))])

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

    @property
    def _room(self) -> int:
        """How many more things fit."""
        return max(0, MOST_PARTS - sum(item.error is None for item in self.items))

    def _reading(self, path: Path, cut: bool = False) -> Callable[[], Attachment]:
        return partial(intake.take_file, path, self._attachments, cut=cut)

    def _take(self, wanted: list[_Wanted]) -> None:
        """Reads as many as fit; the others are refused together, so that a whole folder does no harm."""
        room = self._room
        for name, work, path in wanted[:room]:
            item = TrayItem(next(self._ids), name, path=path)
            self.items.append(item)
            self._read(item, work)
        left_out = wanted[room:]
        if left_out:
            name = left_out[0].name
            if len(left_out) > 1:
                name = QCoreApplication.translate("Attachments", "%1 more").replace("%1", str(len(left_out)))
            self.items.append(TrayItem(next(self._ids), name, error=_too_many()))
        self._tell()

    def _read(self, item: TrayItem, work: Callable[[], Attachment]) -> None:
        self._reads.submit(work, partial(self._taken, item), partial(self._refused, item))

    def _taken(self, item: TrayItem, part: Attachment) -> None:
        self._settle(replace(item, part=part))

    def _refused(self, item: TrayItem, error: AppError) -> None:
        self._settle(replace(item, error=error))

    def _settle(self, settled: TrayItem) -> None:
        self.items = [settled if item.id == settled.id else item for item in self.items]
        self._tell()

    def _tell(self) -> None:
        refused = [item.id for item in self.items if item.error is not None]
        forgotten = refused[:-_MOST_REFUSED]
        self.items = [item for item in self.items if item.id not in forgotten]
        self._controller.draft_parts = self.parts
        self.changed.emit()


def _too_many() -> AppError:
    text = QCoreApplication.translate("Attachments", "At most %1 things can be attached to a message.")
    return AppError(text.replace("%1", str(MOST_PARTS)), blame=Blame.USER)
