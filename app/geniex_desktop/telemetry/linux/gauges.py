"""Numbers from small files, with the reason when there is none."""

from __future__ import annotations

import errno

from ..access import SystemFiles
from ..signals import Absence


class Gauges:
    """Reads single numbers for signals and remembers why a signal has none."""

    def __init__(self, files: SystemFiles) -> None:
        self.absences: dict[str, Absence] = {}
        self._files = files

    def number(self, signal_id: str, path: str, scale: float = 1.0) -> float | None:
        """The first number of the file times `scale`; None with an absence where that fails."""
        text = self.text(signal_id, path)
        if text is None:
            return None
        try:
            return float(text.split()[0]) * scale
        except (IndexError, ValueError):
            self.absences[signal_id] = Absence(f"{path} holds no number: {text.strip()[:40]!r}.", likely=True)
            return None

    def text(self, signal_id: str, path: str) -> str | None:
        """The file's text; None with an absence where it cannot be read."""
        try:
            text = self._files.read(path)
        except OSError as error:
            self.absences[signal_id] = unreadable(path, error)
            return None
        self.absences.pop(signal_id, None)
        return text


def unreadable(path: str, error: OSError) -> Absence:
    """Names the file and the error, as a bug report needs them."""
    code = errno.errorcode.get(error.errno or 0, "unknown error")
    return Absence(f"{path} cannot be read ({code}).", likely=error.errno in (errno.EACCES, errno.EPERM))


def first_number(files: SystemFiles, *paths: str) -> float | None:
    """The number in the first of the files that has one."""
    gauges = Gauges(files)
    numbers = (gauges.number("", path) for path in paths)
    return next((number for number in numbers if number is not None), None)


def driver_of(files: SystemFiles, device: str) -> str:
    """The kernel driver bound to a device folder; "" when none."""
    name = files.link(f"{device}/driver").rsplit("/", 1)[-1]
    return name or uevent(files, device).get("DRIVER", "")


def uevent(files: SystemFiles, device: str) -> dict[str, str]:
    """The device's properties, such as DRIVER and PCI_ID."""
    try:
        lines = files.read(f"{device}/uevent").splitlines()
    except OSError:
        return {}
    return {key: value for key, _, value in (line.partition("=") for line in lines)}
