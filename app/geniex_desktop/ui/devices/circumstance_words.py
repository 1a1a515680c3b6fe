"""The circumstances of a reply in words: power, temperature, and what has changed since weeks before."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ...telemetry.power_state import BATTERY, MAINS
from ...telemetry.replies import TEMPERATURE, Change, ReplyRecord
from .. import words
from ..chat.display_text import visible


def circumstances_text(record: ReplyRecord) -> str:
    """What a reply was made under, such as "on battery · power-saver · 71 °C"; "" when nothing is known."""
    around = record.circumstances
    parts = [_source_text(around.get("power", "")), _value_text("mode", around.get("mode", ""))]
    if TEMPERATURE in record.means:
        parts.append(_value_text(TEMPERATURE, f"{record.means[TEMPERATURE]:.0f}"))
    return " · ".join(part for part in parts if part)


def change_text(change: Change) -> str:
    """A circumstance with its value before and now: "power source (mains → battery)"."""
    before, now = (_value_text(change.name, value) or words.ABSENT for value in (change.before, change.now))
    return f"{_name_text(change.name)} ({before} → {now})"


def _name_text(name: str) -> str:
    translate = QCoreApplication.translate
    return {
        "app": translate("Devices", "version of the app"),
        "engine": translate("Devices", "version of the engine"),
        "threads": translate("Devices", "threads"),
        "context": translate("Devices", "context length"),
        "depth": translate("Devices", "depth of the chats"),
        "power": translate("Devices", "power source"),
        "mode": translate("Devices", "power mode"),
        TEMPERATURE: translate("Devices", "temperature"),
    }.get(name, visible(name))


def _source_text(source: str) -> str:
    translate = QCoreApplication.translate
    texts = {MAINS: translate("Devices", "on mains"), BATTERY: translate("Devices", "on battery")}
    return texts.get(source, "")


def _value_text(name: str, value: str) -> str:
    translate = QCoreApplication.translate
    if name == "power":
        texts = {MAINS: translate("Devices", "mains"), BATTERY: translate("Devices", "battery")}
        return texts.get(value, visible(value))
    if name == "threads" and value == "0":
        return translate("Devices", "chosen by the engine")
    if name == TEMPERATURE and value:
        return f"{value} °C"
    return visible(value)
