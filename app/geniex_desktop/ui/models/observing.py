"""Keeps what each load and reply really took, beside what was predicted; no widgets."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot

from ...engine.gguf import inspect_gguf
from ...engine.types import DeviceInfo, LoadedModel, Reply
from ...models.fingerprint import fingerprint
from ...models.fit import ModelShape, speed_bytes
from ...models.library import Library
from ...models.measurements import observed, peak_bytes
from ...models.places import target_of
from ..chat.controller import ChatController
from ..jobs import Jobs
from .opening import note_use
from .placing import used_devices

log = logging.getLogger(__name__)

_FEWEST_TOKENS = 16
"""A shorter reply tells no speed."""


@dataclass(slots=True)
class _Child:
    """An engine's process: how much it took before its first model, and how many models it has had."""

    pid: int
    empty_peak: int = 0
    loads: int = 0


class Observing(QObject):
    """Reads the engine process's peak after each reply; only the peak of its first model is its own."""

    kept = Signal()

    def __init__(
        self,
        controller: ChatController,
        jobs: Jobs,
        engine_pid: Callable[[], int | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._jobs = jobs
        self._pid = engine_pid
        self._library: Library | None = None
        self._child = _Child(0)
        session = controller.session
        session.engine.runtime_ready.connect(self._engine_started)
        session.loaded.connect(self._loaded)
        controller.finished.connect(self._replied)

    def use(self, library: Library) -> None:
        """The library has been opened."""
        self._library = library

    @Slot(int, object)
    def _engine_started(self, _request: int, _runtime: object) -> None:
        pid = self._pid()
        if pid is None:
            return
        child = self._child = _Child(pid)
        self._jobs.submit(lambda: peak_bytes(pid), lambda peak: self._note_empty(child, peak))

    def _note_empty(self, child: _Child, peak: int) -> None:
        child.empty_peak = peak if child.loads == 0 else 0

    @Slot()
    def _loaded(self) -> None:
        model, library = self._controller.session.model, self._library
        if self._pid() != self._child.pid:
            self._child = _Child(self._pid() or 0)
        self._child.loads += 1
        if model is not None and library is not None:
            path = model.spec.model_path
            self._jobs.submit(lambda: note_use(library, path), lambda _none: self.kept.emit())

    @Slot(int, object)
    def _replied(self, _message: int, reply: Reply) -> None:
        session, library = self._controller.session, self._library
        model = session.model
        if model is None or library is None or reply.profile.generated_tokens < _FEWEST_TOKENS:
            return
        runtime = session.runtime
        devices = tuple(device for plugin in runtime.plugins for device in plugin.devices) if runtime else ()
        child, speed = self._child, reply.profile.decoding_speed
        alone = child.pid and child.loads == 1 and child.empty_peak and model.spec.mmproj_path is None
        pid, empty = (child.pid, child.empty_peak) if alone else (0, 0)
        self._jobs.submit(
            lambda: keep_run(library, model, devices, speed, pid, empty), lambda _none: self.kept.emit()
        )


def keep_run(
    library: Library,
    model: LoadedModel,
    devices: tuple[DeviceInfo, ...],
    speed: float,
    pid: int,
    empty_peak: int,
) -> None:
    """Puts a reply's figures beside the prediction. `pid` 0: the memory is not the model's alone. Blocks."""
    path = model.spec.model_path
    target = target_of(used_devices(model.spec.device, devices))
    n_ctx = model.context.n_ctx if model.context is not None else 0
    try:
        shape = ModelShape.from_facts(inspect_gguf(path).facts)
        run = observed(
            fingerprint(path),
            shape,
            target,
            n_ctx,
            measured_peak=max(peak_bytes(pid) - empty_peak, 0) if pid else 0,
            predicted_speed=library.measurements.speed(target, speed_bytes(shape, target, n_ctx)),
            measured_speed=speed,
            time=int(time.time()),
        )
        library.measurements.add(run)
    except OSError as error:
        log.warning("the figures of %s are not kept: %s", path.name, error)
