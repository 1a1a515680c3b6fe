"""The Hexagon NPU through libqcnpuperf: both ABIs, and every way of having no answer."""

from __future__ import annotations

import ctypes
from collections.abc import Callable

import pytest
from made_machines import Machine, get_value, set_value

from geniex_desktop.telemetry import qcnpuperf
from geniex_desktop.telemetry.signals import SourceAbsent

Standin = Callable[..., ctypes.CDLL]
BUSY = {
    "npu": pytest.approx(12.4),
    "npu.hvx": pytest.approx(3.1),
    "npu.hmx": pytest.approx(9.8),
    "npu.clock": 787.2e6,
}


def make(machine: Machine, library: ctypes.CDLL) -> qcnpuperf.HexagonProvider:
    return qcnpuperf.make(machine.access(load_library=lambda _name: library))


def put_cdsp(machine: Machine, state: str = "running") -> None:
    machine.put("/sys/class/remoteproc/remoteproc0", name="adsp\n", state="running\n")
    machine.put("/sys/class/remoteproc/remoteproc1", name="cdsp\n", state=f"{state}\n")


@pytest.mark.parametrize(("defines", "name"), [((), "Hexagon v73"), (("OLD_ABI",), "Hexagon")])
def test_both_abis(machine: Machine, standin: Standin, defines: tuple[str, ...], name: str) -> None:
    library = standin("qcnpuperf", *defines)
    provider = make(machine, library)
    assert provider.read() == BUSY
    device = provider.signals()[0].device
    assert device is not None
    assert device.name == name
    assert provider.absences() == {}
    provider.close()
    assert get_value(library, "closed") == 1


@pytest.mark.parametrize("defines", [(), ("OLD_ABI",)])
@pytest.mark.parametrize("fault", [{"no_data": 1}, {"count": 0}])
def test_no_answer_is_not_an_idle_npu(
    machine: Machine, standin: Standin, defines: tuple[str, ...], fault: dict[str, int]
) -> None:
    put_cdsp(machine, "crashed")
    library = standin("qcnpuperf", *defines)
    provider = make(machine, library)
    set_value(library, **fault)
    assert provider.read() == {}
    assert provider.absences()["npu"].reason == "The DSP did not answer; cdsp is crashed."
    set_value(library, no_data=0, count=4)
    assert provider.read() == BUSY
    assert provider.absences() == {}


@pytest.mark.parametrize("defines", [(), ("OLD_ABI",)])
def test_a_refused_session_names_the_group(
    machine: Machine, standin: Standin, defines: tuple[str, ...]
) -> None:
    put_cdsp(machine)
    library = standin("qcnpuperf", *defines)
    set_value(library, refuse=1)
    with pytest.raises(SourceAbsent, match="cdsp is running") as raised:
        make(machine, library)
    assert "fastrpc" in raised.value.absence.remedy


def test_without_the_library_a_hexagon_machine_is_told_what_to_install(machine: Machine) -> None:
    put_cdsp(machine, "offline")
    with pytest.raises(SourceAbsent, match="libqcnpuperf cannot be loaded") as raised:
        qcnpuperf.make(machine.access())
    assert raised.value.absence.likely
    assert "libqcnpuperf1" in raised.value.absence.remedy


def test_another_machine_is_told_nothing(machine: Machine) -> None:
    with pytest.raises(SourceAbsent, match="No Hexagon") as raised:
        qcnpuperf.make(machine.access())
    assert not raised.value.absence.likely
    assert raised.value.absence.remedy == ""


def test_a_library_of_neither_abi_is_refused(machine: Machine, standin: Standin) -> None:
    with pytest.raises(SourceAbsent, match="neither qcom_dsp_open nor qcom_dsp_init"):
        make(machine, standin("dcmi"))


@pytest.mark.parametrize("state", ["running", "crashed", "offline"])
def test_the_state_of_the_remote_processor(machine: Machine, state: str) -> None:
    put_cdsp(machine, state)
    assert qcnpuperf.remoteproc_state(machine.files) == state
