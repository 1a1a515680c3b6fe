"""Which model is open, on which device, and what the engine is doing: the state behind the model chip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from ..engine.devices import Kind, kind_of
from ..engine.failures import cancelled
from ..engine.protocol import Engine
from ..engine.types import (
    CANCELLED,
    Capabilities,
    ContextUse,
    DeviceInfo,
    LoadedModel,
    LoadSpec,
    PhaseEvent,
    RuntimeInfo,
)
from ..errors import AppError
from .pump import EngineLink, Pump

Prepare = Callable[
    [LoadSpec, Callable[[LoadSpec], None], Callable[[AppError], None]],
    Callable[[], None],
]
"""Completes a load and calls one of the two back in the GUI thread; answers what stops it."""


@dataclass(frozen=True, slots=True)
class DeviceOffer:
    """A device as people choose it.

    Attributes:
        reason: Why it cannot be chosen, or what it does; "" when the name says it all.
    """

    id: str
    name: str
    reason: str
    available: bool


class ModelSession(QObject):
    """The open model. Intents return at once; `changed` tells that something is different."""

    changed = Signal()
    opening = Signal(object)
    """LoadSpec of a model that is about to take the open one's place."""
    loaded = Signal()
    load_failed = Signal(object)
    """AppError of a load that was not cancelled."""
    runtime_failed = Signal(object)
    device_chosen = Signal(str)
    own_runtime_wanted = Signal()
    context_chosen = Signal(int)
    """Tokens."""

    def __init__(self, engine: EngineLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.engine = engine
        self.pump = Pump(engine, self)
        self.base = LoadSpec(Path())
        """Options of the next load: context length, threads, device."""
        self.foreign_runtime = ""
        """Path of the libgeniex that runs instead of our own."""
        self.runtime: RuntimeInfo | None = None
        self.model: LoadedModel | None = None
        self.wanted: LoadSpec | None = None
        """What was asked for last; stays after a failure, so that it can be tried again."""
        self.context: ContextUse | None = None
        self.phase: PhaseEvent | None = None
        self.error: AppError | None = None
        self.prepare: Prepare | None = None
        """What is done about a load before the engine gets it; None for nothing."""
        self.preparing = False
        """The model is being looked at before its load."""
        self._stop_preparing: Callable[[], None] = _nothing
        self._opened = 0
        self._insisted: dict[str, Any] = {}
        """What was chosen for the open model by hand: it comes before the model's own options."""
        self._load_id: int | None = None
        self._runtime_id: int | None = None
        self._engine_since = 0
        """The request that brought the present engine: answers to earlier ones are another engine's."""
        self._unload_id: int | None = None
        self._reopen: Path | None = None
        """The model to load once the new runtime has answered."""
        engine.runtime_ready.connect(self._runtime_ready)
        engine.loaded.connect(self._loaded)
        engine.unloaded.connect(self._unloaded)
        engine.failed.connect(self._failed)
        self.pump.arrived.connect(self._event)

    @property
    def loading(self) -> bool:
        return self._load_id is not None or self.preparing

    @property
    def capabilities(self) -> Capabilities:
        """What the open model takes beside text."""
        return self.model.capabilities if self.model is not None else Capabilities()

    @property
    def device(self) -> str:
        """The device asked for: auto, hybrid, npu, gpu, cpu or a list."""
        return self.base.device

    def await_runtime(self) -> None:
        """Asks for the runtime's answer, unless it is there or on its way."""
        if self.runtime is None and self._runtime_id is None:
            self.ask_runtime()

    def ask_runtime(self) -> None:
        """Asks the engine what it is and which devices it sees."""
        self._runtime_id = self.engine.request_runtime()

    def change_engine(self, make_engine: Callable[[], Engine], foreign_runtime: str) -> None:
        """Goes on with another engine: what runs is stopped, and the open model is loaded anew there."""
        self.engine.cancel()
        if self.loading:
            self._end_load()
        self._reopen = self.wanted.model_path if self.wanted is not None else None
        self.foreign_runtime = foreign_runtime
        self.runtime = self.model = self.context = self.error = None
        self._runtime_id = self._engine_since = self.engine.change_engine(make_engine)
        self.changed.emit()

    def open(self, path: Path) -> None:
        """Loads a model in place of the present one."""
        if self.loading:
            self.cancel_load()
        if self.wanted is not None and path != self.wanted.model_path:
            self._insisted.clear()
        self.wanted = replace(self.base, model_path=path, **self._insisted)
        self.error = self._reopen = None
        self.phase = None
        self._opened += 1
        ticket = self._opened
        if self.prepare is None:
            self._load(self.wanted)
        else:
            # A quick answer may come before `prepare` returns.
            self.preparing = True
            self._stop_preparing = self.prepare(
                self.wanted,
                lambda spec: self._prepared(ticket, spec),
                lambda error: self._not_prepared(ticket, error),
            )
        self.changed.emit()

    def hold(self, path: Path, error: AppError) -> None:
        """Keeps a model at hand without loading it, and says why; `reload` or a message loads it."""
        self.wanted = replace(self.base, model_path=path)
        self._load_ended_badly(error)

    def _load(self, spec: LoadSpec) -> None:
        self.opening.emit(spec)
        self.wanted = spec
        self._load_id = self.engine.load(spec)
        self.pump.start()

    def _prepared(self, ticket: int, spec: LoadSpec) -> None:
        if ticket == self._opened and self.preparing:
            self.preparing = False
            self._load(replace(spec, **self._insisted))
            self.changed.emit()

    def _not_prepared(self, ticket: int, error: AppError) -> None:
        if ticket == self._opened and self.preparing:
            self.preparing = False
            self._load_ended_badly(error)

    def reload(self) -> None:
        """Loads what was asked for last again, with the present options."""
        if self.wanted is not None:
            self.open(self.wanted.model_path)

    def choose_device(self, device: str) -> None:
        """Takes a device for this and further models; loads the open one anew."""
        if device == self.base.device and self.error is None:
            return
        self._insist(device=device)
        self.device_chosen.emit(device)
        self.reload()
        self.changed.emit()

    def choose_context(self, n_ctx: int) -> None:
        """Takes a context length, in tokens, for this and further models; loads the open one anew."""
        self._insist(n_ctx=n_ctx)
        self.context_chosen.emit(n_ctx)
        self.reload()

    def choose_load(self, n_ctx: int, n_threads: int) -> None:
        """Takes a context length and threads (0 = automatic), and loads the open model anew with them."""
        self._insist(n_ctx=n_ctx, n_threads=n_threads)
        self.reload()

    def choose_projector(self, path: Path) -> None:
        """Loads the open model anew with this projector, whatever speaks against it."""
        self._insisted["mmproj_path"] = path
        self.reload()

    def _insist(self, **values: Any) -> None:
        self.base = replace(self.base, **values)
        self._insisted |= values

    def larger_context(self) -> int | None:
        """Twice the present context, as far as the model was trained; None where there is no more."""
        use = self.context
        if use is None or use.n_ctx <= 0:
            return None
        most = use.n_ctx_train or 2 * use.n_ctx
        larger = min(2 * use.n_ctx, most)
        return larger if larger > use.n_ctx else None

    def cancel_load(self) -> None:
        """Stops a running load."""
        if self._load_id is not None:
            self.engine.cancel(self._load_id)
        elif self.preparing:
            self._stop_preparing()
            self.preparing = False
            self._load_ended_badly(cancelled())

    def unload(self) -> None:
        """Frees the model and its memory."""
        self._unload_id = self.engine.unload()

    def set_context(self, use: ContextUse | None) -> None:
        """The context use after a reply."""
        self.context = use
        self.changed.emit()

    def device_choices(self) -> list[DeviceOffer]:
        """Every device that could be asked for, with the reason where it is not there."""
        translate = QCoreApplication.translate
        kinds = {kind_of(device.id) for device in self._devices()}
        none = translate("Devices", "none found here")
        npu, gpu = Kind.NPU in kinds, Kind.GPU in kinds
        return [
            DeviceOffer(
                "auto", translate("Devices", "Auto"), translate("Devices", "the fastest that works"), True
            ),
            DeviceOffer("hybrid", translate("Devices", "NPU + CPU (hybrid)"), "" if npu else none, npu),
            DeviceOffer("npu", translate("Devices", "NPU (pinned)"), "" if npu else none, npu),
            DeviceOffer("gpu", translate("Devices", "GPU"), "" if gpu else none, gpu),
            DeviceOffer("cpu", translate("Devices", "CPU"), "", True),
        ]

    def accelerators(self) -> list[DeviceInfo]:
        """The NPUs and GPUs that the runtime lists."""
        return [device for device in self._devices() if kind_of(device.id) in (Kind.NPU, Kind.GPU)]

    def _devices(self) -> list[DeviceInfo]:
        plugins = self.runtime.plugins if self.runtime is not None else ()
        return [device for plugin in plugins for device in plugin.devices]

    @Slot(int, object)
    def _runtime_ready(self, request_id: int, runtime: RuntimeInfo) -> None:
        if request_id < self._engine_since:
            return
        self.runtime = runtime
        self._runtime_id = None
        path, self._reopen = self._reopen, None
        if path is not None:
            self.open(path)
        self.changed.emit()

    @Slot(int, object)
    def _event(self, request_id: int, event: object) -> None:
        if request_id == self._load_id and isinstance(event, PhaseEvent):
            self.phase = event
            self.changed.emit()

    @Slot(int, object)
    def _loaded(self, request_id: int, model: LoadedModel) -> None:
        if request_id < self._engine_since:
            return
        self.model = model
        self.context = model.context
        if request_id == self._load_id:
            self._end_load()
            self.loaded.emit()
        self.changed.emit()

    @Slot(int)
    def _unloaded(self, _request_id: int) -> None:
        self.model = self.context = self.wanted = None
        self.changed.emit()

    @Slot(int, object)
    def _failed(self, request_id: int, error: AppError) -> None:
        if request_id == self._load_id:
            self._end_load()
            self._load_ended_badly(error)
        elif request_id == self._runtime_id:
            self._runtime_id = None
            self.error = error
            self.runtime_failed.emit(error)
            self.changed.emit()

    def _load_ended_badly(self, error: AppError) -> None:
        self.model = self.context = None
        if error.code == CANCELLED:
            self.wanted = None
        else:
            self.error = error
        self.load_failed.emit(error)
        self.changed.emit()

    def _end_load(self) -> None:
        self._load_id = None
        self.preparing = False
        self.phase = None
        self.pump.stop()


def _nothing() -> None:
    pass
