"""Ids that are unique, and two providers of one device."""

from __future__ import annotations

from geniex_desktop.telemetry.registry import Registry
from geniex_desktop.telemetry.signals import Device, DeviceKind, Signal


def gpu(name: str, *quantities: str, own: str = "gpu") -> tuple[Signal, ...]:
    device = Device(own, DeviceKind.GPU, name)
    return tuple(
        Signal(f"{own}.{quantity}" if quantity else own, "%", "test", device=device)
        for quantity in quantities
    )


def test_a_second_device_gets_a_number() -> None:
    registry = Registry(2)
    registry.claim(0, gpu("Radeon", ""))
    registry.claim(1, gpu("GeForce", "", "power"))
    assert set(registry.signals) == {"gpu", "gpu1", "gpu1.power"}
    assert registry.signals["gpu1"].device == Device("gpu1", DeviceKind.GPU, "GeForce")
    assert registry.public(1, {"gpu": 5.0}) == {"gpu1": 5.0, "gpu1.power": None}
    assert registry.owners["gpu1.power"] == (1, "gpu.power")


def test_the_same_device_is_completed_and_the_first_provider_keeps_what_it_has() -> None:
    registry = Registry(2)
    registry.claim(0, (*gpu("Arc", ""), *gpu("GeForce", "", own="gpu1")))
    registry.claim(1, gpu("GeForce", "", "power"))
    assert set(registry.signals) == {"gpu", "gpu1", "gpu1.power"}
    assert registry.public(1, {"gpu": 99.0, "gpu.power": 30.0}) == {"gpu1.power": 30.0}


def test_two_devices_of_one_name_cannot_be_told_apart() -> None:
    registry = Registry(2)
    registry.claim(0, (*gpu("GeForce", ""), *gpu("GeForce", "", own="gpu1")))
    registry.claim(1, gpu("GeForce", "power"))
    assert set(registry.signals) == {"gpu", "gpu1", "gpu2.power"}


def test_a_provider_that_knows_no_name_means_the_first() -> None:
    registry = Registry(2)
    registry.claim(1, gpu("", "own"))
    registry.claim(0, gpu("Adreno", ""))
    assert set(registry.signals) == {"gpu", "gpu.own"}


def test_released_signals_are_gone() -> None:
    registry = Registry(2)
    registry.claim(0, gpu("Adreno", "", "clock"))
    registry.claim(0, gpu("Adreno", ""))
    assert set(registry.signals) == {"gpu"}
    registry.claim(0, ())
    registry.claim(1, gpu("GeForce", ""))
    assert set(registry.signals) == {"gpu"}
    assert registry.public(0, {"gpu": 1.0}) == {}


def test_a_signal_without_a_device_gets_one_by_its_id() -> None:
    registry = Registry(1)
    registry.claim(0, (Signal("npu.memory", "B", "test"),))
    assert registry.signals["npu.memory"].device == Device("npu", DeviceKind.NPU)
