"""NVIDIA GPUs: what a GPU does not support is left out, what fails is a gap, what sleeps is left asleep."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

import pytest
from made_machines import Machine, get_value, set_value

from geniex_desktop.telemetry import nvml
from geniex_desktop.telemetry.access import Access
from geniex_desktop.telemetry.signals import SourceAbsent

Standin = Callable[..., ctypes.CDLL]
GB = 2.0**30
NOT_SUPPORTED, LOST = 3, 15
PCI = "/sys/bus/pci/devices/0000:01:00.0"


def make(machine: Machine, library: ctypes.CDLL) -> nvml.NvmlProvider:
    provider = nvml.make(machine.access(load_library=lambda _name: library))
    assert isinstance(provider, nvml.NvmlProvider)
    return provider


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


# Name, driver, memory, fastest clock, load, memory in use, temperature, power, clock.
WHOLE = "NVIDIA GeForce RTX 4070 Laptop GPU, 550.54.14, 8188, 2100, 86, 3072, 45, 176.98, 1965"
POOR = "Quadro K620, 470.1, [N/A], [Not Supported], 0, [N/A], N/A, [N/A], [Unknown Error]"


def with_tool(machine: Machine, answers: list[str]) -> Access:
    """No library, but nvidia-smi, which says one answer after the other and the last one for ever."""

    def run(command: Sequence[str], timeout_s: float) -> str:
        assert command[0] == "/usr/bin/nvidia-smi"
        assert command[-1] == "--format=csv,noheader,nounits"
        return answers.pop(0) if len(answers) > 1 else answers[0]

    return machine.access(find_program=lambda name: f"/usr/bin/{name}", run_program=run)


def test_without_the_library_the_tool_is_asked(machine: Machine) -> None:
    provider = nvml.make(with_tool(machine, [f"{WHOLE}\n{POOR}\n"]))
    assert provider.read() == {
        "gpu": 86.0,
        "gpu.memory": 3 * GB,
        "gpu.temperature": 45.0,
        "gpu.power": 176.98,
        "gpu.clock": 1.965e9,
        "gpu1": 0.0,
    }
    assert provider.absences() == {}
    signals = {signal.id: signal for signal in provider.signals()}
    assert (signals["gpu.clock"].maximum, signals["gpu.memory"].maximum) == (2.1e9, 8188 * 2.0**20)
    devices = [signals[name].device for name in ("gpu", "gpu1")]
    assert [(d.name, d.driver) for d in devices if d] == [
        ("NVIDIA GeForce RTX 4070 Laptop GPU", "550.54.14"),
        ("Quadro K620", "470.1"),
    ]


def test_what_the_tool_said_holds_for_two_seconds(machine: Machine) -> None:
    provider = nvml.make(with_tool(machine, [WHOLE, WHOLE.replace("86", "12"), "No devices were found"]))
    for load in (86.0, 12.0, None):
        assert provider.read()["gpu"] == load
        machine.clock.advance(1)
        assert provider.read()["gpu"] == load
        machine.clock.advance(1)
    assert "No devices were found" in provider.absences()["gpu"].reason


def test_a_tool_that_shows_no_gpu(machine: Machine) -> None:
    said = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver."
    with pytest.raises(SourceAbsent, match="communicate"):
        nvml.make(with_tool(machine, [said]))


def test_no_driver(machine: Machine) -> None:
    with pytest.raises(SourceAbsent, match="No NVIDIA driver"):
        nvml.make(machine.access())
