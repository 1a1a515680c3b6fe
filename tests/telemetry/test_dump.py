"""A dump holds what a machine answered and nothing about whose machine it is; replayed, it reads the same."""

from __future__ import annotations

import ctypes
import errno
import io
import json
import os
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from made_machines import EACCES, Machine
from replayed import Recording

from geniex_desktop.telemetry import anonymous, dump, nvml
from geniex_desktop.telemetry.access import Access
from geniex_desktop.telemetry.anonymous import Anonymiser
from geniex_desktop.telemetry.ascend import provider as ascend
from geniex_desktop.telemetry.linux import fdinfo, intel_npu
from geniex_desktop.telemetry.providers import TABLE, default_providers
from geniex_desktop.telemetry.signals import Provider

Standin = Callable[..., ctypes.CDLL]
NPU = "/sys/class/accel/accel0/device"


def nap(seconds: float) -> bool:
    time.sleep(seconds)
    return False


def made_machine(machine: Machine, standin: Standin) -> Access:
    """An Intel NPU, an NVIDIA GPU and an Ascend card in one."""
    machine.put(NPU, uevent="DRIVER=intel_vpu\n", npu_busy_time_us="1\n", npu_memory_utilization=EACCES)
    machine.write("/dev/dri/renderD128", "")
    machine.link(f"/proc/{os.getpid()}/fd/3", "/dev/dri/renderD128")
    machine.link(f"/proc/{os.getpid()}/fd/4", "/home/somebody/secret.gguf")
    machine.write(
        f"/proc/{os.getpid()}/fdinfo/3",
        "drm-driver: msm\ndrm-client-id: 7\ndrm-client-name: secret\ndrm-engine-gpu: 5 ns\n",
    )
    libraries = {"libdcmi.so": standin("dcmi"), "libnvidia-ml.so.1": standin("nvml")}

    def load(name: str) -> ctypes.CDLL:
        if name not in libraries:
            raise OSError(errno.ENOENT, name)
        return libraries[name]

    return machine.access(load_library=load, clock_ns=time.monotonic_ns)


def recorded(access: Access, seconds: float = 0.4) -> str:
    out = io.StringIO()
    dump.dump(out, seconds, nap, access, interval_s=0.05)
    return out.getvalue()


def test_a_replayed_machine_reads_the_same(machine: Machine, standin: Standin) -> None:
    lines = recorded(made_machine(machine, standin)).splitlines()
    makers: dict[str, Callable[[Access], Provider]] = {
        "npu": intel_npu.make,
        "npu1": ascend.make,
        "gpu": nvml.make,
        "gpu.own": fdinfo.make,
    }
    sample = Recording(lines).samples()[-1]
    for public, make in makers.items():
        provider = make(Recording(lines).access())
        first, second = provider.read(), provider.read()
        device = public.partition(".")[0]
        own = {key: value for key, value in sample.items() if key.partition(".")[0] == device}
        again: Mapping[str, float | None] = {**first, **second}
        assert again
        for key, value in again.items():
            quantity = key.partition(".")[2]
            told = own[f"{device}.{quantity}" if quantity else device]
            assert value == pytest.approx(told) or value is None


def test_every_line_is_json_and_the_frame_is_complete(machine: Machine, standin: Standin) -> None:
    def refused(text: str) -> None:
        raise AssertionError(f"{text} is not JSON")

    text = recorded(made_machine(machine, standin))
    entries = [json.loads(line, parse_constant=refused) for line in text.splitlines()]
    assert (entries[0]["type"], entries[0]["schema"], entries[-1]["type"]) == ("header", 1, "end")
    states = {entry["provider"]: entry["state"] for entry in entries if entry["type"] == "status"}
    assert (states["Intel NPU"], states["Ascend"], states["Adreno (kgsl)"]) == ("ok", "ok", "absent")
    assert all(entry["t"] >= 0 for entry in entries)


def test_nothing_tells_whose_machine_it_is(
    machine: Machine, standin: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anonymous.platform, "node", lambda: "workstation7")
    monkeypatch.setattr(anonymous.getpass, "getuser", lambda: "marguerite")
    monkeypatch.setattr(anonymous.Path, "home", lambda: Path("/home/marguerite"))
    machine.put(NPU, uevent="DRIVER=intel_vpu\n")
    access = made_machine(machine, standin)
    machine.put(NPU, npu_busy_time_us="workstation7 /home/marguerite/x marguerite\n")
    text = recorded(access)
    assert "host ~/x user" in text
    for word in ("workstation7", "marguerite", "secret", "somebody", f"/proc/{os.getpid()}/"):
        assert word not in text
    assert "/proc/1/fdinfo/3" in text


class FullDisk(io.StringIO):
    def write(self, text: str) -> int:
        if self.tell() > 2000:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(text)


def test_a_full_disk_ends_the_dump(machine: Machine, standin: Standin) -> None:
    with pytest.raises(OSError, match="No space left"):
        dump.dump(FullDisk(), 600, nap, made_machine(machine, standin), interval_s=0.05)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("telemetry")]


def test_it_can_be_ended_early(machine: Machine, standin: Standin) -> None:
    out = io.StringIO()
    dump.dump(out, 600, lambda _seconds: True, made_machine(machine, standin))
    assert json.loads(out.getvalue().splitlines()[-1])["type"] == "end"


class TestAnonymiser:
    def test_luids_and_pids_keep_apart_and_keep_their_spelling(self) -> None:
        anonymiser = Anonymiser(4242, lambda: 77)
        name = "pid_{}_luid_0x00000000_0x{}_phys_0_eng_0_engtype_3D"
        told = [
            anonymiser.text(name.format(pid, luid))
            for pid, luid in ((4242, "000128A6"), (77, "000128a6"), (9, "0000BAEA"), (9, "000128A6"))
        ]
        assert told == [
            name.format(1, "00010000"),
            name.format(2, "00010000"),
            name.format(1002, "00010001"),
            name.format(1002, "00010000"),
        ]

    def test_numbers_that_json_lacks_become_text(self) -> None:
        anonymiser = Anonymiser(1, lambda: None)
        told = anonymiser.value({"a": [("x", 0, float("nan"))], "b": float("inf"), "c": None})
        assert told == {"a": [["x", 0, "nan"]], "b": "inf", "c": None}


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_every_row_of_the_table_is_a_module_that_makes_a_provider(platform: str) -> None:
    specs = default_providers(platform=platform)
    assert [spec.name for spec in specs] == [row.name for row in TABLE if platform in row.platforms]
    for row in TABLE:
        module = __import__(f"geniex_desktop.telemetry.{row.module}", fromlist=["make"])
        assert callable(module.make)
