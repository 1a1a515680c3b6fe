"""Whether the open model can take in what is attached, and which installed model could."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ...chats.attachments import AUDIO, IMAGE
from ...errors import AppError
from ...models.projectors import ProjectorDoubt, find_projector, models_with_senses
from ..jobs import Jobs, Newest
from .controller import ChatController
from .tray import Tray

_SENSES = {IMAGE: "vision", AUDIO: "audio"}
"""What a projector says that it takes."""


class Senses(QObject):
    """`missing` is empty where nothing stands in the way of sending."""

    changed = Signal()

    def __init__(
        self, controller: ChatController, tray: Tray, jobs: Jobs, installed: Callable[[], list[Path]]
    ) -> None:
        """`installed` names the models on this machine."""
        super().__init__(controller)
        self.missing: frozenset[str] = frozenset()
        """Kinds of attachments of this chat that the open model has no sense for."""
        self._controller = controller
        self._tray = tray
        self._looks = Newest(jobs)
        self._installed = installed
        self.doubt: ProjectorDoubt | None = None
        """Why none of the projectors that lie with the open model was loaded with it."""
        self._found: dict[Path, frozenset[str]] = {}
        """Installed models that have a projector, and what it takes."""
        self._asked: Path | None = None
        """The open model when the installed ones were last looked through."""
        tray.changed.connect(self.update)
        controller.branched.connect(self.update)
        controller.reset.connect(self.update)
        controller.session.changed.connect(self.update)

    @property
    def offers(self) -> list[Path]:
        """Installed models that take all that the open one does not."""
        needed = {_SENSES[kind] for kind in self.missing}
        return [path for path, senses in self._found.items() if needed <= senses and path != self._asked]

    @property
    def projectors(self) -> list[Path]:
        """Files beside the open model that a person may have it see or hear with."""
        model = self._controller.session.model
        if self.doubt is None or model is None:
            return []
        return [path for path in self.doubt.candidates if path != model.spec.mmproj_path]

    @Slot()
    def update(self) -> None:
        """Looks again at what is attached and at the model."""
        missing = self._missing()
        if missing:
            self._look_for_offers()
        if missing != self.missing:
            self.missing = missing
            self.changed.emit()

    def _missing(self) -> frozenset[str]:
        controller = self._controller
        session = controller.session
        if session.model is None or session.loading:
            return frozenset()
        taken = session.capabilities
        parts = list(self._tray.parts)
        for message in controller.conversation.path():
            if message.id != controller.editing:
                parts += message.parts
        lacking = {kind for kind, able in ((IMAGE, taken.images), (AUDIO, taken.audio)) if not able}
        return frozenset(lacking & {part.kind for part in parts} - controller.withheld)

    def _look_for_offers(self) -> None:
        model = self._controller.session.model
        path = model.spec.model_path if model is not None else None
        if path is not None and path != self._asked:
            self._asked, self.doubt = path, None
            installed = self._installed()
            self._looks.submit(lambda: (models_with_senses(installed), _doubt(path)), self._take_found)

    def _take_found(self, found: tuple[dict[Path, frozenset[str]], ProjectorDoubt | None]) -> None:
        self._found, self.doubt = found
        self.changed.emit()


def _doubt(model: Path) -> ProjectorDoubt | None:
    try:
        find_projector(model)
    except ProjectorDoubt as doubt:
        return doubt
    except AppError:  # the model has gone: what is open still answers
        return None
    return None
