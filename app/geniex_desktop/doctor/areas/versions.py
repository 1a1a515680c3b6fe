"""Versions of what the app stands on, and the combinations that are known to go wrong."""

from __future__ import annotations

from collections.abc import Iterator

from ..findings import Evidence, Finding, State
from ..host import Host, text_or_none
from ..subject import Subject
from ..wording import translate

_OLDEST_PYTHON, _NEWEST_PYTHON = (3, 10), (3, 13)
_REQUIRED = ("cffi", "filelock", "huggingface_hub", "httpx2", "platformdirs", "psutil", "pygments", "qasync")
_WINDOWS_VERSION = r"SOFTWARE\Microsoft\Windows NT\CurrentVersion"
_BROKEN_QT = "6.12.0"


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    yield _system(host)
    yield _python(host)
    yield _qt(host)
    yield _libraries(host)


def _system(host: Host) -> Finding:
    title = translate("Doctor", "Operating system")
    evidence = [Evidence("architecture", host.architecture)]
    if host.system == "win32":
        try:
            values = host.registry_values(_WINDOWS_VERSION)
        except OSError as error:
            values = {"ProductName": str(error)}
        name = values.get("ProductName", "Windows")
        evidence.append(Evidence(_WINDOWS_VERSION, f"{name}, build {values.get('CurrentBuild', '?')}"))
    else:
        name = _os_release(host)
        evidence.append(Evidence("/etc/os-release", name or "not there"))
        evidence.append(Evidence("kernel", text_or_none(host, "/proc/sys/kernel/osrelease") or "unknown"))
        evidence.append(Evidence("C library", host.libc or "unknown"))
    if not name:
        unknown = translate("Doctor", "The system does not say what it is.")
        return Finding("versions.system", title, State.UNKNOWN, unknown, tuple(evidence))
    found = translate("Doctor", "%1 on %2.").of(name, host.architecture)
    return Finding("versions.system", title, State.PASS, found, tuple(evidence))


def _os_release(host: Host) -> str:
    for line in (text_or_none(host, "/etc/os-release") or "").splitlines():
        key, _, value = line.partition("=")
        if key == "PRETTY_NAME":
            return value.strip("\"'")
    return ""


def _python(host: Host) -> Finding:
    title = translate("Doctor", "Python")
    version = ".".join(map(str, host.python_version))
    evidence = (Evidence(host.python_executable, version),)
    if not _OLDEST_PYTHON <= host.python_version[:2] <= _NEWEST_PYTHON:
        return Finding(
            "versions.python",
            title,
            State.WARN,
            translate("Doctor", "Python %1 is not among the versions that are tested.").of(version),
            evidence,
            translate("Doctor", "Use Python 3.10 to 3.13."),
        )
    found = translate("Doctor", "Python %1.").of(version)
    return Finding("versions.python", title, State.PASS, found, evidence)


def _qt(host: Host) -> Finding:
    title = translate("Doctor", "Qt")
    version = host.package_version("PySide6-Essentials")
    evidence = (Evidence("PySide6-Essentials", version or "not installed"),)
    if not version:
        return Finding(
            "versions.qt",
            title,
            State.FAIL,
            translate("Doctor", "PySide6 is missing: the window cannot open."),
            evidence,
            translate("Doctor", "Install GenieX Desktop again."),
        )
    if version == _BROKEN_QT and host.python_version[:2] <= (3, 11):
        return Finding(
            "versions.qt",
            title,
            State.FAIL,
            translate("Doctor", "PySide6 %1 loses references on this Python and will crash.").of(version),
            evidence,
            translate("Doctor", "Install another version of PySide6, such as 6.11."),
        )
    return Finding("versions.qt", title, State.PASS, translate("Doctor", "PySide6 %1.").of(version), evidence)


def _libraries(host: Host) -> Finding:
    title = translate("Doctor", "Python packages")
    versions = {name: host.package_version(name) for name in _REQUIRED}
    listed = ", ".join(f"{name} {version or 'missing'}" for name, version in versions.items())
    evidence = (Evidence("installed packages", listed),)
    missing = [name for name, version in versions.items() if not version]
    if missing:
        return Finding(
            "versions.packages",
            title,
            State.FAIL,
            translate("Doctor", "Missing: %1.").of(", ".join(missing)),
            evidence,
            translate("Doctor", "Install GenieX Desktop again."),
        )
    found = translate("Doctor", "All that the app needs is installed.")
    return Finding("versions.packages", title, State.PASS, found, evidence)
