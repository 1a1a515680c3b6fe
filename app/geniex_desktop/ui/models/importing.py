"""Asks for files and folders that hold models already, and for a new place of the store."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, Slot
from PySide6.QtWidgets import QFileDialog, QWidget

from .shelf import Shelf

_OTHER = re.compile(r"[^A-Za-z0-9._-]+")
_ENDINGS = (".gguf", ".zip")


def local_name(path: Path) -> str:
    """A name in the store for a file or folder of this machine."""
    stem = path.name
    for ending in _ENDINGS:
        if stem.lower().endswith(ending):
            stem = stem[: -len(ending)]
    return f"local/{_OTHER.sub('-', stem).strip('.-') or 'model'}"


class Importing(QObject):
    """Dialogs over a widget; what is chosen goes to the shelf."""

    def __init__(self, over: QWidget, shelf: Shelf) -> None:
        super().__init__(over)
        self._over = over
        self._shelf = shelf

    @Slot()
    def refer_file(self) -> None:
        """A file becomes a model where it lies."""
        self._ask_file(self.take_in_place, self._models_filter())

    @Slot()
    def refer_folder(self) -> None:
        """A folder becomes a model where it lies."""
        self._ask_folder(self.take_in_place)

    @Slot()
    def copy_file(self) -> None:
        """A file or an archive is copied into the store."""
        translate = QCoreApplication.translate
        self._ask_file(
            self.take_copy, translate("Models", "Models and archives (*.gguf *.zip);;All files (*)")
        )

    @Slot()
    def copy_folder(self) -> None:
        """A folder is copied into the store."""
        self._ask_folder(self.take_copy)

    @Slot()
    def move(self) -> None:
        """All models move to another folder."""
        self._ask_folder(self._shelf.move)

    def take_in_place(self, path: Path) -> None:
        self._shelf.import_in_place(path, local_name(path))

    def take_copy(self, path: Path) -> None:
        self._shelf.import_copy(path, local_name(path))

    @staticmethod
    def _models_filter() -> str:
        return QCoreApplication.translate("Models", "GGUF models (*.gguf);;All files (*)")

    def _ask_file(self, take: Callable[[Path], None], kinds: str) -> None:
        title = QCoreApplication.translate("Models", "Add a model")
        self._show(QFileDialog(self._over, title, "", kinds), QFileDialog.FileMode.ExistingFile, take)

    def _ask_folder(self, take: Callable[[Path], None]) -> None:
        title = QCoreApplication.translate("Models", "Choose a folder")
        dialog = QFileDialog(self._over, title)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._show(dialog, QFileDialog.FileMode.Directory, take)

    def _show(self, dialog: QFileDialog, mode: QFileDialog.FileMode, take: Callable[[Path], None]) -> None:
        self._take = take
        dialog.setFileMode(mode)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._chosen)
        dialog.open()

    @Slot(str)
    def _chosen(self, name: str) -> None:
        self._take(Path(name))
