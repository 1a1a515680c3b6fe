"""`doctor`: looks at the machine and tells what keeps the app from working well on it."""

from __future__ import annotations

from collections.abc import Callable

from .. import paths
from ..doctor.examination import examine
from ..doctor.host import Host
from ..doctor.local_host import LocalHost
from ..doctor.report import as_json, as_text
from ..doctor.subject import local_subject
from ..engine.carrier import make_engine
from ..engine.protocol import Engine
from ..engine.types import RuntimeInfo
from ..errors import AppError
from ..settings import RUNTIME, Settings
from .terminal import write_answer

EXIT_FAILED = 1
EXIT_INTERRUPTED = 130


def doctor(
    as_object: bool,
    settings: Settings,
    host: Host | None = None,
    engine: Callable[[], Engine] | None = None,
) -> int:
    """Writes the report to stdout; returns 0 when no check failed, 1 otherwise.

    Args:
        as_object: One JSON object instead of text.
        settings: Tell whose libgeniex is asked.
        engine: Makes the engine that is asked; by default one in a process of its own, whatever the
            settings say, for what it loads may crash.
    """
    runtime, interrupted = _runtime(engine or make_engine(isolated=True, runtime=settings.get(RUNTIME)))
    if interrupted:
        return EXIT_INTERRUPTED
    report = examine(local_subject(host or LocalHost(), runtime, paths.models_dir()))
    write_answer((as_json(report) if as_object else as_text(report)) + "\n")
    return EXIT_FAILED if report.failed else 0


def _runtime(engine: Callable[[], Engine]) -> tuple[RuntimeInfo | AppError, bool]:
    """What the engine says about itself, or why it does not; and whether the user gave up on it."""
    from .terminal_engine import TerminalEngine

    with TerminalEngine(engine) as runner:
        try:
            return runner.runtime(), runner.interrupted
        except AppError as error:
            return error, runner.interrupted
