"""Linux on Snapdragon: the NPU's firmware, its device nodes, and the library that talks to it."""

from __future__ import annotations

from collections.abc import Iterator

from ..access import access_finding
from ..findings import Evidence, Finding, State
from ..host import Host, exists, listing, text_or_none
from ..libraries import find_library, libraries_beginning, library_folders
from ..wording import translate

_REMOTE_PROCESSORS = "/sys/class/remoteproc"
_NODES = ("/dev/fastrpc-cdsp", "/dev/fastrpc-cdsp-secure")
_HEAP = "/dev/dma_heap/system"
_LIBRARY = "libcdsprpc.so"


def check(host: Host) -> Iterator[Finding]:
    yield _firmware(host)
    yield from _nodes(host)
    yield _library(host)


def _firmware(host: Host) -> Finding:
    title = translate("Doctor", "NPU firmware")
    states: dict[str, str] = {}
    for entry in listing(host, _REMOTE_PROCESSORS):
        folder = f"{_REMOTE_PROCESSORS}/{entry}"
        states[text_or_none(host, f"{folder}/name") or entry] = (
            text_or_none(host, f"{folder}/state") or "unknown"
        )
    listed = ", ".join(f"{name} {state}" for name, state in states.items()) or "empty or not there"
    evidence = (Evidence(_REMOTE_PROCESSORS, listed),)
    found = [state for name, state in states.items() if name.startswith("cdsp")]
    if not found:
        return Finding(
            "snapdragon.firmware",
            title,
            State.FAIL,
            translate("Doctor", "The kernel does not know the NPU's processor (cdsp)."),
            evidence,
            translate("Doctor", "Use a kernel and device tree for this machine that describe its NPU."),
        )
    if "running" in found:
        running = translate("Doctor", "The NPU's processor (cdsp) is running.")
        return Finding("snapdragon.firmware", title, State.PASS, running, evidence)
    return Finding(
        "snapdragon.firmware",
        title,
        State.FAIL,
        translate("Doctor", "The NPU's processor (cdsp) is %1.").of(found[0]),
        evidence,
        translate("Doctor", "Install the machine's firmware package and restart."),
    )


def _nodes(host: Host) -> Iterator[Finding]:
    title = translate("Doctor", "NPU access")
    node = next((node for node in _NODES if exists(host, node)), None)
    if node is None:
        evidence = tuple(Evidence(name, "not there") for name in _NODES)
        yield Finding(
            "snapdragon.access",
            title,
            State.FAIL,
            translate("Doctor", "There is no FastRPC device: programs cannot reach the NPU."),
            evidence,
            translate("Doctor", "Use a kernel with the FastRPC driver (CONFIG_QCOM_FASTRPC)."),
        )
        return
    yield access_finding(host, "snapdragon.access", title, (node,))
    if exists(host, _HEAP):
        yield access_finding(
            host, "snapdragon.heap", translate("Doctor", "Memory shared with the NPU"), (_HEAP,)
        )


def _library(host: Host) -> Finding:
    """The backend opens the library by its unversioned name, which runtime packages often leave out."""
    title = translate("Doctor", "FastRPC library")
    place = find_library(host, _LIBRARY)
    if place:
        found = translate("Doctor", "%1 is there.").of(_LIBRARY)
        return Finding("snapdragon.fastrpc", title, State.PASS, found, (Evidence(_LIBRARY, place),))
    versioned = libraries_beginning(host, f"{_LIBRARY}.")
    if versioned:
        return Finding(
            "snapdragon.fastrpc",
            title,
            State.FAIL,
            translate("Doctor", "Only %1 is there, and the runtime asks for %2.").of(
                versioned[0].rpartition("/")[2], _LIBRARY
            ),
            (Evidence(_LIBRARY, "not found"), Evidence(f"{_LIBRARY}.*", ", ".join(versioned))),
            translate("Doctor", "Install FastRPC's development package, or make a link %1 to %2.").of(
                f"{versioned[0].rpartition('/')[0]}/{_LIBRARY}", versioned[0]
            ),
        )
    return Finding(
        "snapdragon.fastrpc",
        title,
        State.FAIL,
        translate("Doctor", "The FastRPC library is missing."),
        (Evidence(_LIBRARY, "not found in " + ", ".join(library_folders(host))),),
        translate("Doctor", "Install the FastRPC packages of your distribution."),
    )
