"""A window over a scripted engine, with everything of it within reach of a test."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from scripted import Script, maker

from geniex_desktop.bench.matrix import ModelChoice
from geniex_desktop.bench.runner import Runner
from geniex_desktop.chats.attachments import kept_in
from geniex_desktop.engine.protocol import Engine
from geniex_desktop.engine.thread import EngineThread
from geniex_desktop.models.catalogue import Entry, load_catalogue
from geniex_desktop.models.library import Library, open_library
from geniex_desktop.models.sources import Hub
from geniex_desktop.settings import Settings
from geniex_desktop.telemetry.qt import Telemetry
from geniex_desktop.ui.bench.benchmarks import Benchmarks
from geniex_desktop.ui.chat.controller import ChatController
from geniex_desktop.ui.chat.history import History
from geniex_desktop.ui.chat.senses import Senses
from geniex_desktop.ui.chat.tray import Tray
from geniex_desktop.ui.context import Context
from geniex_desktop.ui.devices.monitor import Monitor
from geniex_desktop.ui.devices.recordings import Recordings
from geniex_desktop.ui.doctor.checkup import Checkup
from geniex_desktop.ui.downloads import StarterDownload
from geniex_desktop.ui.jobs import Jobs
from geniex_desktop.ui.main_window import MainWindow
from geniex_desktop.ui.model_session import ModelSession
from geniex_desktop.ui.models.models import Models
from geniex_desktop.ui.replay import Replay
from geniex_desktop.ui.resources import resource_path

STAND_IN = [sys.executable, str(Path(__file__).parents[1] / "bench_app" / "stand_in.py")]
"""Of geniex-bench."""
MODEL = Path("/models/Tiny-1M-Instruct.gguf")


def wait(ms: int) -> None:
    """Runs the event loop as the app does; QTest.qWait would keep Python from the engine's thread."""
    loop = QEventLoop()
    QTimer.singleShot(ms, loop.quit)
    loop.exec()


class FakeStarter:
    """A starter model whose download the test drives."""

    title = "Tiny starter"
    size = 1000

    def __init__(self, folder: Path) -> None:
        self.gate = threading.Event()
        self.failure: Exception | None = None
        self._path = folder / "starter.gguf"

    def path(self) -> Path:
        return self._path

    def is_present(self) -> bool:
        return False

    def download(self, progress: Callable[[int, int], None], cancelled: Callable[[], bool]) -> Path:
        progress(410, self.size)
        while not self.gate.wait(0.005):
            if cancelled():
                break
        if self.failure is not None:
            raise self.failure
        return self._path


class Bench:
    """Everything of a running window, within reach."""

    def __init__(
        self,
        script: Script,
        folder: Path,
        make: Callable[[], Engine] | None = None,
        interval_s: float = 0.02,
    ) -> None:
        """`make` puts a real engine in the place of the scripted one."""
        self.script = script
        self._sampling = False
        self.settings = Settings(folder / "settings.json")
        self.jobs = Jobs()
        self.engine = EngineThread(make or maker(script))
        self.session = ModelSession(self.engine)
        self.controller = ChatController(self.session)
        self.telemetry = Telemetry(interval_s=interval_s)
        self.monitor = Monitor(self.controller, self.telemetry, self.jobs, folder)
        self.recordings = Recordings(self.monitor, self.controller, self.jobs, folder / "recordings")
        self.starter = FakeStarter(folder)
        self.download = StarterDownload(self.starter, self.jobs)
        self.checkup = Checkup(self.session, self.jobs)
        self.shelf: list[ModelChoice] = []
        self.benchmarks = Benchmarks(
            self.jobs, folder / "bench", lambda: self.shelf, lambda: Runner(STAND_IN, folder)
        )
        self.history = History(self.controller, self.jobs, folder / "chats")
        self.replay = Replay(self.controller, self.recordings, self.jobs)
        self.installed: list[Path] = []
        self.tray = Tray(self.controller, self.jobs, kept_in(folder / "chats"))
        self.senses = Senses(self.controller, self.tray, self.jobs, lambda: self.installed)
        self.hubs: dict[str, Hub] = {}
        self.folder = folder
        self.models = Models(
            self.controller, self.jobs, self._open_library, engine_pid=lambda: self.engine.child_pid
        )
        context = Context(
            self.settings,
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
        self.window = MainWindow(context)

    def _open_library(self) -> tuple[Library, tuple[Entry, ...]]:
        library = open_library(self.folder / "store", self.folder, self.hubs)
        return library, load_catalogue(resource_path("catalogue.json"))

    @property
    def chat(self):
        return self.window.chat

    @property
    def rows(self) -> list[str]:
        """The kinds of the shown rows."""
        return [row.key.kind.value for row in self.chat.transcript.rows]

    def row_widget(self, kind: str):
        """The widget of the last row of a kind."""
        row = [row for row in self.chat.transcript.rows if row.key.kind.value == kind][-1]
        return self.chat.transcript.widget(row.key)

    def start_telemetry(self) -> None:
        """Idempotent."""
        if not self._sampling:
            self._sampling = True
            self.telemetry.start()

    def close(self) -> None:
        self.script.gate.set()
        self.starter.gate.set()
        self.recordings.stop()
        self.telemetry.stop()
        self.checkup.stop()
        self.benchmarks.stop()
        assert self.models.close(60.0)
        assert self.history.close()
        self.jobs.close()
        assert self.engine.shutdown(60.0)
