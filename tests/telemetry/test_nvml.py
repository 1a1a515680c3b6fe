"""NVIDIA GPUs: what a GPU does not support is left out, what fails is a gap, what sleeps is left asleep."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest
from made_machines import Machine, get_value, set_value

from geniex_desktop.telemetry import nvml
from geniex_desktop.telemetry.signals import SourceAbsent

Standin = Callable[..., ctypes.CDLL]
GB = 2.0**30
NOT_SUPPORTED, LOST = 3, 15
PCI = "/sys/bus/pci/devices/0000:01:00.0"


def make(machine: Machine, library: ctypes.CDLL) -> nvml.NvmlProvider:
    return nvml.make(machine.access(load_library=lambda _name: library))


def test_a_gpu_in_base_units(machine: Machine, standin: Standin) -> None:
    provider = make(machine, standin("nvml"))
    assert provider.read() == {
        "gpu": 86.0,
        "gpu.memory": 3 * GB,
        "gpu.temperature": 45.0,
        "gpu.power": 176.98,
        "gpu.clock": 1.965e9,
    }
    maxima = {signal.id: signal.maximum for signal in provider.signals()}
    assert (maxima["gpu.memory"], maxima["gpu.clock"]) == (8 * GB, 2.1e9)
    device = provider.signals()[0].device
    assert device is not None
    assert (device.name, device.driver) == ("NVIDIA GeForce RTX 4070 Laptop GPU", "550.54.14")
    provider.close()


def test_what_is_not_supported_is_no_signal(machine: Machine, standin: Standin) -> None:
    library = standin("nvml")
    set_value(library, memory_error=NOT_SUPPORTED)
    provider = make(machine, library)
    assert "gpu.memory" not in {signal.id for signal in provider.signals()}
    assert provider.read()["gpu"] == 86.0


def test_a_headline_that_is_not_supported_says_so(machine: Machine, standin: Standin) -> None:
    library = standin("nvml")
    set_value(library, load_error=NOT_SUPPORTED)
    provider = make(machine, library)
    assert provider.read()["gpu"] is None
    assert "Not Supported (3)" in provider.absences()["gpu"].reason


def test_a_failure_is_a_gap_that_ends(machine: Machine, standin: Standin) -> None:
    library = standin("nvml")
    provider = make(machine, library)
    set_value(library, power_error=LOST)
    values = provider.read()
    assert (values["gpu.power"], values["gpu"]) == (None, 86.0)
    assert "GPU is lost" in provider.absences()["gpu.power"].reason
    set_value(library, power_error=0)
    assert provider.read()["gpu.power"] == 176.98
    assert provider.absences() == {}


def test_two_gpus(machine: Machine, standin: Standin) -> None:
    library = standin("nvml")
    set_value(library, gpus=2)
    assert {"gpu", "gpu1"} <= make(machine, library).read().keys()


def test_a_sleeping_gpu_is_not_asked(machine: Machine, standin: Standin) -> None:
    machine.put(PCI, vendor="0x10de\n", **{"class": "0x030000\n"}, power__runtime_status="active\n")
    machine.put("/sys/bus/pci/devices/0000:00:02.0", vendor="0x8086\n", **{"class": "0x030000\n"})
    library = standin("nvml")
    provider = make(machine, library)
    calls = get_value(library, "calls")
    machine.put(PCI, power__runtime_status="suspended\n")
    assert provider.read() == {}
    assert "sleeps" in provider.absences()["gpu"].reason
    assert get_value(library, "calls") == calls
    with pytest.raises(SourceAbsent, match="sleeps"):
        make(machine, library)


@pytest.mark.parametrize(
    ("fault", "reason"), [({"init_error": 9}, "does not answer"), ({"gpus": 0}, "knows no GPU")]
)
def test_a_driver_without_a_gpu(
    machine: Machine, standin: Standin, fault: dict[str, int], reason: str
) -> None:
    library = standin("nvml")
    set_value(library, **fault)
    with pytest.raises(SourceAbsent, match=reason):
        make(machine, library)


def test_no_driver(machine: Machine) -> None:
    with pytest.raises(SourceAbsent, match="No NVIDIA driver"):
        nvml.make(machine.access())
