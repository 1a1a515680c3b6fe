"""From the devices of a machine to the memory that a model would run in."""

from __future__ import annotations

import pytest

from geniex_desktop.engine.types import DeviceInfo
from geniex_desktop.models.fit import Place, Target
from geniex_desktop.models.places import free_memory, place_of, target_of


def devices(*ids: str, name: str = "") -> list[DeviceInfo]:
    return [DeviceInfo(device_id, name) for device_id in ids]


@pytest.mark.parametrize(
    ("ids", "name", "target"),
    [
        ((), "", Target.CPU),
        (("CPU",), "", Target.CPU),
        (("CPU", "GPUOpenCL"), "Adreno", Target.GPU),
        (("HTP0", "CPU"), "Hexagon", Target.HEXAGON),
        (("CANN0",), "Ascend310B4", Target.ASCEND_310B),
        (("CANN0",), "Ascend910B3", Target.GPU),
    ],
)
def test_devices_have_their_limits(ids: tuple[str, ...], name: str, target: Target) -> None:
    assert target_of(devices(*ids, name=name)) is target


def test_each_session_of_the_npu_counts() -> None:
    assert place_of(devices("HTP0", "HTP1", "CPU"), 5) == Place(Target.HEXAGON, 5, sessions=2)
    assert place_of(devices("CPU"), 5) == Place(Target.CPU, 5, sessions=1)


def test_some_memory_is_free() -> None:
    assert free_memory() > 1 << 20
