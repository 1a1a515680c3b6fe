"""The frame: rail on the left, pane in the middle, strip at the bottom.

All state lives in the objects of `Context`; a change of theme or language makes the
window's content anew from them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ..settings import MODEL, Setting, Settings
from ..telemetry.machine import Machine
from ..telemetry.qt import Telemetry
from . import icons, recents, theme
from .chat.controller import ChatController
from .chat.pane import ChatPane
from .devices.monitor import Monitor
from .devices.pane import DevicesPane
from .devices.recordings import Recordings
from .doctor.checkup import Checkup
from .doctor.page import DoctorPage
from .downloads import StarterDownload
from .first_run import FirstRunPage
from .jobs import Jobs
from .model_session import ModelSession
from .settings.declared import GEOMETRY, RECENT
from .settings.pane import SettingsPane
from .strip import Strip
from .top_bar import TopBar
from .widgets.basics import icon_button


@dataclass(slots=True)
class Context:
    """Everything the window shows and tells; lives longer than its widgets."""

    settings: Settings
    session: ModelSession
    controller: ChatController
    telemetry: Telemetry
    download: StarterDownload
    jobs: Jobs
    monitor: Monitor
    recordings: Recordings
    checkup: Checkup
    machine: Machine | None = None


class MainWindow(QMainWindow):
    """Owns the widgets; `setting_saved` tells which setting has a new value on the disk."""

    setting_saved = Signal(str)

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._page = 0
        self._checking = False
        self.first_run: FirstRunPage | None = None
        self.setWindowTitle("GenieX Desktop")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(640, 480)
        self.resize(1280, 800)
        self._restore_geometry()
        self._add_shortcuts()
        self.build()
        context.session.changed.connect(self._session_changed)
        context.session.loaded.connect(self._remember_model)
        context.download.finished.connect(self._starter_ready)
        context.controller.branched.connect(self._session_changed)

    def build(self) -> None:
        """Makes the whole content, at the start and after a change of theme or language."""
        context = self._context
        old = self.takeCentralWidget()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._chat_page())
        self._stack.addWidget(self._settings_page())
        self.devices = DevicesPane(context.monitor, context.recordings, context.jobs)
        self.devices.set_machine(context.machine)
        self._stack.addWidget(self.devices)
        self._rail = Rail(self)
        self._rail.chosen.connect(self.show_page)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self._rail)
        middle.addWidget(self._stack, 1)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(middle, 1)
        strip = Strip(context.telemetry, context.controller, context.download)
        strip.clicked.connect(self._show_devices)
        column.addWidget(strip)
        self.setCentralWidget(body)
        if old is not None:
            old.deleteLater()
        self.show_page(self._page)
        self._session_changed()

    def _chat_page(self) -> QWidget:
        context = self._context
        self.top_bar = TopBar(context.session)
        self.top_bar.set_recent(recents.read(context.settings.get(RECENT)))
        self.top_bar.open_file.connect(self.choose_file)
        self.top_bar.open_model.connect(context.session.open)
        self.top_bar.new_chat.connect(context.controller.new_chat)
        self.chat = ChatPane(context.controller, context.jobs, self.choose_file)
        self.chat.meter.changed.connect(self._measured)
        self.first_run = FirstRunPage(context.session, context.download)
        self.first_run.open_file.connect(self.choose_file)
        self.first_run.check_wanted.connect(self.check_device)
        self.chat.check_wanted.connect(self.check_device)
        if context.machine is not None:
            self.first_run.set_machine(context.machine)
        self._chat_stack = QStackedWidget()
        chat = QWidget()
        chat.setObjectName("pane")
        column = QVBoxLayout(chat)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self.chat, 1)
        self._chat_stack.addWidget(chat)
        self._chat_stack.addWidget(self.first_run)
        return self._chat_stack

    @Slot()
    def _measured(self) -> None:
        self.top_bar.set_next(self.chat.meter.n_prompt)

    def _settings_page(self) -> QWidget:
        pane = SettingsPane(self._context.settings)
        pane.wanted.connect(self.save_setting)
        pane.check_wanted.connect(self.check_device)
        self.doctor = DoctorPage(self._context.checkup)
        self.doctor.left.connect(self._leave_check)
        self._settings_stack = QStackedWidget()
        self._settings_stack.addWidget(pane)
        self._settings_stack.addWidget(self.doctor)
        self._settings_stack.setCurrentIndex(int(self._checking))
        return self._settings_stack

    def set_machine(self, machine: Machine) -> None:
        """The machine's facts have been read."""
        self._context.machine = machine
        if self.first_run is not None:
            self.first_run.set_machine(machine)
        self.devices.set_machine(machine)

    @Slot(int)
    def show_page(self, page: int) -> None:
        """0 is the chat, 1 the settings, 2 the devices."""
        self._page = page
        self._stack.setCurrentIndex(page)
        self._rail.mark(page)
        if page == 0 and self._chat_stack.currentIndex() == 0:
            self.chat.composer.field.setFocus()

    @Slot()
    def _session_changed(self) -> None:
        """The first page is for a machine on which nothing has been opened or asked yet."""
        context = self._context
        fresh = (
            context.session.model is None
            and context.session.wanted is None
            and context.controller.notice is None
            and len(context.controller.conversation) == 0
        )
        page = 1 if fresh else 0
        if self._chat_stack.currentIndex() != page:
            self._chat_stack.setCurrentIndex(page)
            if page == 0:
                self.chat.composer.field.setFocus()
            elif self.first_run is not None:
                self.first_run.setFocus()

    @Slot()
    def choose_file(self) -> None:
        """Asks for a .gguf file and opens it."""
        start = self._context.settings.get(MODEL)
        folder = str(Path(start).parent) if start else ""
        dialog = QFileDialog(
            self, self.tr("Open a model"), folder, self.tr("GGUF models (*.gguf);;All files (*)")
        )
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._file_chosen)
        dialog.open()

    @Slot(str)
    def _file_chosen(self, name: str) -> None:
        self.show_page(0)
        self._context.session.open(Path(name))

    @Slot(object)
    def _starter_ready(self, path: Path) -> None:
        if self._context.session.model is None and not self._context.session.loading:
            self._context.session.open(path)

    @Slot()
    def _remember_model(self) -> None:
        model = self._context.session.model
        if model is None:
            return
        path = model.spec.model_path
        stored = recents.added(self._context.settings.get(RECENT), path)
        self.top_bar.set_recent(recents.read(stored))
        self.save_setting(RECENT, stored)
        self.save_setting(MODEL, str(path))

    @Slot(object, object)
    def save_setting(self, setting: Setting[Any], value: Any) -> None:
        """Saves on a worker, for it writes to the disk."""
        settings = self._context.settings
        self._context.jobs.submit(
            lambda: settings.set(setting, value), lambda _none: self.setting_saved.emit(setting.key)
        )

    def _add_shortcuts(self) -> None:
        controller = self._context.controller
        entries: list[tuple[str, Callable[[], object]]] = [
            ("Ctrl+N", controller.new_chat),
            ("Ctrl+O", self.choose_file),
            ("Ctrl+L", self._focus_composer),
            ("Ctrl+,", self._show_settings),
            ("Ctrl+Q", self.close),
            ("Ctrl+1", self._show_chat),
            ("Ctrl+3", self._show_devices),
            ("Esc", self._escape),
        ]
        for keys, run in entries:
            action = QAction(self)
            action.setShortcut(QKeySequence(keys))
            action.triggered.connect(run)
            self.addAction(action)

    @Slot()
    def _focus_composer(self) -> None:
        self.show_page(0)
        self.chat.composer.field.setFocus()

    @Slot()
    def _escape(self) -> None:
        self.chat.composer.escape()

    @Slot()
    def _show_settings(self) -> None:
        self.show_page(1)

    @Slot()
    def check_device(self) -> None:
        """Runs the device check and shows it, over the settings."""
        self._show_check(True)
        self._context.checkup.start()
        self.show_page(1)
        self.doctor.again.setFocus()

    @Slot()
    def _leave_check(self) -> None:
        self._show_check(False)

    def _show_check(self, checking: bool) -> None:
        self._checking = checking
        self._settings_stack.setCurrentIndex(int(checking))

    @Slot()
    def _show_chat(self) -> None:
        self.show_page(0)

    @Slot()
    def _show_devices(self) -> None:
        self.show_page(2)

    def _restore_geometry(self) -> None:
        stored = self._context.settings.get(GEOMETRY)
        if stored:
            self.restoreGeometry(QByteArray.fromBase64(stored.encode("ascii", "ignore")))

    def geometry_text(self) -> str:
        """The window's place and size, to be stored."""
        return bytes(self.saveGeometry().toBase64().data()).decode("ascii")


class Rail(QFrame):
    """Icons of the panes; settings at the bottom."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rail")
        self.setFixedWidth(theme.RAIL_WIDTH)
        self._buttons = [
            self._button("chat", self.tr("Chat"), "Ctrl+1", 0),
            self._button("settings", self.tr("Settings"), "Ctrl+,", 1),
            self._button("devices", self.tr("Devices"), "Ctrl+3", 2),
        ]
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 14, 8, 14)
        column.setSpacing(10)
        column.addWidget(self._buttons[0])
        column.addWidget(self._buttons[2])
        column.addStretch(1)
        column.addWidget(self._buttons[1])

    def _button(self, name: str, text: str, shortcut: str, page: int) -> QToolButton:
        result = icon_button(name, text, shortcut=shortcut, size=20)
        result.setProperty("icon_name", name)
        result.setCheckable(True)
        result.setFixedSize(QSize(36, 36))
        result.clicked.connect(lambda: self.chosen.emit(page))
        return result

    def mark(self, page: int) -> None:
        """Shows which pane is open."""
        colours = theme.colours()
        for index, entry in enumerate(self._buttons):
            entry.setChecked(index == page)
            colour = colours.accent if index == page else colours.muted
            entry.setIcon(icons.icon(str(entry.property("icon_name")), colour))
