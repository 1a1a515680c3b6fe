"""What this machine is: processor, memory, free disk. Reads files; not for the GUI thread."""

from __future__ import annotations

import platform
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Machine:
    """Facts for the first page. 0 and "" mean unknown."""

    cpu: str
    cores: int
    memory_bytes: int
    disk_free_bytes: int


def read_machine(folder: Path) -> Machine:
    """The machine, with the free space of the disk that holds `folder`."""
    import psutil

    try:
        free = shutil.disk_usage(folder).free
    except OSError:
        free = 0
    cores = psutil.cpu_count(logical=False) or psutil.cpu_count() or 0
    return Machine(_cpu_name(), cores, psutil.virtual_memory().total, free)


if sys.platform == "win32":

    def _cpu_name() -> str:
        import winreg

        place = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"
        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, place) as key:
                return _short(str(winreg.QueryValueEx(key, "ProcessorNameString")[0]))
        except OSError:
            return platform.machine()

else:

    def _cpu_name() -> str:
        for path in (Path("/proc/device-tree/model"), Path("/proc/cpuinfo")):
            try:
                text = path.read_text(encoding="utf-8", errors="replace").strip("\0 \n")
            except OSError:
                continue
            if path.name == "model" and text:
                return text
            for line in text.splitlines():
                key, _, value = line.partition(":")
                if key.strip() in ("model name", "Model", "Hardware"):
                    return _short(value)
        return _short(platform.processor()) or platform.machine()


def _short(name: str) -> str:
    """Without trademark signs, core counts and clock rates."""
    for mark in ("(R)", "(TM)", "(r)", "(tm)", " CPU", " Processor"):
        name = name.replace(mark, "")
    words = name.split("@")[0].split()
    return " ".join(word for word in words if not word.lower().endswith("-core"))
