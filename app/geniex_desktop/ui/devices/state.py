"""What the cards say: values in words, and the reason where there is no value."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from ...engine.devices import Kind, kind_of
from ...engine.types import DeviceInfo
from ...telemetry.machine import Machine
from ...telemetry.qt import Telemetry
from ...telemetry.signals import Signal
from .. import words
from ..model_session import ModelSession
from ..sentences import localized
from .cards import CardText
from .looks import card_signal, value_text


def machine_text(machine: Machine | None, system: str) -> str:
    """ "AMD EPYC · 16 GB · Linux"; only what is known."""
    if machine is None:
        return system
    parts = [machine.cpu, f"{words.memory(machine.memory_bytes)} GB" if machine.memory_bytes else "", system]
    return " · ".join(part for part in parts if part)


class CardTexts:
    """Makes the cards' texts from the telemetry and the engine's devices."""

    def __init__(self, telemetry: Telemetry, session: ModelSession) -> None:
        self._telemetry = telemetry
        self._session = session

    def text(self, signal_id: str, machine: Machine | None) -> CardText:
        """The card of a signal: npu, gpu, cpu, memory or power."""
        signals = {signal.id: signal for signal in self._telemetry.signals()}
        signal = signals.get(card_signal(signals, signal_id))
        name = self._name(signal_id, machine, signal)
        if signal is None:
            state, hint = self._absence(signal_id)
            absence = self._telemetry.absence(signal_id)
            if absence is not None:
                hint = "\n".join(map(localized, filter(None, (absence.reason, absence.remedy or hint))))
            return CardText(name, words.ABSENT, state, hint)
        value = self._telemetry.latest(signal.id)
        absence = self._telemetry.absence(signal.id) if value is None else None
        said = filter(None, (absence.reason, absence.remedy)) if absence else (signal.meaning,)
        hint = "\n".join(map(localized, said))
        return CardText(name, value_text(signal, value), self._state(signal_id, value, machine), hint)

    def _name(self, signal_id: str, machine: Machine | None, signal: Signal | None) -> str:
        translate = QCoreApplication.translate
        if signal_id == "cpu":
            name = translate("Devices", "CPU")
            if machine is None or not machine.cores:
                return name
            cores = translate("Devices", "%1 cores").replace("%1", words.number(machine.cores))
            return f"{name} · {cores}"
        if signal_id in ("npu", "gpu"):
            kind = Kind.NPU if signal_id == "npu" else Kind.GPU
            found = self._found(kind)
            return f"{kind.value} · {found[0]}" if found else kind.value
        if signal_id == "memory":
            return translate("Devices", "Memory")
        if signal is not None and signal.id.startswith("npu"):
            return translate("Devices", "NPU power")
        return translate("Devices", "System power")

    def _found(self, kind: Kind) -> list[str]:
        """Names of the devices of a kind that the runtime lists."""
        return [device.name or device.id for device in self._devices(kind)]

    def _ids(self, kind: Kind) -> list[str]:
        return [device.id for device in self._devices(kind)]

    def _devices(self, kind: Kind) -> list[DeviceInfo]:
        runtime = self._session.runtime
        plugins = runtime.plugins if runtime is not None else ()
        return [device for plugin in plugins for device in plugin.devices if kind_of(device.id) is kind]

    def _absence(self, signal_id: str) -> tuple[str, str]:
        """Why a card is empty, and what would fill it."""
        translate = QCoreApplication.translate
        if signal_id in ("npu", "gpu"):
            kind = Kind.NPU if signal_id == "npu" else Kind.GPU
            if self._session.runtime is None:
                return translate("Devices", "asking the engine…"), ""
            if self._found(kind):
                return (
                    translate("Devices", "works, but cannot be measured"),
                    translate("Devices", "The runtime lists it; this system has no meter that we can read."),
                )
            hint = translate("Devices", "A device that the runtime can use, and its driver, would fill this.")
            return translate("Devices", "none found here"), hint
        if not self._telemetry.signals():
            return translate("Devices", "starting…"), ""
        hint = translate("Devices", "A power meter that ordinary users may read would fill this.")
        return translate("Devices", "no meter on this system"), hint

    def _state(self, signal_id: str, value: float | None, machine: Machine | None) -> str:
        translate = QCoreApplication.translate
        if value is None:
            return translate("Devices", "no reading now")
        if signal_id == "cpu" and machine is not None:
            return machine.cpu
        if signal_id == "memory":
            return self._memory_state()
        if signal_id == "power":
            return self._battery_state()
        kind = Kind.NPU if signal_id == "npu" else Kind.GPU
        state = translate("Devices", "idle") if value < 3 else translate("Devices", "working")
        return " · ".join((*self._ids(kind)[:1], state))

    def _battery_state(self) -> str:
        translate = QCoreApplication.translate
        charge = self._telemetry.latest("power.battery")
        if charge is None:
            return translate("Devices", "measured now")
        drawn = self._telemetry.latest("power.battery-draw") is not None
        text = translate("Devices", "on battery, %1") if drawn else translate("Devices", "battery at %1")
        return text.replace("%1", words.percent(charge, 100))

    def _memory_state(self) -> str:
        translate = QCoreApplication.translate
        signal = self._telemetry.signal("memory")
        model = self._session.model
        report = model.placement if model is not None else None
        if report and isinstance(report.get("buffers"), list):
            sizes = {"model": 0, "kv": 0}
            for buffer in report["buffers"]:
                if buffer.get("use") in sizes:
                    sizes[buffer["use"]] += buffer.get("bytes") or 0
            text = translate("Devices", "model %1 · KV %2")
            return text.replace("%1", words.size(sizes["model"])).replace("%2", words.size(sizes["kv"]))
        total = words.memory(signal.maximum) if signal is not None else words.ABSENT
        return translate("Devices", "of %1 GB").replace("%1", total)
