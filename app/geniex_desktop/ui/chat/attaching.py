"""How things get attached in the chat pane: dialog, drop, paste; and what keeps them back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QStandardPaths, Qt, Signal, Slot
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from ...chats.attachments import Attachment
from .composer import Composer
from .given import files_in, image_in, text_in
from .picture_viewer import PictureViewer
from .senses import Senses
from .tray import Tray


class Attaching(QObject):
    """Between the composer, the tray and the senses of one chat pane."""

    model_wanted = Signal(object)
    """Path of a model that was dropped."""

    def __init__(self, pane: QWidget, composer: Composer, tray: Tray, senses: Senses) -> None:
        super().__init__(pane)
        self._pane = pane
        self._composer = composer
        self._tray = tray
        self._senses = senses
        self._folder = ""
        composer.attach.connect(self.choose_files)
        composer.field.given.connect(self.take)
        composer.tray_view.opened.connect(self.open_picture)
        tray.changed.connect(self._update)
        senses.changed.connect(self._update)
        self._update()

    @Slot()
    def choose_files(self) -> None:
        """Asks for files to attach."""
        pictures = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.PicturesLocation)
        kinds = [
            self.tr("Images, recordings and texts (%1)").replace(
                "%1",
                "*.png *.jpg *.jpeg *.webp *.gif *.bmp *.tif *.tiff *.wav *.mp3 *.flac *.txt *.md *.csv",
            ),
            self.tr("All files (*)"),
        ]
        dialog = QFileDialog(self._pane, self.tr("Attach files"), self._folder or pictures, ";;".join(kinds))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self._chosen)
        dialog.open()

    @Slot(list)
    def _chosen(self, names: list[str]) -> None:
        paths = [Path(name) for name in names]
        self._folder = str(paths[0].parent) if paths else self._folder
        self._tray.add_files(paths)
        self._composer.field.setFocus()

    @Slot(object)
    def take(self, data: QMimeData) -> None:
        """What was dropped or pasted. A model is opened instead."""
        files = files_in(data)
        models = [path for path in files if path.suffix.lower() == ".gguf"]
        if models:
            self.model_wanted.emit(models[0])
        self._tray.add_files([path for path in files if path not in models])
        image = image_in(data) if not files else None
        if image is not None:
            self._tray.add_pixels(QImage(image))
        if text := text_in(data):
            self._tray.add_text(text)
        self._composer.field.setFocus()

    @Slot(object)
    def open_picture(self, part: Attachment) -> None:
        """Shows an image over the window."""
        PictureViewer(part, self._tray.previews, self._pane.window())

    @Slot()
    def _update(self) -> None:
        """Nothing is sent without what was attached to it."""
        if self._tray.busy:
            self._composer.set_obstacle(self.tr("Reading the attachments…"))
        elif self._tray.all_refused:
            self._composer.set_obstacle(self.tr("Take away what cannot be attached"))
        elif self._senses.missing:
            self._composer.set_obstacle(self.tr("The model cannot take what is attached"))
        else:
            self._composer.set_obstacle("")
