"""Windows on Snapdragon: the NPU's driver, and the library that comes with it."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Evidence, Finding, State
from ..host import Host, listing
from ..subject import Subject
from ..wording import translate

_SERVICE = r"SYSTEM\CurrentControlSet\Services\qcnspmcdm"
_ACCELERATORS = r"SYSTEM\CurrentControlSet\Control\Class\{f01a9d53-3ff6-48d2-9f97-c8a7004be10c}"
_LIBRARY = "libcdsprpc.dll"


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    title = translate("Doctor", "NPU driver")
    version = _driver_version(host)
    try:
        image = host.registry_values(_SERVICE).get("ImagePath", "")
    except OSError:
        yield Finding(
            "snapdragon.driver",
            title,
            State.FAIL,
            translate("Doctor", "The driver of the Hexagon NPU is not installed."),
            (Evidence(_SERVICE, "not there"), *version),
            translate("Doctor", "Install the NPU driver from Windows Update or the maker of the machine."),
        )
        return
    yield Finding(
        "snapdragon.driver",
        title,
        State.PASS,
        translate("Doctor", "The driver of the Hexagon NPU is installed."),
        (Evidence(_SERVICE, image or "no ImagePath"), *version),
    )
    yield _library(host, image)


def _driver_version(host: Host) -> tuple[Evidence, ...]:
    """Name and version of each compute accelerator."""
    entries: list[Evidence] = []
    try:
        for key in host.registry_keys(_ACCELERATORS):
            values = host.registry_values(rf"{_ACCELERATORS}\{key}")
            name = values.get("DriverDesc", "")
            if name:
                version, date = values.get("DriverVersion", "unknown"), values.get("DriverDate", "")
                entries.append(Evidence(name, f"driver version {version} {date}".rstrip()))
    except OSError as error:
        entries.append(Evidence(_ACCELERATORS, str(error)))  # some sub-keys are closed to users
    return tuple(entries)


def _library(host: Host, image: str) -> Finding:
    """The backend loads the library from the driver's own folder."""
    title = translate("Doctor", "FastRPC library")
    folder = _folder_of(image, host.environment.get("SystemRoot", r"C:\Windows"))
    names = listing(host, folder)
    if _LIBRARY in (name.lower() for name in names):
        found = translate("Doctor", "%1 is there.").of(_LIBRARY)
        return Finding("snapdragon.fastrpc", title, State.PASS, found, (Evidence(folder, _LIBRARY),))
    if not names:
        unread = translate("Doctor", "The driver's folder cannot be looked at.")
        evidence = (Evidence(folder or _SERVICE, "empty or not readable"),)
        return Finding("snapdragon.fastrpc", title, State.UNKNOWN, unread, evidence)
    return Finding(
        "snapdragon.fastrpc",
        title,
        State.FAIL,
        translate("Doctor", "The driver came without %1.").of(_LIBRARY),
        (Evidence(folder, ", ".join(names)),),
        translate("Doctor", "Install the NPU driver from Windows Update or the maker of the machine."),
    )


def _folder_of(image: str, system_root: str) -> str:
    r"""The folder of a service's image, which is written as \SystemRoot\… or relative to it."""
    path = image.strip('"').removeprefix("\\??\\")
    if path.lower().startswith("\\systemroot\\"):
        path = system_root + path[len("\\SystemRoot") :]
    elif path.lower().startswith("system32\\"):
        path = f"{system_root}\\{path}"
    return path.rpartition("\\")[0]
