"""The setting for another GenieX runtime than our own: which one, what it is, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QHBoxLayout, QMenu, QVBoxLayout, QWidget

from ...engine.types import RuntimeInfo
from ...errors import AppError
from .. import theme
from ..sentences import localized_error
from ..widgets.basics import ElidedLabel, MenuButton, button, label, set_tone


class RuntimeField(QWidget):
    """Shows what is told to it and asks for a change; knows no file and no engine."""

    chosen = Signal(str)
    """A file or folder; it may hold no library."""
    own_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._foreign = ""
        self._path = ElidedLabel()
        self._path.setFont(theme.font(theme.SMALL_PT + 0.5))
        self.status = label(tone="muted", points=theme.SMALL_PT + 0.5, wrap=True)
        menu = QMenu(self)
        menu.addAction(self.tr("Its folder…"), self._choose_folder)
        menu.addAction(self.tr("The library's file…"), self._choose_file)
        self.choose = MenuButton(self.tr("Choose…"), menu)
        self.own = button(self.tr("Use the app's own"))
        self.own.clicked.connect(self.own_wanted)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.choose)
        buttons.addWidget(self.own)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._path)
        column.addWidget(self.status)
        column.addLayout(buttons)

    def show_runtime(self, foreign: str, runtime: RuntimeInfo | None, error: AppError | None) -> None:
        """What runs; `foreign`: path of a library that is not ours. Neither runtime nor error: starting."""
        self._foreign = foreign
        self._path.set_whole(foreign or self.tr("The app's own runtime"))
        self._path.setToolTip(foreign)
        self.own.setVisible(bool(foreign))
        if runtime is not None:
            plugins = ", ".join(plugin.id for plugin in runtime.plugins) or self.tr("none")
            text = self.tr("Version %1 with the plugins: %2")
            self._tell(text.replace("%1", runtime.version).replace("%2", plugins))
        elif error is not None:
            self.show_problem(error)
        else:
            self._tell(self.tr("Starting…"))

    def show_problem(self, error: AppError) -> None:
        """Why it cannot be used."""
        shown = localized_error(error)
        self._tell("\n".join(part for part in (shown.text, shown.cause, shown.hint) if part), "bad")

    def _tell(self, text: str, tone: str = "muted") -> None:
        self.status.setText(text)
        set_tone(self.status, tone)

    @Slot()
    def _choose_folder(self) -> None:
        self._ask(QFileDialog.FileMode.Directory, self.tr("Folder of a GenieX runtime"))

    @Slot()
    def _choose_file(self) -> None:
        self._ask(QFileDialog.FileMode.ExistingFile, self.tr("Library of a GenieX runtime"))

    def _ask(self, mode: QFileDialog.FileMode, title: str) -> None:
        dialog = QFileDialog(self, title, self._foreign)
        dialog.setFileMode(mode)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.chosen)
        dialog.open()
