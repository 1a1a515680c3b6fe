"""The run of the device check, away from the GUI thread, and its last report."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, Signal, Slot

from ... import paths
from ...doctor.examination import examine
from ...doctor.findings import Report
from ...doctor.host import Host
from ...doctor.report import write_report
from ...doctor.subject import local_subject
from ...engine.types import RuntimeInfo
from ...errors import AppError
from ..jobs import Jobs, as_app_error
from ..model_session import ModelSession


class StoppableHost(Host, Protocol):
    """A machine whose running command can be ended from another thread."""

    def stop(self) -> None: ...


def this_machine() -> StoppableHost:
    """The machine that the app runs on."""
    from ...doctor.local_host import LocalHost  # here, for the window's start needs none of it

    return LocalHost()


class Checkup(QObject):
    """Lives longer than the page; `changed` tells that a run began or ended."""

    changed = Signal()
    saved = Signal(object)
    """The report is written, or the AppError why not; None when it is."""

    def __init__(
        self,
        session: ModelSession,
        jobs: Jobs,
        parent: QObject | None = None,
        make_host: Callable[[], StoppableHost] = this_machine,
    ) -> None:
        super().__init__(parent)
        self.report: Report | None = None
        self.error: AppError | None = None
        """Why the last run gave no report."""
        self.running = False
        self._session = session
        self._jobs = jobs
        self._make_host = make_host
        self._host: StoppableHost | None = None
        self._stopped = threading.Event()
        self._waits_for_engine = False
        session.changed.connect(self._session_changed)
        session.runtime_failed.connect(self._runtime_failed)

    def start(self) -> None:
        """Looks at the machine anew, unless that is under way."""
        if self.running:
            return
        self.running = True
        self.error = None
        if self._session.runtime is not None:
            self._examine(self._session.runtime)
        else:
            # Whatever kept the engine from starting may be mended by now.
            self._waits_for_engine = True
            self._session.ask_runtime()
        self.changed.emit()

    def save(self, path: Path) -> None:
        """Writes the report, on a worker: JSON for a name that ends so, else text."""
        report = self.report
        if report is None:
            return
        path = path if path.suffix else path.with_suffix(".txt")

        def write() -> None:
            try:
                write_report(path, report)
            except OSError as error:
                raise as_app_error(error) from error

        self._jobs.submit(write, self.saved.emit, self.saved.emit)

    def stop(self) -> None:
        """Ends a run as soon as the check at hand allows; nothing is shown any more."""
        self._stopped.set()
        host = self._host
        if host is not None:
            host.stop()

    @Slot()
    def _session_changed(self) -> None:
        if self._waits_for_engine and self._session.runtime is not None:
            self._examine(self._session.runtime)

    @Slot(object)
    def _runtime_failed(self, error: AppError) -> None:
        if self._waits_for_engine:
            self._examine(error)

    def _examine(self, runtime: RuntimeInfo | AppError) -> None:
        self._waits_for_engine = False

        def look() -> Report:
            self._host = host = self._make_host()
            return examine(local_subject(host, runtime, paths.models_dir()), cancelled=self._stopped.is_set)

        self._jobs.submit(look, self._examined, self._failed)

    def _examined(self, report: Report) -> None:
        self.running = False
        self.report = report
        self.changed.emit()

    def _failed(self, error: AppError) -> None:
        self.running = False
        self.error = error
        self.changed.emit()
