"""The frame: rail on the left, pane in the middle, strip at the bottom.

All state lives in the objects of `Context`; a change of theme or language makes the
window's content anew from them.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import delete, isValid

from ..engine.location import installed_library
from ..models.chipset import detect_chipset
from ..settings import MODEL, RUNTIME, Setting
from ..telemetry.machine import Machine
from . import geometry, icons, recents
from .bench.pane import BenchPane
from .chat.list_column import ChatColumn
from .chat.pane import ChatPane
from .chat.rows import RowBuilder
from .chat_page import ChatKept, ChatPage
from .context import Context
from .devices.pane import DevicesPane
from .doctor.page import DoctorPage
from .first_run import FirstRunPage
from .inspector import Inspector
from .jobs import InOrder
from .models.pane import ModelsPane
from .palette import Palette
from .rail import Rail
from .settings.declared import CONTEXT, GEOMETRY, RECENT, THREADS
from .settings.pane import Place, SettingsPane
from .settings.stack import SettingsStack
from .shortcut_sheet import ShortcutSheet
from .strip import Strip
from .top_bar import TopBar
from .widgets.lazy import LazyPane
from .window_commands import window_commands


class MainWindow(QMainWindow):
    """Owns the widgets; `setting_saved` tells which setting has a new value on the disk."""

    setting_saved = Signal(str)
    page_shown = Signal()

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._context = context
        self._saves = InOrder(context.jobs)
        self._page = 0
        self._checking = False
        self._chat_kept = ChatKept(RowBuilder(context.controller.verdicts))
        self._setting_up: Place | None = None
        """How the settings were left when the content was taken away."""
        self._sheet: ShortcutSheet | None = None
        self.setWindowTitle("GenieX Desktop")
        self.setWindowIcon(icons.app_icon())
        self.setMinimumSize(640, 480)
        self.resize(1280, 800)
        geometry.restore(self, context.settings.get(GEOMETRY))
        self.build()
        self._add_shortcuts()
        context.session.changed.connect(self._session_changed)
        context.session.loaded.connect(self._remember_model)
        context.download.finished.connect(self._starter_ready)
        context.controller.branched.connect(self._session_changed)
        context.controller.reset.connect(self._forget_reading)
        context.history.changed.connect(self._session_changed)
        context.history.read_place = self._read_place
        context.history.place_wanted.connect(self._show_place)
        context.history.jump_wanted.connect(self._jump)

    @property
    def context(self) -> Context:
        """What the window shows."""
        return self._context

    def build(self) -> None:
        """Makes the whole content, at the start and after a change of theme or language."""
        context = self._context
        self.clear()
        # From the outside in: whatever is put elsewhere is styled anew, with all that is in it.
        body = QWidget()
        self.setCentralWidget(body)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        column.addLayout(middle, 1)
        self._rail = Rail(body)
        self._rail.chosen.connect(self.show_page)
        middle.addWidget(self._rail)
        self._stack = QStackedWidget(body)
        middle.addWidget(self._stack, 1)
        self._lazy_chat = LazyPane(self._make_chat_page)
        self._stack.addWidget(self._lazy_chat)
        self._lazy_settings = LazyPane(self._make_settings)
        self._stack.addWidget(self._lazy_settings)
        self._lazy_devices = LazyPane(self._make_devices)
        self._stack.addWidget(self._lazy_devices)
        self._lazy_bench = LazyPane(self._make_bench)
        self._stack.addWidget(self._lazy_bench)
        self._lazy_models = LazyPane(self._make_models)
        self._stack.addWidget(self._lazy_models)
        strip = Strip(context.telemetry, context.controller, context.download, context.models.fetching)
        strip.clicked.connect(self.show_devices)
        column.addWidget(strip)
        self.show_page(self._page)
        self._session_changed()

    def clear(self) -> None:
        """Takes the whole content away, for `build` to make it anew.

        At once and not later: a new style sheet would be worked out for what goes.
        """
        sheet, self._sheet = self._sheet, None
        if sheet is not None and isValid(sheet):
            delete(sheet)
        # Not taken out of the window first, which would style all of it once more.
        old = self.centralWidget()
        if old is not None:
            self._keep_places()
            # From the inside out, also what was just made and has no place yet: it is nobody's child.
            for pane in reversed(old.findChildren(LazyPane)):
                pane.let_go()
            delete(old)

    def let_go_a_hidden_pane(self) -> bool:
        """Takes away one that was made and is not shown; false if there is none.

        One by one before `clear`, so that not all of them go at once.
        """
        panes: tuple[LazyPane[Any], ...] = (
            *(self._lazy_settings, self._lazy_devices, self._lazy_bench, self._lazy_models),
            self._lazy_chat,
        )
        hidden = next((pane for pane in panes if pane.made is not None and not pane.isVisible()), None)
        if hidden is not None:
            self._keep_places()
            hidden.let_go()
        return hidden is not None

    @property
    def settled(self) -> bool:
        """The pane in view is there: after `build` it is made in turns of its own."""
        pane = self._stack.currentWidget()
        return not isinstance(pane, LazyPane) or pane.settled

    def _keep_places(self) -> None:
        if self._lazy_chat.made is not None:
            self._lazy_chat.made.keep()
        if self._lazy_settings.made is not None:
            self._setting_up = self._lazy_settings.made.pane.place()

    @property
    def _chat_page(self) -> ChatPage:
        return self._lazy_chat.content

    @property
    def chat(self) -> ChatPane:
        """The open chat."""
        return self._chat_page.chat

    @property
    def chats(self) -> ChatColumn:
        """The list of chats."""
        return self._chat_page.chats

    @property
    def top_bar(self) -> TopBar:
        """What stands over the chat: its model."""
        return self._chat_page.top_bar

    @property
    def first_run(self) -> FirstRunPage:
        """The first page of a fresh machine."""
        return self._chat_page.first_run

    @property
    def inspector(self) -> Inspector:
        """The column on the right of the chat."""
        return self._chat_page.inspector

    @property
    def settings(self) -> SettingsPane:
        """The settings page."""
        return self._lazy_settings.content.pane

    @property
    def doctor(self) -> DoctorPage:
        """The device check, over the settings."""
        return self._lazy_settings.content.lazy_doctor.content

    @property
    def devices(self) -> DevicesPane:
        """The devices pane."""
        return self._lazy_devices.content

    @property
    def bench(self) -> BenchPane:
        """The benchmarks' pane."""
        return self._lazy_bench.content

    @property
    def models(self) -> ModelsPane:
        """The models' pane."""
        return self._lazy_models.content

    @property
    def ticking(self) -> bool:
        """The devices are being drawn."""
        made = self._lazy_devices.made
        return made is not None and made.ticking

    def _make_devices(self) -> DevicesPane:
        context = self._context
        result = DevicesPane(context.monitor, context.recordings, context.jobs)
        result.set_machine(context.machine)
        return result

    def _make_models(self) -> ModelsPane:
        result = ModelsPane(self._context.models)
        result.opened.connect(self._open_model)
        result.check_wanted.connect(self.check_device)
        return result

    def _make_bench(self) -> BenchPane:
        result = BenchPane(self._context.controller, self._context.benchmarks)
        result.check_wanted.connect(self.check_device)
        return result

    def _make_chat_page(self) -> ChatPage:
        result = ChatPage(self._context, self._chat_kept, self.width())
        result.file_wanted.connect(self.choose_file)
        result.models_wanted.connect(self.show_models)
        result.check_wanted.connect(self.check_device)
        result.load_wanted.connect(self._load_again)
        return result

    @Slot()
    def _forget_reading(self) -> None:
        """It is of another chat."""
        self._chat_kept.reading = None

    def _read_place(self) -> str:
        """Where in the open chat somebody is, also while its page is not there."""
        page, reading = self._lazy_chat.made, self._chat_kept.reading
        if page is not None:
            return page.chat.place()
        return reading.place if reading is not None else ""

    @Slot(str)
    def _show_place(self, place: str) -> None:
        self.chat.show_place(place)

    @Slot(int)
    def _jump(self, message_id: int) -> None:
        self.chat.show_message(message_id, self.chats.query)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self._context.history.look_again()

    def _make_settings(self) -> SettingsStack:
        pane = SettingsPane(self._context.settings, self._setting_up)
        pane.wanted.connect(self.save_setting)
        pane.runtime.chosen.connect(self._use_runtime)
        pane.check_wanted.connect(self.check_device)
        result = SettingsStack(pane, self._make_doctor)
        result.setCurrentIndex(int(self._checking))
        self._show_runtime(result)
        self._context.jobs.submit(detect_chipset, pane.show_chipset)
        return result

    def _make_doctor(self) -> DoctorPage:
        result = DoctorPage(self._context.checkup)
        result.left.connect(self._leave_check)
        return result

    def _show_runtime(self, settings: SettingsStack) -> None:
        session = self._context.session
        settings.pane.runtime.show_runtime(session.foreign_runtime, session.runtime, session.error)

    def set_machine(self, machine: Machine) -> None:
        """The machine's facts have been read."""
        self._context.machine = machine
        if self._lazy_chat.made is not None:
            self._lazy_chat.made.set_machine(machine)
        if self._lazy_devices.made is not None:
            self._lazy_devices.made.set_machine(machine)

    @Slot(int)
    def show_page(self, page: int) -> None:
        """0 is the chat, 1 the settings, 2 the devices, 3 the bench, 4 the models."""
        self._page = page
        self._stack.setCurrentIndex(page)
        self._rail.mark(page)
        self.page_shown.emit()
        if page == 0 and self._lazy_chat.made is not None:
            self._lazy_chat.made.take_keyboard()

    @Slot()
    def _session_changed(self) -> None:
        if self._lazy_settings.made is not None:
            self._show_runtime(self._lazy_settings.made)
        if self._lazy_chat.made is not None:
            self._lazy_chat.made.follow_session()

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
        self._open_model(Path(name))

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
        if self._lazy_chat.made is not None:
            self._lazy_chat.made.top_bar.set_recent(recents.read(stored))
        self.save_setting(RECENT, stored)
        self.save_setting(MODEL, str(path))

    @Slot(object, object)
    def save_setting(self, setting: Setting[Any], value: Any) -> None:
        """Saves on a worker, for it writes to the disk."""
        settings = self._context.settings
        self._saves.submit(
            lambda: settings.set(setting, value), lambda _none: self.setting_saved.emit(setting.key)
        )

    @Slot(str)
    def _use_runtime(self, name: str) -> None:
        """Saves the library that a person's file or folder means; what holds none changes nothing."""
        settings = self._context.settings
        # Found and saved in one go, so that whatever is chosen after it is also saved after it.
        self._saves.submit(
            lambda: settings.set(RUNTIME, str(installed_library(Path(name)))),
            lambda _none: self.setting_saved.emit(RUNTIME.key),
            self.settings.runtime.show_problem,
        )

    def _add_shortcuts(self) -> None:
        for command in window_commands(self):
            if not command.keys:
                continue
            action = QAction(self)
            action.setShortcut(QKeySequence(command.keys))
            action.triggered.connect(partial(self.run_keys, command.keys))
            self.addAction(action)

    def run_keys(self, keys: str) -> None:
        """Does what the keys stand for now; the window's content may have been made anew since."""
        for command in window_commands(self):
            if command.keys == keys and not command.reason:
                command.run()

    @Slot()
    def show_palette(self) -> None:
        """Opens the command palette."""
        Palette(window_commands(self), self).open_over(self)

    @Slot()
    def show_shortcuts(self) -> None:
        """Shows the sheet of shortcuts, or closes it."""
        if not self._close_sheet():
            self._sheet = ShortcutSheet(window_commands(self), self)
            self._sheet.show()

    def _close_sheet(self) -> bool:
        """Whether there was one to close."""
        sheet, self._sheet = self._sheet, None
        if sheet is None or not isValid(sheet):
            return False
        sheet.close()
        return True

    @Slot()
    def toggle_inspector(self) -> None:
        """Shows or hides the column with the chat's options and what is sent."""
        self._chat_page.toggle_inspector()

    @Slot()
    def toggle_chats(self) -> None:
        """Shows or folds the list of chats where there is little room."""
        self._chat_page.toggle_chats()

    @Slot(int, int)
    def _load_again(self, n_ctx: int, n_threads: int) -> None:
        self.save_setting(CONTEXT, n_ctx)
        self.save_setting(THREADS, n_threads)
        self._context.session.choose_load(n_ctx, n_threads)

    @Slot()
    def focus_composer(self) -> None:
        """Shows the chat, ready to type."""
        self.show_page(0)

    @Slot()
    def search_chats(self) -> None:
        """Shows the list of chats, ready to search."""
        self.show_page(0)
        self._chat_page.search_chats()

    @Slot()
    def escape(self) -> None:
        """Leaves the inspector over the chat, or the search; else stops the reply, else the editing."""
        self._chat_page.escape()

    @Slot()
    def show_settings(self) -> None:
        """Goes to the settings."""
        self.show_page(1)

    @Slot()
    def check_device(self) -> None:
        """Runs the device check and shows it, over the settings."""
        self._show_check(True)
        self._context.checkup.start()
        self.show_page(1)

    @Slot()
    def _leave_check(self) -> None:
        self._show_check(False)

    def _show_check(self, checking: bool) -> None:
        self._checking = checking
        if self._lazy_settings.made is not None:
            self._lazy_settings.made.setCurrentIndex(int(checking))

    @Slot()
    def show_chat(self) -> None:
        """Goes to the chat."""
        self.show_page(0)

    @Slot()
    def show_models(self) -> None:
        """Goes to the models."""
        self.show_page(4)

    @Slot(object)
    def _open_model(self, path: Path) -> None:
        self.show_page(0)
        self._context.session.open(path)

    @Slot()
    def show_devices(self) -> None:
        """Goes to the devices."""
        self.show_page(2)

    @Slot()
    def show_bench(self) -> None:
        """Goes to the benchmarks."""
        self.show_page(3)
