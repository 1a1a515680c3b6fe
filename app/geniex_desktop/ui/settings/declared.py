"""The window's own settings, declared as those in `geniex_desktop.settings` are, and the page's plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QCoreApplication

from ...engine.sampling import usual_sampler
from ...settings import (
    CARRIER,
    CHIPSET,
    GREEDY,
    HUB_MIRROR,
    RUNTIME,
    SYSTEM_PROMPT,
    TEMPERATURE,
    THEME,
    Setting,
    Settings,
)
from ..chat.controller import GenerationOptions
from ..language import QT_TRANSLATE_NOOP

LANGUAGE: Setting[str] = Setting(
    "appearance.language",
    "system",
    QT_TRANSLATE_NOOP("Settings", "Language"),
    choices=("system", "en", "zh_CN"),
)
CONTEXT = Setting(
    "model.context",
    0,
    QT_TRANSLATE_NOOP("Settings", "Context length"),
    QT_TRANSLATE_NOOP("Settings", "Tokens that fit into one chat; more needs more memory."),
)
THREADS = Setting(
    "model.threads",
    0,
    QT_TRANSLATE_NOOP("Settings", "Threads"),
    QT_TRANSLATE_NOOP("Settings", "Processor threads that work on a reply."),
)
KEPT = Setting(
    "chats.kept_megabytes",
    2000,
    QT_TRANSLATE_NOOP("Settings", "Room for long chats"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Megabytes on the disk, but at most a tenth of what is free: a chat that is opened again goes on "
        "without being read anew.",
    ),
)
SAMPLING = Setting(
    "devices.samples_per_second",
    0,
    QT_TRANSLATE_NOOP("Settings", "Samples a second"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "While the Devices pane is open or a reply runs; interfaces that are slow keep a pace of their own.",
    ),
)
GEOMETRY = Setting("window.geometry", "", "")
RECENT = Setting("window.recent_models", "[]", "")

LIMITS: dict[str, tuple[int, int, int]] = {
    CONTEXT.key: (0, 1_048_576, 1024),
    THREADS.key: (0, 256, 1),
    TEMPERATURE.key: (1, 200, 5),
    KEPT.key: (0, 1_000_000, 500),
    SAMPLING.key: (0, 10, 1),
}
"""Smallest, largest and step of whole numbers; 0 is shown as "automatic", or as "off"."""
OFF_AT_ZERO = (KEPT.key,)
HUNDREDTHS = (TEMPERATURE.key,)
"""Whole numbers that are shown divided by 100."""
TALL = (SYSTEM_PROMPT.key, RUNTIME.key, HUB_MIRROR.key, CHIPSET.key)
"""Their fields stand below their texts, over the whole width."""
NEEDS_RESTART = (CARRIER.key,)
NEEDS_RELOAD = (CONTEXT.key, THREADS.key)
HUBS_THAT_FOLLOW = {HUB_MIRROR.key: "huggingface", CHIPSET.key: "aihub"}
"""Which hub answers otherwise from a change of the setting on."""

REFUSALS = {
    HUB_MIRROR.key: QT_TRANSLATE_NOOP(
        "Settings", "This is no address that can be used; write one as https://hub.example.org."
    ),
    CHIPSET.key: QT_TRANSLATE_NOOP(
        "Settings", "This is no name of a chipset; write it as qualcomm-snapdragon-x-elite."
    ),
}
"""What is said where a text is not one that its setting allows."""

CHOICE_NAMES = {
    "system": QT_TRANSLATE_NOOP("Settings", "As the system"),
    "light": QT_TRANSLATE_NOOP("Settings", "Light"),
    "dark": QT_TRANSLATE_NOOP("Settings", "Dark"),
    "isolated": QT_TRANSLATE_NOOP("Settings", "In a process of its own"),
    "in_process": QT_TRANSLATE_NOOP("Settings", "Inside the window's process"),
}
LANGUAGE_NAMES = {"en": "English", "zh_CN": "中文"}

_OF_OTHERS = (
    QT_TRANSLATE_NOOP("Settings", "Appearance"),
    QT_TRANSLATE_NOOP("Settings", "System prompt"),
    QT_TRANSLATE_NOOP("Settings", "Told to the model at the start of every chat; empty for the model's own."),
    QT_TRANSLATE_NOOP("Settings", "Greedy"),
    QT_TRANSLATE_NOOP("Settings", "Always the most likely token: the same question gets the same answer."),
    QT_TRANSLATE_NOOP("Settings", "Temperature"),
    QT_TRANSLATE_NOOP("Settings", "Low is predictable, high is inventive."),
    QT_TRANSLATE_NOOP("Settings", "Where the engine runs"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Isolated: in a process of its own, so that a crash of a driver costs one reply, not the window.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Hugging Face mirror"),
    QT_TRANSLATE_NOOP(
        "Settings",
        "Another address of the hub, where its own is out of reach; your access token goes there too.",
    ),
    QT_TRANSLATE_NOOP("Settings", "Chipset"),
    QT_TRANSLATE_NOOP("Settings", "Which one Qualcomm AI Hub's bundles are for, in its own words."),
    QT_TRANSLATE_NOOP("Settings", "Use an installed GenieX runtime"),
    QT_TRANSLATE_NOOP(
        "Settings", "Another libgeniex than the app's own; it always runs in a process of its own."
    ),
)
"""Texts of settings that are declared elsewhere, named here so that they are found for translation."""


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    settings: tuple[Setting[Any], ...]


PAGE = (
    Section(QT_TRANSLATE_NOOP("Settings", "Window"), (THEME, LANGUAGE)),
    Section(QT_TRANSLATE_NOOP("Settings", "Answers"), (SYSTEM_PROMPT, GREEDY, TEMPERATURE, KEPT)),
    Section(QT_TRANSLATE_NOOP("Settings", "Model"), (CONTEXT, THREADS)),
    Section(QT_TRANSLATE_NOOP("Settings", "Engine"), (CARRIER, RUNTIME)),
    Section(QT_TRANSLATE_NOOP("Settings", "Hubs"), (HUB_MIRROR, CHIPSET)),
    Section(QT_TRANSLATE_NOOP("Settings", "Devices"), (SAMPLING,)),
)


def shown(text: str) -> str:
    """A declared text in the window's language."""
    return QCoreApplication.translate("Settings", text)


def choice_name(value: object) -> str:
    """What a choice is called."""
    name = str(value)
    return LANGUAGE_NAMES.get(name) or shown(CHOICE_NAMES.get(name, name))


def generation_options(settings: Settings) -> GenerationOptions:
    """What the settings say about every reply."""
    return GenerationOptions(settings.get(SYSTEM_PROMPT).strip(), usual_sampler(settings))
