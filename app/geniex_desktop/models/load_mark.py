"""A mark on the disk while a model is being loaded: what a start finds, the last one did not survive."""

from __future__ import annotations

import json
import logging
import os
import threading
from pathlib import Path
from typing import Any

from ..durable import write_atomically
from ..errors import AppError, Blame

log = logging.getLogger(__name__)


class LoadMark:
    """One mark, of the model that is being loaded. Thread-safe; all methods block and raise nothing."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._set = 0
        self._stands = 0
        """The mark that this app has set and not cleared, by its number."""

    def set(self, model: Path, device: str) -> int:
        """Before the engine gets the model: on the disk when this returns. Answers the mark's number;
        0 for none, where the disk refused."""
        import psutil  # takes long, and is no part of a start

        process = psutil.Process()
        mark = {
            "model": str(model),
            "device": device,
            "pid": process.pid,
            "started": process.create_time(),
        }
        with self._lock:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self._file, json.dumps(mark).encode())
            except OSError as error:
                log.warning("the load of %s is not marked: %s", model.name, error)
                return 0
            self._set += 1
            self._stands = self._set
            return self._stands

    def clear(self, number: int) -> None:
        """That load has ended, and the app lives. The mark of a later load, or of an earlier start, stays."""
        with self._lock:
            if not number or self._stands != number:
                return
            self._stands = 0
            try:
                self._file.unlink(missing_ok=True)
            except OSError as error:
                log.warning("the mark of a load stays: %s", error)

    def warning(self, model: Path) -> AppError | None:
        """Why this model is better not opened without being asked for; None where nothing is known."""
        mark = self._read()
        if mark is None or mark["model"] != str(model) or _is_running(mark["pid"], mark["started"]):
            return None
        return AppError(
            f"{model.name} was not opened at the start.",
            cause="The app or its engine ended while it was being loaded the last time.",
            hint="Open it all the same, choose another device, or choose another model.",
            detail=f"model: {model}\ndevice: {mark['device']}",
            blame=Blame.USER,
        )

    def _read(self) -> dict[str, Any] | None:
        """A broken mark is none: nothing is known then."""
        try:
            mark = json.loads(self._file.read_bytes())
            kinds = {"model": str, "device": str, "pid": int, "started": float}
            if all(isinstance(mark[name], kind) for name, kind in kinds.items()):
                return dict(mark)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            log.warning("the mark of the last load cannot be read: %s", error)
        return None


def _is_running(pid: int, started: float) -> bool:
    """Another window of the app is loading that model right now."""
    if pid == os.getpid():
        return False
    import psutil

    try:
        return bool(psutil.Process(pid).create_time() == started)
    except psutil.Error:
        return False
