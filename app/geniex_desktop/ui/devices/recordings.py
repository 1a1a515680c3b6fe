"""Recording, opening, comparing and exporting recordings: state and intents, without widgets."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal, Slot

from ... import __version__
from ...engine.devices import kind_of
from ...engine.types import Reply
from ...errors import AppError
from ...telemetry.exports import write_csv, write_trace
from ...telemetry.machine import Machine
from ...telemetry.recorder import SUFFIX, About, Adapter, Recorder
from ...telemetry.recording import Recording, align_ns, read_recording
from ...telemetry.signals import DeviceKind
from .. import words
from ..chat.controller import ChatController
from ..jobs import Jobs, Newest, as_app_error
from ..sentences import localized_error
from .monitor import Monitor
from .source import LiveSource, PlayingSource, ReplaySource, Source

_POLL_MS = 500


class Recordings(QObject):
    """One recording may be made and up to two may be shown at a time."""

    changed = Signal()
    """Recording has begun or ended, or another source is shown."""
    said = Signal(str, bool)
    """A line for the status, and whether it is bad news."""
    _failed = Signal(object)

    def __init__(
        self,
        monitor: Monitor,
        controller: ChatController,
        jobs: Jobs,
        folder: Path,
        parent: QObject | None = None,
    ) -> None:
        """`folder` takes the recordings; it is made when the first begins."""
        super().__init__(parent)
        self.source: Source = monitor.live
        self.other: ReplaySource | None = None
        self.with_text = False
        """Whether messages are recorded too; the person's choice, for this run of the app."""
        self.machine: Machine | None = None
        self.status = ("", False)
        """What was said last, for a pane that is made only now."""
        self._monitor = monitor
        self._controller = controller
        self._jobs = jobs
        self._readings = Newest(jobs)
        self._other_readings = Newest(jobs)
        self.folder = folder
        self._recorder: Recorder | None = None
        self._newest_ns = 0
        self._newest_token_ns = 0
        self._poll = QTimer(self)
        self._poll.setInterval(_POLL_MS)
        self._poll.timeout.connect(self._take)
        self._failed.connect(self._recording_failed)
        controller.finished.connect(self._reply_finished)
        monitor.troubled.connect(self._trouble)
        self.said.connect(self._remember_status)

    @Slot(str, bool)
    def _remember_status(self, text: str, bad: bool) -> None:
        self.status = (text, bad)

    @property
    def recording(self) -> bool:
        return self._recorder is not None

    @property
    def live(self) -> bool:
        return isinstance(self.source, LiveSource)

    def seconds(self) -> float:
        """Since the running recording began."""
        recorder = self._recorder
        return (time.monotonic_ns() - recorder.start_ns) / 1e9 if recorder is not None else 0.0

    # --------------------------------------------------------------- recording

    def start(self) -> None:
        """Begins a recording in the folder, named after the time."""
        if self._recorder is not None:
            return
        now = time.monotonic_ns()
        stamp = datetime.now().astimezone().strftime("%Y-%m-%d %H-%M-%S")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._recording_failed(error)
            return
        signals = list(self._monitor.live.signals().values())
        path = self.folder / f"{stamp}{SUFFIX}"
        number = 2
        while path.exists():
            path, number = self.folder / f"{stamp} ({number}){SUFFIX}", number + 1
        monitor = self._monitor
        self._recorder = Recorder(path, now, self._about(), signals, self._failed.emit, monitor.nominal_hz)
        self._newest_ns = self._newest_token_ns = now
        self._poll.start()
        self.changed.emit()

    def stop(self) -> None:
        """Ends the recording; it is on the disk when this returns."""
        recorder = self._recorder
        if recorder is None:
            return
        self._take()
        self._poll.stop()
        self._recorder = None
        if not recorder.stop(time.monotonic_ns()):
            self.said.emit(self.tr("The disk did not take the end of the recording in time."), True)
        elif recorder.failure is None:
            self.said.emit(self.tr("Saved: %1").replace("%1", str(recorder.path)), False)
        self.changed.emit()

    def _about(self) -> About:
        session, machine = self._monitor.session, self.machine
        model, runtime = session.model, session.runtime
        return About(
            app_version=__version__,
            system=f"{platform.system()} {platform.machine()}",
            cpu=machine.cpu if machine is not None else "",
            cores=machine.cores if machine is not None else 0,
            memory_bytes=machine.memory_bytes if machine is not None else 0,
            engine=runtime.version if runtime is not None else "",
            model=f"{model.name} {model.precision}".strip() if model is not None else "",
            device=model.device if model is not None else "",
            python=platform.python_version(),
            adapters=self._adapters(),
        )

    def _adapters(self) -> tuple[Adapter, ...]:
        """Those that are measured, and by name those that only the runtime knows."""
        monitor = self._monitor
        found: dict[str, Adapter] = {}
        for signal in monitor.live.signals().values():
            device = signal.device
            if device is not None and device.kind in (DeviceKind.NPU, DeviceKind.GPU):
                adapter = Adapter(device.id, device.kind.value, device.name, device.driver, signal.source)
                found.setdefault(device.id, adapter)
        measured = {adapter.name for adapter in found.values()}
        others = [
            Adapter(device.id, kind.value.lower(), device.name, source="libgeniex")
            for device in monitor.session.accelerators()
            if device.name not in measured and (kind := kind_of(device.id)) is not None
        ]
        return (*found.values(), *others)

    @Slot()
    def _take(self) -> None:
        """Hands what is new to the recorder."""
        recorder, live = self._recorder, self._monitor.live
        if recorder is None:
            return
        samples = live.since(self._newest_ns)
        if samples:
            self._newest_ns = samples[-1].time_ns
            recorder.samples(samples, list(live.signals().values()))
        recorder.spans(live.spans(recorder.start_ns))
        tokens = live.tokens(self._newest_token_ns)
        if tokens:
            self._newest_token_ns = tokens[-1]
            recorder.tokens(tokens)

    @Slot(int, object)
    def _reply_finished(self, message_id: int, _reply: Reply) -> None:
        recorder = self._recorder
        if recorder is None:
            return
        self._take()
        now = time.monotonic_ns()
        if self._monitor.replies:
            recorder.reply(now, self._monitor.replies[-1])
        if self.with_text:
            reply = self._controller.conversation[message_id]
            question = self._controller.conversation[reply.parent]
            recorder.text(now, question.role.value, question.text)
            recorder.text(now, reply.role.value, reply.text)

    @Slot(object)
    def _recording_failed(self, error: OSError) -> None:
        if self._recorder is not None and self._recorder.failure is None:
            return  # it was the one before, which has been stopped meanwhile
        text = self.tr("The recording has ended: %1. What was written before is kept.")
        self.said.emit(text.replace("%1", error.strerror or str(error)), True)
        if self._recorder is not None:
            self._poll.stop()
            self._recorder.stop(time.monotonic_ns())
            self._recorder = None
        self.changed.emit()

    @Slot(str)
    def _trouble(self, text: str) -> None:
        self.said.emit(text, True)

    # ------------------------------------------------------------------ replay

    def open(self, path: Path) -> None:
        """Shows a recording instead of this machine."""
        self._forget_readings()
        self._readings.submit(lambda: read_recording(path), self._show, self._refused)

    def open_other(self, path: Path) -> None:
        """Shows a second recording beside the first, their first prefills at the same moment."""
        self._other_readings.submit(lambda: read_recording(path), self._show_other, self._refused)

    def play(self, recording: Recording) -> PlayingSource:
        """Has a recording pass once more, as if it happened now."""
        self._forget_readings()
        source = PlayingSource(recording)
        self.source, self.other = source, None
        self._tell_about(recording)
        self.changed.emit()
        return source

    def back_to_live(self) -> None:
        """Shows this machine again."""
        self._forget_readings()
        self.source, self.other = self._monitor.live, None
        self.said.emit("", False)
        self.changed.emit()

    def _forget_readings(self) -> None:
        """Something else is to be shown than what is still being read."""
        self._readings.forget()
        self._other_readings.forget()

    def shift_ns(self) -> int:
        """What aligns the second recording with the first."""
        if self.other is None or not isinstance(self.source, ReplaySource):
            return 0
        return align_ns(self.source.recording, self.other.recording)

    def _show(self, recording: Recording) -> None:
        self.source, self.other = ReplaySource(recording), None
        self._tell_about(recording)
        self.changed.emit()

    def _show_other(self, recording: Recording) -> None:
        if isinstance(self.source, ReplaySource):
            self.other = ReplaySource(recording)
            self._tell_about(recording)
            self.changed.emit()

    def _tell_about(self, recording: Recording) -> None:
        if recording.complete:
            self.said.emit("", False)
            return
        text = self.tr("%1 was cut short; it is shown as far as it goes.")
        self.said.emit(text.replace("%1", recording.name), True)

    def _refused(self, error: AppError) -> None:
        shown = localized_error(error)
        self.said.emit(words.sentences(shown.text, shown.cause), True)

    # ------------------------------------------------------------------ export

    def export_csv(self, path: Path) -> None:
        """Writes the shown recording as two tables."""
        self._export(path, write_csv)

    def export_trace(self, path: Path) -> None:
        """Writes the shown recording for ui.perfetto.dev."""
        self._export(path, write_trace)

    def _export(self, path: Path, write: Callable[[Recording, Path], object]) -> None:
        source, live = self.source, self._monitor.live
        replayed = isinstance(source, ReplaySource)
        recording = source.recording if isinstance(source, ReplaySource) else self._snapshot()

        def run() -> None:
            if not replayed:  # half an hour of samples takes too long for the window
                recording.samples.extend(live.since(0))
            try:
                write(recording, path)
            except OSError as error:
                raise as_app_error(error) from error

        self._jobs.submit(run, lambda _none: self._exported(path), self._refused)

    def _exported(self, path: Path) -> None:
        self.said.emit(self.tr("Saved: %1").replace("%1", str(path)), False)

    def _snapshot(self) -> Recording:
        """The last half hour of this machine, as if it had been recorded; still without its samples."""
        live = self._monitor.live
        made = Recording(QCoreApplication.translate("Devices", "live"), {}, live.signals(), [])
        made.spans, made.tokens = live.spans(0), live.tokens(0)
        return made

    def picture_written(self, path: Path, done: bool) -> None:
        """The pane has saved a picture, or could not."""
        if done:
            self._exported(path)
        else:
            self.said.emit(self.tr("The picture could not be saved."), True)
