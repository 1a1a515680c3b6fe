"""The window."""

from __future__ import annotations

import logging
from pathlib import Path

from ..errors import AppError
from ..models.starter import StarterModel
from .starter import starter_file
from .terminal import write_error

log = logging.getLogger(__name__)

_QT_HINT = "On Debian and Ubuntu install libegl1, libgl1 and libxcb-cursor0; elsewhere install the app again."


def open_window(
    model: Path | None,
    device: str | None,
    starter: bool,
    demo: str | None = None,
    replay: Path | None = None,
) -> int:
    """Runs the app until it is closed; returns the exit code.

    Args:
        starter: Take the starter model when none is named, fetching it first. Without a network
            the window opens all the same and offers it again.
        demo: "720" or "1080" for a window to be recorded, with a profile of its own.
        replay: A recording to play, marked as such.

    Raises:
        AppError: Qt cannot be loaded.
    """
    if model is None and (starter or (demo and StarterModel().is_present())):
        try:
            model = starter_file(StarterModel())
        except AppError as error:
            log.warning("no starter model: %s %s", error.text, error.cause)
            write_error(error)
    try:
        from ..ui.app import run_gui
    except ImportError as error:
        raise AppError(
            "The window cannot be opened: a part of Qt is missing.",
            cause=str(error),
            hint=_QT_HINT,
        ) from error
    options = ["--model", str(model)] if model is not None else []
    options += ["--device", device] if device is not None else []
    options += ["--demo", demo] if demo is not None else []
    options += ["--replay", str(replay)] if replay is not None else []
    return run_gui(options)
