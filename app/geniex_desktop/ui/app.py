"""Starts the window: application, event loop, engine, theme; and ends all of it in order."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import qasync  # type: ignore[import-untyped]
from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from .. import paths
from ..chats.attachments import kept_in
from ..chats.kv_files import KvFiles
from ..engine.carrier import make_engine
from ..engine.protocol import Engine
from ..engine.thread import EngineThread
from ..engine.types import LoadSpec
from ..errors import AppError
from ..models.catalogue import Entry, load_catalogue
from ..models.library import Library, adopt, open_library
from ..models.load_mark import LoadMark
from ..models.sources.hubs import HubSettings, make_hubs
from ..models.starter import STARTER_NAME, StarterModel, starter_sources
from ..models.tokens import get_token
from ..settings import CARRIER, CHIPSET, DEVICE, HUB_MIRROR, MODEL, MODELS_FOLDER, RUNTIME, THEME, Settings
from ..telemetry.machine import read_machine
from ..telemetry.qt import Telemetry
from . import geometry, recents, theme
from .bench.benchmarks import Benchmarks
from .bench.shelf import known_models
from .chat.controller import ChatController
from .chat.history import History
from .chat.kv_keeper import KvKeeper
from .chat.senses import Senses
from .chat.tray import Tray
from .collector import Collector
from .context import Context
from .demo import SIZES, demo_profile, fix_size
from .devices.monitor import Monitor
from .devices.pacing import SamplingPace
from .devices.recordings import Recordings
from .doctor.checkup import Checkup
from .downloads import StarterDownload
from .dressing import Dressing
from .jobs import Jobs
from .language import Language
from .main_window import MainWindow
from .model_session import ModelSession
from .models.models import Models
from .replay import Replay
from .resources import resource_path
from .settings.declared import (
    CONTEXT,
    GEOMETRY,
    HUBS_THAT_FOLLOW,
    KEPT,
    LANGUAGE,
    RECENT,
    SAMPLING,
    THREADS,
    generation_options,
)
from .single_window import SingleWindow

log = logging.getLogger(__name__)

_SHUTDOWN_SECONDS = 2.5
_SWITCH_S = 0.0005
"""After so long a busy worker lets the window's thread go on. With Python's own 5 ms, one that colours code
holds the window up by that much at each of the many calls of Qt that let others run."""


class Desktop(QObject):
    """The running app: everything that lives as long as the window."""

    def __init__(self, app: QApplication, settings: Settings, device: str | None = None) -> None:
        super().__init__()
        self.clean = True
        self._app = app
        self._collector = Collector(self)
        sys.setswitchinterval(_SWITCH_S)
        self._settings = settings
        self._language = Language(app)
        self._language.apply(settings.get(LANGUAGE))
        theme.apply(app, settings.get(THEME))
        self.jobs = Jobs(self)
        self.engine = EngineThread(self._engine_maker())
        self.session = ModelSession(self.engine, self)
        self.session.foreign_runtime = settings.get(RUNTIME)
        self.session.base = self._load_options(device)
        self.controller = ChatController(self.session, self)
        self.controller.options = generation_options(settings)
        self.history = History(self.controller, self.jobs, paths.data_dir() / "chats", self)
        self.tray = Tray(self.controller, self.jobs, kept_in(paths.data_dir() / "chats"))
        self.senses = Senses(self.controller, self.tray, self.jobs, self._installed)
        self.kv_keeper = self._make_kv_keeper()
        self.telemetry = Telemetry(self, engine_pid=lambda: self.engine.child_pid)
        self.monitor = Monitor(self.controller, self.telemetry, self.jobs, paths.data_dir(), self)
        folder = paths.data_dir() / "recordings"
        self.recordings = Recordings(self.monitor, self.controller, self.jobs, folder, self)
        self.replay = Replay(self.controller, self.recordings, self.jobs, self)
        self.replay.failed.connect(self.controller.show_notice)
        self.starter = StarterModel(sources=starter_sources(lambda: settings.get(HUB_MIRROR)))
        self.download = StarterDownload(self.starter, self.jobs, self)
        self.load_mark = LoadMark(paths.data_dir() / "loading.json")
        self.models = Models(
            self.controller,
            self.jobs,
            self._open_library,
            make_engine(True, settings.get(RUNTIME)),
            lambda: self.engine.child_pid,
            self.starter.path(),
            self.load_mark,
            self,
        )
        self.models.shelf.moved.connect(self._models_moved)
        self.models.shelf.removed.connect(self._model_removed)
        self.download.finished.connect(self._starter_arrived)
        self.checkup = Checkup(self.session, self.jobs, self)
        self.benchmarks = Benchmarks(
            self.jobs,
            paths.data_dir() / "bench",
            lambda: known_models(recents.read(settings.get(RECENT)), self.models.files(), self.starter),
            parent=self,
        )
        self.window = MainWindow(self._context())
        self.pace = self._make_pace()
        self.dressing = Dressing(app, settings, self._language, self.window, self)
        self.window.page_shown.connect(self.pace.update)
        self.window.setting_saved.connect(self._setting_saved)
        self.session.device_chosen.connect(self._device_chosen)
        self.session.own_runtime_wanted.connect(self._use_own_runtime)
        self.session.context_chosen.connect(self._context_chosen)
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_scheme_changed)

    def _make_kv_keeper(self) -> KvKeeper:
        settings = self._settings

        def limit() -> int:
            return settings.get(KEPT) * 1_000_000

        files = KvFiles(paths.cache_dir() / "kv")
        return KvKeeper(self.controller, self.history, self.jobs, files, limit, self)

    def _context(self) -> Context:
        return Context(
            self._settings,
            self.session,
            self.controller,
            self.telemetry,
            self.download,
            self.jobs,
            self.monitor,
            self.recordings,
            self.checkup,
            self.benchmarks,
            self.history,
            self.replay,
            self.tray,
            self.senses,
            self.models,
        )

    def _make_pace(self) -> SamplingPace:
        return SamplingPace(
            self.telemetry,
            self.controller,
            self.recordings,
            lambda: self.window.isVisible() and not self.window.isMinimized(),
            lambda: self.window.ticking,
            self,
            chosen_hz=lambda: self._settings.get(SAMPLING),
        )

    def _engine_maker(self) -> Callable[[], Engine]:
        return make_engine(self._settings.get(CARRIER) == "isolated", self._settings.get(RUNTIME))

    def _open_library(self) -> tuple[Library, tuple[Entry, ...]]:
        """The model store with the starter model in it. Runs in a job."""
        settings = self._settings
        hubs = make_hubs(
            HubSettings(
                token=get_token,
                mirror=lambda: settings.get(HUB_MIRROR),
                chipset=lambda: settings.get(CHIPSET),
            )
        )
        folder = settings.get(MODELS_FOLDER)
        library = open_library(
            Path(folder).expanduser() if folder else paths.data_dir(), paths.data_dir(), hubs
        )
        self._adopt_starter(library)
        return library, load_catalogue(resource_path("catalogue.json"))

    def _adopt_starter(self, library: Library) -> None:
        """The starter model becomes one of the store's, where it lies. Runs in a job."""
        if self.starter.is_present():
            try:
                adopt(library.store, self.starter.path(), STARTER_NAME)
            except AppError as error:
                log.warning("the starter model is not listed: %s %s", error.text, error.cause)

    @Slot(object)
    def _starter_arrived(self, _path: object) -> None:
        library = self.models.library
        if library is not None:
            self.jobs.submit(lambda: self._adopt_starter(library), lambda _none: self.models.shelf.refresh())

    @Slot(str)
    def _model_removed(self, name: str) -> None:
        """The starter's entry only refers to its file, which nobody else would delete."""
        if name == STARTER_NAME:
            self.jobs.submit(self.starter.remove)

    @Slot(object)
    def _models_moved(self, library: Library) -> None:
        self.window.save_setting(MODELS_FOLDER, str(library.store.folder))

    def _load_options(self, device: str | None) -> LoadSpec:
        settings = self._settings
        return LoadSpec(
            Path(),
            device=device or settings.get(DEVICE),
            n_ctx=settings.get(CONTEXT),
            n_threads=settings.get(THREADS),
        )

    def _installed(self) -> list[Path]:
        """The models opened before and those of the library."""
        return [*recents.read(self._settings.get(RECENT)), *self.models.files()]

    def start(self, model: Path | None = None) -> None:
        """Shows the window, then lets the engine and the machine's facts arrive."""
        self.window.show()
        self.pace.update()
        self.telemetry.start()
        self.monitor.start()
        self.benchmarks.start()
        self.history.start()
        self.kv_keeper.start()
        self.models.start()
        self.session.ask_runtime()
        self.jobs.submit(lambda: read_machine(paths.models_dir()), self.window.set_machine)
        if model is not None:
            self.session.open(model)
        else:
            self.jobs.submit(self._model_to_open, self._open_if_any)

    @Slot(str)
    def come_forward(self, model: str = "") -> None:
        """Shows the window in front of the others, and opens a model file if one is named."""
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        wanted = self.session.wanted
        if model and (wanted is None or wanted.model_path != Path(model)):
            self.session.open(Path(model))

    def _model_to_open(self) -> tuple[Path | None, AppError | None]:
        """The last model, else the starter if it is there; and what speaks against it. Runs in a job."""
        last = Path(self._settings.get(MODEL))
        path = last if last.is_file() else self.starter.path() if self.starter.is_present() else None
        return path, self.load_mark.warning(path) if path is not None else None

    def _open_if_any(self, found: tuple[Path | None, AppError | None]) -> None:
        path, warning = found
        if path is None or self.session.wanted is not None:
            return
        if warning is not None:
            self.session.hold(path, warning)
        else:
            self.session.open(path)

    @Slot(str)
    def _device_chosen(self, device: str) -> None:
        self.window.save_setting(DEVICE, device)

    @Slot()
    def _use_own_runtime(self) -> None:
        self.window.save_setting(RUNTIME, RUNTIME.default)

    @Slot(int)
    def _context_chosen(self, n_ctx: int) -> None:
        self.window.save_setting(CONTEXT, n_ctx)

    @Slot(str)
    def _setting_saved(self, key: str) -> None:
        if key == THEME.key:
            self.dressing.change_theme()
        elif key == LANGUAGE.key:
            self.dressing.change()
        elif key in (CONTEXT.key, THREADS.key):
            self.session.base = self._load_options(self.session.device)
        elif key == SAMPLING.key:
            self.pace.update()
        elif key == RUNTIME.key:
            self.session.change_engine(self._engine_maker(), self._settings.get(RUNTIME))
        elif key in HUBS_THAT_FOLLOW:
            self.models.finder.ask_anew(HUBS_THAT_FOLLOW[key])
        else:
            self.controller.options = generation_options(self._settings)

    @Slot()
    def _system_scheme_changed(self) -> None:
        if self._settings.get(THEME) == "system":
            self.dressing.change_theme()

    @Slot()
    def close(self) -> None:
        """Stops everything; three seconds at most. `clean` tells whether all of it ended."""
        self.dressing.stop()
        self.download.cancel()
        self.recordings.stop()
        self.checkup.stop()
        self.benchmarks.stop()
        self.telemetry.stop()
        self._save_at_exit()
        if not self.models.close(_SHUTDOWN_SECONDS):
            log.error("a download did not end in time")
            self.clean = False
        if not self.history.close():
            log.error("some of the chats could not be saved")
        if not self.kv_keeper.close():
            log.info("the open chat was too long to be kept ready")
        self.jobs.close()
        if not self.engine.shutdown(_SHUTDOWN_SECONDS):
            log.error("the engine did not end in time")
            self.clean = False
        self._collector.close()

    def _save_at_exit(self) -> None:
        try:
            self._settings.set(GEOMETRY, geometry.text_of(self.window))
        except (OSError, ValueError) as error:
            log.warning("the window's place could not be saved: %s", error)


def run_gui(argv: Sequence[str] | None = None) -> int:
    """Runs the window until it is closed; `argv` without the program's name. Answers the exit code."""
    options = _options(argv)
    with demo_profile() if options.demo else contextlib.nullcontext():
        return _run(options)


def _run(options: argparse.Namespace) -> int:
    app = QApplication([sys.argv[0]])
    app.setApplicationName("GenieX Desktop")
    app.setDesktopFileName("geniex-desktop")
    single = SingleWindow(paths.cache_dir())
    # What asks for more than a window, or for another profile, gets a window of its own.
    plain = options.demo is None and options.replay is None and options.device is None
    if plain and single.hand_over(options.model):
        return 0
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    desktop = Desktop(app, Settings(paths.settings_file()), options.device)
    if options.demo:
        fix_size(desktop.window, options.demo)
    single.raised.connect(desktop.come_forward)
    app.aboutToQuit.connect(single.close)
    app.aboutToQuit.connect(desktop.close)
    with loop:
        loop.call_soon(desktop.start, options.model)
        if options.replay is not None:
            loop.call_soon(desktop.replay.open, options.replay)
        loop.run_until_complete(_until_quit(app))
    if not desktop.clean:
        # A native call that never returns still holds its thread: destroying that would abort.
        logging.shutdown()
        os._exit(0)
    return 0


async def _until_quit(app: QApplication) -> None:
    ended = asyncio.Event()
    app.aboutToQuit.connect(ended.set)
    await ended.wait()


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="geniex-desktop")
    parser.add_argument("--model", type=Path, help="a .gguf file to open")
    parser.add_argument("--demo", choices=tuple(SIZES), help="a window for recordings, with its own profile")
    parser.add_argument("--replay", type=Path, help="a recording to play")
    parser.add_argument("--device", help="auto, hybrid, npu, gpu, cpu or a device list")
    return parser.parse_args(argv)
