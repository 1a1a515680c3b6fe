"""How each kind of signal looks and is called, everywhere in the pane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, Qt

from ...engine.types import Phase
from ...telemetry.signals import Signal
from .. import theme, words
from ..sentences import localized

_CORE = "cpu.core"


@dataclass(frozen=True, slots=True)
class Look:
    """One curve of the chart.

    Attributes:
        dash: Tells curves apart without colour.
        shown: Whether it is drawn before anybody chooses.
    """

    signal_id: str
    name: str
    colour: str
    dash: Qt.PenStyle
    shown: bool


def looks(signals: Mapping[str, Signal]) -> list[Look]:
    """The curves that this machine has, in their fixed order: NPU, GPU, CPU, engine, memory, temperature."""
    colours = theme.colours()
    translate = QCoreApplication.translate
    solid, dots, dashes = Qt.PenStyle.SolidLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashLine
    npu, gpu = card_signal(signals, "npu"), card_signal(signals, "gpu")
    every = [
        Look(npu, translate("Devices", "NPU"), colours.npu, solid, True),
        Look(gpu, translate("Devices", "GPU"), colours.gpu, dots, True),
        Look("cpu", translate("Devices", "CPU"), colours.cpu, dashes, True),
        Look("engine", translate("Devices", "Engine"), colours.cpu, dots, False),
        Look("memory", translate("Devices", "Memory"), colours.memory, Qt.PenStyle.DashDotLine, False),
        Look(temperature_id(signals), translate("Devices", "Temperature"), colours.temperature, solid, False),
    ]
    return [look for look in every if look.signal_id in signals]


def rows(signals: Mapping[str, Signal]) -> list[tuple[str, str]]:
    """Id and name of every signal but single cores: the curves first, then the rest by device."""
    curves = [(look.signal_id, look.name) for look in looks(signals)]
    taken = {signal_id for signal_id, _ in curves} | set(cores(signals))
    rest = [(name, _plain_name(signals[name])) for name in signals if name not in taken]
    return curves + sorted(rest, key=lambda row: row[1])


def _plain_name(signal: Signal) -> str:
    """ "NPU · Temperature"; without what the provider calls it, the words of its id."""
    device, _, quantity = signal.id.partition(".")
    device = device.upper() if device[:3] in ("npu", "gpu", "cpu") else device.capitalize()
    label = localized(signal.label) or quantity.replace("-", " ")
    return f"{device} · {label}" if label else device


def cores(signals: Mapping[str, Signal]) -> list[str]:
    """The ids of the signals of single cores, in order."""
    names = [name for name in signals if name.startswith(_CORE) and name[len(_CORE) :].isdecimal()]
    return sorted(names, key=lambda name: int(name[len(_CORE) :]))


def power_id(signals: Mapping[str, Signal]) -> str:
    """The signal of the whole machine's power, else of the first rail; "" where there is none."""
    rails = sorted(name for name, signal in signals.items() if signal.unit == "W")
    whole = (name for name in rails if name in ("power", "power.sys", "power.system"))
    return next(whole, rails[0] if rails else "")


def temperature_id(signals: Mapping[str, Signal]) -> str:
    """The temperature that tells most of a reply: the NPU's, else the CPU's, else the first; "" for none."""
    degrees = sorted(name for name, signal in signals.items() if signal.unit == "°C")
    owners = (f"{owner}.temperature" for owner in ("npu", "cpu", "gpu"))
    return next((name for name in owners if name in degrees), degrees[0] if degrees else "")


def card_signal(signals: Mapping[str, Signal], card: str) -> str:
    """The signal of a card: where the system does not tell of a whole device, the app's own use of it."""
    if card == "power":
        return power_id(signals) or card
    return f"{card}.own" if card not in signals and f"{card}.own" in signals else card


def value_text(signal: Signal, value: float | None) -> str:
    """A reading with its unit; a dash where there is none."""
    if value is None:
        return words.ABSENT
    if signal.unit == "%":
        return words.percent(value, 100)
    if signal.unit == "B":
        return f"{words.memory(value)} GB"
    decimals = 1 if signal.unit == "W" else 0
    return f"{words.number(value, decimals)} {signal.unit}"


def share(signal: Signal, value: float) -> float:
    """A reading on the chart's scale of 0 to 100."""
    return 100 * value / signal.maximum if signal.maximum else value


def phase_name(phase: Phase) -> str:
    """A phase in one word."""
    translate = QCoreApplication.translate
    return {
        Phase.LOAD: translate("Devices", "load"),
        Phase.MEDIA_ENCODE: translate("Devices", "image"),
        Phase.PREFILL: translate("Devices", "prefill"),
        Phase.DECODE: translate("Devices", "decode"),
    }.get(phase, "")


def ago(second: float) -> str:
    """A time before now, such as "−1 min 18 s"."""
    if second < 0.05:
        return QCoreApplication.translate("Devices", "now")
    return f"−{words.seconds(second) if second >= 60 else words.seconds(round(second, 1))}"
