"""Which provider owns which signal: ids are unique, however many providers know the same device."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .signals import Device, DeviceKind, Signal


@dataclass(slots=True)
class _Claim:
    """What one provider holds: its own ids to the public ones."""

    names: dict[str, str] = field(default_factory=dict)
    signals: dict[str, Signal] = field(default_factory=dict)


class Registry:
    """Gives public ids in the order of the providers' table.

    The first provider of an id keeps it. A second device of the same kind gets the next free number ("gpu1"),
    unless it has the name of a device that is known: then both providers describe one device, and the later
    one adds the quantities that the earlier lacks.
    """

    def __init__(self, providers: int) -> None:
        self._claims = [_Claim() for _ in range(providers)]
        self.signals: Mapping[str, Signal] = {}
        """By public id. Replaced as a whole, so that any thread may read it."""
        self.owners: Mapping[str, tuple[int, str]] = {}
        """Provider and its own id, by public id."""

    def claim(self, provider: int, signals: Sequence[Signal]) -> None:
        """The provider now has exactly these signals; () releases all."""
        claim = _Claim()
        others = [other for index, other in enumerate(self._claims) if index != provider]
        devices = self._public_devices(signals, others)
        taken = {signal_id for other in others for signal_id in other.signals}
        for signal in signals:
            local, quantity = _split(signal.id)
            device = devices[local]
            public = f"{device.id}.{quantity}" if quantity else device.id
            if public not in taken:
                claim.names[signal.id] = public
                claim.signals[public] = replace(signal, id=public, device=device)
        self._claims[provider] = claim
        self._publish()

    def public(self, provider: int, values: Mapping[str, float | None]) -> dict[str, float | None]:
        """The provider's values under public ids; a signal without a value is None."""
        return {public: values.get(own) for own, public in self._claims[provider].names.items()}

    def _public_devices(self, signals: Sequence[Signal], others: Sequence[_Claim]) -> dict[str, Device]:
        known = {
            signal.device.id: signal.device
            for other in others
            for signal in other.signals.values()
            if signal.device is not None
        }
        found: dict[str, Device] = {}
        for signal in signals:
            local = _split(signal.id)[0]
            if local not in found:
                device = signal.device or Device(local, _kind(local))
                used = {*known, *(given.id for given in found.values())}
                found[local] = _same(device, known) or replace(device, id=_free(device, used))
        return found

    def _publish(self) -> None:
        self.owners = {
            public: (index, own)
            for index, claim in enumerate(self._claims)
            for own, public in claim.names.items()
        }
        self.signals = {key: value for claim in self._claims for key, value in claim.signals.items()}


def _split(signal_id: str) -> tuple[str, str]:
    device, _, quantity = signal_id.partition(".")
    return device, quantity


def _kind(device_id: str) -> DeviceKind:
    name = device_id.rstrip("0123456789")
    return DeviceKind(name) if name in {kind.value for kind in DeviceKind} else DeviceKind.PROCESS


_SHARED = (DeviceKind.CPU, DeviceKind.MEMORY, DeviceKind.PROCESS, DeviceKind.POWER, DeviceKind.TEMPERATURE)


def _same(device: Device, known: Mapping[str, Device]) -> Device | None:
    """The known device that this one is, if it can only be that one."""
    if device.kind in _SHARED:
        return known.get(device.id)
    namesake = known.get(device.id)
    if namesake is not None and not (device.name and namesake.name):
        return device if device.name else namesake  # one of the two does not know which device it is
    named = [other for other in known.values() if device.name and other.name == device.name]
    named = [other for other in named if other.kind is device.kind]
    return named[0] if len(named) == 1 else None


def _free(device: Device, used: set[str]) -> str:
    if device.id not in used:
        return device.id
    number = 1
    while f"{device.kind.value}{number}" in used:
        number += 1
    return f"{device.kind.value}{number}"
