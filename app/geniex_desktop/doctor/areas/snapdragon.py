"""The Hexagon NPU of Snapdragon machines, from the chip up to what the engine lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..findings import Evidence, Finding, State
from ..host import Host, text_or_none
from ..subject import Subject
from ..wording import translate
from . import hexagon_libraries, snapdragon_linux, snapdragon_windows

COMPATIBLE = "/proc/device-tree/compatible"
_WINDOWS_PROCESSOR = r"HARDWARE\DESCRIPTION\System\CentralProcessor\0"

_GENERATIONS = (
    (r"\bx2e|\bx2p|\bx2 |glymur", 81),
    (r"\bx1e|\bx1p|\bx elite|\bx plus|\bx - x1|qcs9075", 73),
    (r"qc[ms]6490", 68),
)
"""How chips are called, and the Hexagon version inside."""


@dataclass(frozen=True, slots=True)
class Chip:
    """What the machine calls its chip, and its Hexagon version (None: not known here)."""

    name: str
    looked_at: str
    hexagon: int | None


def check(subject: Subject) -> Iterator[Finding]:
    chip = _chip(subject.host)
    title = translate("Doctor", "Chip")
    if chip is None:
        looked_at = _WINDOWS_PROCESSOR if subject.host.system == "win32" else COMPATIBLE
        none = translate("Doctor", "This is no Snapdragon machine; there is nothing to check.")
        evidence = (
            Evidence(looked_at, "no Qualcomm chip"),
            Evidence("architecture", subject.host.architecture),
        )
        yield Finding("snapdragon.chip", title, State.PASS, none, evidence)
        return
    named = (Evidence(chip.looked_at, chip.name),)
    if chip.hexagon is None:
        unknown = translate("Doctor", "A Qualcomm chip whose NPU is not known here.")
        yield Finding("snapdragon.chip", title, State.UNKNOWN, unknown, named)
    else:
        found = translate("Doctor", "A Snapdragon with a Hexagon v%1 NPU.").of(chip.hexagon)
        yield Finding("snapdragon.chip", title, State.PASS, found, named)
    if subject.host.system == "win32":
        yield from snapdragon_windows.check(subject)
    else:
        yield from snapdragon_linux.check(subject.host)
    yield from hexagon_libraries.check(subject, chip.hexagon)
    yield _listed(subject)


def _chip(host: Host) -> Chip | None:
    """None where there is no Qualcomm chip."""
    if host.architecture != "aarch64":
        return None
    if host.system == "win32":
        try:
            name = host.registry_values(_WINDOWS_PROCESSOR).get("ProcessorNameString", "")
        except OSError:
            return None
        found = re.search("snapdragon|qualcomm", name, re.IGNORECASE)
        return Chip(name.strip(), _WINDOWS_PROCESSOR, _generation(name)) if found else None
    names = (text_or_none(host, COMPATIBLE) or "").split("\0")
    if not any(name.startswith("qcom,") for name in names):
        return None
    return Chip(", ".join(names), COMPATIBLE, _generation(" ".join(names).replace(",", " ")))


def _generation(name: str) -> int | None:
    plain = re.sub(r"\((R|TM)\)", "", name, flags=re.IGNORECASE).lower()
    return next((version for pattern, version in _GENERATIONS if re.search(pattern, plain)), None)


def _listed(subject: Subject) -> Finding:
    title = translate("Doctor", "NPU in the engine")
    devices = subject.devices()
    listed = ", ".join(device.id for device in devices) or "none"
    evidence = (Evidence("devices of the engine", listed),)
    if any(device.id.startswith(("HTP", "NPU")) for device in devices):
        found = translate("Doctor", "The engine lists the NPU.")
        return Finding("snapdragon.listed", title, State.PASS, found, evidence)
    return Finding(
        "snapdragon.listed",
        title,
        State.FAIL,
        translate("Doctor", "The engine does not list the NPU: everything runs on other devices."),
        evidence,
        translate("Doctor", "Mend the first problem above, then start the app again."),
    )
