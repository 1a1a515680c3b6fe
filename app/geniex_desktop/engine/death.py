"""How an engine process ended, in words."""

from __future__ import annotations

import signal
import sys
from typing import NamedTuple

from ..errors import AppError


class EngineDied(AppError):
    """The engine's process has ended, and with it what it was asked for."""


class Death(NamedTuple):
    text: str
    hint: str


_OTHER_DEVICE = (
    "Send the message again: the engine starts anew. If it stays so, try the CPU or another model."
)
_LESS_MEMORY = "Close other programs, or choose a smaller model, a lower precision or a shorter context."

_REFUSED = Death("The engine refused to go on and stopped itself.", _OTHER_DEVICE)
_CRASHED = Death("The engine crashed.", _OTHER_DEVICE)
_KILLED = Death("The engine was killed, perhaps because memory ran out.", _LESS_MEMORY)
_STACK = Death("The engine crashed: its stack overflowed.", _OTHER_DEVICE)
_INSTRUCTION = Death(
    "The engine used an instruction that this processor does not have.",
    "Install the build for this processor.",
)
_FILE_CHANGED = Death(
    "The engine lost its model file while reading it.",
    "Check that the file was not changed, cut or unplugged.",
)
_MISSING_DLL = Death(
    "The engine could not start: a system library is missing.", "Install GenieX Desktop again."
)
_ENDED = Death("The engine ended unexpectedly.", _OTHER_DEVICE)

_BY_SIGNAL = {
    "SIGABRT": _REFUSED,
    "SIGSEGV": _CRASHED,
    "SIGFPE": _CRASHED,
    "SIGTRAP": _REFUSED,
    "SIGBUS": _FILE_CHANGED,
    "SIGILL": _INSTRUCTION,
    "SIGKILL": _KILLED,
    "SIGTERM": Death("The engine was ended from outside.", _OTHER_DEVICE),
}

_BY_WINDOWS_STATUS = {
    3: _REFUSED,  # abort() of the C runtime
    0xC0000005: _CRASHED,
    0xC0000006: _FILE_CHANGED,
    0xC0000017: _KILLED,
    0xC000001D: _INSTRUCTION,
    0xC0000094: _CRASHED,
    0xC00000FD: _STACK,
    0xC0000135: _MISSING_DLL,
    0xC0000374: _CRASHED,
    0xC0000409: _REFUSED,
}


_PYTHON_STACK = "Fatal Python error"
"""Where faulthandler's own lines begin."""


def death_error(returncode: int | None, log_tail: str, *, platform: str = sys.platform) -> EngineDied:
    """The error for an engine process that is gone; `returncode` as subprocess.Popen gives it."""
    death, kind = _classify(returncode, platform)
    lines = log_tail.partition(_PYTHON_STACK)[0].strip().splitlines()
    return EngineDied(
        death.text,
        cause=_telling_line(lines),
        hint=death.hint,
        detail="\n\n".join(part for part in (f"engine process: {kind}", log_tail.strip()) if part),
    )


def _classify(returncode: int | None, platform: str) -> tuple[Death, str]:
    if returncode is None:
        return _ENDED, "closed its pipe"
    if platform == "win32":
        status = returncode & 0xFFFFFFFF
        return _BY_WINDOWS_STATUS.get(status, _ENDED), f"status 0x{status:08X}"
    if returncode >= 0:
        return _ENDED, f"exit code {returncode}"
    try:
        name = signal.Signals(-returncode).name
    except ValueError:
        return _ENDED, f"signal {-returncode}"
    return _BY_SIGNAL.get(name, _ENDED), f"signal {-returncode} ({name})"


_TELLING = ("assert", "abort", "error", "failed", "fatal", "exception", "out of memory")


def _telling_line(lines: list[str]) -> str:
    """The last line of the log that sounds like the reason; "" when none does."""
    return next((line for line in reversed(lines) if any(word in line.lower() for word in _TELLING)), "")
