"""The settings: declared once, typed, versioned, saved atomically.

Each setting is a `Setting` below, with everything that a settings page and a check need to know.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from .durable import write_atomically

log = logging.getLogger(__name__)

VERSION = 1
"""Of the file's layout; raised only when an old program would misread a new file."""

T = TypeVar("T", str, int, bool)


@dataclass(frozen=True)
class Setting(Generic[T]):
    """One setting.

    Attributes:
        key: Its name in the file, dotted by area.
        default: Also tells the type.
        text: Label for people, untranslated.
        help: One sentence more; "" where the label says it all.
        choices: The values allowed; () allows every value of the type.
        pattern: Regular expression that a text has to match as a whole; "" allows every text.
    """

    key: str
    default: T
    text: str
    help: str = ""
    choices: tuple[T, ...] = ()
    pattern: str = ""

    def accepts(self, value: object) -> bool:
        """Whether the value has the setting's exact type (a bool is no int here) and is allowed."""
        if type(value) is not type(self.default) or (self.choices and value not in self.choices):
            return False
        return not self.pattern or re.fullmatch(self.pattern, str(value)) is not None


_HOST = r"[A-Za-z0-9]+(-+[A-Za-z0-9]+)*(\.[A-Za-z0-9]+(-+[A-Za-z0-9]+)*)*"
_PORT = r":(6553[0-5]|655[0-2]\d|65[0-4]\d\d|6[0-4]\d{3}|[1-5]?\d{1,4})"
_SAFE_ADDRESS = rf"(https://{_HOST}|http://(localhost|127\.0\.0\.1))({_PORT})?(/[A-Za-z0-9_.~/-]*)?|"
"""What transfers accept, that is protected or on this machine; or nothing."""

THEME = Setting("appearance.theme", "system", "Appearance", choices=("system", "light", "dark"))
CARRIER = Setting(
    "engine.carrier",
    "isolated",
    "Where the engine runs",
    "Isolated: in a process of its own, so that a crash of a driver costs one reply, not the window.",
    ("isolated", "in_process"),
)
RUNTIME = Setting(
    "engine.runtime",
    "",
    "Use an installed GenieX runtime",
    "Another libgeniex than the app's own; it always runs in a process of its own.",
)
DEVICE = Setting("chat.device", "auto", "Device")
MODEL = Setting("chat.model", "", "Model", "File of the model that was open last.")

MODELS_FOLDER = Setting(
    "models.folder", "", "Model folder", "Where models are kept; empty for the app's own."
)
HUB_MIRROR = Setting(
    "models.hub_mirror",
    "",
    "Hugging Face mirror",
    "Another address of the hub, where its own is out of reach; your access token goes there too.",
    pattern=_SAFE_ADDRESS,
)
CHIPSET = Setting(
    "models.chipset",
    "",
    "Chipset",
    "Which one Qualcomm AI Hub's bundles are for, in its own words.",
    pattern=r"[\w][\w .()/+-]{0,99}|",
)

SYSTEM_PROMPT = Setting(
    "chat.system_prompt",
    # Small models answer the simplest questions wrong under the prompt that their own template brings.
    "You are a helpful assistant.",
    "System prompt",
    "Told to the model at the start of every chat; empty for the model's own.",
)
GREEDY = Setting(
    "chat.greedy",
    False,
    "Greedy",
    "Always the most likely token: the same question gets the same answer.",
)
TEMPERATURE = Setting(
    "chat.temperature_percent",
    # Below the engine's own 0.8: the small models that a first start offers wander off at that.
    20,
    "Temperature",
    "Low is predictable, high is inventive.",
)

ALL: tuple[Setting[Any], ...] = (
    THEME,
    CARRIER,
    RUNTIME,
    DEVICE,
    MODEL,
    MODELS_FOLDER,
    HUB_MIRROR,
    CHIPSET,
    SYSTEM_PROMPT,
    GREEDY,
    TEMPERATURE,
)


class Settings:
    """The values, shared by all threads; every change is on the disk when `set` returns.

    Attributes:
        problem: What was wrong with the file at the start, for people; "" when nothing was.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._callbacks: dict[str, list[Callable[[Any], None]]] = {}
        self.problem = ""
        self._values = self._load()

    def get(self, setting: Setting[T]) -> T:
        """The value, or the default where none was set or the file's one is not allowed."""
        with self._lock:
            value = self._values.get(setting.key, setting.default)
        return cast("T", value) if setting.accepts(value) else setting.default

    def set(self, setting: Setting[T], value: T) -> None:
        """Saves a value, then calls the callbacks on this thread if it changed.

        Raises:
            ValueError: not a value of this setting.
            OSError: it could not be saved; the old value stays.
        """
        if not setting.accepts(value):
            raise ValueError(f"{value!r} is not a value of {setting.key}")
        with self._lock:
            if self._values.get(setting.key, setting.default) == value:
                return
            values = {**self._values, setting.key: value}
            content = {"version": VERSION, "values": values}
            write_atomically(self._path, json.dumps(content, indent=1, sort_keys=True).encode())
            self._values = values
            callbacks = tuple(self._callbacks.get(setting.key, ()))
        for callback in callbacks:
            callback(value)

    def on_change(self, setting: Setting[T], callback: Callable[[T], None]) -> Callable[[], None]:
        """Calls back with each new value, on the thread that set it; returns what ends that."""
        with self._lock:
            self._callbacks.setdefault(setting.key, []).append(callback)

        def stop() -> None:
            with self._lock:
                self._callbacks[setting.key].remove(callback)

        return stop

    def _load(self) -> dict[str, Any]:
        """The file's values, also those of settings that only another version knows."""
        try:
            content = json.loads(self._path.read_bytes())
            version, values = content["version"], content["values"]
            if not isinstance(version, int) or not isinstance(values, dict):
                raise TypeError("wrong layout")
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.problem = f"The settings could not be read ({error.strerror}); the defaults are used."
            log.warning("%s", self.problem)
            return {}
        except (ValueError, KeyError, TypeError, RecursionError):
            self._set_aside("damaged", "The settings file was damaged")
            return {}
        if version > VERSION:
            self._set_aside(f"version-{version}", "The settings are those of a newer version")
            return {}
        return values

    def _set_aside(self, mark: str, what: str) -> None:
        aside = self._path.with_name(f"{self._path.stem}.{mark}-{time.strftime('%Y%m%d-%H%M%S')}.json")
        self.problem = f"{what}; it is kept as {aside.name}, and the defaults are used."
        try:
            self._path.replace(aside)
        except OSError as error:
            self.problem = f"{what} and could not be kept aside ({error.strerror}); the defaults are used."
        log.warning("%s", self.problem)
