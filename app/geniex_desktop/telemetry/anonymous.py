"""Takes out of raw input what names a person, a machine or a process, the same way each time."""

from __future__ import annotations

import contextlib
import getpass
import math
import platform
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

_LUID = re.compile(r"0x[0-9a-f]{1,8}_0x[0-9a-f]{1,8}", re.IGNORECASE)
_PID = re.compile(r"(?<=\bpid_)\d+|(?<=/proc/)\d+")
_CLIENT_NAME = re.compile(r"^drm-client-name:.*\n?", re.MULTILINE)
_DESCRIPTOR = re.compile(r"/proc/\d+/fd/\d+$")
_NODES = ("/dev/dri/", "/dev/accel/")
OWN_PID, ENGINE_PID = 1, 2
"""What stands for this process and the engine's."""
_FIRST_OTHER_PID = 1000
_FIRST_LUID = 0x10000


class Anonymiser:
    """Replaces LUIDs and process ids by numbers of its own; user, host and home by words."""

    def __init__(self, own_pid: int, engine_pid: Callable[[], int | None]) -> None:
        self._pids = {str(own_pid): str(OWN_PID)}
        self._engine_pid = engine_pid
        self._luids: dict[str, str] = {}
        self._words = _personal_words()

    def text(self, text: str) -> str:
        text = _LUID.sub(lambda match: self._luid(match.group()), text)
        text = _PID.sub(lambda match: self._pid(match.group()), text)
        text = _CLIENT_NAME.sub("", text)
        for word, stand_in in self._words.items():
            text = text.replace(word, stand_in)
        return text

    def link(self, path: str, target: str) -> str:
        """What a link points to; of our open files only the devices are anyone's business."""
        if _DESCRIPTOR.match(path) and target and not target.startswith(_NODES):
            return "other"
        return self.text(target)

    def value(self, value: Any) -> Any:
        """The same within lists and mappings, as JSON can hold it: numbers that are none become text."""
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, float) and not math.isfinite(value):
            return str(value)
        if isinstance(value, Mapping):
            return {self.value(key): self.value(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.value(item) for item in value]
        return value

    def _luid(self, luid: str) -> str:
        known = self._luids.setdefault(luid.lower(), f"0x00000000_0x{_FIRST_LUID + len(self._luids):08X}")
        return known.lower() if luid == luid.lower() else known

    def _pid(self, pid: str) -> str:
        if pid == str(self._engine_pid()):
            self._pids[pid] = str(ENGINE_PID)
        return self._pids.setdefault(pid, str(_FIRST_OTHER_PID + len(self._pids)))


def _personal_words() -> dict[str, str]:
    words = {str(Path.home()): "~", platform.node(): "host"}
    with contextlib.suppress(OSError, KeyError, ImportError):  # a user without a name
        words[getpass.getuser()] = "user"
    # Short names are parts of ordinary words, and root is everybody's.
    return {
        word: stand_in for word, stand_in in words.items() if len(word) > 3 and word not in ("/root", "root")
    }
