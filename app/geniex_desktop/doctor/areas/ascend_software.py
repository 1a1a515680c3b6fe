"""Driver, CANN toolkit, kernel cache and logs of an Ascend machine. Files only; nothing is loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..findings import Evidence, Finding, State
from ..host import Host, exists, listing, text_or_none
from ..subject import Subject
from ..wording import translate

_DRIVER_VERSION = "/usr/local/Ascend/driver/version.info"
_ROOT_VARIABLES = ("ASCEND_HOME_PATH", "ASCEND_TOOLKIT_HOME")
_ROOTS = (
    "/usr/local/Ascend/ascend-toolkit/latest",
    "/usr/local/Ascend/cann",
    "/usr/local/Ascend/nnrt/latest",
)
_HOME_ROOT = "Ascend/ascend-toolkit/latest"
_LIBRARY = "libascendcl.so"
_OLDEST_TOOLKIT = (8, 0)
_OLDEST_DRIVER_FOR_8 = (23, 0)
"""The oldest driver that was seen to work with CANN 8."""
_KERNELS = "opp/built-in/op_impl/ai_core/tbe/kernel/ascend310b"
_CACHE_ROOM = 200 * 10**6
_VOLATILE = ("tmpfs", "ramfs", "overlay")
_LOG_LINES = 5


def check(subject: Subject) -> Iterator[Finding]:
    host = subject.host
    root = toolkit_root(host)
    yield _versions(host, root)
    yield from _toolkit(host, root)
    yield _cache(host)
    yield _log(host)


def toolkit_root(host: Host) -> str:
    """The first folder that holds a toolkit; "" when there is none."""
    return next((root for root in _places(host) if _library_of(host, root)), "")


def _places(host: Host) -> list[str]:
    named = [host.environment[name] for name in _ROOT_VARIABLES if host.environment.get(name)]
    return list(dict.fromkeys([*named, *_ROOTS, f"{host.identity.home}/{_HOME_ROOT}"]))


def _library_of(host: Host, root: str) -> str:
    folders = (f"{root}/lib64", f"{root}/{host.architecture}-linux/lib64")
    return next((folder for folder in folders if exists(host, f"{folder}/{_LIBRARY}")), "")


def _versions(host: Host, root: str) -> Finding:
    title = translate("Doctor", "Driver and toolkit versions")
    driver = _version(text_or_none(host, _DRIVER_VERSION))
    toolkit, source = _toolkit_version(host, root)
    evidence = (
        Evidence(_DRIVER_VERSION, driver or "no version"),
        Evidence(source or "toolkit", toolkit or "no version"),
    )
    if not driver or not toolkit:
        unknown = translate("Doctor", "A version cannot be read, so they cannot be compared.")
        return Finding("ascend.versions", title, State.UNKNOWN, unknown, evidence)
    if _numbers(toolkit) < _OLDEST_TOOLKIT:
        return Finding(
            "ascend.versions",
            title,
            State.WARN,
            translate("Doctor", "CANN %1 is older than anything that is known to run models here.").of(
                toolkit
            ),
            evidence,
            translate("Doctor", "Install CANN 8.0 or newer."),
        )
    if _numbers(driver) < _OLDEST_DRIVER_FOR_8:
        return Finding(
            "ascend.versions",
            title,
            State.FAIL,
            translate("Doctor", "Driver %1 is too old for CANN %2; it fails with code 507008.").of(
                driver, toolkit
            ),
            evidence,
            translate("Doctor", "Install a newer driver, 23.0 at least."),
        )
    fine = translate("Doctor", "Driver %1 and CANN %2; nothing is known against the pair.").of(
        driver, toolkit
    )
    return Finding("ascend.versions", title, State.PASS, fine, evidence)


def _toolkit_version(host: Host, root: str) -> tuple[str, str]:
    """The version and the file that says so."""
    names = (
        f"{root}/version.info",
        f"{root}/version.cfg",
        f"{root}/{host.architecture}-linux/ascend_toolkit_install.info",
    )
    for name in names if root else ():
        version = _version(text_or_none(host, name))
        if version:
            return version, name
    return "", ""


def _version(text: str | None) -> str:
    """The value of the first line that names a version, such as Version=23.0.rc3."""
    found = re.search(r"(?im)^\s*\w*version\w*\s*=\s*\[?(?:[\w.]*:)?(\d+(?:\.\w+)+)", text or "")
    return found[1] if found else ""


def _numbers(version: str) -> tuple[int, ...]:
    """23.0.rc3 as (23, 0)."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def _toolkit(host: Host, root: str) -> Iterator[Finding]:
    title = translate("Doctor", "CANN toolkit")
    if not root:
        yield Finding(
            "ascend.toolkit",
            title,
            State.FAIL,
            translate("Doctor", "The CANN toolkit is not installed where it is looked for."),
            tuple(Evidence(place, f"no {_LIBRARY}") for place in _places(host)),
            translate("Doctor", "Install the CANN toolkit and its 310B kernels package: two packages."),
        )
        return
    found = translate("Doctor", "Found in %1.").of(root)
    yield Finding("ascend.toolkit", title, State.PASS, found, (Evidence(_library_of(host, root), _LIBRARY),))
    kernels = f"{root}/{_KERNELS}"
    title = translate("Doctor", "310B kernels")
    names = listing(host, kernels)
    evidence = (Evidence(kernels, f"{len(names)} entries" if names else "empty or not there"),)
    if names:
        there = translate("Doctor", "The kernels of this NPU are installed.")
        yield Finding("ascend.kernels", title, State.PASS, there, evidence)
        return
    yield Finding(
        "ascend.kernels",
        title,
        State.WARN,
        translate("Doctor", "The kernels of this NPU are not where they should be."),
        evidence,
        translate("Doctor", "Install the CANN package with the 310B kernels; it is beside the toolkit's."),
    )


def _cache(host: Host) -> Finding:
    """Kernels are compiled at their first use; without a lasting cache, at every start."""
    title = translate("Doctor", "Kernel cache")
    folder = host.environment.get("ASCEND_CACHE_PATH") or f"{host.identity.home}/atc_data"
    place = folder if exists(host, folder) else folder.rpartition("/")[0] or "/"
    try:
        free, node = host.free_bytes(place), host.node(place)
    except OSError as error:
        unread = translate("Doctor", "Its folder cannot be looked at.")
        return Finding("ascend.cache", title, State.UNKNOWN, unread, (Evidence(place, str(error)),))
    kind = _file_system(host, place)
    evidence = (Evidence(place, f"{node.mode} {node.owner}, {free / 1e6:.0f} MB free, {kind or 'unknown'}"),)
    problem = None
    if not node.is_open_to_us:
        problem = translate("Doctor", "You may not write there: kernels are compiled at every start.")
    elif free < _CACHE_ROOM:
        problem = translate("Doctor", "There is no room for it: kernels are compiled at every start.")
    elif kind in _VOLATILE:
        problem = translate("Doctor", "It does not outlive a restart: kernels are compiled again after each.")
    if problem is None:
        fine = translate("Doctor", "Compiled kernels are kept.")
        return Finding("ascend.cache", title, State.PASS, fine, evidence)
    action = translate("Doctor", "Let ASCEND_CACHE_PATH name a folder of yours with 200 MB on a real disk.")
    return Finding("ascend.cache", title, State.WARN, problem, evidence, action)


def _file_system(host: Host, folder: str) -> str:
    """The type of the file system that holds a folder; "" when unknown."""
    best, kind = "", ""
    for line in (text_or_none(host, "/proc/mounts") or "").splitlines():
        fields = line.split()
        if len(fields) < 3:
            continue
        point = fields[1].rstrip("/")
        if (folder == point or folder.startswith(f"{point}/")) and len(point) >= len(best):
            best, kind = point, fields[2]
    return kind


def _log(host: Host) -> Finding:
    title = translate("Doctor", "Errors of the runtime")
    base = host.environment.get("ASCEND_PROCESS_LOG_PATH") or f"{host.identity.home}/ascend/log"
    newest = _newest_log(host, base)
    if newest is None:
        none = translate("Doctor", "Nothing has been logged since the machine was started.")
        return Finding("ascend.log", title, State.PASS, none, (Evidence(base, "no log since the start"),))
    try:
        text = host.read_tail(newest)
    except OSError as error:
        unread = translate("Doctor", "The log cannot be read.")
        return Finding("ascend.log", title, State.UNKNOWN, unread, (Evidence(newest, str(error)),))
    errors = [line for line in text.splitlines() if line.startswith("[ERROR]")]
    if not errors:
        clean = translate("Doctor", "No errors in the newest log.")
        return Finding("ascend.log", title, State.PASS, clean, (Evidence(newest, "no [ERROR] line"),))
    return Finding(
        "ascend.log",
        title,
        State.WARN,
        translate("Doctor", "The newest log has %1 errors; the last ones are below.").of(len(errors)),
        (Evidence(newest, "\n".join(errors[-_LOG_LINES:])),),
        translate(
            "Doctor", "For more, start once with ASCEND_GLOBAL_LOG_LEVEL=1 ASCEND_SLOG_PRINT_TO_STDOUT=1."
        ),
    )


def _newest_log(host: Host, base: str) -> str | None:
    """The newest plog that was written to since the machine was started."""
    candidates = []
    for kind in ("debug/plog", "run/plog", "plog"):
        for name in listing(host, f"{base}/{kind}"):
            path = f"{base}/{kind}/{name}"
            if name.endswith(".log") and exists(host, path):
                candidates.append((host.node(path).modified, path))
    recent = [entry for entry in candidates if entry[0] >= host.boot_time]
    return max(recent)[1] if recent else None
