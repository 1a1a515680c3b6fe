"""What is examined: a machine, and what the engine said about itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..engine.location import engine_files
from ..engine.types import DeviceInfo, RuntimeInfo
from ..errors import AppError
from .host import Host


@dataclass(frozen=True, slots=True)
class Subject:
    """The checks' input.

    Attributes:
        runtime: As the engine reported it, or why it could not.
        models_folder: Where models go; need not exist.
        native_folder: Where our libgeniex and its plugins lie; "" when it was not built.
    """

    host: Host
    runtime: RuntimeInfo | AppError
    models_folder: str
    native_folder: str = ""

    def devices(self) -> tuple[DeviceInfo, ...]:
        """All devices of all plugins; none when the engine did not start."""
        if isinstance(self.runtime, AppError):
            return ()
        return tuple(device for plugin in self.runtime.plugins for device in plugin.devices)


def local_subject(host: Host, runtime: RuntimeInfo | AppError, models_folder: Path) -> Subject:
    """The machine that the app runs on."""
    try:
        native_folder = str(engine_files().library.parent)
    except AppError:
        native_folder = ""
    return Subject(host, runtime, str(models_folder), native_folder)
