"""What our own processes use of GPUs and NPUs: every driver's spelling, each client once."""

from __future__ import annotations

import os

import pytest
from made_machines import Machine

from geniex_desktop.telemetry.linux import fdinfo
from geniex_desktop.telemetry.linux.fdinfo import parse_fdinfo
from geniex_desktop.telemetry.signals import SourceAbsent

OWN = os.getpid()
MSM = """pos:\t0
flags:\t02100002
drm-driver:\tmsm
drm-client-id:\t7
drm-engine-gpu:\t{busy} ns
drm-cycles-gpu:\t9999
drm-maxfreq-gpu:\t1250000000 Hz
drm-resident-memory:\t4096 KiB
"""
XE = (
    "drm-driver: xe\ndrm-client-id: 3\ndrm-pdev: 0000:00:02.0\n"
    "drm-cycles-rcs: {busy}\ndrm-total-cycles-rcs: {all}\n"
)
I915 = "drm-driver: i915\ndrm-client-id: 9\ndrm-engine-render: {busy} ns\ndrm-engine-capacity-video: 2\n"
NO_DRIVER_LINE = "drm-client-id: 4\ndrm-engine-render: {busy} ns\n"
ONLY_CYCLES = (
    "drm-driver: panthor\ndrm-client-id: 1\ndrm-cycles-panthor: {busy}\ndrm-maxfreq-panthor: 1000000000 Hz\n"
)
XDNA = "drm-driver: amdxdna_accel_driver\ndrm-client-id: 2\ndrm-engine-npu: {busy} ns\n"
XDNA_OLD = "drm-driver: amdxdna\ndrm-client-id: 2\ndrm-engine-npu-amdxdna: {busy} ns\n"


def open_device(machine: Machine, number: int, node: str, text: str, pid: int = OWN) -> None:
    machine.write(node, "")
    machine.link(f"/proc/{pid}/fd/{number}", node)
    machine.write(f"/proc/{pid}/fdinfo/{number}", text)


def busy(machine: Machine, node: str, before: str, after: str) -> dict[str, float | None]:
    """The readings of one second between two states of one open device."""
    open_device(machine, 5, node, before)
    provider = fdinfo.make(machine.access())
    assert provider.read() == {}
    machine.clock.advance(1)
    open_device(machine, 5, node, after)
    return provider.read()


@pytest.mark.parametrize(
    ("text", "grown"), [(MSM, 0.25e9), (I915, 0.25e9), (NO_DRIVER_LINE, 0.25e9), (ONLY_CYCLES, 0.25e9)]
)
def test_gpu_time(machine: Machine, text: str, grown: float) -> None:
    before, after = text.format(busy=123456789), text.format(busy=123456789 + int(grown))
    assert busy(machine, "/dev/dri/renderD128", before, after) == {"gpu.own": pytest.approx(25.0)}


def test_cycles_are_measured_against_all_cycles(machine: Machine) -> None:
    before = XE.format(busy=28257900, all=7655183225)
    after = XE.format(busy=28257900 + 400, all=7655183225 + 1000)
    assert busy(machine, "/dev/dri/renderD128", before, after) == {"gpu.own": pytest.approx(40.0)}


@pytest.mark.parametrize("text", [XDNA, XDNA_OLD])
def test_npu_time(machine: Machine, text: str) -> None:
    before, after = text.format(busy=14003870), text.format(busy=14003870 + 600_000_000)
    assert busy(machine, "/dev/accel/accel0", before, after) == {"npu.own": pytest.approx(60.0)}


def test_a_client_with_two_descriptors_counts_once(machine: Machine) -> None:
    for number in (5, 6):
        open_device(machine, number, "/dev/dri/renderD128", MSM.format(busy=0))
    provider = fdinfo.make(machine.access())
    provider.read()
    machine.clock.advance(1)
    for number in (5, 6):
        open_device(machine, number, "/dev/dri/renderD128", MSM.format(busy=300_000_000))
    assert provider.read() == {"gpu.own": pytest.approx(30.0)}


def test_the_engines_process_counts_and_others_do_not(machine: Machine) -> None:
    machine.engine = OWN + 1
    other = MSM.replace("client-id:\t7", "client-id:\t8")
    open_device(machine, 5, "/dev/dri/renderD128", MSM.format(busy=0))
    open_device(machine, 3, "/dev/dri/renderD128", other.format(busy=0), OWN + 1)
    open_device(machine, 3, "/dev/dri/renderD128", other.format(busy=0), OWN + 2)
    provider = fdinfo.make(machine.access())
    provider.read()
    machine.clock.advance(1)
    open_device(machine, 5, "/dev/dri/renderD128", MSM.format(busy=100_000_000))
    open_device(machine, 3, "/dev/dri/renderD128", other.format(busy=200_000_000), OWN + 1)
    open_device(machine, 3, "/dev/dri/renderD128", other.format(busy=900_000_000), OWN + 2)
    assert provider.read() == {"gpu.own": pytest.approx(30.0)}


def test_a_counter_that_goes_backwards_is_a_gap(machine: Machine) -> None:
    seen = busy(machine, "/dev/dri/renderD128", MSM.format(busy=10**9), MSM.format(busy=5))
    assert seen == {"gpu.own": None}


def test_nothing_open_is_no_use_and_not_absent(machine: Machine) -> None:
    machine.write("/dev/dri/renderD128", "")
    provider = fdinfo.make(machine.access())
    provider.read()
    machine.clock.advance(1)
    assert provider.read() == {"gpu.own": 0.0}


def test_a_driver_without_an_account_says_so(machine: Machine) -> None:
    seen = busy(machine, "/dev/dri/renderD128", "drm-driver: old\n", "drm-driver: old\n")
    assert seen == {"gpu.own": None}
    provider = fdinfo.make(machine.access())
    provider.read()
    assert "no account" in provider.absences()["gpu.own"].reason


def test_a_descriptor_that_is_closed_meanwhile_is_left_out(machine: Machine) -> None:
    open_device(machine, 5, "/dev/dri/renderD128", MSM.format(busy=0))
    machine.remove(f"/proc/{OWN}/fdinfo/5")
    machine.link(f"/proc/{OWN}/fd/6", "socket:[1]")
    provider = fdinfo.make(machine.access())
    provider.read()
    machine.clock.advance(1)
    assert provider.read() == {"gpu.own": 0.0}


def test_a_machine_without_such_devices(machine: Machine) -> None:
    with pytest.raises(SourceAbsent, match="/dev/dri"):
        fdinfo.make(machine.access())


def test_lines_that_say_nothing_are_left_out() -> None:
    client = parse_fdinfo("drm-engine-x: many ns\ngarbage\ndrm-engine-y:\n\ndrm-engine-z: 4 ns\n")
    assert client.busy_ns == {"z": 4}
