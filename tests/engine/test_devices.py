"""Choices of devices: what exists decides, and the reason is told."""

from __future__ import annotations

import pytest

from geniex_desktop.engine.devices import Kind, choose_device, kind_of
from geniex_desktop.engine.types import DeviceInfo
from geniex_desktop.errors import AppError, Blame

CPU = DeviceInfo("CPU", "Processor")
HTP = DeviceInfo("HTP0", "Hexagon")
HTP1 = DeviceInfo("HTP1", "Hexagon")
OPENCL = DeviceInfo("GPUOpenCL", "Adreno")
VULKAN = DeviceInfo("Vulkan0", "Some GPU")
CANN = DeviceInfo("CANN0", "Ascend")
QAIRT = DeviceInfo("NPU", "Qualcomm NPU")


@pytest.mark.parametrize(
    ("wanted", "present", "alias", "device_id", "label"),
    [
        ("auto", [CPU], "cpu", "", "CPU"),
        ("auto", [CPU, OPENCL], "gpu", "", "GPU"),
        ("auto", [CPU, VULKAN], "", "Vulkan0", "GPU"),
        ("auto", [CPU, OPENCL, HTP], "hybrid", "", "NPU + CPU"),
        ("auto", [CPU, CANN], "", "CANN0", "NPU"),
        ("auto", [QAIRT], "npu", "", "NPU"),
        ("", [CPU], "cpu", "", "CPU"),
        (" Hybrid ", [CPU, HTP], "hybrid", "", "NPU + CPU"),
        ("npu", [CPU, HTP], "npu", "", "NPU"),
        ("npu", [CPU, CANN], "", "CANN0", "NPU"),
        ("cpu", [CPU, HTP, OPENCL], "cpu", "", "CPU"),
        ("gpu", [CPU, HTP, OPENCL], "gpu", "", "GPU"),
        ("HTP0, HTP1", [CPU, HTP, HTP1], "", "HTP0,HTP1", "NPU"),
        ("HTP0,GPUOpenCL", [CPU, HTP, OPENCL], "", "HTP0,GPUOpenCL", "NPU + GPU"),
        ("CPU", [CPU, HTP], "cpu", "", "CPU"),
    ],
)
def test_choice(wanted: str, present: list[DeviceInfo], alias: str, device_id: str, label: str) -> None:
    choice = choose_device(wanted, present)
    assert (choice.alias, choice.device_id, choice.label) == (alias, device_id, label)
    assert choice.reason


def test_auto_without_layers_is_the_cpu() -> None:
    assert choose_device("auto", [CPU, HTP], n_gpu_layers=0).label == "CPU"


@pytest.mark.parametrize("wanted", ["npu", "hybrid", "gpu", "HTP0", "CPU,HTP0", "CPU,", "nonsense"])
def test_absent_device_is_the_users_to_mend_and_names_what_exists(wanted: str) -> None:
    with pytest.raises(AppError) as caught:
        choose_device(wanted, [CPU])
    assert caught.value.blame is Blame.USER
    assert "CPU (Processor)" in caught.value.cause


def test_helpers_have_no_kind() -> None:
    assert kind_of("BLAS") is None
    assert kind_of("CANN3") is Kind.NPU
