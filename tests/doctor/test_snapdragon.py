"""Snapdragon machines with one thing out of order each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from machines import (
    CHIP_KEY,
    DRIVER_STORE,
    HUNG,
    NATIVE,
    SIGNATURE,
    Examined,
    FakeHost,
    device_node,
    pc,
    runtime,
    snapdragon_linux,
    snapdragon_windows,
    with_files,
)

from geniex_desktop.doctor.findings import State
from geniex_desktop.doctor.host import Outcome

Change = Callable[[FakeHost], FakeHost]
NPU = runtime("HTP0", "CPU")
LIBRARIES = "/usr/lib/aarch64-linux-gnu"
HTP = r"C:\GenieX\_native\llama_cpp\libggml-htp"
QNN = "/opt/qnn/onnxruntime_qnn"
REMOTE = "/sys/class/remoteproc/remoteproc1"


def files(new: dict[str, str], *without: str) -> Change:
    return lambda host: with_files(host, new, without)


def node(group: str = "fastrpc", mode: str = "crw-rw----", **changes: object) -> Change:
    def change(host: FakeHost) -> FakeHost:
        nodes = {**host.nodes, "/dev/fastrpc-cdsp": device_node(group, mode=mode)}
        return replace(host, nodes=nodes, **{"user_groups": frozenset({"users"}), **changes})  # type: ignore[arg-type]

    return change


def qnn(*names: str) -> Change:
    def change(host: FakeHost) -> FakeHost:
        packages = {**host.packages, "onnxruntime-qnn": "2.7.0"}
        folders = {**host.folders, "onnxruntime_qnn": QNN}
        return with_files(
            replace(host, packages=packages, folders=folders), {f"{QNN}/{name}": "" for name in names}
        )

    return change


LINUX: list[tuple[str, Change, State, str, str]] = [
    ("snapdragon.chip", lambda h: h, State.PASS, "v73", ""),
    (
        "snapdragon.chip",
        files({"/proc/device-tree/compatible": "qcom,glymur-crd\0qcom,glymur\0"}),
        State.PASS,
        "v81",
        "",
    ),
    (
        "snapdragon.chip",
        files({"/proc/device-tree/compatible": "qcom,sdm845\0"}),
        State.UNKNOWN,
        "not known",
        "",
    ),
    ("snapdragon.firmware", lambda h: h, State.PASS, "running", ""),
    (
        "snapdragon.firmware",
        files({f"{REMOTE}/state": "crashed\n"}),
        State.FAIL,
        "crashed",
        "firmware package",
    ),
    (
        "snapdragon.firmware",
        files({f"{REMOTE}/state": "offline\n"}),
        State.FAIL,
        "offline",
        "firmware package",
    ),
    ("snapdragon.firmware", files({}, REMOTE), State.FAIL, "does not know", "device tree"),
    ("snapdragon.access", lambda h: h, State.PASS, "may use", ""),
    ("snapdragon.access", files({}, "/dev/fastrpc"), State.FAIL, "no FastRPC device", "CONFIG_QCOM_FASTRPC"),
    ("snapdragon.access", node(groups={}), State.FAIL, "may not use", "usermod -aG fastrpc"),
    ("snapdragon.access", node(), State.FAIL, "may not use", "log out and in"),
    ("snapdragon.access", node(group="root", mode="crw-------"), State.FAIL, "may not use", "udev rules"),
    ("snapdragon.heap", lambda h: h, State.PASS, "may use", ""),
    ("snapdragon.fastrpc", lambda h: h, State.PASS, "is there", ""),
    (
        "snapdragon.fastrpc",
        files({f"{LIBRARIES}/libcdsprpc.so.1": ""}, f"{LIBRARIES}/libcdsprpc"),
        State.FAIL,
        "Only libcdsprpc.so.1 is there",
        f"{LIBRARIES}/libcdsprpc.so to {LIBRARIES}/libcdsprpc.so.1",
    ),
    ("snapdragon.fastrpc", files({}, f"{LIBRARIES}/libcdsprpc"), State.FAIL, "missing", "FastRPC packages"),
    ("snapdragon.libraries", lambda h: h, State.PASS, "is there", ""),
    (
        "snapdragon.libraries",
        files({}, f"{NATIVE}/llama_cpp/libggml"),
        State.FAIL,
        "brings nothing",
        "Snapdragon",
    ),
    (
        "snapdragon.libraries",
        files({"/proc/device-tree/compatible": "qcom,qcm6490\0"}),
        State.FAIL,
        "v68",
        "CPU or GPU",
    ),
    ("snapdragon.qairt", lambda h: h, State.PASS, "Not installed", ""),
    ("snapdragon.qairt", qnn("libGenie.so", "libQnnHtpV73Skel.so"), State.PASS, "2.7.0", ""),
    ("snapdragon.qairt", qnn("libGenie.so", "libQnnHtpV81Skel.so"), State.WARN, "no part", "newest"),
]


@pytest.mark.parametrize(("check", "change", "state", "found", "action"), LINUX)
def test_a_check_on_linux(
    examined: Examined, check: str, change: Change, state: State, found: str, action: str
) -> None:
    finding = examined(change(snapdragon_linux()), NPU)[check]
    assert finding.state is state
    assert found in str(finding.found)
    assert action in str(finding.action or "")


def test_nobody_is_told_to_open_a_device_to_everybody(examined: Examined) -> None:
    for change in (node(), node(groups={}), node(group="root", mode="crw-------")):
        assert "chmod" not in str(examined(change(snapdragon_linux()), NPU)["snapdragon.access"].action)


def _driver_gone(host: FakeHost) -> FakeHost:
    return replace(host, registry={k: v for k, v in host.registry.items() if "qcnspmcdm" not in k})


def _signature(answer: str | Exception | Outcome) -> Change:
    return lambda host: replace(host, commands={SIGNATURE: answer})


def _chip(name: str) -> Change:
    return lambda host: replace(host, registry={**host.registry, CHIP_KEY: {"ProcessorNameString": name}})


WINDOWS: list[tuple[str, Change, State, str, str]] = [
    ("snapdragon.chip", lambda h: h, State.PASS, "v73", ""),
    (
        "snapdragon.chip",
        _chip("Snapdragon(R) X Plus - X1P64100 - Qualcomm(R) Oryon(TM) CPU"),
        State.PASS,
        "v73",
        "",
    ),
    ("snapdragon.chip", _chip("Snapdragon(R) X2 Elite - X2E80100"), State.PASS, "v81", ""),
    ("snapdragon.chip", _chip("Snapdragon (TM) 8cx Gen 3"), State.UNKNOWN, "not known", ""),
    ("snapdragon.driver", lambda h: h, State.PASS, "installed", ""),
    ("snapdragon.driver", _driver_gone, State.FAIL, "not installed", "Windows Update"),
    ("snapdragon.fastrpc", lambda h: h, State.PASS, "is there", ""),
    (
        "snapdragon.fastrpc",
        files({}, f"{DRIVER_STORE}\\libcdsprpc"),
        State.FAIL,
        "came without",
        "Windows Update",
    ),
    ("snapdragon.fastrpc", files({}, DRIVER_STORE), State.UNKNOWN, "cannot be looked at", ""),
    ("snapdragon.libraries", lambda h: h, State.PASS, "is there", ""),
    ("snapdragon.libraries", files({}, f"{HTP}-v73"), State.FAIL, "v73", ""),
    ("snapdragon.signing", lambda h: h, State.PASS, "trusts", ""),
    ("snapdragon.signing", files({}, f"{HTP}.cat"), State.FAIL, "missing", "again"),
    ("snapdragon.signing", _signature("NotTrusted\n"), State.FAIL, "NotTrusted", "test signing"),
    ("snapdragon.signing", _signature("NotSigned\n"), State.FAIL, "NotSigned", "signed build"),
    ("snapdragon.signing", _signature(HUNG), State.UNKNOWN, "cannot be looked at", ""),
    (
        "snapdragon.signing",
        _signature(Outcome(1, "blocked by policy")),
        State.UNKNOWN,
        "cannot be looked at",
        "",
    ),
]


@pytest.mark.parametrize(("check", "change", "state", "found", "action"), WINDOWS)
def test_a_check_on_windows(
    examined: Examined, check: str, change: Change, state: State, found: str, action: str
) -> None:
    finding = examined(change(snapdragon_windows()), NPU)[check]
    assert finding.state is state
    assert found in str(finding.found)
    assert action in str(finding.action or "")


def test_the_driver_version_is_evidence(examined: Examined) -> None:
    evidence = examined(snapdragon_windows(), NPU)["snapdragon.driver"].evidence
    assert "driver version 30.0.140.10 4-2-2025" in evidence[1].found


@pytest.mark.parametrize(
    "image",
    [
        DRIVER_STORE + r"\qcnspmcdm8380.sys",
        "\\??\\" + DRIVER_STORE + r"\qcnspmcdm8380.sys",
        DRIVER_STORE[len("C:\\Windows\\") :] + r"\qcnspmcdm8380.sys",
    ],
)
def test_a_service_can_write_its_image_in_several_ways(examined: Examined, image: str) -> None:
    host = snapdragon_windows()
    host.registry[r"SYSTEM\CurrentControlSet\Services\qcnspmcdm"] = {"ImagePath": image}
    assert examined(host, NPU)["snapdragon.fastrpc"].state is State.PASS


@pytest.mark.parametrize("make", [snapdragon_linux, snapdragon_windows])
def test_an_npu_that_the_engine_does_not_list_is_a_failure(
    examined: Examined, make: Callable[[], FakeHost]
) -> None:
    finding = examined(make(), runtime("CPU"))["snapdragon.listed"]
    assert finding.state is State.FAIL
    assert finding.evidence[0].found == "CPU"


def test_test_signing_is_evidence(examined: Examined) -> None:
    host = snapdragon_windows()
    host.registry[r"SYSTEM\CurrentControlSet\Control"] = {"SystemStartOptions": " TESTSIGNING"}
    assert "on" in examined(host, NPU)["snapdragon.signing"].evidence[1].found


def test_an_x86_machine_with_a_qualcomm_modem_is_no_snapdragon(examined: Examined) -> None:
    host = with_files(pc(), {"/proc/device-tree/compatible": "qcom,x1e80100\0"})
    assert "no Snapdragon" in str(examined(host)["snapdragon.chip"].found)
