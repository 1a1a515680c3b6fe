"""What the window shows and tells."""

from __future__ import annotations

from dataclasses import dataclass

from ..settings import Settings
from ..telemetry.machine import Machine
from ..telemetry.qt import Telemetry
from .bench.benchmarks import Benchmarks
from .chat.controller import ChatController
from .chat.history import History
from .chat.senses import Senses
from .chat.tray import Tray
from .devices.monitor import Monitor
from .devices.recordings import Recordings
from .doctor.checkup import Checkup
from .downloads import StarterDownload
from .jobs import Jobs
from .model_session import ModelSession
from .models.models import Models
from .replay import Replay


@dataclass(slots=True)
class Context:
    """Lives longer than the window's widgets, which are made anew from it."""

    settings: Settings
    session: ModelSession
    controller: ChatController
    telemetry: Telemetry
    download: StarterDownload
    jobs: Jobs
    monitor: Monitor
    recordings: Recordings
    checkup: Checkup
    benchmarks: Benchmarks
    history: History
    replay: Replay
    tray: Tray
    senses: Senses
    models: Models
    machine: Machine | None = None
