"""What the Devices pane knows, for as long as the app runs: timeline, verdicts, the figures of replies."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from ... import __version__
from ...engine.placement import Placement, read_placement
from ...engine.types import LoadedModel, Phase, PhaseEvent, Reply, TextEvent
from ...errors import AppError
from ...telemetry.access import Access
from ...telemetry.phases import Span, Timeline
from ...telemetry.power_state import read_power
from ...telemetry.qt import Telemetry
from ...telemetry.replies import KEPT, TEMPERATURE, ReplyLog, ReplyRecord
from ...telemetry.signals import Signal as MeasuredSignal
from ...telemetry.summary import Figures, energy_joules, last_request, summarise
from ...telemetry.verdict import Usage, Verdict, judge
from ..chat.controller import ChatController
from ..jobs import InOrder, Jobs, Newest
from ..sentences import localized
from .looks import cores, power_id
from .source import LiveSource

_LOOK_BACK_NS = 5_000_000_000
"""Before a phase: the reading that the first one of the phase is counted from."""
_OWN = ".own"


class Monitor(QObject):
    """Listens to every request of the engine; widgets come and go without it."""

    replies_changed = Signal()
    """A reply's figures have been added, or those of before were read."""
    troubled = Signal(str)
    """Something could not be kept: a line for people."""

    def __init__(
        self,
        controller: ChatController,
        telemetry: Telemetry,
        jobs: Jobs,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        """`folder` keeps the figures of replies."""
        super().__init__(parent)
        self.session = controller.session
        self.telemetry = telemetry
        self.timeline = Timeline()
        self.live = LiveSource(telemetry, self.timeline)
        self.replies: list[ReplyRecord] = []
        """The newest, oldest first."""
        self.verdict: Verdict | None = None
        """Of the last reply, also where it says no more than the device's name."""
        self._controller = controller
        self._log = ReplyLog(folder / "replies.jsonl")
        self._log_work = InOrder(jobs)
        self._power_looks = Newest(jobs)
        self._load_s = 0.0
        self._power: dict[str, str] = {}
        """Source and mode of the power when the newest request began."""
        self._newest_request = 0
        self._read_power = lambda: read_power(Access())
        session = self.session
        session.pump.arrived.connect(self._arrived)
        session.engine.replied.connect(self._ended)
        session.engine.failed.connect(self._ended)
        session.engine.loaded.connect(self._ended)
        session.loaded.connect(self._model_loaded)
        controller.finished.connect(self._finished)

    def nominal_hz(self, signal_id: str) -> float | None:
        """How often a signal of this machine is read at present."""
        return self.telemetry.nominal_hz(signal_id)

    def start(self) -> None:
        """Reads the figures of earlier replies, on a worker."""
        self._log_work.submit(self._log.read, self._take_replies)
        self._power_looks.submit(self._read_power, self._take_power)

    @property
    def placement(self) -> Placement | None:
        """Of the loaded model."""
        model = self.session.model
        return read_placement(model.placement) if model is not None else None

    @Slot(int, object)
    def _arrived(self, request_id: int, event: object) -> None:
        if isinstance(event, (PhaseEvent, TextEvent)):
            self.timeline.take(request_id, event)
        if request_id != self._newest_request:
            self._newest_request = request_id
            self._power_looks.submit(self._read_power, self._take_power)

    def _take_power(self, found: dict[str, str]) -> None:
        self._power = found

    @Slot(int, object)
    def _ended(self, request_id: int, _result: object) -> None:
        # The last events of the request are there by now, but may not have been handed out yet.
        self.session.pump.drain()
        self.timeline.end(request_id, time.monotonic_ns())

    @Slot()
    def _model_loaded(self) -> None:
        self._load_s = self.session.model.load_seconds if self.session.model is not None else 0.0

    @Slot(int, object)
    def _finished(self, message_id: int, reply: Reply) -> None:
        model = self.session.model
        if model is None:
            return
        spans = last_request(self.timeline.spans())
        figures, joules = self._measured(spans)
        per_token = (
            joules / reply.profile.generated_tokens if joules and reply.profile.generated_tokens else None
        )
        usage = Usage(figures, len(cores(self.live.signals())))
        self.verdict = judge(model.device, self.placement, usage, per_token, model.found_devices)
        self._controller.set_verdict(message_id, self.verdict)
        record = self._record(model, reply, figures)
        self._keep(replace(record, joules_per_token=per_token))

    def _measured(self, spans: list[Span]) -> tuple[dict[str, Figures], float | None]:
        """Figures and joules of the decode phase; where that was too short, of the prefill."""
        for phase in (Phase.DECODE, Phase.PREFILL):
            span = next((span for span in spans if span.phase is phase), None)
            if span is None:
                continue
            end = span.end_ns or time.monotonic_ns()
            samples = self.live.since(span.start_ns - _LOOK_BACK_NS)
            figures = summarise(samples, span.start_ns, end)
            if figures:
                power = power_id(self.live.signals())
                joules = energy_joules(samples, power, span.start_ns, end) if phase is Phase.DECODE else None
                return figures, joules
        return {}, None

    def _record(self, model: LoadedModel, reply: Reply, figures: dict[str, Figures]) -> ReplyRecord:
        profile, load_s = reply.profile, self._load_s
        self._load_s = 0.0
        runtime = self.session.runtime
        circumstances = {
            **self._power,
            "app": __version__,
            "engine": runtime.version if runtime is not None else "",
            "threads": str(model.spec.n_threads),
            "context": str(reply.context.n_ctx if reply.context is not None else model.spec.n_ctx),
        }
        # Of whole devices, or of our use of them; single cores and clocks would only make the file long.
        means = {
            name: f.mean
            for name, f in figures.items()
            if f.mean is not None and ("." not in name or name.endswith(_OWN))
        }
        signals = self.live.signals()
        degrees = [f.mean for name, f in figures.items() if f.mean is not None and _is_degrees(signals, name)]
        if degrees:
            means[TEMPERATURE] = max(degrees)
        return ReplyRecord(
            time=time.time(),
            model=model.name,
            precision=model.precision,
            device=model.device,
            ttft_s=profile.ttft,
            load_s=load_s,
            media_s=profile.media_time,
            prefill_s=max(0.0, profile.prompt_time),
            decode_s=profile.decode_time,
            prompt_tokens=profile.prompt_tokens,
            generated_tokens=profile.generated_tokens,
            prefill_speed=profile.prefill_speed,
            decode_speed=profile.decoding_speed,
            depth=reply.context.n_used if reply.context is not None else 0,
            means={name: round(mean, 1) for name, mean in means.items()},
            circumstances=circumstances,
        )

    def _keep(self, record: ReplyRecord) -> None:
        self.replies.append(record)
        del self.replies[:-KEPT]
        self.replies_changed.emit()
        self._log_work.submit(lambda: self._log.append(record), failed=self._not_kept)

    def _not_kept(self, error: AppError) -> None:
        text = QCoreApplication.translate("Devices", "The reply's figures could not be kept: %1")
        self.troubled.emit(text.replace("%1", localized(error.cause or error.text)))

    def _take_replies(self, earlier: list[ReplyRecord]) -> None:
        # A reply that ended while the file was being read may stand in both.
        self.replies = [record for record in earlier if record not in self.replies] + self.replies
        self.replies_changed.emit()


def _is_degrees(signals: Mapping[str, MeasuredSignal], name: str) -> bool:
    return name in signals and signals[name].unit == "°C"
